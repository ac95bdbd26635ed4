//===- Programs.cpp - fuzz target of programs -----------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "mesh/Driver/Compile.h"
#include "mesh/Driver/Job.h"
#include "mesh/Driver/Program.h"
#include "mesh/Driver/Registration.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

void fuzz::program(StringRef bytes) {
  // Bytecode is not read by the project, and the parsers of these ops, which
  // are not its own either, crash on operands and lists that they do not want.
  if (bytes.starts_with("ML\xefR"))
    return;
  for (StringRef op : {"linalg.batch_matmul", "linalg.reduce"})
    if (bytes.contains(op))
      return;
  static const bool ready = [] {
    mlir::registerPassManagerCLOptions(); // the driver asks for their values
    return true;
  }();
  (void)ready;
  static const mlir::DialectRegistry registry = [] {
    mlir::DialectRegistry made;
    registerDialects(made);
    return made;
  }();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  mlir::ScopedDiagnosticHandler silent(&context, [](mlir::Diagnostic &) {});
  SourceMgr sources;
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(bytes, "input"),
                             SMLoc());
  std::optional<Program> parsed = check(parseProgram(sources, &context));
  if (!parsed)
    return;
  JobOptions options;
  options.cpu = "x86-64-v3";
  check(lowerToLLVMDialect(*parsed->module, options));
}
