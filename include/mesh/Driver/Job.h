//===- Job.h - compile, run and inspect programs ----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_JOB_H
#define MESH_DRIVER_JOB_H

#include "mlir/IR/DialectRegistry.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace mesh::driver {

/// What to do with a program beyond what an mlir-opt does.
struct JobOptions {
  enum class Emit {
    None,
    MLIR,
    LLVMIR,
    Assembly,
    Object,
    Shared,
    Header,
    Program
  };
  enum class Sanitize { None, Address, Thread };
  enum class Signature { None, Text, JSON };
  enum class ExplainFormat { Text, JSON };

  std::string inputFile;  ///< "-" is standard input
  std::string outputFile; ///< "-" is standard output

  std::optional<std::string> run;   ///< the function to execute
  std::optional<std::string> entry; ///< the only function to compile
  Emit emit = Emit::None;
  /// What C names of functions begin with.
  std::string prefix;
  /// Whether LLVM IR and assembly hold the functions that C programs call.
  bool cInterface = false;
  Sanitize sanitize = Sanitize::None;
  Signature signature = Signature::None;
  /// The function to describe, or an empty text for all public ones.
  std::optional<std::string> explain;
  ExplainFormat explainFormat = ExplainFormat::Text;
  bool listRules = false;             ///< of derivatives; no program is read
  std::vector<std::string> arguments; ///< as written after --arg=
  std::optional<std::string> save;    ///< file for the results
  std::optional<int> numThreads;
  int timedCalls = 0;
  std::string cpu = "native";
  bool verifyRuntime = false;
  bool fuse = true;
  bool assignEdgeOrder = true;
  bool useReference = false;
  bool compareReference = false;
  std::optional<double> tolerance;

  /// Whether there is anything to do here.
  bool isJob() const {
    return run || entry || emit != Emit::None || signature != Signature::None ||
           explain || useReference || compareReference;
  }
  /// Whether a function is to be executed.
  bool executes() const { return run || useReference || compareReference; }
};

/// The group of options that are read into `JobOptions`.
llvm::cl::OptionCategory &getJobCategory();

/// Reads the command line's `--run`, `--arg` and so on (after it was parsed).
/// Reports combinations that make no sense and gives nothing then.
std::optional<JobOptions> readJobOptions();

/// Does the job. Every error goes to standard error. Returns the exit status.
int runJob(const JobOptions &options, const mlir::DialectRegistry &registry);

} // namespace mesh::driver

#endif // MESH_DRIVER_JOB_H
