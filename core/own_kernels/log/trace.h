// trace.h: the comparators of one run: on which wires two keys stood when code compared them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/own_kernels/log/runs.h"

namespace sortscope {

/// A comparison of two wires, whatever the code did with its answer.
struct TracedComparator {
  std::uint32_t a = 0;  // the lower wire
  std::uint32_t b = 0;
  std::uint32_t key_a = 0;  // identities that stood there
  std::uint32_t key_b = 0;
  std::uint32_t then_a = ~0u;  // identities that were seen there next; ~0: none
  std::uint32_t then_b = ~0u;
  std::uint32_t line = 0;
  std::uint32_t launch = 0;
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t epoch = 0;
  std::uint32_t grid_epoch = 0;
  std::uint32_t layer = 0;
  std::uint16_t warp_epoch = 0;
  bool turned = false;       // the code named the key on the upper wire first
  bool both_ways = false;    // its thread asked the other way round, too: ties are broken by more
  bool chosen = false;       // by min() or max(), which may take either of two equal keys
  bool strict = false;       // asked with < or >
  std::uint32_t values = 0;  // index in TracedRun::values of its kValues, + 1; 0: there is none

  [[nodiscard]] bool kept() const { return then_a == key_a && then_b == key_b; }
  [[nodiscard]] bool exchanged() const { return then_a == key_b && then_b == key_a; }
  /// One key is now on both wires.
  [[nodiscard]] bool doubled() const { return then_a != ~0u && then_a == then_b; }
};

struct TracedRun {
  std::uint32_t wires = 0;
  std::uint32_t depth = 0;
  std::vector<TracedComparator> comparators;  // by layer; within a layer by the lower wire
  std::vector<sortscope_log::LogEntry> values;
  std::vector<std::uint32_t> first_keys;      // by wire, as first written; ~0: unknown
  std::vector<std::uint32_t> final_keys;      // by wire, as last written; ~0: unknown
  std::vector<std::uint32_t> wire_of_output;  // by index of the result
  std::uint64_t comparisons = 0;              // that threads did
  std::uint64_t looks = 0;                    // keys turned into numbers
  std::uint64_t unfollowed = 0;               // comparisons of keys whose wire is not known
  std::uint32_t unfollowed_line = 0;
  std::uint32_t look_line = 0;
  /// Wires that a key had when it was written where another wire's key stood, uncompared.
  bool moved = false;
};

/// Value of a key; made ones sort behind all others.
std::uint64_t key_value(const LogRun& run, std::uint32_t key);

/// O(entries).
TracedRun trace_run(const LogRun& run);

}  // namespace sortscope
