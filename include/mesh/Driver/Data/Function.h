//===- Function.h - calls of compiled functions on data ---------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// From the texts of a command line to the results of a compiled function, for
// mesh-opt and for programs that it writes. No MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_FUNCTION_H
#define MESH_DRIVER_DATA_FUNCTION_H

#include "mesh/Driver/Data/Argument.h"
#include "mesh/Runtime/Function.h"

namespace mesh::driver {

/// A size of a tensor that is a count of a graph.
struct RowCount {
  /// In the order of mesh::runtime::ValueInfo::counts.
  enum Kind { Sources, Targets, Edges };
  unsigned graph = 0; ///< the number of the graph argument
  Kind kind = Sources;

  bool operator==(const RowCount &other) const {
    return graph == other.graph && kind == other.kind;
  }
};

/// An argument or result.
struct ValueSpec {
  std::string name;
  ArgType type;
  /// For each axis of an argument, the count that the function wants it to be,
  /// where that is known.
  llvm::SmallVector<std::optional<RowCount>, 4> rows;
};

struct FunctionSpec {
  std::string name;
  std::vector<ValueSpec> parameters, results;

  /// "argument 2 'x'", counted from 1.
  std::string describe(size_t parameter) const;
};

/// One text for each parameter. `given` are texts by position, or by name
/// ("x=@x.npy"); those by position fill, in order, the parameters that are not
/// named. Errors: an unknown name, a parameter given twice, too many, missing
/// ones.
llvm::Expected<std::vector<std::string>>
matchArguments(const FunctionSpec &function, llvm::ArrayRef<std::string> given);

/// Loads one value for each parameter.
///
/// Sizes that the program leaves open and a generator needs are taken from the
/// graphs, by `ValueSpec::rows`. Where that says nothing, a leading `?` is the
/// number of nodes of the only graph, if it has as many sources as targets; a
/// note on standard error says so.
///
/// Rows of edges follow the graph's modifiers: they are brought into the new
/// order, and are an error where edges were added.
llvm::Expected<std::vector<ArgValue>>
loadArguments(const FunctionSpec &function, llvm::ArrayRef<std::string> texts);

/// The description of a function that its code is called by.
class FunctionTable {
public:
  FunctionTable(const FunctionSpec &function, void (*invoke)(void **));
  FunctionTable(const FunctionTable &) = delete;

  const runtime::FunctionInfo &info() const { return function; }

private:
  std::vector<runtime::ValueInfo> values;
  std::vector<std::string> texts;
  std::int32_t processorState = 1; // the compiler has looked
  runtime::FunctionInfo function;
};

/// What `info` describes; the opposite of FunctionTable.
FunctionSpec describeFunction(const runtime::FunctionInfo &info);

/// Calls a function. `arguments` are those of `loadArguments` and are not
/// written to. An error is a run-time check that failed, or want of memory.
llvm::Expected<std::vector<Array>>
callFunction(const runtime::FunctionInfo &info, const FunctionSpec &function,
             llvm::ArrayRef<ArgValue> arguments);

/// What would make `deliverResults` fail, before all the work.
llvm::Error checkSave(llvm::StringRef path, const FunctionSpec &function);

/// Saves the results to `save`, or prints them to `os` if it is empty.
llvm::Error deliverResults(const FunctionSpec &function,
                           llvm::ArrayRef<Array> results, llvm::StringRef save,
                           llvm::raw_ostream &os);

/// The type of a result as a program spells it, with the sizes it has.
std::string resultType(const ValueSpec &result, const Array &array);

/// Calls a function `count` times, which has been called once before, and
/// prints how long that takes, on how many threads.
llvm::Error
timeCalls(llvm::function_ref<llvm::Expected<std::vector<Array>>()> call,
          int count, llvm::raw_ostream &os);

/// Number of threads of later calls, 1 to kMaxThreads.
void setNumThreads(int count);
using runtime::kMaxThreads;

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_FUNCTION_H
