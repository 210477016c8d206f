// hdf5_checksums.cpp: Jenkins' lookup3 over HDF5's own structures, as the HDF5 file format
// specification (version 3.0) has it.
#include "tests/fuzz/hdf5_checksums.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sortscope {

namespace {

constexpr std::size_t kChecksumBytes = 4;
constexpr std::size_t kSuperblockBytes = 44;  // with 8-byte offsets, before its checksum
constexpr unsigned char kContinuation = 0x10;

std::uint32_t lookup3(std::string_view bytes) {
  const auto n = static_cast<std::uint32_t>(bytes.size());
  std::uint32_t a = 0xdeadbeef + n;
  std::uint32_t b = a;
  std::uint32_t c = a;
  std::size_t at = 0;
  std::size_t left = n;
  const auto add = [&](std::size_t bytes_left) {
    std::uint32_t words[3] = {};
    std::memcpy(words, bytes.data() + at, bytes_left);
    a += words[0];
    b += words[1];
    c += words[2];
  };
  for (; left > 12; left -= 12, at += 12) {
    add(12);
    a = (a - c) ^ std::rotl(c, 4);
    c += b;
    b = (b - a) ^ std::rotl(a, 6);
    a += c;
    c = (c - b) ^ std::rotl(b, 8);
    b += a;
    a = (a - c) ^ std::rotl(c, 16);
    c += b;
    b = (b - a) ^ std::rotl(a, 19);
    a += c;
    c = (c - b) ^ std::rotl(b, 4);
    b += a;
  }
  if (left == 0) return c;
  add(left);
  c = (c ^ b) - std::rotl(b, 14);
  a = (a ^ c) - std::rotl(c, 11);
  b = (b ^ a) - std::rotl(a, 25);
  c = (c ^ b) - std::rotl(b, 16);
  a = (a ^ c) - std::rotl(c, 4);
  b = (b ^ a) - std::rotl(a, 14);
  c = (c ^ b) - std::rotl(b, 24);
  return c;
}

std::uint64_t number_at(const std::string& file, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  if (at < file.size()) std::memcpy(&value, file.data() + at, std::min(bytes, file.size() - at));
  return value;
}

// The checksum behind [at, at + bytes).
bool mend(std::string& file, std::size_t at, std::size_t bytes) {
  if (at > file.size() || bytes > file.size() - at || file.size() - at - bytes < kChecksumBytes) {
    return false;
  }
  const std::uint32_t sum = lookup3(std::string_view(file).substr(at, bytes));
  std::memcpy(file.data() + at + bytes, &sum, sizeof sum);
  return true;
}

// Messages in [at, end): the continuations that they name.
void mend_continuations(std::string& file, std::size_t at, std::size_t end, unsigned flags,
                        int depth) {
  const std::size_t head = (flags & 4U) != 0 ? 6 : 4;
  while (depth < 8 && at + head <= end) {
    const auto type = static_cast<unsigned char>(file[at]);
    const std::size_t bytes = number_at(file, at + 1, 2);
    at += head;
    if (bytes > end - at) return;
    if (type == kContinuation && bytes >= 16) {
      const std::uint64_t where = number_at(file, at, 8);
      const std::uint64_t length = number_at(file, at + 8, 8);
      if (length > 8 && where < file.size() && length <= file.size() - where &&
          file.compare(where, 4, "OCHK") == 0 && mend(file, where, length - kChecksumBytes)) {
        mend_continuations(file, where + 4, where + length - kChecksumBytes, flags, depth + 1);
      }
    }
    at += bytes;
  }
}

void mend_object_header(std::string& file, std::size_t at) {
  if (at + 7 > file.size()) return;
  const auto flags = static_cast<unsigned char>(file[at + 5]);
  std::size_t head = 6;
  if ((flags & 0x20U) != 0) head += 16;
  if ((flags & 0x10U) != 0) head += 4;
  const std::size_t size_bytes = std::size_t{1} << (flags & 3U);
  const std::uint64_t messages = number_at(file, at + head, size_bytes);
  head += size_bytes;
  if (messages > file.size() || !mend(file, at, head + messages)) return;
  mend_continuations(file, at + head, at + head + messages, flags, 0);
}

// Index of chunks: its header, then its table, whose 16 bytes a chunk follow 14.
void mend_fixed_array(std::string& file, std::size_t at) {
  if (!mend(file, at, 24)) return;
  const std::uint64_t chunks = number_at(file, at + 8, 8);
  if (chunks <= 1024) mend(file, number_at(file, at + 16, 8), 14 + 16 * chunks);
}

// Tree of links: its header, then its root, whose records take 11 bytes, and 9 a child.
void mend_tree(std::string& file, std::size_t at) {
  if (!mend(file, at, 34)) return;
  const std::uint64_t records = number_at(file, at + 24, 2);
  const std::uint64_t children = number_at(file, at + 12, 2) == 0 ? 0 : records + 1;
  mend(file, number_at(file, at + 16, 8), 6 + 11 * records + 9 * children);
}

// Heap of links: its header, then its table of blocks, rows of four.
void mend_heap(std::string& file, std::size_t at) {
  if (!mend(file, at, 142)) return;
  const std::uint64_t rows = number_at(file, at + 140, 2);
  if (rows > 0) mend(file, number_at(file, at + 132, 8), 17 + 32 * rows);
}

/// Structures that are found by their first letters.
struct Structure {
  std::string_view letters;
  void (*mend)(std::string& file, std::size_t at);
};
constexpr Structure kStructures[] = {{"OHDR", mend_object_header},
                                     {"FAHD", mend_fixed_array},
                                     {"BTHD", mend_tree},
                                     {"FRHP", mend_heap}};

}  // namespace

void mend_hdf5_checksums(std::string& file) {
  if (file.size() > 9 && (file[8] == 2 || file[8] == 3)) mend(file, 0, kSuperblockBytes);
  for (const auto& [letters, mend_structure] : kStructures) {
    for (std::size_t at = file.find(letters); at != std::string::npos;
         at = file.find(letters, at + letters.size())) {
      mend_structure(file, at);
    }
  }
}

}  // namespace sortscope
