// welcome_groups.cpp: the table of families on the first screen.
#include "app/overlays/welcome_groups.h"

#include <array>

namespace sortscope {

std::span<const AlgorithmGroup> algorithm_groups() {
  static constexpr std::array kBitonic = {
      GroupMember{"bitonic", "XOR form"}, GroupMember{"bitonic-recursive", "Recursive"},
      GroupMember{"bitonic-ascending", "Ascending only"},
      GroupMember{"bitonic-serial", "One thread"}, GroupMember{"bitonic-merger", "Merger"}};
  static constexpr std::array kOddEven = {GroupMember{"odd-even-merge", "Odd–even mergesort"},
                                          GroupMember{"odd-even-transposition", "Transposition"},
                                          GroupMember{"pairwise", "Pairwise"}};
  static constexpr std::array kTrees = {
      GroupMember{"adaptive", "Adaptive"}, GroupMember{"adaptive-two-case", "Two cases"},
      GroupMember{"adaptive-overlapped", "Overlapped"}, GroupMember{"adaptive-merger", "Merger"}};
  static constexpr std::array kGpu = {GroupMember{"adaptive-interval", "By intervals"},
                                      GroupMember{"abisort", "GPU-ABiSort"}};
  static constexpr std::array kAks = {GroupMember{"aks", "AKS network"},
                                      GroupMember{"halver-cascade", "Perfect halvers"}};
  static const std::array kGroups = {
      AlgorithmGroup{.title = "Bitonic networks",
                     .summary = "Fixed comparators: what rises and falls once is made to rise.",
                     .algorithms = kBitonic,
                     .pictured = "bitonic",
                     .view = "network"},
      AlgorithmGroup{.title = "Odd–even networks",
                     .summary = "Fixed comparators, fewer of them, all pointing the same way.",
                     .algorithms = kOddEven,
                     .pictured = "odd-even-transposition",
                     .view = "network"},
      AlgorithmGroup{.title = "Adaptive, in trees",
                     .summary = "What is compared next depends on the keys: n log n comparisons.",
                     .algorithms = kTrees,
                     .pictured = "adaptive",
                     .view = "tree",
                     .keys = 16,
                     .at = 0.62F},
      AlgorithmGroup{.title = "Adaptive, for GPUs",
                     .summary = "The same idea as streams of nodes, or as splits found by search.",
                     .algorithms = kGpu,
                     .pictured = "adaptive-interval",
                     .view = "cylinder",
                     .keys = 16,
                     .at = 0.72F},
      AlgorithmGroup{
          .title = "The AKS network",
          .summary = "Depth of order log n: wires move over a tree, and errors come back.",
          .algorithms = kAks,
          .pictured = "aks",
          .view = "aks-tree",
          .keys = 256,
          .at = 0.4F},
  };
  return kGroups;
}

}  // namespace sortscope
