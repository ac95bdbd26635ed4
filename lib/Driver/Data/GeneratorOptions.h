//===- GeneratorOptions.h - options of a generator --------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DRIVER_DATA_GENERATOROPTIONS_H
#define MESH_LIB_DRIVER_DATA_GENERATOROPTIONS_H

#include "mesh/Driver/Data/Generators.h"

namespace mesh::driver {

/// Refuses options that are not in `keys`, and plain words that are not in
/// `flags` beyond the first `numPositional`.
llvm::Error checkOptions(const GeneratorSpec &spec,
                         llvm::ArrayRef<llvm::StringRef> keys,
                         llvm::ArrayRef<llvm::StringRef> flags,
                         unsigned numPositional);

/// The option `key=` as a number of 0 or more; it must be there.
llvm::Expected<int64_t> countOption(const GeneratorSpec &spec,
                                    llvm::StringRef key);
/// The option `key=` as a number, by default `otherwise`.
llvm::Expected<double> realOption(const GeneratorSpec &spec,
                                  llvm::StringRef key, double otherwise);
/// The seed: `seed=` or the first plain word; it must be there.
llvm::Expected<uint64_t> seedOption(const GeneratorSpec &spec);

} // namespace mesh::driver

#endif // MESH_LIB_DRIVER_DATA_GENERATOROPTIONS_H
