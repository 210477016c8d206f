// statistics.cpp: the Mann-Whitney U test.
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sortscope {

namespace {

constexpr std::size_t kMostExact = 20;

// arrangements[u]: of m and n samples in order, those in which u pairs have the first larger.
std::vector<double> arrangements(std::size_t m, std::size_t n) {
  // f(m, n, u) = f(m - 1, n, u - n) + f(m, n - 1, u): the largest sample is one of the first, which
  // then is larger than all n others, or one of the others.
  std::vector<std::vector<double>> rows(n + 1, std::vector<double>(m * n + 1, 0));
  for (std::vector<double>& row : rows) row[0] = 1;  // m = 0
  for (std::size_t i = 1; i <= m; ++i) {
    std::vector<std::vector<double>> next(n + 1, std::vector<double>(m * n + 1, 0));
    next[0][0] = 1;
    for (std::size_t j = 1; j <= n; ++j) {
      for (std::size_t u = 0; u <= i * j; ++u) {
        next[j][u] = next[j - 1][u] + (u >= j ? rows[j][u - j] : 0);
      }
    }
    rows = std::move(next);
  }
  return rows[n];
}

double exact_p(double u, std::size_t m, std::size_t n) {
  const std::vector<double> counts = arrangements(m, n);
  double all = 0;
  for (const double count : counts) all += count;
  const auto tail = static_cast<std::size_t>(std::min(u, static_cast<double>(m * n) - u));
  double below = 0;
  for (std::size_t i = 0; i <= tail; ++i) below += counts[i];
  return std::min(1.0, 2 * below / all);
}

}  // namespace

MannWhitney mann_whitney(std::span<const double> a, std::span<const double> b) {
  MannWhitney result;
  if (a.empty() || b.empty()) return result;
  const auto m = static_cast<double>(a.size());
  const auto n = static_cast<double>(b.size());
  std::vector<std::pair<double, bool>> all;  // sample, of a
  for (const double sample : a) all.emplace_back(sample, true);
  for (const double sample : b) all.emplace_back(sample, false);
  std::sort(all.begin(), all.end());
  double ranks_of_a = 0;
  double ties = 0;  // sum of t^3 - t over groups of t equal samples
  for (std::size_t first = 0; first < all.size();) {
    std::size_t last = first;
    while (last < all.size() && all[last].first == all[first].first) ++last;
    const auto count = static_cast<double>(last - first);
    const double rank = static_cast<double>(first) + (count + 1) / 2;  // from 1, the middle
    for (std::size_t i = first; i < last; ++i) ranks_of_a += all[i].second ? rank : 0;
    ties += count * count * count - count;
    first = last;
  }
  result.u = ranks_of_a - m * (m + 1) / 2;
  result.effect = result.u / (m * n);
  if (ties == 0 && a.size() <= kMostExact && b.size() <= kMostExact) {
    result.exact = true;
    result.p_value = exact_p(result.u, a.size(), b.size());
    return result;
  }
  const double total = m + n;
  const double variance = m * n / 12 * (total + 1 - ties / (total * (total - 1)));
  if (variance <= 0) return result;  // all samples are equal
  const double distance = std::max(0.0, std::abs(result.u - m * n / 2) - 0.5);
  result.p_value = std::min(1.0, std::erfc(distance / std::sqrt(2 * variance)));
  return result;
}

}  // namespace sortscope
