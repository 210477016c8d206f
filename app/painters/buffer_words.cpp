// buffer_words.cpp: writes where OpenGL has its memory, or into a copy that it takes.
#include "app/painters/buffer_words.h"

#include <glad/gl.h>

#include <vector>

#include "core/base/pieces.h"

namespace sortscope {

namespace {

// Fewer are written sooner than a thread begins.
constexpr std::uint64_t kWordsAPiece = std::uint64_t{1} << 17;

void write_pieces(std::span<std::uint32_t> words,
                  const std::function<void(std::uint64_t, std::span<std::uint32_t>)>& make) {
  run_pieces((words.size() + kWordsAPiece - 1) / kWordsAPiece, [&](std::size_t piece) {
    const std::uint64_t at = piece * kWordsAPiece;
    make(at, words.subspan(at, std::min<std::uint64_t>(kWordsAPiece, words.size() - at)));
  });
}

}  // namespace

void make_buffer_words(unsigned buffer, std::uint64_t first, std::uint64_t count,
                       const std::function<void(std::uint64_t, std::span<std::uint32_t>)>& make) {
  if (count == 0) return;
  const auto offset = static_cast<GLintptr>(first * 4);
  const auto bytes = static_cast<GLsizeiptr>(count * 4);
  void* const mapped =
      glMapNamedBufferRange(buffer, offset, bytes, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT);
  if (mapped != nullptr) {
    write_pieces({static_cast<std::uint32_t*>(mapped), count}, make);
    // OpenGL may have lost what was written (a display that changes its mode): once more, then.
    if (glUnmapNamedBuffer(buffer) == GL_TRUE) return;
  }
  std::vector<std::uint32_t> words(count);
  write_pieces(words, make);
  glNamedBufferSubData(buffer, offset, bytes, words.data());
}

}  // namespace sortscope
