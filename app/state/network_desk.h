// network_desk.h: networks in the window: opened, pasted, taken over, edited on the canvas.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/networks/formats/editor.h"
#include "core/networks/formats/format.h"

namespace sortscope {

struct Recording;
struct OverlayState;
struct RecordingParts;
struct StageParts;

/// What is edited, and what the keyboard has chosen of it.
class NetworkDesk {
 public:
  std::optional<NetworkEditor> editor;  // while a network is edited
  Wire marker = 0;                      // the wire that the keyboard is on
  bool marker_shown = false;            // once the keyboard was used
  std::optional<Wire> first_end;        // of a comparator, chosen by key: it gets the minimum
  bool stale = false;                   // the recording is not that of the edited network
  // With keys of the person's own: they come back where there are as many wires again.
  std::shared_ptr<const Recording> typed;
};

/// The schedule of `recording` as a list. Errors: kBadUsage (adaptive; more than kMostEditedWires
/// wires).
Result<std::shared_ptr<const ListedNetwork>> network_of(const Recording& recording);

/// Records `network` in the background: with the present keys where their number is right, else
/// with generated ones of the present kind. Says `message` then.
Status open_network(const RecordingParts& parts, std::shared_ptr<const ListedNetwork> network,
                    const std::string& message);
/// "Taken for a network: Sort_4, 4 wires, 5 comparators, depth 3 (SorterHunter JSON)."
std::string opened_text(const ReadNetwork& read);

/// Where a network that is edited comes from.
enum class Drawn : std::uint8_t {
  kOver,  // it is the one that is shown
  kAnew,  // a person's own: a lesson that is open makes way
};
/// Begins to edit `network` and shows it in a network view. Errors: kBadUsage (too many wires) and
/// those of recording.
Status begin_editing(const StageParts& stage, std::shared_ptr<const ListedNetwork> network,
                     Drawn drawn = Drawn::kOver);
void end_editing(NetworkDesk& desk);
/// Records the edited network with the same keys, if they fit, on the CPU; the cursor stays on its
/// layer, or at the end. Errors: those of record().
Status show_edited(const StageParts& stage);

/// Text from the clipboard: a network, or else numbers. Errors: kBadInput.
Status paste(const RecordingParts& parts, OverlayState& overlay, const std::string& text);

}  // namespace sortscope
