//===- Report.h - what a compiled function does -----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_EXPLAIN_REPORT_H
#define MESH_EXPLAIN_REPORT_H

#include "mesh/Explain/Formula.h"
#include "mesh/Explain/Origins.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/Support/raw_ostream.h"

namespace mesh::explain {

/// Of the program: `Forward` is what the user wrote, `Backward` and `Tangent`
/// what derivatives added, `After` what the user wrote and uses results of
/// these (an optimizer's step).
enum class Phase { Forward, Backward, Tangent, After };

/// Floating-point work; comparisons, choices and integers are not counted.
struct Work {
  Formula operations; ///< additions, products, quotients, extrema: 1 each
  Formula functions;  ///< exp, log, tanh, sqrt, ...: 1 each
};

/// A tensor as a kernel sees it.
struct Access {
  std::string name;  ///< an argument, or what kernel `k1` has written
  std::string shape; ///< "graph.nodes x 4 x f32"
  /// "a row for each edge", or empty where it is read in order.
  std::string how;
};

/// An op that is compiled to loops of its own.
struct Kernel {
  unsigned number; ///< from 1
  std::string kind;
  std::string place;
  Phase phase = Phase::Forward;
  /// The ops of the user that were folded into it, and those of them that it
  /// computes again, in a derivative.
  std::vector<std::string> ops, recomputed;
  /// Of the forward pass, with results for the backward pass alone.
  bool servesDerivative = false;
  std::vector<Access> reads, writes;
  Formula moved; ///< bytes, with gathered rows counted for each edge
  Formula least; ///< bytes, with each tensor counted once
  Work work;
  /// The number of times it runs; more than 1 in a loop.
  Formula times = Formula::number(1);
  std::vector<std::string> loops; ///< the places of the loops around it
};

/// A tensor in memory.
struct Buffer {
  std::string shape, made; ///< the op of the user that it was made for
  Formula bytes;
  bool isResult = false; ///< belongs to the caller afterwards
  bool isInLoop = false;
};

/// A tensor with a row for each edge that is stored.
struct EdgeTensor {
  std::string name, shape, place, reason;
  Formula bytes;
};

/// What a forward kernel has written and a backward kernel reads.
struct Saved {
  std::string name, shape;
  Formula bytes;
};

/// A size that follows from no argument.
struct NamedSize {
  std::string name, place;
};

/// One call of a function, and what it took.
struct Call {
  /// The values of the sizes in the formulas, by name.
  llvm::StringMap<double> sizes;
  double seconds; ///< the median
  int calls, threads;
  double bandwidth; ///< bytes in a second, see mesh/Driver/Bandwidth.h
};

struct Report {
  std::string function;
  std::vector<Kernel> kernels;
  std::vector<Buffer> buffers;
  /// Copies that bufferisation has added, and what they write.
  std::vector<Buffer> copies;
  std::vector<EdgeTensor> edgeTensors;
  std::vector<Saved> saved;
  std::vector<NamedSize> openSizes;

  /// Sums over the kernels, as often as they run.
  Formula getMoved() const;
  Formula getLeast() const;
  Work getWork() const;
  Formula getTemporaryBytes() const;
};

/// Describes a function of a program after `--mesh-to-tensors`. `ops` are those
/// of the program as it was written.
Report explainTensors(mlir::func::FuncOp function, const SourceOps &ops);

/// Adds what the same function keeps in memory, from its buffers before they
/// are deallocated (see buildToBuffersPipeline).
void explainBuffers(mlir::func::FuncOp function, const SourceOps &ops,
                    Report &report);

/// A page for reading.
void printPage(llvm::raw_ostream &os, const Report &report);

/// The formulas for one call, and its time against the time for moving the
/// bytes.
void printCall(llvm::raw_ostream &os, const Report &report, const Call &call);

/// An array of the functions, see docs/explain.md; with `call`, of the only
/// one.
void printJSON(llvm::raw_ostream &os, llvm::ArrayRef<Report> reports,
               const Call *call = nullptr);

llvm::StringRef getName(Phase phase);

} // namespace mesh::explain

#endif // MESH_EXPLAIN_REPORT_H
