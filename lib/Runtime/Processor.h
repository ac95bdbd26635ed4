//===- Processor.h - whether compiled code runs here ------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_RUNTIME_PROCESSOR_H
#define MESH_LIB_RUNTIME_PROCESSOR_H

#include "mesh/Runtime/Function.h"
#include "mesh/Runtime/Message.h"

namespace mesh::runtime {

/// Whether this processor has all of `info.features`. The answer is kept.
bool processorRuns(const FunctionInfo &info);

/// The features that are missing, separated by commas.
Message missingFeatures(const FunctionInfo &info);

} // namespace mesh::runtime

#endif // MESH_LIB_RUNTIME_PROCESSOR_H
