// A program of two libraries.

#include "layers.h"
#include "more.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

mesh_error error;

void check(int32_t code) {
  if (code != MESH_SUCCESS)
    throw std::runtime_error(error.message);
}

struct FreeGraph {
  void operator()(mesh_graph *graph) const { mesh_graph_free(graph); }
};
using Graph = std::unique_ptr<mesh_graph, FreeGraph>;

Graph makeGraph(int64_t nodes, const std::vector<int32_t> &source,
                const std::vector<int32_t> &target) {
  mesh_graph *graph = nullptr;
  check(mesh_graph_from_coo(&graph, nodes, nodes, int64_t(source.size()),
                            source.data(), target.data(), 0, &error));
  return Graph(graph);
}

void expect(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "not true: %s\n", what);
  std::exit(1);
}

} // namespace

int main() {
  Graph graph = makeGraph(3, {0, 1, 2}, {1, 2, 0});
  std::vector<float> x = {1, 10, 100}, difference(3);
  mesh_output d{difference.data(), sizeof(float) * 3, {}};
  mesh_output source{}, target{};
  check(edges(graph.get(), x.data(), 3, &d, &source, &target, &error));
  expect(difference == std::vector<float>{-9, -90, 99}, "differences");
  // Memory of one library, freed through another: both have the function, the
  // program one of them.
  mesh_free(source.data);
  mesh_free(target.data);

  double twice = 0;
  int8_t square = 0;
  uint8_t inverse = 1;
  float values[4] = {1, 2, 3, 4}, total = 0;
  mesh_output sum{&total, sizeof(total), {}};
  check(more_numbers(2, 3, 1, values, &twice, &square, &inverse, &sum, &error));
  expect(twice == 4 && square == 9 && inverse == 0 && total == 10, "numbers");

  try {
    makeGraph(2, {0, 5}, {1, 1});
    expect(false, "an error");
  } catch (const std::runtime_error &e) {
    expect(std::string(e.what()).find("edge 1: source 5") != std::string::npos,
           e.what());
  }
  return 0;
}
