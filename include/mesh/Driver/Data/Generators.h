//===- Generators.h - made-up tensors and graphs -*- C++ -* -----*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// All numbers come from Philox4x32-10 (mesh/Runtime/Philox.h) keyed by the seed
// and counted by element or edge, so a generator gives the same data on every
// platform and for any number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_GENERATORS_H
#define MESH_DRIVER_DATA_GENERATORS_H

#include "mesh/Driver/Data/Coo.h"

namespace mesh::driver {

/// A generator as written: `name`, then words between ':' or ','. A word is
/// `key=value` or a plain one.
struct GeneratorSpec {
  std::string name;
  llvm::SmallVector<std::string, 2> words;
  llvm::SmallVector<std::pair<std::string, std::string>, 4> options;

  /// The value of `key`, or nothing.
  std::optional<llvm::StringRef> option(llvm::StringRef key) const;
};
llvm::Expected<GeneratorSpec> parseGenerator(llvm::StringRef text);

bool isTensorGenerator(llvm::StringRef name);
bool isGraphGenerator(llvm::StringRef name);

/// The shape of `shape=34x16`, if the spec has it (`shape=` alone is rank 0).
llvm::Expected<std::optional<llvm::SmallVector<int64_t, 4>>>
generatorShape(const GeneratorSpec &spec);

/// Tensors of any type:
///   zeros, ones
///   eye                    1 where the last two coordinates are equal, else 0
///   iota                   0, 1, 2 ... in C order
///   uniform:seed           [0, 1); with low=, high= (both at once) [low,
///   high),
///                          which integers need
///   normal:seed            mean 0, deviation 1 (Box and Muller, in f64)
///   glorot:seed            uniform in +-sqrt(6 / (a + b)), a and b the last
///   two
///                          dimensions (Glorot and Bengio 2010); rank 2 or more
/// Errors: an unknown name or option, a missing or malformed seed, a float
/// distribution for an integer type, values the type cannot hold.
llvm::Expected<Array> generateTensor(const GeneratorSpec &spec, DType dtype,
                                     llvm::ArrayRef<int64_t> shape);

/// Graphs:
///   rmat:nodes=,edges=,seed=[,p=a/b/c/d][,shuffle]
///       recursive matrix (Chakrabarti, Zhan and Faloutsos 2004); p are the
///       chances of the quadrants (source half, target half) = (0,0), (0,1),
///       (1,0), (1,1), by default .45/.22/.22/.11; draws outside the nodes are
///       redrawn; `shuffle` renames the nodes at random
///   uniform_graph:nodes=,edges=,seed=     both ends uniform
///   power_law:nodes=,edges=,seed=[,exponent=]  uniform sources; the chance of
///       target i falls so that in-degrees follow a power law (default 2.1)
///   hub:nodes=,edges=,seed=   node 0 is the target of every edge of even
///       ordinal, that is of half of them; the rest uniform
///   star:nodes=               edges i -> 0 for i = 1 ...
///   ring:nodes=               edges i -> i + 1, the last one to 0
///   grid:rows=,cols=          4 neighbours, both directions, by source
llvm::Expected<CooGraph> generateGraph(const GeneratorSpec &spec);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_GENERATORS_H
