// inputs.h: the one table of generated inputs, and reading numbers from text.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/keys/keys.h"

namespace sortscope {

/// One kind of generated input. All randomness is our own (SplitMix64), so that a seed gives the
/// same keys everywhere.
struct InputKind {
  std::string_view id;       // "uniform", "sorted", "reversed", "nearly-sorted", "few-distinct",
                             // "all-equal", "bitonic", "organ-pipe", "zero-one", "adversarial",
                             // "jagged"
  std::string_view title;    // "Nearly sorted"
  std::string_view summary;  // one sentence
  bool uses_seed;
};

std::span<const InputKind> input_kinds();
Result<const InputKind*> find_input_kind(std::string_view id);

/// Errors: kBadUsage where there is no such kind, or `algorithm` does not take `n` keys.
Status check_generation(std::string_view kind, std::uint32_t n, const Algorithm& algorithm);

/// `n` keys of `type`. Small inputs (n <= 100) use two-digit values where the kind is free to, so
/// that they can be read on a projector. "adversarial" searches for an input of `algorithm` with
/// many exchanges (deterministic in the seed); "bitonic" is bitonic in `order` for any n. O(n).
/// Errors: those of check_generation(), kCancelled.
Result<Keys> generate_keys(std::string_view kind, KeyType type, std::uint32_t n, std::uint64_t seed,
                           const Algorithm& algorithm, Order order, Progress* progress = nullptr);

/// Reads numbers separated by white space, a comma or a semicolon; '#' starts a comment that ends
/// with the line; a first line of CSV column names is skipped. Errors name `source`, line and
/// column (both from 1). At least one number, at most `max_keys`. O(bytes). `type` empty: int32 if
/// every number fits, else int64, uint64, float64. What the type cannot hold is counted in
/// `inexact`.
Result<Keys> read_numbers(std::string_view text, std::string_view source,
                          std::optional<KeyType> type, std::uint32_t max_keys,
                          Progress* progress = nullptr);
/// The same from a file (or "-": standard input).
Result<Keys> read_number_file(const std::string& path, std::optional<KeyType> type,
                              std::uint32_t max_keys, Progress* progress = nullptr);
/// A sentence on numbers that were not kept exactly; empty where all were.
std::string exactness_note(const Keys& keys);

}  // namespace sortscope
