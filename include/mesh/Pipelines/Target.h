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

namespace mesh {

/// A processor of this machine's architecture.
struct CpuTarget {
  std::string triple;
  /// As LLVM spells it; never "native".
  std::string cpu;
  /// Comma-separated, for the target machine.
  std::string features;
  /// Width of the widest vector registers worth using: 128, 256 or 512.
  unsigned vectorBits = 128;
};

/// The processor called `name`, or this machine's for "native". The error for
/// an unknown name lists a few that are known.
llvm::Expected<CpuTarget> findCpuTarget(llvm::StringRef name);

/// An error if this machine's processor lacks something that code for `target`
/// uses; it names what.
llvm::Error checkRunsHere(const CpuTarget &target);

/// A target machine that optimises for `target` and makes position-independent
/// code.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const CpuTarget &target);

} // namespace mesh

#endif // MESH_PIPELINES_TARGET_H
