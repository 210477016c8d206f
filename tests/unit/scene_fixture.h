// scene_fixture.h: a small run and its scenes, for tests of layouts and texts.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/engines/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/scenes/compare_facts.h"
#include "core/scenes/layout.h"

namespace sortscope {

/// A recorded run that can be looked at from any cursor.
class RunView {
 public:
  RunView(std::string_view algorithm, Keys keys, Order order = Order::kAscending) {
    RunRequest request;
    request.algorithm = algorithm;
    request.keys = std::move(keys);
    request.order = order;
    request.any_input = true;
    const auto engine = make_cpu_engine();
    auto result = record(request, *engine);
    if (!result.ok()) throw std::runtime_error(result.error().message);
    recording_ = result.value();
    ranks_ = ranks_by_place(*recording_);
    replay_ = std::make_unique<Replay>(recording_);
    elsewhere_ = std::make_unique<Replay>(recording_);
    counterpart_ = adaptive_counterpart(*recording_);
    padding_ = map_padding(*recording_);
  }

  [[nodiscard]] const Recording& recording() const { return *recording_; }
  [[nodiscard]] const Network& network() const { return recording_->network; }

  /// The scene at a cursor; valid until the next call.
  Scene at(Cursor cursor, float fraction = 0) {
    replay_->seek(cursor);
    Scene scene;
    scene.recording = recording_.get();
    scene.cursor = cursor;
    scene.fraction = fraction;
    scene.places = replay_->places();
    scene.tree = replay_->tree();
    scene.aks = replay_->aks();
    scene.merge = replay_->merge();
    scene.elsewhere = elsewhere_.get();
    scene.counterpart = counterpart_.get();
    scene.ranks = ranks_;
    scene.padding = padding_.empty() ? nullptr : &padding_;
    return scene;
  }

 private:
  std::shared_ptr<const Recording> recording_;
  std::vector<std::uint32_t> ranks_;
  std::unique_ptr<Replay> replay_;
  std::unique_ptr<Replay> elsewhere_;
  std::shared_ptr<const Recording> counterpart_;
  PaddingMap padding_;
};

inline Keys keys_of(std::vector<std::int32_t> values) {
  return keys_from<std::int32_t>(std::span<const std::int32_t>(values));
}

/// `n` two-digit keys, some equal, in no order.
inline Keys mixed_keys(std::uint32_t n) {
  std::vector<std::int32_t> values(n);
  std::uint32_t state = 12345 + n;
  for (std::int32_t& value : values) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<std::int32_t>(state >> 16) % 90 + 10;
  }
  return keys_of(values);
}

/// The keys of the mock-up in ../shared/look.
inline Keys mock_keys() {
  return keys_of({42, 20, 51, 84, 7, 10, 69, 13, 47, 75, 8, 65, 28, 5, 12, 56});
}

}  // namespace sortscope
