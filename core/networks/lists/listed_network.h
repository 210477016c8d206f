// listed_network.h: comparator networks that are a list: imported, pasted or made by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/types.h"
#include "core/networks/closed_form/layer_form.h"

namespace sortscope {

/// The most that is accepted.
inline constexpr std::uint32_t kMostListedWires = std::uint32_t{1} << 16;
inline constexpr std::size_t kMostListedComparators = std::size_t{1} << 22;

/// A network of stored comparators, immutable. Within a layer they are disjoint and ordered by
/// their lower wire, the order of outcome bits. Directions are kept as given.
class ListedNetwork {
 public:
  /// The network of `layers`; empty layers are left out. Errors: kBadInput (no wires, too many
  /// wires or comparators, a wire that is not there, both ends on one wire, two comparators on one
  /// wire in a layer), naming layer and comparator, both counted from 1. O(size log size).
  static Result<std::shared_ptr<const ListedNetwork>> build(
      std::uint32_t wires, std::span<const std::vector<Comparator>> layers, std::string name = {});
  /// The network of a flat list, every comparator in the earliest layer after those before it on
  /// its wires. Errors: as build(), the comparator counted from 1 in the list.
  static Result<std::shared_ptr<const ListedNetwork>> leveled(
      std::uint32_t wires, std::span<const Comparator> comparators, std::string name = {});

  /// The network in plain words, as files hold it: for every layer the number of its comparators,
  /// then minimum and maximum wire of each. O(size).
  [[nodiscard]] std::vector<std::uint32_t> words() const;
  /// The network of such words. Errors: as build(); kBadInput where they end within a layer.
  static Result<std::shared_ptr<const ListedNetwork>> from_words(
      std::uint32_t wires, std::span<const std::uint32_t> words, std::string name = {});

  [[nodiscard]] std::uint32_t wires() const { return wires_; }
  [[nodiscard]] std::uint32_t depth() const {
    return static_cast<std::uint32_t>(first_.size()) - 1;
  }
  [[nodiscard]] std::size_t size() const { return comparators_.size(); }
  /// Comparators of a layer, by lower wire.
  [[nodiscard]] std::span<const Comparator> layer(std::uint32_t layer) const {
    return std::span(comparators_).subspan(first_[layer], first_[layer + 1] - first_[layer]);
  }
  /// All comparators, layer by layer.
  [[nodiscard]] std::span<const Comparator> comparators() const { return comparators_; }
  /// Index in comparators() of the first of `layer`, 0 <= layer <= depth().
  [[nodiscard]] std::size_t first(std::uint32_t layer) const { return first_[layer]; }
  /// The comparator of `layer` that touches `wire`, if any. O(log wires).
  [[nodiscard]] WireUse use(std::uint32_t layer, Wire wire) const;
  /// What a person calls it: a file's name without folder and ending, "Drawn by hand"; may be
  /// empty.
  [[nodiscard]] const std::string& name() const { return name_; }

  /// First-fit sub-columns that keep the comparators of a layer from overlapping.
  [[nodiscard]] std::uint32_t sub_columns(std::uint32_t layer) const { return columns_[layer]; }
  [[nodiscard]] std::uint32_t sub_column(std::uint32_t layer, std::uint32_t index) const {
    return column_[first_[layer] + index];
  }

 private:
  ListedNetwork() = default;
  void place_columns();

  std::uint32_t wires_ = 0;
  std::string name_;
  std::vector<Comparator> comparators_;
  std::vector<std::size_t> first_{0};   // depth + 1
  std::vector<std::uint32_t> columns_;  // by layer
  std::vector<std::uint32_t> column_;   // by comparator
  std::vector<std::uint32_t> upper_;    // by layer, comparators of the layer by upper wire
};

/// The stored network that a run takes; null: what its algorithm builds.
struct ListedChoice {
  std::shared_ptr<const ListedNetwork> network;
  friend bool operator==(const ListedChoice&, const ListedChoice&) = default;
};

}  // namespace sortscope
