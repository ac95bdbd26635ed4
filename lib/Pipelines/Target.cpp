//===- Target.cpp - the processor that code is made for -------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Pipelines/Target.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;
using namespace mesh;

static Expected<const Target *> findHostTarget(StringRef triple) {
  static bool initialized = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(Triple(triple), error);
  if (!target)
    return createStringError("no code generator for '" + triple +
                             "': " + error);
  return target;
}

static std::string hostFeatures() {
  SubtargetFeatures features;
  for (const auto &feature : sys::getHostCPUFeatures())
    features.AddFeature(feature.first(), feature.second);
  return features.getString();
}

/// Other architectures than x86 have 128 bits, as far as fixed widths go.
static unsigned widestVector(const MCSubtargetInfo &info) {
  if (!info.getTargetTriple().isX86())
    return 128;
  if (info.checkFeatures("+avx512f"))
    return 512;
  return info.checkFeatures("+avx2") ? 256 : 128;
}

Expected<CpuTarget> mesh::findCpuTarget(StringRef name) {
  CpuTarget result;
  result.triple = sys::getProcessTriple();
  Expected<const Target *> target = findHostTarget(result.triple);
  if (!target)
    return target.takeError();
  result.cpu = name.str();
  if (name == "native") {
    result.cpu = sys::getHostCPUName().str();
    result.features = hostFeatures();
  }
  // A subtarget that is made for an unknown name complains on stderr by itself,
  // so the name is looked up in that of the baseline.
  Triple triple(result.triple);
  std::unique_ptr<MCSubtargetInfo> baseline(
      (*target)->createMCSubtargetInfo(triple, "", ""));
  if (name != "native" && !baseline->isCPUStringValid(name)) {
    std::string known =
        triple.isX86() ? "native, x86-64, x86-64-v2, x86-64-v3, x86-64-v4, "
                         "skylake-avx512, znver4"
                       : "native";
    return createStringError("unknown processor '" + name +
                             "': expects a name that LLVM knows, such as " +
                             known);
  }
  std::unique_ptr<MCSubtargetInfo> info(
      (*target)->createMCSubtargetInfo(triple, result.cpu, result.features));
  result.vectorBits = widestVector(*info);
  return result;
}

Error mesh::checkRunsHere(const CpuTarget &target) {
  if (!Triple(target.triple).isX86())
    return Error::success();
  SmallVector<StringRef> needed;
  X86::getFeaturesForCPU(target.cpu, needed);
  StringMap<bool> host = sys::getHostCPUFeatures();
  std::string missing;
  for (StringRef feature : needed) {
    // Features that the host does not speak of are in every such processor.
    auto known = host.find(feature);
    if (known != host.end() && !known->second)
      missing += ((missing.empty() ? "" : ", ") + feature).str();
  }
  if (missing.empty())
    return Error::success();
  return createStringError("code for '" + target.cpu +
                           "' cannot run here: this processor has no " +
                           missing);
}

Expected<std::unique_ptr<TargetMachine>>
mesh::createTargetMachine(const CpuTarget &cpu) {
  Expected<const Target *> target = findHostTarget(cpu.triple);
  if (!target)
    return target.takeError();
  std::unique_ptr<TargetMachine> machine((*target)->createTargetMachine(
      Triple(cpu.triple), cpu.cpu, cpu.features, TargetOptions(), Reloc::PIC_,
      std::nullopt, CodeGenOptLevel::Aggressive));
  if (!machine)
    return createStringError("no code generator for '" + cpu.triple + "'");
  machine->setFastISel(false);
  return machine;
}
