// deflate_runs.cpp: RFC 1950 and 1951, with dynamic codes and matches of distance 1 only.
#include "core/base/hdf5/deflate_runs.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace sortscope {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 15;  // with codes of its own
constexpr std::size_t kMostStored = 65535;                 // bytes of a stored block
constexpr std::size_t kSlack = 1024;                       // the head of a block, whole words
constexpr std::size_t kLeastRun = 3;
constexpr std::size_t kMostRun = 258;
constexpr std::size_t kLiterals = 256;
constexpr std::size_t kEndOfBlock = 256;
constexpr std::size_t kSymbols = 286;  // literals, the end, lengths
constexpr std::size_t kLengthSymbols = 19;
constexpr unsigned kLongestCode = 15;
constexpr unsigned kLongestLengthCode = 7;
constexpr std::uint32_t kAdlerModulus = 65521;

/// The order in which a block's head has the lengths of the codes of lengths.
constexpr std::array<unsigned char, kLengthSymbols> kLengthOrder = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

/// Some bits, the first the least significant.
struct Code {
  std::uint32_t bits = 0;
  std::uint32_t length = 0;
};

/// How a run is said: a symbol, and bits beside it.
struct RunCode {
  std::uint16_t symbol = 0;
  Code extra;
};

// By length of the run less kLeastRun.
constexpr std::array<RunCode, kLiterals> run_codes() {
  std::array<RunCode, kLiterals> codes{};
  std::size_t at = 0;
  std::uint16_t symbol = kEndOfBlock + 1;
  for (std::uint32_t extra = 0; extra <= 5; ++extra) {
    for (int same = extra == 0 ? 8 : 4; same > 0; --same, ++symbol) {
      for (std::uint32_t bits = 0; bits < 1U << extra; ++bits) {
        codes[at++] = {symbol, {bits, extra}};
      }
    }
  }
  codes.back() = {symbol, {}};
  return codes;
}
constexpr std::array<RunCode, kLiterals> kRunCodes = run_codes();

/// Writes bits. Room for whole words beyond the last is the caller's.
class BitWriter {
 public:
  explicit BitWriter(unsigned char* begin) : at_(begin) {}
  /// Up to 56 bits between two calls of flush().
  void put(Code code) {
    bits_ |= std::uint64_t{code.bits} << count_;
    count_ += code.length;
  }
  void flush() {
    std::memcpy(at_, &bits_, sizeof bits_);
    at_ += count_ / 8;
    bits_ >>= count_ / 8 * 8;
    count_ %= 8;
  }
  /// Fills a begun byte up with zeros.
  void align() {
    flush();
    if (count_ > 0) ++at_;
    bits_ = 0;
    count_ = 0;
  }
  /// Whole bytes, after align().
  void copy(std::span<const unsigned char> bytes) {
    std::memcpy(at_, bytes.data(), bytes.size());
    at_ += bytes.size();
  }
  [[nodiscard]] const unsigned char* at() const { return at_; }

 private:
  unsigned char* at_;
  std::uint64_t bits_ = 0;
  unsigned count_ = 0;
};

// Bit i: byte i of these 64 equals the one before it.
std::uint64_t equal_to_before(const unsigned char* bytes) {
  std::uint64_t mask = 0;
#ifdef __SSE2__
  constexpr int kWidth = 16;
  for (int i = 0; i < 64; i += kWidth) {
    const auto load = [&](int from) {
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + from));
    };
    const int equal = _mm_movemask_epi8(_mm_cmpeq_epi8(load(i), load(i - 1)));
    mask |= static_cast<std::uint64_t>(equal) << i;
  }
#else
  for (int i = 0; i < 64; ++i) mask |= std::uint64_t{bytes[i] == bytes[i - 1]} << i;
#endif
  return mask;
}

/// Where a block has runs.
class Runs {
 public:
  /// Of `bytes`, at the front of the data or not.
  void find(std::span<const unsigned char> bytes, bool front) {
    size_ = bytes.size();
    const std::size_t words = (size_ + 63) / 64;
    equal_.assign(words + 1, 0);
    begins_.resize(words);
    for (std::size_t w = 0; w < words; ++w) {
      if (64 * w + 64 <= size_ && (w > 0 || !front)) {
        equal_[w] = equal_to_before(bytes.data() + 64 * w);
        continue;
      }
      for (std::size_t i = 64 * w; i < std::min(size_, 64 * w + 64); ++i) {
        if (i == 0 && front) continue;
        equal_[w] |= std::uint64_t{bytes.data()[i] == *(bytes.data() + i - 1)} << i % 64;
      }
    }
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint64_t next = equal_[w + 1];
      begins_[w] = equal_[w] & (equal_[w] >> 1 | next << 63) & (equal_[w] >> 2 | next << 62);
    }
  }

  /// Calls literals(first, end) and run(length) for all bytes in order.
  template <typename Literals, typename Run>
  void for_each(const Literals& literals, const Run& run) const {
    std::size_t told = 0;
    while (told < size_) {
      const std::size_t begin = next(begins_, told, 0);
      if (begin > told) literals(told, begin);
      told = begin;
      if (begin == size_) break;
      const std::size_t end = next(equal_, begin, ~std::uint64_t{0});
      while (end - told >= kLeastRun) {
        const std::size_t length = std::min(end - told, kMostRun);
        run(length);
        told += length;
      }
      if (end > told) literals(told, end);
      told = end;
    }
  }

 private:
  // The first bit from `i` on that differs from those of `than`; the size where there is none.
  [[nodiscard]] std::size_t next(const std::vector<std::uint64_t>& bits, std::size_t i,
                                 std::uint64_t than) const {
    while (i < size_) {
      const std::uint64_t rest = (bits[i / 64] ^ than) >> i % 64;
      if (rest != 0) return std::min(size_, i + static_cast<std::size_t>(std::countr_zero(rest)));
      i = (i | 63U) + 1;
    }
    return size_;
  }

  std::size_t size_ = 0;
  std::vector<std::uint64_t> equal_;   // a bit a byte: it equals the one before; a word of zeros
  std::vector<std::uint64_t> begins_;  // it and the two after it do
};

// Lengths of a prefix code for symbols that come so often, none longer than `longest`: Huffman's,
// and where that is too deep, leaves above make room. At least two symbols come.
template <std::size_t Symbols>
std::array<unsigned char, Symbols> code_lengths(const std::array<std::uint32_t, Symbols>& often,
                                                unsigned longest) {
  struct Leaf {
    std::uint32_t weight;
    std::uint32_t symbol;
  };
  std::array<Leaf, Symbols> leaves{};
  std::size_t count = 0;
  for (std::size_t s = 0; s < Symbols; ++s) {
    if (often[s] > 0) leaves[count++] = {often[s], static_cast<std::uint32_t>(s)};
  }
  std::sort(leaves.begin(), leaves.begin() + static_cast<std::ptrdiff_t>(count),
            [](const Leaf& a, const Leaf& b) {
              return std::pair(a.weight, a.symbol) < std::pair(b.weight, b.symbol);
            });
  // Leaves first, then nodes: both rise, so the two lightest are at the fronts of these queues.
  std::array<std::uint64_t, 2 * Symbols> weights{};
  std::array<std::size_t, 2 * Symbols> parents{};
  for (std::size_t i = 0; i < count; ++i) weights[i] = leaves[i].weight;
  std::size_t leaf = 0;
  std::size_t node = count;
  const std::size_t root = 2 * count - 2;
  for (std::size_t made = count; made <= root; ++made) {
    for (int child = 0; child < 2; ++child) {
      const bool is_leaf = leaf < count && (node == made || weights[leaf] <= weights[node]);
      const std::size_t taken = is_leaf ? leaf++ : node++;
      weights[made] += weights[taken];
      parents[taken] = made;
    }
  }
  std::array<unsigned, 2 * Symbols> depths{};
  std::array<std::size_t, kLongestCode + 1> of_length{};
  for (std::size_t i = root; i-- > 0;) {
    depths[i] = depths[parents[i]] + 1;
    if (i < count) ++of_length[std::min(depths[i], longest)];
  }
  std::uint64_t used = 0;  // of the codes of the longest length
  for (unsigned l = 1; l <= longest; ++l) used += of_length[l] << (longest - l);
  for (; used > std::uint64_t{1} << longest; --used) {
    unsigned above = longest - 1;
    while (of_length[above] == 0) --above;
    --of_length[above];
    of_length[above + 1] += 2;
    --of_length[longest];
  }
  std::array<unsigned char, Symbols> lengths{};
  std::size_t next = 0;
  for (unsigned l = longest; l > 0; --l) {
    for (std::size_t i = 0; i < of_length[l]; ++i) {
      lengths[leaves[next++].symbol] = static_cast<unsigned char>(l);
    }
  }
  return lengths;
}

// The codes of these lengths, as RFC 1951 numbers them.
template <std::size_t Symbols>
std::array<Code, Symbols> codes_of(const std::array<unsigned char, Symbols>& lengths) {
  std::array<std::uint32_t, kLongestCode + 2> next{};
  for (const unsigned char length : lengths) {
    if (length > 0) ++next[length + std::size_t{1}];
  }
  for (std::size_t l = 1; l < next.size(); ++l)
    next[l] = (next[l - 1] + next[l]) << (l > 1 ? 1 : 0);
  std::array<Code, Symbols> codes{};
  for (std::size_t s = 0; s < Symbols; ++s) {
    const unsigned length = lengths[s];
    if (length == 0) continue;
    std::uint32_t reversed = 0;
    const std::uint32_t code = next[length]++;
    for (unsigned b = 0; b < length; ++b) reversed |= (code >> b & 1U) << (length - 1 - b);
    codes[s] = {reversed, length};
  }
  return codes;
}

/// The lengths of a block's codes as its head says them.
struct Head {
  struct Item {
    unsigned char symbol;
    Code extra;
  };
  std::array<Item, kSymbols + 1> items{};
  std::size_t count = 0;
  std::size_t symbols = 0;       // of literals and lengths
  std::size_t length_codes = 0;  // said of kLengthOrder
  std::array<unsigned char, kLengthSymbols> lengths{};
  std::uint64_t bits = 0;

  void add(unsigned symbol, Code extra = {}) {
    items[count++] = {static_cast<unsigned char>(symbol), extra};
  }
};

Head head_of(const std::array<unsigned char, kSymbols>& lengths) {
  Head head;
  head.symbols = kSymbols;
  while (lengths[head.symbols - 1] == 0) --head.symbols;
  // One distance, 1, has a code of one bit.
  const auto at = [&](std::size_t i) { return i < head.symbols ? lengths[i] : 1U; };
  for (std::size_t i = 0; i <= head.symbols;) {
    const unsigned length = at(i);
    std::size_t same = 1;
    while (i + same <= head.symbols && at(i + same) == length) ++same;
    i += same;
    if (length > 0) {
      head.add(length);
      --same;
    }
    while (same >= 3) {
      const std::size_t said = std::min<std::size_t>(same, length > 0 ? 6 : 138);
      const auto told = static_cast<std::uint32_t>(said);
      if (length > 0) {
        head.add(16, {told - 3, 2});
      } else if (said <= 10) {
        head.add(17, {told - 3, 3});
      } else {
        head.add(18, {told - 11, 7});
      }
      same -= said;
    }
    for (; same > 0; --same) head.add(length);
  }
  std::array<std::uint32_t, kLengthSymbols> often{};
  for (std::size_t i = 0; i < head.count; ++i) ++often[head.items[i].symbol];
  head.lengths = code_lengths(often, kLongestLengthCode);
  head.length_codes = kLengthSymbols;
  while (head.lengths[kLengthOrder[head.length_codes - 1]] == 0) --head.length_codes;
  head.bits = 3 + 5 + 5 + 4 + 3 * head.length_codes;
  for (std::size_t i = 0; i < head.count; ++i) {
    head.bits += head.lengths[head.items[i].symbol] + head.items[i].extra.length;
  }
  return head;
}

void write_head(const Head& head, bool last, BitWriter& out) {
  out.put({last ? 1U : 0U, 1});
  out.put({2, 2});
  out.put({static_cast<std::uint32_t>(head.symbols - kLiterals - 1), 5});
  out.put({0, 5});
  out.put({static_cast<std::uint32_t>(head.length_codes - 4), 4});
  out.flush();
  for (std::size_t i = 0; i < head.length_codes; ++i) {
    out.put({head.lengths[kLengthOrder[i]], 3});
    out.flush();
  }
  const auto codes = codes_of(head.lengths);
  for (std::size_t i = 0; i < head.count; ++i) {
    out.put(codes[head.items[i].symbol]);
    out.put(head.items[i].extra);
    out.flush();
  }
}

void write_stored(std::span<const unsigned char> bytes, bool last, BitWriter& out) {
  while (!bytes.empty()) {
    const std::size_t length = std::min(bytes.size(), kMostStored);
    out.put({last && length == bytes.size() ? 1U : 0U, 3});
    out.align();
    out.put({static_cast<std::uint32_t>(length), 16});
    out.put({static_cast<std::uint32_t>(~length & 0xffffU), 16});
    out.align();
    out.copy(bytes.first(length));
    bytes = bytes.subspan(length);
  }
}

std::size_t stored_size(std::size_t bytes) { return bytes + 5 * ((bytes - 1) / kMostStored + 1); }

/// How often literals and lengths of runs come in a block.
struct Counted {
  std::array<std::uint32_t, kSymbols> often{};
  std::uint64_t run_bits = 0;  // beside the codes of lengths
};

Counted count_symbols(std::span<const unsigned char> bytes, const Runs& runs) {
  Counted counted;
  // Four counts: the same byte often comes again before its count is written.
  std::array<std::array<std::uint32_t, kLiterals>, 4> literals{};
  runs.for_each(
      [&](std::size_t i, std::size_t end) {
        for (; i + 4 <= end; i += 4) {
          for (std::size_t j = 0; j < 4; ++j) ++literals[j][bytes[i + j]];
        }
        for (; i < end; ++i) ++literals[0][bytes[i]];
      },
      [&](std::size_t length) {
        const RunCode& code = kRunCodes[length - kLeastRun];
        ++counted.often[code.symbol];
        counted.run_bits += code.extra.length + 1;
      });
  for (std::size_t s = 0; s < kLiterals; ++s) {
    for (const auto& some : literals) counted.often[s] += some[s];
  }
  counted.often[kEndOfBlock] = 1;
  return counted;
}

void write_block(std::span<const unsigned char> bytes, bool last, const Runs& runs,
                 BitWriter& out) {
  const Counted counted = count_symbols(bytes, runs);
  const auto lengths = code_lengths(counted.often, kLongestCode);
  const Head head = head_of(lengths);
  std::uint64_t bits = head.bits + counted.run_bits;
  for (std::size_t s = 0; s < kSymbols; ++s) bits += std::uint64_t{counted.often[s]} * lengths[s];
  if (bits / 8 + 1 >= stored_size(bytes.size())) return write_stored(bytes, last, out);
  write_head(head, last, out);
  const auto codes = codes_of(lengths);
  runs.for_each(
      [&](std::size_t i, std::size_t end) {
        for (; i + 3 <= end; i += 3) {
          for (std::size_t j = 0; j < 3; ++j) out.put(codes[bytes[i + j]]);
          out.flush();
        }
        for (; i < end; ++i) {
          out.put(codes[bytes[i]]);
          out.flush();
        }
      },
      [&](std::size_t length) {
        const RunCode& code = kRunCodes[length - kLeastRun];
        out.put(codes[code.symbol]);
        out.put(code.extra);
        out.put({0, 1});
        out.flush();
      });
  out.put(codes[kEndOfBlock]);
  out.flush();
}

// Adler-32 of RFC 1950.
std::uint32_t adler(std::span<const unsigned char> bytes) {
  std::uint64_t a = 1;
  std::uint64_t b = 0;
  std::size_t i = 0;
#ifdef __SSE2__
  // Sums of 32 bits hold so many steps of 16 bytes.
  constexpr std::size_t kWidth = 16;
  constexpr std::size_t kSteps = 256;
  const __m128i zero = _mm_setzero_si128();
  const __m128i low_weights = _mm_set_epi16(9, 10, 11, 12, 13, 14, 15, 16);
  const __m128i high_weights = _mm_set_epi16(1, 2, 3, 4, 5, 6, 7, 8);
  const auto sum = [](__m128i lanes) {
    alignas(16) std::array<std::uint32_t, 4> values{};
    _mm_store_si128(reinterpret_cast<__m128i*>(values.data()), lanes);
    return std::uint64_t{values[0]} + values[1] + values[2] + values[3];
  };
  while (bytes.size() - i >= kWidth) {
    const std::size_t steps = std::min((bytes.size() - i) / kWidth, kSteps);
    __m128i sums = zero;
    __m128i sums_before = zero;
    __m128i weighted = zero;
    for (std::size_t step = 0; step < steps; ++step, i += kWidth) {
      const __m128i some = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + i));
      sums_before = _mm_add_epi32(sums_before, sums);
      sums = _mm_add_epi32(sums, _mm_sad_epu8(some, zero));
      weighted = _mm_add_epi32(
          weighted, _mm_add_epi32(_mm_madd_epi16(_mm_unpacklo_epi8(some, zero), low_weights),
                                  _mm_madd_epi16(_mm_unpackhi_epi8(some, zero), high_weights)));
    }
    b = (b + kWidth * (steps * a + sum(sums_before)) + sum(weighted)) % kAdlerModulus;
    a = (a + sum(sums)) % kAdlerModulus;
  }
#endif
  for (; i < bytes.size(); ++i) {
    a = (a + bytes[i]) % kAdlerModulus;
    b = (b + a) % kAdlerModulus;
  }
  return static_cast<std::uint32_t>(b << 16 | a);
}

}  // namespace

std::size_t deflated_runs_bound(std::size_t bytes) {
  const std::size_t blocks = bytes / kBlockBytes + 1;
  return bytes + 5 * (kBlockBytes / kMostStored + 2) * blocks + kSlack;
}

std::size_t deflate_runs(std::span<const unsigned char> raw, std::span<unsigned char> packed) {
  BitWriter out(packed.data());
  out.put({0x0178, 16});
  out.flush();
  Runs runs;
  for (std::size_t at = 0; at < raw.size(); at += kBlockBytes) {
    const auto block = raw.subspan(at, std::min(kBlockBytes, raw.size() - at));
    runs.find(block, at == 0);
    write_block(block, at + block.size() == raw.size(), runs, out);
  }
  if (raw.empty()) {
    out.put({3, 10});  // one block of fixed codes with nothing but its end
    out.flush();
  }
  out.align();
  out.put({__builtin_bswap32(adler(raw)), 32});
  out.flush();
  return static_cast<std::size_t>(out.at() - packed.data());
}

}  // namespace sortscope
