//===- Target.h - the processor that code is made for -----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_PIPELINES_TARGET_H
#define MESH_PIPELINES_TARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>
#include <vector>

namespace mesh {

/// A processor that code can be made for.
struct CpuTarget {
  std::string triple;
  /// As LLVM spells it; never "native".
  std::string cpu;
  /// Comma-separated, for the target machine.
  std::string features;
  /// Width of the widest vector registers worth using: 128, 256 or 512.
  unsigned vectorBits = 128;
};

/// The processor called `name` of this machine's architecture, this machine's
/// for "native", or the baseline of another architecture: "aarch64". The error
/// for an unknown name lists a few that are known.
llvm::Expected<CpuTarget> findCpuTarget(llvm::StringRef name);

/// An error if this machine's processor lacks something that code for `target`
/// uses; it names what.
llvm::Error checkRunsHere(const CpuTarget &target);

/// Whether `target` is of this machine's architecture.
bool isHostTarget(const CpuTarget &target);

/// Those features of `target` that the runtime library can check before it runs
/// the code, as mesh/Runtime/Features.h lists them.
std::vector<llvm::StringRef> listCheckedFeatures(const CpuTarget &target);

/// A target machine that optimises for `target` and makes position-independent
/// code.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const CpuTarget &target);

} // namespace mesh

#endif // MESH_PIPELINES_TARGET_H
