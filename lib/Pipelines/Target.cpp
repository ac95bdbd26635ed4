//===- Target.cpp - the processor that code is made for -------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Pipelines/Target.h"
#include "mesh/Runtime/Features.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;
using namespace mesh;

// Each is a part of LLVM's shared library.
extern "C" {
void LLVMInitializeAArch64TargetInfo();
void LLVMInitializeAArch64Target();
void LLVMInitializeAArch64TargetMC();
void LLVMInitializeAArch64AsmPrinter();
}

static const char *const kX86Features[] = {
#define MESH_NAME(FEATURE) FEATURE,
    MESH_X86_FEATURES(MESH_NAME)
#undef MESH_NAME
};

/// The other architecture that object files can be made for.
static constexpr StringLiteral kAArch64 = "aarch64";

static Expected<const Target *> findTarget(StringRef triple) {
  static bool initialized = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  if (Triple(triple).isAArch64()) {
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
  }
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
  if (name == kAArch64 && !Triple(result.triple).isAArch64()) {
    result.triple = kAArch64.str() + "-unknown-linux-gnu";
    result.cpu = "generic";
    if (Error error = findTarget(result.triple).takeError())
      return std::move(error);
    return result;
  }
  Expected<const Target *> target = findTarget(result.triple);
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
                         "skylake-avx512, znver4, aarch64"
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

bool mesh::isHostTarget(const CpuTarget &target) {
  return Triple(target.triple).getArch() ==
         Triple(sys::getProcessTriple()).getArch();
}

std::vector<StringRef> mesh::listCheckedFeatures(const CpuTarget &target) {
  std::vector<StringRef> checked;
  if (!Triple(target.triple).isX86())
    return checked;
  Expected<std::unique_ptr<TargetMachine>> machine =
      createTargetMachine(target);
  if (!machine) {
    consumeError(machine.takeError());
    return checked;
  }
  const MCSubtargetInfo &info = *(*machine)->getMCSubtargetInfo();
  for (const char *feature : kX86Features)
    if (info.checkFeatures(("+" + Twine(feature)).str()))
      checked.push_back(feature);
  return checked;
}

Error mesh::checkRunsHere(const CpuTarget &target) {
  if (!isHostTarget(target))
    return createStringError("code for '" + target.triple +
                             "' cannot run on this machine");
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
  Expected<const Target *> target = findTarget(cpu.triple);
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
