// halver_test.h: the worst case of a halver of a run, over all inputs, for its first 1, 2, 3 ...
// matchings.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/networks/aks/network.h"
#include "core/verify/halver_error.h"

namespace sortscope {

struct Recording;

/// Which halver was tested, and what is known so far.
struct HalverTest {
  struct Point {
    std::uint32_t depth = 0;
    double epsilon = 0;  // max over inputs and k of errors / k
    bool exact = false;  // else a lower bound, from an adversarial search
  };
  std::weak_ptr<const Recording> recording;
  std::uint32_t first = 0;  // first network layer of its stage
  std::uint32_t node = 0;
  std::uint32_t side = 0;
  std::vector<Point> points;  // by depth
  bool complete = false;
};

/// Tests the halver (node, side) of a kMatching or kCyclic stage of the recording; `grown` is
/// called with a new state after every depth; `search`: how hard to look, for each. Errors:
/// kBadUsage for other stages (a sorter makes no errors); kCancelled.
Status test_halver(const std::shared_ptr<const Recording>& recording, const AksStage& stage,
                   std::uint32_t node, std::uint32_t side, Progress* progress,
                   const std::function<void(std::shared_ptr<const HalverTest>)>& grown,
                   const HalverSearch& search = {});

}  // namespace sortscope
