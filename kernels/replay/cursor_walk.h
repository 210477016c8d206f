// cursor_walk.h: which layers lie between two cursors of a recording, and from which keyframe it is
// nearest. Plain C++: what a layer does to the values is for others.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/networks/network.h"

namespace sortscope {

/// Layers [first, last).
struct LayerStretch {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// Goes from cursor to cursor, forwards and backwards. After an error it stands nowhere.
class CursorWalk {
 public:
  CursorWalk() = default;
  CursorWalk(const CursorWalk&) = delete;
  CursorWalk& operator=(const CursorWalk&) = delete;
  virtual ~CursorWalk() = default;

  [[nodiscard]] Cursor cursor() const { return cursor_; }
  /// Goes to `cursor` (brought into normal form) from the nearest of where it is, the start and the
  /// keyframes.
  Status seek(Cursor cursor);
  /// About how long that takes on a GPU. O(keyframes).
  [[nodiscard]] std::uint64_t seek_ns(Cursor cursor) const;

 protected:
  /// Stands at the start of `network`, which must outlive it; that is keyframe 0, kept by the
  /// caller. Further ones are `keyframe_every` layers apart at least.
  void start(const Network& network, std::uint32_t keyframe_every);
  /// Stands at `cursor` (normal form), whose state the caller has put there.
  Status stand_at(Cursor cursor);
  [[nodiscard]] const Network& network() const { return *network_; }
  [[nodiscard]] std::uint32_t keyframe_every() const { return keyframe_every_; }

  /// The layers around `layer` that move() takes together: from keyframe to keyframe.
  [[nodiscard]] virtual LayerStretch stretch(std::uint32_t layer) const;
  /// Goes between two cursors of one stretch, its end included: layer by layer.
  virtual Status move(Cursor from, Cursor to);
  /// Exchanges what comparators `first` to `last` - 1 of a layer exchanged. Its own inverse.
  virtual Status part_of_layer(std::uint32_t layer, std::uint32_t first, std::uint32_t last) = 0;
  /// The same of layers `first` to `last` - 1 of one stretch, in this order or `backwards`.
  virtual Status whole_layers(std::uint32_t first, std::uint32_t last, bool backwards) {
    return layer_by_layer(first, last, backwards);
  }
  Status layer_by_layer(std::uint32_t first, std::uint32_t last, bool backwards);
  /// How many comparators a GPU replays in a nanosecond, where memory bounds it.
  [[nodiscard]] virtual std::uint64_t comparators_a_ns() const { return 50; }
  /// Keeps the present state as a further keyframe. `kept`: false where there is no memory for it.
  virtual Status keep(bool& kept) = 0;
  virtual Status take_keyframe(std::size_t index) = 0;

 private:
  // The keyframe from which it is quicker than from here; as many as there are: none.
  [[nodiscard]] std::size_t nearest(Cursor cursor) const;
  Status keep_keyframe();

  const Network* network_ = nullptr;
  Cursor cursor_;
  std::uint32_t keyframe_every_ = 0;            // layers
  std::vector<std::uint32_t> keyframe_layers_;  // the first is the start
};

}  // namespace sortscope
