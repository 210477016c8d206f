// families.h: the one table of families: what a recording asks of the kind of schedule that it ran.
// To add one: its schedule in core/networks/, its enumerator in core/algorithms/algorithm.h, its
// row in families.cpp, and what sorts it in core/engines/cpu.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/algorithms/algorithm.h"
#include "core/recordings/padding_map.h"
#include "core/recordings/replay.h"
#include "core/recordings/request.h"
#include "core/recordings/state_replay.h"

namespace sortscope {

struct Recording;

/// Parameters by name: `--param NAME=VALUE`, files, the text interface.
struct NamedParameters {
  /// All, or those that differ from the defaults.
  ParameterTexts (*texts)(const RunParameters& parameters, bool all);
  /// Sets one. Errors: kBadUsage for an unknown name or a bad value.
  Status (*set)(RunParameters& parameters, std::string_view name, std::string_view value);
  /// Errors: kBadUsage where the values do not go together.
  Status (*check)(const RunParameters& parameters);
  const std::vector<ParameterHelp>& (*help)();
};

/// What one family answers. Where an entry may be null, null stands for what any schedule does.
struct FamilyRow {
  Family family;
  std::string_view memory_note;       // " (trees and outcome bits)": of what takes the memory
  std::string_view what_is_replayed;  // "bitonic trees are"
  std::string_view why_no_keyframes =
      "";                         // "its ..."; empty: RunRequest::keyframes_only may be set
  bool stored_keyframes = false;  // they are those before its steps, and in its files
  bool stored_network = false;    // files hold the network, as a list
  [[nodiscard]] bool keyframes_for_bits() const { return why_no_keyframes.empty(); }
  const NamedParameters* parameters;  // null: it has none
  /// The network for n keys. Errors: kBadUsage where parameters and n do not fit.
  Result<Network> (*build)(const Algorithm& algorithm, std::uint32_t n,
                           const RunParameters& parameters);
  /// Memory of a recording and of its replays; the sort's own is the engine's to say. O(depth).
  RecordingSize (*size)(const Algorithm& algorithm, std::uint32_t n, unsigned key_bits,
                        const RunRequest& request);
  /// What walks a recording. `keyframe_every`: layers; 0: as the size asks for.
  std::unique_ptr<StateReplay> (*replay)(std::shared_ptr<const Recording> recording,
                                         std::uint32_t keyframe_every);
  /// The layers that a run added to its network, as SortTiming has it; null: none.
  void (*extend)(Recording& recording) = nullptr;
  /// Fills what else is known of a run once its bits are there, in part where it is cancelled;
  /// null: nothing.
  void (*find_facts)(Recording& recording, Progress* progress) = nullptr;
  /// Errors: kBadInput where keyframes in place of bits are not the keys of the run; null: it has
  /// none.
  Status (*check_keyframes)(const Recording& recording) = nullptr;
  /// follow_key() from `first_wire`; null: through the comparisons that meet its wire.
  KeyHistory (*follow)(const Recording& recording, Wire first_wire, Cursor cursor) = nullptr;
  /// map_padding(), `words_per_row` set; null: by the wires.
  void (*map_padding)(const Recording& recording, PaddingMap& map) = nullptr;
};

/// All families, in the order of Family.
std::span<const FamilyRow> families();
const FamilyRow& family_row(Family family);
/// The keyframes of `recording` are those that its family stores; it may be still to be run.
bool is_sparse(const Recording& recording);
inline const FamilyRow& family_of(const Algorithm& algorithm) {
  return family_row(algorithm.family);
}

}  // namespace sortscope
