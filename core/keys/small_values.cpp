// small_values.cpp: keys of any type as whole numbers of 32 bits.
#include "core/keys/small_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

namespace sortscope {

std::vector<std::uint32_t> small_values(const Keys& keys) {
  const std::size_t n = keys.size();
  std::vector<std::uint64_t> words(n);
  bool fit = true;
  for (std::size_t i = 0; i < n; ++i) {
    words[i] = ordered_word(keys.type, Order::kAscending, keys.raw.at(i));
    const double value = keys.value(i);
    fit &= value >= 0 && value < 4294967295.0 &&
           value == static_cast<double>(static_cast<std::uint64_t>(value));
  }
  std::vector<std::uint32_t> values(n);
  if (fit) {
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<std::uint32_t>(keys.value(i));
    return values;
  }
  std::vector<std::uint64_t> order = words;
  std::sort(order.begin(), order.end());
  order.erase(std::unique(order.begin(), order.end()), order.end());
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<std::uint32_t>(std::lower_bound(order.begin(), order.end(), words[i]) -
                                           order.begin());
  }
  return values;
}

Keys padded_keys(const Keys& keys, std::uint32_t wires) {
  Keys all = make_keys(keys.type, std::max<std::size_t>(keys.size(), wires));
  const bool floats = keys.type == KeyType::kFloat32 || keys.type == KeyType::kFloat64;
  std::string largest = "inf";
  if (!floats) {
    const bool wide = bits_of(keys.type) == 64;
    const bool is_signed = keys.type == KeyType::kInt32 || keys.type == KeyType::kInt64;
    std::uint64_t most = wide ? ~std::uint64_t{0} : std::numeric_limits<std::uint32_t>::max();
    if (is_signed) most >>= 1;
    largest = fmt::format("{}", most);
  }
  const auto padding = parse_key(keys.type, largest);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all.raw.set(i, i < keys.size() ? keys.raw.at(i) : padding.value());
  }
  return all;
}

}  // namespace sortscope
