//===- Interface.h - compiled functions as C programs see them --*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_ARTEFACT_INTERFACE_H
#define MESH_DRIVER_ARTEFACT_INTERFACE_H

#include "mesh/Driver/Compile.h"
#include "mesh/Driver/Data/Function.h"

namespace mesh::driver {

/// An argument or result in C.
struct CValue {
  std::string name; ///< an identifier, unique within its function
  std::string type; ///< as the program spells it
  ArgType argType;
  /// As ValueSpec::rows.
  llvm::SmallVector<std::optional<RowCount>, 4> rows;
};

/// How the shapes of the results are found before a call.
enum class ShapesFrom {
  Types,     ///< no size is open
  Arguments, ///< a function computes them
  Data,      ///< they are known after the call only
};

/// A function of a program and its C name.
struct CFunction {
  std::string name;   ///< in the program
  std::string symbol; ///< in C: the name behind the prefix
  std::string location;
  std::vector<CValue> parameters, results;
  ShapesFrom shapes = ShapesFrom::Types;

  /// Whether there is a companion `<symbol>_shapes`.
  bool hasShapes() const;
};

/// The public functions with a body of a program, or only `entry` if it is not
/// empty. Errors, at the function: there is none, a value that C programs
/// cannot be given, a result of more than MESH_MAX_RANK axes, a C name that is
/// reserved, taken twice or belongs to the C library.
llvm::Expected<std::vector<CFunction>>
planInterface(Program &program, llvm::StringRef entry, llvm::StringRef prefix);

/// Adds functions that compute result shapes to `module`, and notes in
/// `functions` which of them have one.
llvm::Error addShapeFunctions(mlir::ModuleOp module,
                              llvm::MutableArrayRef<CFunction> functions);

/// Adds the C functions, and hides all others. `target` is what the code is
/// compiled for.
llvm::Error addInterface(LLVMProgram &program,
                         llvm::ArrayRef<CFunction> functions,
                         const CpuTarget &target);

/// Adds the description `mesh_program` of one function for the main function of
/// a program, and hides everything else.
llvm::Error addProgram(LLVMProgram &program, const CFunction &function,
                       const CpuTarget &target);

/// Writes a C header: the common part and the declarations of `functions`.
/// `name` is the file of the program.
void printHeader(llvm::raw_ostream &os, llvm::ArrayRef<CFunction> functions,
                 llvm::StringRef name);

/// Names of the C arguments that stand for `value`: its address or handle, and
/// one for each open size.
std::string sizeName(const CValue &value, unsigned axis);

} // namespace mesh::driver

#endif // MESH_DRIVER_ARTEFACT_INTERFACE_H
