// aks_replay.h: the state of a run of the AKS network at any cursor: keys by spot, moved over the
// tree between steps.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/recordings/state_replay.h"

namespace sortscope {

class AksNetwork;
struct Recording;

/// Walks a recording whose network is an AKS network. Not thread-safe.
class AksReplay final : public StateReplay {
 public:
  explicit AksReplay(std::shared_ptr<const Recording> recording);

  [[nodiscard]] Cursor cursor() const { return cursor_; }
  /// Moves to `cursor` (normal form), forwards or backwards, from where it is or a keyframe.
  /// O(comparators between), O(wires) a step t between.
  bool seek(Cursor cursor, Progress* progress) override;
  using StateReplay::seek;
  [[nodiscard]] std::uint64_t seek_ns(Cursor cursor) const override;
  [[nodiscard]] std::unique_ptr<StateReplay> copy() const override {
    return std::make_unique<AksReplay>(*this);
  }
  /// The step whose rows the keys stand in: of the layer at the cursor; at the end the last.
  [[nodiscard]] std::uint32_t t() const { return t_; }
  /// Original place of the key on each spot of step t().
  [[nodiscard]] std::span<const std::uint32_t> by_spot() const { return spots_; }
  /// Original place of the key on each wire. O(wires) after a move.
  [[nodiscard]] std::span<const std::uint32_t> places() override;
  /// The wire of each spot of step t().
  [[nodiscard]] std::span<const Wire> wire_of_spot() const { return wire_of_spot_; }

 private:
  void apply(std::uint32_t layer, std::uint32_t first, std::uint32_t last);
  void move_to_step(std::uint32_t t);
  void jump_towards(Cursor cursor);
  void jump_to_window(Cursor cursor);
  struct Keyframe;
  /// The keyframe, or start, from which it is quicker to go to `cursor` than from here; null: none.
  /// `cost`: of the quickest way, in comparators.
  [[nodiscard]] const Keyframe* nearest(Cursor cursor, std::uint64_t& cost) const;
  void keep_keyframe();
  [[nodiscard]] std::uint32_t step_at(Cursor cursor) const;

  struct Keyframe {
    Cursor cursor;
    std::shared_ptr<const std::vector<std::uint32_t>> wires;  // places by wire; null: the start
  };

  std::shared_ptr<const Recording> recording_;
  const AksNetwork& aks_;
  Cursor cursor_;
  std::uint32_t t_ = 0;
  std::vector<std::uint32_t> spots_;
  std::vector<Wire> wire_of_spot_;
  std::vector<std::uint32_t> scratch_;
  bool current_ = false;  // places_ are those of the cursor
  std::vector<std::uint32_t> places_;
  std::uint64_t keyframe_every_ = 0;             // comparators; 0: none are kept
  std::map<std::uint64_t, Keyframe> keyframes_;  // by position
};

}  // namespace sortscope
