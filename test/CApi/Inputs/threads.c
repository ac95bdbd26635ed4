/* Sixteen threads call functions at once on one graph, and one forks. With the
 * argument "race", four threads write one result. */

#include "layers.h"
#include "testing.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 400, F = 16, H = 8, THREADS = 16, CALLS = 10 };

static mesh_graph *graph;
static float x[N * F], w[F * H], expected[N * H], shared[N * H];

static void *work(void *opaque) {
  float y[N * H];
  mesh_error error;
  int call;
  (void)opaque;
  mesh_set_num_threads(2);
  for (call = 0; call < CALLS; ++call) {
    mesh_output mine = {0}, theirs = {0};
    mine.data = y;
    mine.size = sizeof y;
    CHECK(layer(graph, x, N, w, 0.5f, &mine, &error) == MESH_SUCCESS);
    CHECK(memcmp(y, expected, sizeof y) == 0);
    CHECK(layer(graph, x, N, w, 0.5f, &theirs, &error) == MESH_SUCCESS);
    CHECK(memcmp(theirs.data, expected, sizeof y) == 0);
    mesh_free(theirs.data);
    /* Errors are those of the call, also from parallel loops. */
    CHECK_ERROR(layer(graph, x, N - 1, w, 0.5f, &mine, &error), MESH_ERROR_RUN,
                "400");
  }
  return NULL;
}

/* Again and again: locks inside the library may order two calls by chance. */
static void *write_shared(void *opaque) {
  mesh_output y = {0};
  int call;
  (void)opaque;
  for (call = 0; call < 20 * CALLS; ++call) {
    y.data = shared;
    y.size = sizeof shared;
    CHECK(layer(graph, x, N, w, 0.5f, &y, NULL) == MESH_SUCCESS);
  }
  return NULL;
}

static void run(void *(*body)(void *), int count) {
  pthread_t threads[THREADS];
  int i;
  for (i = 0; i < count; ++i)
    CHECK(pthread_create(&threads[i], NULL, body, NULL) == 0);
  for (i = 0; i < count; ++i)
    CHECK(pthread_join(threads[i], NULL) == 0);
}

int main(int argc, char **argv) {
  int32_t source[4 * N], target[4 * N];
  mesh_output y = {0};
  pid_t child;
  int i, status;
  for (i = 0; i < 4 * N; ++i) {
    source[i] = i * 7 % N;
    target[i] = i % 2 ? 0 : i * 13 % N; /* node 0 has half of the edges */
  }
  for (i = 0; i < N * F; ++i)
    x[i] = (float)(i % 31) / 7;
  for (i = 0; i < F * H; ++i)
    w[i] = (float)(i % 5) - 2;
  CHECK(mesh_graph_from_coo(&graph, N, N, 4 * N, source, target, 0, NULL) ==
        MESH_SUCCESS);
  if (argc > 1 && strcmp(argv[1], "race") == 0) {
    run(write_shared, 4);
    return 0;
  }
  y.data = expected;
  y.size = sizeof expected;
  mesh_set_num_threads(1);
  CHECK(layer(graph, x, N, w, 0.5f, &y, NULL) == MESH_SUCCESS);
  run(work, THREADS);

  /* A child of a process that has run parallel loops can run them too. */
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    work(NULL);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  mesh_graph_free(graph);
  return 0;
}
