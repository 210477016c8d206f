// halver_test.cpp: the worst case of a halver of a run, depth after depth.
#include "core/verify/halver_test.h"

#include <algorithm>

#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Partners that are kept in memory, at most: deeper graphs are tested by their first matchings.
constexpr std::uint64_t kMostPartners = std::uint64_t{1} << 24;

// 1, 2, 3, 4, 6, 8, 12, 16 ... and the last.
std::vector<std::uint32_t> tested_depths(std::uint32_t depth) {
  std::vector<std::uint32_t> depths;
  for (std::uint32_t step = 1; step <= depth; step *= 2) {
    depths.push_back(step);
    if (step > 1 && step / 2 * 3 <= depth) depths.push_back(step / 2 * 3);
  }
  if (depths.empty() || depths.back() != depth) depths.push_back(depth);
  return depths;
}

}  // namespace

Status test_halver(const std::shared_ptr<const Recording>& recording, const AksStage& stage,
                   std::uint32_t node, std::uint32_t side, Progress* progress,
                   const std::function<void(std::shared_ptr<const HalverTest>)>& grown,
                   const HalverSearch& search) {
  if (stage.work != AksWork::kMatching && stage.work != AksWork::kCyclic) {
    return Error{ErrorCode::kBadUsage, "this halver is a sorter: it makes no errors on any input.",
                 "Open one that is made of matchings."};
  }
  AksStage tested = stage;
  tested.depth = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(kMostPartners / std::max(stage.half, 1U), 1, stage.depth));
  const HalverGraph graph = halver_graph(*recording->network.aks(), tested, node, side);
  const std::vector<std::uint32_t> depths = tested_depths(tested.depth);
  HalverTest test;
  test.recording = recording;
  test.first = stage.first_layer;
  test.node = node;
  test.side = side;
  if (progress != nullptr) {
    progress->begin(2 * search.most_moves * depths.size());
    progress->part = true;
  }
  for (const std::uint32_t depth : depths) {
    const HalverError error = halver_error(graph.prefix(depth), search, progress);
    if (progress != nullptr && progress->cancelled()) {
      return Error{ErrorCode::kCancelled, "the test of the halver was cancelled.", ""};
    }
    test.points.push_back({depth, error.epsilon, error.exact});
    test.complete = depth == depths.back();
    grown(std::make_shared<HalverTest>(test));
  }
  return {};
}

}  // namespace sortscope
