// editor.h: a network being edited: comparators added, moved and removed, undone and
// redone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/networks/lists/listed_network.h"

namespace sortscope {

/// The most wires of a network that is edited by hand.
inline constexpr std::uint32_t kMostEditedWires = 64;
/// Steps that can be undone; older ones are forgotten.
inline constexpr std::size_t kMostUndoSteps = 1000;

/// Name of a network that began without comparators: it stays. Others are "..., edited" from the
/// first edit on.
inline constexpr std::string_view kDrawnByHand = "Drawn by hand";

/// A layer for NetworkEditor::add(): a new one before the first.
inline constexpr std::uint32_t kBeforeAll = ~std::uint32_t{0};

/// Where layers come from while editing.
enum class LayerRule : std::uint8_t {
  kAsap,  // every comparator as early as its wires allow, whatever the drawing had
  kKept,  // layers stay as they were drawn
};

/// One comparator of a listed network.
struct ListedPlace {
  std::uint32_t layer = 0;
  std::uint32_t index = 0;
  friend constexpr bool operator==(const ListedPlace&, const ListedPlace&) = default;
};

/// The document: immutable networks, one an edit, and which of them is shown. An edit that makes no
/// network is refused and changes nothing. Edits take O(size log size), undo and redo O(1).
class NetworkEditor {
 public:
  explicit NetworkEditor(std::shared_ptr<const ListedNetwork> network);

  [[nodiscard]] const std::shared_ptr<const ListedNetwork>& network() const {
    return states_[at_].network;
  }
  [[nodiscard]] LayerRule rule() const { return states_[at_].rule; }
  /// The comparator that the last edit was about; it is selected.
  [[nodiscard]] const std::optional<ListedPlace>& selected() const { return states_[at_].selected; }
  /// Errors: kBadUsage (no such comparator).
  Status select(std::optional<ListedPlace> place);

  /// Adds `c` to `layer` (counted from 0; kBeforeAll) where its wires are free there, else right
  /// behind it; without one, at the end. It moves to the earliest layer by kAsap. Errors:
  /// kBadUsage.
  Status add(Comparator c, std::optional<std::uint32_t> layer = std::nullopt);
  /// Gives a comparator other ends, in its layer or in another (as add()). Errors: kBadUsage.
  Status move(ListedPlace from, Comparator to, std::optional<std::uint32_t> layer = std::nullopt);
  /// Errors: kBadUsage (no such comparator).
  Status remove(ListedPlace place);
  /// Turns minimum and maximum round. Errors: kBadUsage (no such comparator).
  Status flip(ListedPlace place);
  /// kAsap makes the layers anew. False where it is so already.
  bool set_rule(LayerRule rule);
  /// Takes another network instead. Errors: kBadUsage (too many wires).
  Status replace(std::shared_ptr<const ListedNetwork> network, std::string edit);
  /// More or fewer wires; comparators on wires that go, go too. Errors: kBadUsage.
  Status set_wires(std::uint32_t wires);

  [[nodiscard]] bool can_undo() const { return at_ > 0; }
  [[nodiscard]] bool can_redo() const { return at_ + 1 < states_.size(); }
  /// False where there is nothing to undo or redo.
  bool undo();
  bool redo();
  /// What undo() would take back: "Add 0–3".
  [[nodiscard]] const std::string& last_edit() const { return states_[at_].edit; }
  /// What redo() would do again. Only where can_redo().
  [[nodiscard]] const std::string& next_edit() const { return states_[at_ + 1].edit; }

 private:
  struct State {
    std::shared_ptr<const ListedNetwork> network;
    LayerRule rule = LayerRule::kAsap;
    std::optional<ListedPlace> selected;
    std::string edit;  // that led here
  };
  using Layers = std::vector<std::vector<Comparator>>;

  [[nodiscard]] Layers layers() const;
  [[nodiscard]] Status check(ListedPlace place) const;
  [[nodiscard]] Status check(Comparator c) const;
  // Puts `c` into `layers`; returns the layer that it came into.
  static std::size_t insert(Layers& layers, Comparator c, std::optional<std::uint32_t> layer);
  // Goes on from here; what was undone is forgotten.
  void push(State next);
  // The new state; `chosen` in layer `chosen_layer` of `layers` becomes selected.
  Status take(std::uint32_t wires, const Layers& layers, LayerRule rule, std::string edit,
              std::optional<Comparator> chosen = std::nullopt, std::size_t chosen_layer = 0);

  std::vector<State> states_;
  std::size_t at_ = 0;
};

/// "0–3", minimum before maximum: "3–0" points upwards.
std::string ends_text(Comparator c);

}  // namespace sortscope
