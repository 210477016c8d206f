// outcome_window.cpp: uploads outcomes whole, or range by range.
#include "app/painters/outcome_window.h"

#include <glad/gl.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/painters/buffer_words.h"
#include "core/base/machine.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

constexpr std::uint64_t kUsualBytes = std::uint64_t{64} << 20;
// OpenGL makes and CUDA shares a buffer in a time that follows its size: 0.3 s for 1.5 GB.
constexpr std::uint64_t kMostUnfilledBytes = std::uint64_t{512} << 20;
// A window that is smaller still would be filled too often.
constexpr std::uint64_t kLeastWords = 1024;
// Of what is recorded again, however small.
constexpr std::uint64_t kAgainWords = std::uint64_t{1} << 18;

std::uint64_t block_limit() {
  GLint64 limit = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
  const auto bytes = static_cast<std::uint64_t>(std::max<GLint64>(limit, 0));
  return std::min(bytes, machine().shader_bytes.value_or(bytes));
}

}  // namespace

std::uint64_t OutcomeWindow::most_bytes() { return std::min(block_limit(), kUsualBytes); }

bool OutcomeWindow::allocate(std::uint64_t words) {
  words_ = 0;
  if (!buffer_ && !buffer_.renew()) return false;
  while (glGetError() != GL_NO_ERROR) {
  }
  glNamedBufferData(buffer_.name(), static_cast<GLsizeiptr>(words * 4), nullptr, GL_DYNAMIC_DRAW);
  if (glGetError() != GL_NO_ERROR) return false;
  words_ = words;
  return true;
}

void OutcomeWindow::make(std::shared_ptr<const Recording> recording, std::uint64_t most_bytes) {
  recording_ = std::move(recording);
  const Network& network = recording_->network;
  const std::span<const std::uint32_t> bits = recording_->bits;
  const std::span<const std::uint32_t> lower_wires = network.lower_wires();
  const bool again = recording_->ranges != nullptr;
  const bool read = network.closed_form() && (again || !bits.empty());
  const std::uint64_t all = read ? network.bit_words() + lower_wires.size() : 0;
  whole_ = !again && all * 4 <= most_bytes;
  poured_ = 0;
  to_pour_ = whole_ ? all : 0;
  if (whole_ && !read) return;
  // Ranges that are brought in overlap.
  const std::uint64_t wanted = again ? std::max(all, kAgainWords) : all;
  to_make_ = std::min(most_bytes / 4, std::max<std::uint64_t>(wanted, 4));
}

void OutcomeWindow::make_buffer() {
  const std::uint64_t wanted = std::exchange(to_make_, 0);
  if (allocate(wanted)) return;
  whole_ = false;
  to_pour_ = 0;
  for (std::uint64_t words = wanted / 2; words >= kLeastWords; words /= 2) {
    if (allocate(words)) return;
  }
}

bool OutcomeWindow::pour(std::uint64_t most_words) {
  if (to_make_ > 0) {
    const bool large = to_make_ > most_words;
    make_buffer();
    if (large) return false;
  }
  const auto pour_from = [&](std::span<const std::uint32_t> words, std::uint64_t first) {
    if (poured_ < first || poured_ >= first + words.size()) return;
    const auto part = words.subspan(poured_ - first);
    const std::uint64_t count = std::min<std::uint64_t>(part.size(), most_words);
    copy_buffer_words(buffer_.name(), poured_, part.first(count));
    poured_ += count;
    most_words -= count;
  };
  if (poured_ < to_pour_) {
    pour_from(recording_->bits, 0);
    pour_from(recording_->network.lower_wires(), recording_->bits.size());
  }
  return poured_ == to_pour_;
}

bool OutcomeWindow::make_unfilled(std::shared_ptr<const Recording> recording) {
  recording_ = std::move(recording);
  to_make_ = poured_ = to_pour_ = 0;
  const std::uint64_t words = std::max<std::uint64_t>(recording_->network.bit_words(), 4);
  whole_ = words * 4 <= std::min(block_limit(), kMostUnfilledBytes) && allocate(words);
  return whole_;
}

OutcomePlace OutcomeWindow::whole_place(std::uint32_t layer) const {
  const Network& network = recording_->network;
  OutcomePlace place{static_cast<std::uint32_t>(network.first_word(layer)), 0};
  if (network.in_trees(layer)) {
    place.lower_wires =
        static_cast<std::uint32_t>(recording_->bits.size() + network.first_lower_wire(layer));
  }
  return place;
}

std::optional<OutcomePlace> OutcomeWindow::place(const OutcomeRange& range) {
  const auto [at, missing] = held_.try_emplace(range);
  if (!missing) return at->second;
  const std::uint64_t words = range.words();
  if (used_ + words > words_) {
    held_.erase(at);
    return {};
  }
  copied_.resize(words);
  copy_outcomes(*recording_, range, copied_);
  copy_buffer_words(buffer_.name(), used_, copied_);
  OutcomePlace& place = at->second;
  place.bits = static_cast<std::uint32_t>(used_);
  if (range.shape == OutcomeRange::Shape::kWords) place.bits -= range.first;
  if (range.shape == OutcomeRange::Shape::kInstances) {
    place.lower_wires = place.bits;
    place.bits += static_cast<std::uint32_t>(range.comparisons());
  }
  used_ += words;
  brought_in_ += words * 4;
  return place;
}

void OutcomeWindow::start_over() {
  held_.clear();
  used_ = 0;
  // A new one of the same size: what is not drawn yet goes on reading the one before. (llvmpipe
  // would let it read what comes.)
  const std::uint64_t words = words_;
  if (allocate(words)) return;
  glFinish();
  (void)allocate(words);
}

}  // namespace sortscope
