//===- AggregateLowering.h - the parts of aggregate's loops -----*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LowerAggregate.cpp plans and loops over owners, AggregateValues.cpp evaluates
// regions, AggregateFold.cpp folds edges
// one by one, AggregateBlocks.cpp in blocks with softmax weights,
// AggregateWeights.cpp finds out how weights reach accumulators,
// AggregateHubs.cpp cuts long segments into work items, AggregateFinish.cpp
// writes results.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_MESHTOSCF_AGGREGATELOWERING_H
#define MESH_LIB_CONVERSION_MESHTOSCF_AGGREGATELOWERING_H

#include "LowerRegionOps.h"

namespace mesh {

/// Edges whose softmax weights are computed together: like the length of a run,
/// part of what mesh.aggregate means.
constexpr int64_t kBlockLength = 16;

/// A vector of an accumulator that a sweep carries, or of a result.
struct Piece {
  unsigned accumulator;
  Lanes lanes;
};

/// What one sweep over a segment computes.
struct Panel {
  llvm::SmallVector<Piece> pieces;  ///< of the accumulators
  llvm::SmallVector<Lanes> weights; ///< of the logits, with `stabilize`
  llvm::SmallVector<Piece> results; ///< of the results
};

/// What is known after some edges: a value for each piece and, with
/// `stabilize`, for each of the weights' lanes the sum of the weights and the
/// maximum of the logits that they are relative to.
struct FoldState {
  llvm::SmallVector<mlir::Value> pieces, sums, maxima;

  llvm::SmallVector<mlir::Value> flatten() const;
  static FoldState split(mlir::ValueRange values, const Panel &panel);
};

class AggregateLowering {
public:
  AggregateLowering(AggregateOp op, VectorShape shape);
  mlir::LogicalResult run();

private:
  // Planning and owners (LowerAggregate.cpp).
  void planPanels();
  bool isDynamicRow(mlir::Type row);
  mlir::LogicalResult findWideResult();
  void lowerOwner(mlir::Value owner);
  void forEachPanel(llvm::function_ref<void(const Panel &)> body);
  void sweep(const Panel &panel);
  void sweepOneRun(const Panel &panel);

  // Values of regions (AggregateValues.cpp).
  mlir::Value must(mlir::FailureOr<mlir::Value> value, mlir::Type type);
  mlir::Value evaluateYield(RowEvaluator &evaluator, mlir::Region &region,
                            unsigned i, const Lanes &lanes);
  mlir::Value findPiece(llvm::ArrayRef<Piece> pieces, mlir::ValueRange values,
                        unsigned accumulator, const Lanes &lanes);
  void bindPieces(RowEvaluator &evaluator, mlir::ValueRange arguments,
                  llvm::ArrayRef<Piece> pieces, mlir::ValueRange values);
  /// An error, unless one was given, and any value.
  mlir::Value rejectPositions(unsigned accumulator, mlir::Type type);

  // Edges one by one (AggregateFold.cpp).
  unsigned countFlags();
  void bindScore(RowEvaluator &evaluator, mlir::Value position);
  void bindStep(RowEvaluator &evaluator, RowEvaluator &score,
                mlir::Value position, RowEvaluator::Leaf weight);
  void bindEdge(RowEvaluator &evaluator, mlir::Region &region,
                unsigned firstArgument, unsigned firstInput, unsigned numOthers,
                unsigned numOwners, unsigned numEdges, mlir::Value position);
  void prefetch(mlir::Value position, const Panel &panel);
  void prefetchRow(unsigned input, mlir::Value row, const Panel &panel);
  void prefetchResults(const Panel &panel);
  FoldState initial(const Panel &panel);
  FoldState foldRun(const Panel &panel, mlir::Value begin, mlir::Value end,
                    FoldState init);
  FoldState foldEdge(const Panel &panel, mlir::Value position,
                     const FoldState &state);
  FoldState combineRuns(const Panel &panel, FoldState first, FoldState second);

  // Softmax weights (AggregateBlocks.cpp).
  mlir::Value fill(const Lanes &lanes, const llvm::APFloat &number);
  mlir::Value fillInfinity(const Lanes &lanes);
  mlir::Value exponential(mlir::Value logit, mlir::Value maximum);
  /// The maximum, or 0 while it is -inf: what logits are made relative to.
  mlir::Value shiftOf(mlir::Value maximum, const Lanes &lanes);
  llvm::SmallVector<mlir::Value> findMaxima(const Panel &panel);
  FoldState foldBlocks(const Panel &panel, mlir::Value begin, mlir::Value end,
                       const FoldState &init);
  llvm::SmallVector<mlir::Value>
  scoreBlock(const Panel &panel, mlir::Value begin, mlir::Value count);
  llvm::SmallVector<mlir::Value>
  weighBlock(const Panel &panel, mlir::Value count, mlir::ValueRange shifts);
  /// The next values of `pieces`, some of those of the panel.
  llvm::SmallVector<mlir::Value> addEdge(const Panel &panel,
                                         llvm::ArrayRef<Piece> pieces,
                                         mlir::Value position, mlir::Value row,
                                         mlir::ValueRange before);
  /// Positions in `panel.pieces` of those that an edge is added to together.
  llvm::SmallVector<llvm::SmallVector<unsigned>>
  groupPieces(const Panel &panel);
  void rescale(const Panel &panel, FoldState &state, mlir::ValueRange factors);

  // Rows of weights in stack buffers (AggregateWeights.cpp).
  /// The elements of a row of weights as `panel` cuts it.
  int64_t getRowLength(const Panel &panel);
  mlir::Value createBuffer(int64_t size);
  void storeWeights(const Panel &panel, mlir::Value buffer, mlir::Value first,
                    mlir::ValueRange values);
  /// Any lanes of the row of weights at `first` in `buffer`; null where they
  /// are unknown.
  mlir::Value loadWeights(const Panel &panel, mlir::Value buffer,
                          mlir::Value first, const Lanes &lanes);
  /// For each piece the lanes of the weight that it is linear in, none for a
  /// piece without a weight; failure where one has several weights.
  using PieceWeights = llvm::SmallVector<std::optional<Lanes>>;
  mlir::FailureOr<PieceWeights> findPieceWeights(const Panel &panel);
  mlir::FailureOr<std::optional<Lanes>> findWeights(const Piece &piece);
  bool hasOneWeightPerElement();

  // Long segments (AggregateHubs.cpp).
  bool canCutSegments();
  void findHubs();
  void createScratch();
  void foldHubRuns();
  void finishHubs();
  void storeState(const Panel &panel, const FoldState &state, mlir::Value slot);
  FoldState loadState(const Panel &panel, mlir::Value slot);

  // Results (AggregateFinish.cpp).
  void finish(const Panel &panel, const FoldState &state);

  AggregateOp op;
  VectorShape shape;
  LoopBuilder b;
  llvm::SmallVector<RowMemory> inputs, shared, outs;
  llvm::SmallVector<mlir::Type> accumulators, rows;
  llvm::SmallVector<mlir::Value> batchSizes;
  mlir::Type logit; ///< null without `stabilize`
  /// Elements of what is computed of logits: f32 for narrower ones.
  mlir::FloatType weightElement;
  unsigned width;
  llvm::SmallVector<Panel, 1> panels;    ///< of static width
  const RowMemory *wideResult = nullptr; ///< of dynamic width
  bool dynamic = false; ///< some row has a size known at run time only
  bool elementwise = true;
  /// No accumulators and no weights: a function of every owner.
  bool isMap = false;
  /// With `stabilize`: the maximum is found along with the weights, not before.
  bool inBlocks = false;
  int64_t work = 0; ///< of a row
  mlir::LogicalResult status = mlir::success();

  // The owner whose segment is being lowered.
  llvm::SmallVector<mlir::Value> batch;
  mlir::Value owner, begin, end;
  mlir::Value scores; ///< the buffer of the block that is being lowered

  // Long segments: those of hubs.
  mlir::Value numHubs, numSlots; ///< null where segments are not cut
  mlir::Value hubs;              ///< owner and first slot of each
  mlir::Value slots;             ///< owner and first edge of each
  llvm::SmallVector<RowMemory> scratch;
  llvm::SmallVector<mlir::Value> scratchBuffers;
};

} // namespace mesh

#endif // MESH_LIB_CONVERSION_MESHTOSCF_AGGREGATELOWERING_H
