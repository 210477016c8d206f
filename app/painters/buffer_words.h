// buffer_words.h: words into OpenGL's buffers, on all threads where there are many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>

namespace sortscope {

/// Has `make` write words [first, first + count) of `buffer`, piece by piece and on any thread: it
/// is given a piece's first word, counted from 0, and the words to write, all of them. What the
/// buffer held there before is of no use any more.
void make_buffer_words(unsigned buffer, std::uint64_t first, std::uint64_t count,
                       const std::function<void(std::uint64_t, std::span<std::uint32_t>)>& make);

/// Copies `words` to those from `first` on.
inline void copy_buffer_words(unsigned buffer, std::uint64_t first,
                              std::span<const std::uint32_t> words) {
  make_buffer_words(
      buffer, first, words.size(), [words](std::uint64_t at, std::span<std::uint32_t> to) {
        std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(at), to.size(), to.begin());
      });
}

}  // namespace sortscope
