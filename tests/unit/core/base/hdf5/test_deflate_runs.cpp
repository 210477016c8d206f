// test_deflate_runs.cpp: zlib, which knows nothing of how it was made, reads the same bytes back.
#include "core/base/hdf5/deflate_runs.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace sortscope {
namespace {

using ByteVector = std::vector<unsigned char>;

constexpr std::size_t kBlock = std::size_t{1} << 15;

ByteVector deflated(const ByteVector& raw) {
  ByteVector packed(deflated_runs_bound(raw.size()));
  const std::size_t bytes = deflate_runs(raw, packed);
  EXPECT_LE(bytes, packed.size());
  packed.resize(std::min(bytes, packed.size()));
  return packed;
}

// Of zlib: its stream ends where ours does, and its checksum is right.
void expect_read_back(const ByteVector& raw, const ByteVector& packed) {
  ByteVector back(raw.size() + 1);
  uLongf length = back.size();
  uLong taken = packed.size();
  ASSERT_EQ(uncompress2(back.data(), &length, packed.data(), &taken), Z_OK) << raw.size();
  EXPECT_EQ(taken, packed.size());
  back.resize(length);
  EXPECT_TRUE(back == raw) << raw.size() << " bytes come back otherwise";
}

// Bytes below `values` in runs of up to `longest`.
ByteVector runs_of(std::mt19937_64& random, std::size_t size, unsigned values,
                   std::size_t longest) {
  ByteVector raw;
  while (raw.size() < size) {
    const std::size_t run = std::min<std::size_t>(1 + random() % longest, size - raw.size());
    raw.insert(raw.end(), run, static_cast<unsigned char>(random() % values));
  }
  return raw;
}

TEST(DeflateRuns, ZlibReadsEveryLengthBack) {
  std::mt19937_64 random(1);
  for (std::size_t size = 0; size < 700; ++size) {
    for (const std::size_t longest : {1U, 4U, 300U}) {
      const ByteVector raw = runs_of(random, size, 256, longest);
      expect_read_back(raw, deflated(raw));
    }
  }
}

TEST(DeflateRuns, ZlibReadsBackWhatCrossesBlocks) {
  std::mt19937_64 random(2);
  for (const std::size_t blocks : {1U, 2U, 3U}) {
    for (const int more : {-1, 0, 1, 63, 65}) {
      for (const std::size_t longest : {1U, 3U, 20U, 5000U, 400000U}) {
        for (const unsigned values : {1U, 2U, 256U}) {
          const auto size = static_cast<std::size_t>(static_cast<int>(blocks * kBlock) + more);
          const ByteVector raw = runs_of(random, size, values, longest);
          expect_read_back(raw, deflated(raw));
        }
      }
    }
  }
}

// Runs of every length that has a code, one byte shorter and longer than the longest among them.
TEST(DeflateRuns, ZlibReadsEveryRunBack) {
  ByteVector raw;
  for (std::size_t run = 1; run < 600; ++run) {
    raw.insert(raw.end(), run, static_cast<unsigned char>(run % 2 * 255));
  }
  const ByteVector packed = deflated(raw);
  expect_read_back(raw, packed);
  EXPECT_LT(packed.size(), raw.size() / 50);
}

// Bytes as often as Fibonacci's numbers ask for codes longer than the format has.
TEST(DeflateRuns, CodesOfRareBytesAreNotTooLong) {
  ByteVector raw;
  std::size_t often = 1;
  std::size_t before = 1;
  for (unsigned char byte = 0; byte < 24; ++byte) {
    // No runs: every other byte is another one.
    for (std::size_t i = 0; i < often && raw.size() < kBlock; ++i) {
      raw.push_back(static_cast<unsigned char>(100 + i % 2));
      raw.push_back(byte);
    }
    before = std::exchange(often, often + before);
  }
  expect_read_back(raw, deflated(raw));
}

TEST(DeflateRuns, WhatDoesNotShrinkIsStored) {
  std::mt19937_64 random(3);
  ByteVector raw(3 * kBlock);
  for (unsigned char& byte : raw) byte = static_cast<unsigned char>(random());
  const ByteVector packed = deflated(raw);
  expect_read_back(raw, packed);
  EXPECT_GE(packed.size(), raw.size());
  EXPECT_LE(packed.size(), raw.size() + raw.size() / 1000);
}

// As small as zlib where it seeks runs alone, but for the heads of blocks.
TEST(DeflateRuns, NotLargerThanZlib) {
  std::mt19937_64 random(4);
  for (const std::size_t longest : {2U, 30U, 3000U}) {
    const ByteVector raw = runs_of(random, 4 * kBlock, 256, longest);
    ByteVector packed(compressBound(raw.size()));
    z_stream stream{};
    ASSERT_EQ(deflateInit2(&stream, 1, Z_DEFLATED, 15, 8, Z_RLE), Z_OK);
    ByteVector in = raw;
    stream.next_in = in.data();
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = packed.data();
    stream.avail_out = static_cast<uInt>(packed.size());
    ASSERT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    const std::size_t zlib = stream.total_out;
    deflateEnd(&stream);
    EXPECT_LE(deflated(raw).size(), zlib + zlib / 100 + 16 * 64) << "runs up to " << longest;
  }
}

}  // namespace
}  // namespace sortscope
