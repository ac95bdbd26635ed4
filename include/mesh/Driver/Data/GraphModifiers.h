//===- GraphModifiers.h - changes to a graph -*- C++ -* ---------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_GRAPHMODIFIERS_H
#define MESH_DRIVER_DATA_GRAPHMODIFIERS_H

#include "mesh/Driver/Data/Coo.h"

namespace mesh::driver {

/// Splits "base+mod+mod" into the base and the modifiers (without '+'). In
/// file names only a tail of known modifiers is split off, since a path may
/// hold a '+'; in literals and generators everything after the first '+' that
/// is not inside brackets, where an unknown modifier is an error.
llvm::Error splitModifiers(llvm::StringRef spec, llvm::StringRef &base,
                           llvm::SmallVectorImpl<llvm::StringRef> &modifiers);

/// Whether any part after a '+' could be meant as a modifier; for hints.
std::string modifierHint();

/// Applies modifiers from left to right:
///   nodes=N, nodes=S:T   sets the node counts; every index must be below them
///   self_loops           appends a loop at each node that has none
///   no_self_loops        removes loops
///   undirected           appends the reverse of every edge that is not a loop
///   coalesce             keeps the first of equal edges
///   reverse              swaps the ends of every edge
///   sorted               stable sort by target, then source
/// Those that speak of loops or reverse edges need as many sources as targets.
/// Every index is checked against the counts at the end. Errors name the
/// modifier, or the edge that is out of range.
llvm::Error applyModifiers(CooGraph &graph,
                           llvm::ArrayRef<llvm::StringRef> modifiers,
                           EdgeOrigin &origin);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_GRAPHMODIFIERS_H
