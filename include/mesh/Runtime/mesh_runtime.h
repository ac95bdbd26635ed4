/*===- mesh_runtime.h - calling compiled graph layers from C ------*- C -*-===*/
/*
 * Part of Mesh, a compiler for message passing on graphs.
 *
 * What every library that `mesh-opt --emit=shared` writes has in common. Plain
 * C99, usable from C++. A header that `mesh-opt --emit=header` writes holds a
 * copy of this one.
 *
 * Errors. Functions return 0 (MESH_SUCCESS) or another code below. `error` may
 * be null; otherwise it takes the code and, in English, what was expected and
 * what was found. Nothing is written to a file, nothing aborts the process.
 *
 * Threads. Any number of threads may call functions at once, also on the same
 * graph. Each call runs on as many OpenMP threads as its calling thread may use
 * (mesh_set_num_threads, or OMP_NUM_THREADS). Results have the same bits for
 * any number of threads.
 */

#ifndef MESH_RUNTIME_H
#define MESH_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What functions return. */
enum {
  MESH_SUCCESS = 0,
  /** An argument is null, out of range, too small or of the wrong size. */
  MESH_ERROR_ARGUMENT = 1,
  /** A run-time check of the program failed. */
  MESH_ERROR_RUN = 2,
  /** Memory cannot be had. */
  MESH_ERROR_MEMORY = 3,
  /** This processor lacks instructions that the library was compiled for. */
  MESH_ERROR_PROCESSOR = 4
};

/** Why a function failed. `message` always ends in a zero byte. */
typedef struct mesh_error {
  int32_t code;
  char message[1024];
} mesh_error;

/** Most axes that a result may have. */
enum { MESH_MAX_RANK = 16 };

/**
 * A tensor that a function returns, in row-major order.
 *
 * Before the call, `data` is either null: the library allocates the result, and
 * the caller frees it with mesh_free; or the caller's own memory of `size`
 * bytes, aligned for the element type. The shapes that the companion function
 * `<function>_shapes` gives say how much is needed. Memory that overlaps no
 * argument is written directly; two results must not overlap.
 *
 * After it, `size` is the size of the result in bytes and `shape` holds its
 * axes. If the call fails, `data` is as it was, and the caller's memory
 * undefined.
 */
typedef struct mesh_output {
  void *data;
  size_t size;
  int64_t shape[16];
} mesh_output;

/**
 * An immutable directed multigraph: S sources, T targets (the same for a plain
 * graph) and E edges in the caller's order. Duplicate edges and self-loops are
 * kept as they are given. Building one sorts its edges by both ends, in
 * O(S + T + E) time and at most 6 E + S + T integers of memory.
 */
typedef struct mesh_graph mesh_graph;

/** For `flags`: the arrays stay the caller's, which keeps them unchanged until
 * the graph is freed. Without it they are copied. */
enum { MESH_BORROW = 1 };

/**
 * Builds a graph from E pairs (source[e], target[e]), counted from 0. Sets
 * `*graph`, to null on failure. Errors: a negative count, one that the integer
 * type cannot hold, an index out of range (the first such edge is named).
 *
 * The width of the integers is part of a program's types: `!mesh.graph` takes
 * graphs of 32-bit indices, `!mesh.graph<i64>` those of the functions that end
 * in 64.
 */
int32_t mesh_graph_from_coo(mesh_graph **graph, int64_t sources,
                            int64_t targets, int64_t edges,
                            const int32_t *source, const int32_t *target,
                            uint32_t flags, mesh_error *error);
int32_t mesh_graph_from_coo64(mesh_graph **graph, int64_t sources,
                              int64_t targets, int64_t edges,
                              const int64_t *source, const int64_t *target,
                              uint32_t flags, mesh_error *error);

/**
 * Builds a graph from its in-edges by target: the sources of the edges into
 * target t are column[row[t]] .. column[row[t + 1] - 1], with T + 1 entries in
 * `row`, of which the first is 0 and none decreases, and row[T] in `column`.
 * Edges are counted in the order of `column`.
 */
int32_t mesh_graph_from_csr(mesh_graph **graph, int64_t sources,
                            int64_t targets, const int32_t *row,
                            const int32_t *column, uint32_t flags,
                            mesh_error *error);
int32_t mesh_graph_from_csr64(mesh_graph **graph, int64_t sources,
                              int64_t targets, const int64_t *row,
                              const int64_t *column, uint32_t flags,
                              mesh_error *error);

/** Frees a graph; null is ignored. No call that uses it may be running. */
void mesh_graph_free(mesh_graph *graph);

/** S, T and E; -1 for null. */
int64_t mesh_graph_sources(const mesh_graph *graph);
int64_t mesh_graph_targets(const mesh_graph *graph);
int64_t mesh_graph_edges(const mesh_graph *graph);

/** Frees the `data` of a mesh_output that the library allocated. The memory is
 * kept for later results; null is ignored. */
void mesh_free(void *data);

/** Gives memory that is kept for later calls back to the system. Returns the
 * number of bytes. */
size_t mesh_trim(void);

/** Number of threads of later calls from this thread, 1 or more. */
void mesh_set_num_threads(int32_t count);

#ifdef __cplusplus
}
#endif

#endif /* MESH_RUNTIME_H */
