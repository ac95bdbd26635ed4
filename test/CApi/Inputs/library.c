/* Calls every function of layers.mlir; the argument is a folder with arrays
 * that mesh-opt has written. */

#include "layers.h"
#include "testing.h"

enum { N = 100, F = 16, H = 8 };

static mesh_error error;
static const char *folder;

static mesh_graph *make_graph(int64_t *edges) {
  size_t bytes;
  int32_t *source = read_npy(folder, "e/source.npy", &bytes);
  int32_t *target = read_npy(folder, "e/target.npy", &bytes);
  mesh_graph *graph;
  *edges = (int64_t)(bytes / sizeof *source);
  CHECK(mesh_graph_from_coo(&graph, N, N, *edges, source, target, 0, &error) ==
        MESH_SUCCESS);
  free(source);
  free(target);
  CHECK(mesh_graph_sources(graph) == N && mesh_graph_targets(graph) == N &&
        mesh_graph_edges(graph) == *edges);
  return graph;
}

/* Memory of the library, of the caller, and of the caller but in the way. */
static void test_layer(const mesh_graph *graph) {
  size_t bytes, expected_bytes;
  float *x = read_npy(folder, "r0.npy", &bytes), *w, *own, *wide;
  float *expected = read_npy(folder, "y.npy", &expected_bytes);
  mesh_output y = {0};
  int64_t shape[2];
  int i;
  CHECK(bytes == N * F * sizeof *x && expected_bytes == N * H * sizeof *x);
  w = malloc(F * H * sizeof *w);
  for (i = 0; i < F * H; ++i)
    w[i] = 1;

  CHECK(layer(graph, x, N, w, 0.5f, &y, &error) == MESH_SUCCESS);
  CHECK(y.shape[0] == N && y.shape[1] == H && y.size == expected_bytes);
  CHECK(memcmp(y.data, expected, expected_bytes) == 0);
  mesh_free(y.data);

  CHECK(layer_shapes(graph, N, 0.5f, shape, &error) == MESH_SUCCESS);
  CHECK(shape[0] == N && shape[1] == H);
  own = malloc(expected_bytes);
  y.data = own;
  y.size = expected_bytes;
  CHECK(layer(graph, x, N, w, 0.5f, &y, NULL) == MESH_SUCCESS);
  CHECK(y.data == own && memcmp(own, expected, expected_bytes) == 0);

  y.size = expected_bytes - 1;
  CHECK_ERROR(layer(graph, x, N, w, 0.5f, &y, &error), MESH_ERROR_ARGUMENT,
              "layer: result 'y' takes 3200 bytes, but its memory has 3199");

  /* The result over the argument that it is computed from. */
  wide = malloc(bytes);
  memcpy(wide, x, bytes);
  y.data = wide;
  y.size = bytes;
  CHECK(layer(graph, wide, N, w, 0.5f, &y, &error) == MESH_SUCCESS);
  CHECK(memcmp(wide, expected, expected_bytes) == 0);

  y.data = NULL;
  CHECK_ERROR(layer(NULL, x, N, w, 0.5f, &y, &error), MESH_ERROR_ARGUMENT,
              "layer: graph 'g' is null");
  CHECK_ERROR(layer(graph, NULL, N, w, 0.5f, &y, &error), MESH_ERROR_ARGUMENT,
              "layer: tensor 'x' (tensor<?x16xf32>) is null");
  CHECK_ERROR(layer(graph, x, -1, w, 0.5f, &y, &error), MESH_ERROR_ARGUMENT,
              "layer: axis 0 of 'x' (tensor<?x16xf32>) has size -1");
  CHECK_ERROR(layer(graph, x, INT64_MAX, w, 0.5f, &y, &error),
              MESH_ERROR_ARGUMENT, "is larger than the address space");
  CHECK_ERROR(layer(graph, x, N, w, 0.5f, NULL, &error), MESH_ERROR_ARGUMENT,
              "layer: there is no place for result 'y'");
  CHECK_ERROR(layer(graph, x, N - 1, w, 0.5f, &y, &error), MESH_ERROR_RUN,
              "100");
  CHECK(y.data == NULL);
  free(x);
  free(w);
  free(own);
  free(wide);
  free(expected);
}

static void test_edges(const mesh_graph *graph, int64_t count) {
  size_t bytes;
  int32_t *source = read_npy(folder, "e/source.npy", &bytes);
  float x[N];
  mesh_output d = {0}, s = {0}, t = {0};
  int64_t shape[1], e;
  int i;
  for (i = 0; i < N; ++i)
    x[i] = (float)i;
  CHECK(edges_shapes(graph, N, shape, NULL, NULL, &error) == MESH_SUCCESS);
  CHECK(shape[0] == count);
  CHECK(edges(graph, x, N, &d, &s, &t, &error) == MESH_SUCCESS);
  CHECK(memcmp(s.data, source, bytes) == 0);
  for (e = 0; e < count; ++e)
    CHECK(((float *)d.data)[e] ==
          (float)(((int32_t *)s.data)[e] - ((int32_t *)t.data)[e]));
  mesh_free(d.data);
  mesh_free(s.data);
  mesh_free(t.data);
  free(source);
}

static void test_numbers(void) {
  const float x[4] = {1, 2, 3, 4};
  double twice;
  int8_t square;
  uint8_t inverse;
  mesh_output sum = {0};
  CHECK(numbers(1.25, -11, 1, x, &twice, &square, &inverse, &sum, &error) ==
        MESH_SUCCESS);
  CHECK(twice == 2.5 && square == 121 && inverse == 0);
  CHECK(sum.size == 4 && *(float *)sum.data == 10);
  mesh_free(sum.data);
}

static void test_shapes(void) {
  mesh_output rows = {0};
  int64_t shape[2], five = 5;
  CHECK(constant_rows_shapes(7, 1.5f, shape, &error) == MESH_SUCCESS);
  CHECK(shape[0] == 7 && shape[1] == 3);
  CHECK_ERROR(as_told_shapes(1.5f, shape, &error), MESH_ERROR_ARGUMENT,
              "depend on the data");
  CHECK(as_told(&five, 1.5f, &rows, &error) == MESH_SUCCESS);
  CHECK(rows.shape[0] == 5 && ((float *)rows.data)[4] == 1.5f);
  mesh_free(rows.data);
}

/* Results that are arguments are copies, each its own. */
static void test_same(void) {
  float x[3][F] = {{1}, {2}, {3}};
  mesh_output a = {0}, b = {0};
  CHECK(same(&x[0][0], 3, &a, &b, &error) == MESH_SUCCESS);
  CHECK(a.data != b.data && a.data != (void *)x);
  CHECK(memcmp(a.data, x, sizeof x) == 0 && memcmp(b.data, x, sizeof x) == 0);
  mesh_free(b.data);
  CHECK_ERROR(same(&x[0][0], 3, &a, &a, &error), MESH_ERROR_ARGUMENT,
              "same: results 'r0' and 'r1' have one place");
  b.data = (float *)a.data + 1;
  CHECK_ERROR(same(&x[0][0], 3, &a, &b, &error), MESH_ERROR_ARGUMENT,
              "same: results 'r0' and 'r1' have one place");
  b.data = NULL;
  CHECK_ERROR(same((const float *)((const char *)x + 1), 2, &a, &b, &error),
              MESH_ERROR_ARGUMENT, "is not aligned to 4 bytes");
  mesh_free(a.data);
}

static void test_failures(void) {
  const int32_t source[] = {0, 1}, target[] = {1, 2}, back[] = {1, 0};
  int32_t a[1000], b[1000], i;
  int64_t count = -1;
  mesh_graph *graph;
  mesh_output q = {0};
  CHECK(mesh_graph_from_coo(&graph, 3, 3, 2, source, target, MESH_BORROW,
                            &error) == MESH_SUCCESS);
  CHECK_ERROR(symmetric(graph, &count, &error), MESH_ERROR_RUN, "layers.mlir:");
  CHECK(count == -1);
  mesh_graph_free(graph);
  CHECK(mesh_graph_from_coo(&graph, 2, 2, 2, source, back, 0, &error) ==
        MESH_SUCCESS);
  CHECK(symmetric(graph, &count, &error) == MESH_SUCCESS && count == 2);
  mesh_graph_free(graph);

  for (i = 0; i < 1000; ++i) {
    a[i] = 7 * i;
    b[i] = i == 777 ? 0 : 7;
  }
  CHECK_ERROR(quotients(a, 1000, b, 1000, &q, &error), MESH_ERROR_RUN,
              "integer division by zero");
  CHECK(q.data == NULL);
  b[777] = 7;
  CHECK(quotients(a, 1000, b, 1000, &q, &error) == MESH_SUCCESS);
  CHECK(error.code == MESH_SUCCESS && error.message[0] == '\0');
  CHECK(((int32_t *)q.data)[999] == 999);
  mesh_free(q.data);

  CHECK_ERROR(mesh_graph_from_coo(&graph, 2, 2, 2, source, target, 0, &error),
              MESH_ERROR_ARGUMENT,
              "edge 1: target 2 is out of range, expects 0 <= target < 2");
  CHECK(graph == NULL);
  CHECK_ERROR(mesh_graph_from_coo(&graph, -1, 2, 2, source, target, 0, &error),
              MESH_ERROR_ARGUMENT, "number of sources is -1");
  CHECK_ERROR(mesh_graph_from_coo(&graph, 3, 3, (int64_t)1 << 31, source,
                                  target, 0, &error),
              MESH_ERROR_ARGUMENT, "2147483647");
  CHECK_ERROR(mesh_graph_from_coo(&graph, 3, 3, 2, NULL, target, 0, &error),
              MESH_ERROR_ARGUMENT, "the array of sources is null");
  CHECK_ERROR(mesh_graph_from_coo(&graph, 3, 3, 2, source, target, 8, &error),
              MESH_ERROR_ARGUMENT, "unknown flags 0x8");
  mesh_graph_free(NULL);
  mesh_free(NULL);
  CHECK(mesh_graph_edges(NULL) == -1);
}

/* Edges by target: COO order is the order of the columns. */
static void test_csr(void) {
  const int32_t row[] = {0, 2, 2, 3}, column[] = {1, 3, 0};
  const int64_t wide_row[] = {0, 1}, wide_column[] = {0};
  const int32_t bad[] = {0, 2, 1, 3};
  const float x[4] = {1, 2, 4, 8};
  mesh_output d = {0}, s = {0}, t = {0};
  mesh_graph *graph;
  int32_t flags;
  for (flags = 0; flags <= MESH_BORROW; ++flags) {
    CHECK(mesh_graph_from_csr(&graph, 4, 3, row, column, (uint32_t)flags,
                              &error) == MESH_SUCCESS);
    CHECK(mesh_graph_sources(graph) == 4 && mesh_graph_targets(graph) == 3);
    CHECK_ERROR(edges(graph, x, 4, &d, &s, &t, &error), MESH_ERROR_RUN, "3");
    mesh_graph_free(graph);
    CHECK(mesh_graph_from_csr(&graph, 4, 3, row, column, (uint32_t)flags,
                              &error) == MESH_SUCCESS);
    mesh_graph_free(graph);
  }
  CHECK_ERROR(mesh_graph_from_csr(&graph, 4, 3, bad, column, 0, &error),
              MESH_ERROR_ARGUMENT, "row pointer 2 is 1, expects 2");
  CHECK_ERROR(mesh_graph_from_csr(&graph, 3, 3, row, column, 0, &error),
              MESH_ERROR_ARGUMENT, "edge 1: source 3 is out of range");
  CHECK_ERROR(mesh_graph_from_csr(&graph, 4, 3, row + 1, column, 0, &error),
              MESH_ERROR_ARGUMENT, "row pointer 0 is 2, expects 0");

  CHECK(mesh_graph_from_csr64(&graph, 1, 1, wide_row, wide_column, 0, &error) ==
        MESH_SUCCESS);
  CHECK_ERROR(wide(graph, &error), MESH_ERROR_RUN, "layers.mlir:");
  CHECK_ERROR(edges(graph, x, 1, &d, &s, &t, &error), MESH_ERROR_ARGUMENT,
              "edges: graph 'g' expects indices of 32 bits, but got 64 bits");
  mesh_graph_free(graph);
}

static void check_sums(int32_t nodes, int32_t count, const int32_t *source,
                       const int32_t *target, const float *x,
                       const float *expected) {
  mesh_graph *graph;
  mesh_output y = {0};
  CHECK(mesh_graph_from_coo(&graph, nodes, nodes, count, source, target,
                            MESH_BORROW, &error) == MESH_SUCCESS);
  CHECK(sums(graph, x, nodes, &y, &error) == MESH_SUCCESS);
  CHECK(y.shape[0] == nodes);
  CHECK(memcmp(y.data, expected, y.size) == 0);
  mesh_free(y.data);
  mesh_graph_free(graph);
}

/* Nothing of one graph is left for the next, not even in the same arrays. */
static void test_other_graphs(void) {
  int32_t source[] = {0, 1, 2}, target[] = {1, 2, 0};
  const int32_t from[] = {0}, to[] = {1};
  const float x[] = {1, 2, 3}, y[] = {5, 7};
  const float first[] = {3, 1, 2}, second[] = {0, 5}, third[] = {0, 0, 3};
  check_sums(3, 3, source, target, x, first);
  check_sums(2, 1, from, to, y, second);
  target[0] = 2; /* 0 -> 2, 1 -> 2 */
  target[1] = 2;
  check_sums(3, 2, source, target, x, third);
}

static void test_halves(void) {
  const uint16_t x[2] = {0x3c00, 0xc000}; /* 1, -2 */
  mesh_output y = {0};
  CHECK(halves(x, 2, 0x4200, &y, &error) == MESH_SUCCESS); /* 3 */
  CHECK(((uint16_t *)y.data)[0] == 0x4200);                /* 3 */
  CHECK(((uint16_t *)y.data)[1] == 0xc600);                /* -6 */
  mesh_free(y.data);
}

int main(int argc, char **argv) {
  int64_t count;
  mesh_graph *graph;
  CHECK(argc == 2);
  folder = argv[1];
  graph = make_graph(&count);
  test_layer(graph);
  test_edges(graph, count);
  test_numbers();
  test_shapes();
  test_same();
  test_failures();
  test_csr();
  test_other_graphs();
  test_halves();
  mesh_graph_free(graph);
  CHECK(mesh_trim() > 0);
  CHECK(mesh_trim() == 0);
  return 0;
}
