//===- Sanitize.cpp - compiled code for sanitizers ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Compile.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

using namespace llvm;
using namespace mesh::driver;

static void splitVectors(LLVMProgram &program) {
  PassBuilder builder(program.machine.get());
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);

  ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  FunctionPassManager passes;
  passes.addPass(ScalarizeMaskedMemIntrinPass());
  passes.addPass(ScalarizerPass(options));
  for (Function &function : *program.module)
    if (!function.isDeclaration())
      passes.run(function, functions);
}

void mesh::driver::prepareForSanitizer(LLVMProgram &program,
                                       JobOptions::Sanitize sanitize) {
  splitVectors(program);
  for (Function &function : *program.module)
    if (!function.isDeclaration())
      function.addFnAttr(sanitize == JobOptions::Sanitize::Thread
                             ? Attribute::SanitizeThread
                             : Attribute::SanitizeAddress);
}
