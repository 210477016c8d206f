// counts.cpp: comparisons and the longest chain of them, counted.
#include "core/lab/counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "core/algorithms/algorithm.h"
#include "core/algorithms/contrast_run.h"
#include "core/base/number_text.h"
#include "core/lab/text.h"

namespace sortscope {

std::vector<SortCount> sort_counts(std::uint32_t n, std::uint64_t seed) {
  const Algorithm& bitonic = **find_algorithm("bitonic");
  const Network network = bitonic.build(wires_for(bitonic, n));
  std::uint64_t comparators = 0;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    comparators += network.count(layer);
  }
  std::vector<SortCount> counts = {{"Bitonic, serial", "n log² n", comparators, comparators},
                                   {"Bitonic, parallel", "log² n", comparators, network.depth()}};
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random() >> 32);
  for (const ContrastSort& sort : contrast_sorts()) {
    const ContrastRun run = run_contrast(sort, keys);
    counts.push_back(
        {std::string(sort.title), sort.parallel ? "n" : "n log n", run.comparisons(), run.chain()});
  }
  return counts;
}

std::string counts_text(const LabRequest& request) {
  std::string text = "Comparisons, counted: all, and those that follow each other (uniform keys)\n";
  text += fmt::format("  {:>6}  {:<22}  {:<9}  {:>14}  {:>14}\n", "keys", "sort", "time as",
                      "comparisons", "in a chain");
  for (const std::uint32_t n : request.sizes) {
    if (n > kMostContrastKeys) continue;
    std::string size = lab_size_text(n);
    for (const SortCount& count : sort_counts(n, request.seed)) {
      // Superscripts are one column, and more bytes.
      const auto wide = static_cast<std::size_t>(
          std::ranges::count_if(count.complexity, [](char c) { return (c & 0xC0) == 0x80; }));
      text += fmt::format("  {:>6}  {:<22}  {:<{}}  {:>14}  {:>14}\n", size, count.title,
                          count.complexity, 9 + wide, grouped_number(count.comparisons),
                          grouped_number(count.chain));
      size.clear();
    }
  }
  return text;
}

}  // namespace sortscope
