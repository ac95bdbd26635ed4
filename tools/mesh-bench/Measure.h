//===- Measure.h - compiled programs and their times ------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TOOLS_MESHBENCH_MEASURE_H
#define MESH_TOOLS_MESHBENCH_MEASURE_H

#include "mesh/Driver/Data/Argument.h"
#include "mesh/Driver/Executable.h"

#include "mlir/IR/MLIRContext.h"

#include <functional>
#include <string>
#include <vector>

namespace mesh::bench {

/// Ends the program with a message.
extern llvm::ExitOnError exitOnError;

using Work = std::function<void()>;

struct Quartiles {
  double low, median, high;
};
Quartiles quartiles(std::vector<double> values);

/// Seconds of one run.
double timeOf(const Work &run);

/// Runs each once, then all in turn, `repetitions` times over; the seconds of
/// each, in the order of the runs.
std::vector<std::vector<double>> timesOf(llvm::ArrayRef<Work> works,
                                         int repetitions);

/// The ratio of the times of `a` and `b`, pair by pair after a warm-up.
Quartiles ratioOf(const Work &a, const Work &b, int repetitions);

/// One line: `what`, the median, the quartiles.
void report(llvm::StringRef what, Quartiles ratio);

/// Replaces every `from` in `text`.
void replaceAll(std::string &text, llvm::StringRef from, llvm::StringRef to);

/// A program's function, lowered by the usual pipeline and linked into this
/// process. With `change`, it is applied to what `--mesh-to-loops` leaves.
std::unique_ptr<driver::Executable>
compile(mlir::MLIRContext &context, llvm::StringRef source,
        llvm::StringRef entry,
        const std::function<void(mlir::ModuleOp)> &change = nullptr);

/// The recursive-matrix graph of all benchmarks, its nodes shuffled.
driver::ArgValue makeGraph(int64_t nodes, int64_t edges);
/// An f32 tensor from what `--arg` takes.
driver::ArgValue makeTensor(llvm::StringRef text,
                            llvm::ArrayRef<int64_t> shape);

/// `function` called with `arguments`. Both must stay.
Work callOf(driver::Executable &function,
            std::vector<driver::ArgValue> arguments);

} // namespace mesh::bench

#endif // MESH_TOOLS_MESHBENCH_MEASURE_H
