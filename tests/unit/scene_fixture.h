// scene_fixture.h: a small run and its scenes, for tests of layouts and texts.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/engines/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "core/scenes/maker.h"

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
    take(request);
  }
  explicit RunView(const RunRequest& request) { take(request); }

  [[nodiscard]] const std::shared_ptr<const Recording>& shared() const {
    return scenes_->recording();
  }
  [[nodiscard]] const Recording& recording() const { return *shared(); }
  [[nodiscard]] const Network& network() const { return recording().network; }

  /// The scene at a cursor; valid until the next call.
  Scene at(Cursor cursor, float fraction = 0) {
    SceneRequest wanted;
    wanted.cursor = cursor;
    wanted.fraction = fraction;
    wanted.options = &options;
    wanted.measured = &measured;
    wanted.laid_over = &laid_over;
    return scenes_->make(wanted);
  }

  // Of all its scenes.
  LayoutOptions options;
  Measured measured;
  LaidOver laid_over;

 private:
  void take(const RunRequest& request) {
    auto result = record(request, *make_cpu_engine());
    if (!result.ok()) throw std::runtime_error(result.error().message);
    scenes_ = std::make_unique<SceneMaker>(std::move(result.value()));
  }

  std::unique_ptr<SceneMaker> scenes_;
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

/// `n` different keys in no order, at most 101.
inline Keys different_keys(std::uint32_t n) {
  std::vector<std::int32_t> values(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    values[i] = static_cast<std::int32_t>((i * 37U + 11U) % 101U);
  }
  return keys_of(values);
}

/// Those whose keys walk down bitonic trees from the first merge on.
inline constexpr std::string_view kTreeAlgorithms[] = {"adaptive", "adaptive-two-case",
                                                       "adaptive-overlapped"};

/// Keys that pictures are compared with.
inline Keys mock_keys() {
  return keys_of({42, 20, 51, 84, 7, 10, 69, 13, 47, 75, 8, 65, 28, 5, 12, 56});
}

}  // namespace sortscope
