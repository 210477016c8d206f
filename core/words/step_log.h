// step_log.h: a recording in sentences, for people who read or listen: the same in the window, in
// files and on the command line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/networks/trees/bitonic_tree.h"
#include "core/recordings/replay.h"
#include "core/scenes/layout.h"

namespace sortscope {

struct Recording;

/// Signs that screen readers leave out or read badly, in words: "k = 8 · j = 1" becomes "k equals
/// 8, j equals 1".
std::string speakable(std::string_view name);

/// "The algorithm is Bitonic, XOR form. It sorts 8 keys of type int32 into ascending order, with 24
/// comparators in 6 layers. 13 of them exchange. The output is sorted."
std::string run_sentences(const Recording& recording);
/// The first two of them, which tell nothing of how it ends, and the others.
std::string run_opening(const Recording& recording);
std::string run_outcome(const Recording& recording);

/// "Step 6 is layer 6 of 10, k equals 8, j equals 1: 8 comparators run and 5 exchange." Of layers
/// of comparators and of splits; in trees every comparison is a step: tree_sentence().
std::string step_opening(const Recording& recording, std::uint32_t step, std::uint32_t layer);

/// "On wires 8 and 9, descending, 65 and 75 are exchanged." or "... 75 and 65 stay." The places are
/// those of the keys that enter on the lower and on the upper wire.
std::string comparator_sentence(const Recording& recording, ComparatorId id, std::uint32_t on_lower,
                                std::uint32_t on_upper);

/// "Step 14 is phase 0 of stage 0 in merge 3, instance 0. In root 3 and extra node 7, 8 and 1 are
/// exchanged. The right links of nodes 3 and 7 change places." The places are those of the keys in
/// p and q before it.
std::string tree_sentence(const Recording& recording, std::uint32_t step, const TreeEvent& event,
                          std::uint32_t place_p, std::uint32_t place_q);

/// "Sequence 1 is cut at 3, case 1: 3 keys from wire 8 on change places with those from wire 12
/// on."
std::string split_sentence(const Recording& recording, ComparatorId id);

/// True where the keys stand in order of their wires after the comparisons of this layer: a stage
/// ends there or, where stages overlap, a merge. Always in networks.
bool keys_stand_after(const Recording& recording, std::uint32_t layer);

/// What opens the sentence that lists the keys.
inline constexpr std::string_view kKeysNow = "The keys are now ";

/// Every step of a recording, in any order.
class StepLog {
 public:
  explicit StepLog(const std::shared_ptr<const Recording>& recording);
  /// `replay`: of the recording, at any cursor.
  StepLog(std::shared_ptr<const Recording> recording, Replay replay);

  [[nodiscard]] std::uint32_t steps() const { return steps_; }
  /// The sentences of step 1 to steps(); 0: the input. At most `most_told` comparators and keys are
  /// told, and how many more there are. O(keys + comparators since the keyframe before); of a
  /// network in closed form that is large, O(most_told x layers).
  std::string step(std::uint32_t step, std::uint32_t most_told = UINT32_MAX);
  /// Of one comparator of a layer, alone. `id` is not in a tree.
  std::string comparator(ComparatorId id);
  /// "After step 6 of 10 the keys are 1, 2, 3." or, of step 0, the input.
  std::string state(std::uint32_t step, std::uint32_t most_told = UINT32_MAX);

 private:
  /// `most_told` keys are followed back to where they began sooner than all are brought here.
  [[nodiscard]] bool follows(std::uint32_t most_told) const;
  /// Goes to the start of a layer where keys are not followed.
  void go_to(std::uint32_t layer, std::uint32_t most_told);
  /// The place of the key on `wire` before `layer`, to which go_to() went.
  [[nodiscard]] std::uint32_t place(std::uint32_t layer, Wire wire, std::uint32_t most_told) const;
  std::string keys(std::string_view opening, std::uint32_t layer, std::uint32_t most_told) const;

  std::shared_ptr<const Recording> recording_;
  Replay replay_;
  std::uint32_t steps_ = 0;
};

}  // namespace sortscope
