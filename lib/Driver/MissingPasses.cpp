// Stand-ins until these passes exist; linked last, so the real ones win.
#include "mesh/Conversion/Passes.h"
using namespace mesh;
namespace {
struct Missing : mlir::PassWrapper<Missing, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Missing)
  explicit Missing(llvm::StringRef name) : name(name) {}
  llvm::StringRef getArgument() const override { return name; }
  void runOnOperation() override {}
  llvm::StringRef name;
};
} // namespace
#define STAND_IN(F, NAME)                                                      \
  std::unique_ptr<mlir::Pass> mesh::F { return std::make_unique<Missing>(NAME); }
STAND_IN(createMeshLinalgToLoops(), "mesh-linalg-to-loops")
STAND_IN(createMeshLinalgToLoops(MeshLinalgToLoopsOptions),
         "mesh-linalg-to-loops")
STAND_IN(createMeshExpandMath(), "mesh-expand-math")
