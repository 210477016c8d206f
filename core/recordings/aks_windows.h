// aks_windows.h: a sparse recording of the AKS network: keys before every step t; the outcome bits
// of a step are worked out again when it is looked at.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace sortscope {

struct Recording;

/// Shared by all who replay a recording: its members may be called from any thread.
class AksWindows {
 public:
  /// `keyframes[t]`: places by spot before step t, t = 0 .. aks_steps(d).
  explicit AksWindows(std::vector<std::vector<std::uint32_t>> keyframes)
      : keyframes_(std::move(keyframes)) {}

  [[nodiscard]] std::span<const std::uint32_t> keyframe(std::uint32_t t) const {
    return keyframes_[t];
  }
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& keyframes() const {
    return keyframes_;
  }
  /// Outcome bits of the layers of step t, from word first_word(first_layer(t)) of the network on.
  /// The steps asked for last are kept; another one is run again, on the CPU: O(its comparators).
  [[nodiscard]] std::shared_ptr<const std::vector<std::uint32_t>> bits(const Recording& recording,
                                                                       std::uint32_t t) const;
  [[nodiscard]] bool exchanged(const Recording& recording, std::uint32_t layer,
                               std::uint32_t index) const;

 private:
  struct Window {
    std::uint32_t t = ~std::uint32_t{0};
    std::shared_ptr<const std::vector<std::uint32_t>> bits;
  };
  [[nodiscard]] std::shared_ptr<const std::vector<std::uint32_t>> run_again(
      const Recording& recording, std::uint32_t t) const;

  std::vector<std::vector<std::uint32_t>> keyframes_;
  mutable std::mutex mutex_;
  mutable std::vector<Window> windows_;  // the latest last
};

/// Words of outcome bits of step t of the recording's network.
std::uint64_t step_bit_words(const Recording& recording, std::uint32_t t);

}  // namespace sortscope
