// diagram_dense.cpp: comparators that stand closer than pixels.
#include "core/views/network/diagram_dense.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sortscope {

namespace {

// From below to the top.
constexpr std::array kRoles = {Role::kGhost, Role::kFuture, Role::kKept, Role::kExchanged};
constexpr std::size_t kWordBits = 64;

std::size_t cells_of(float pixels) {
  return static_cast<std::size_t>(std::ceil(std::max(pixels, 1.0F)));
}

}  // namespace

DenseComparators::DenseComparators(float width, float height)
    : columns_(cells_of(width)),
      rows_(cells_of(height)),
      words_((rows_ + kWordBits - 1) / kWordBits),
      covered_(kRoles.size() * columns_) {}

void DenseComparators::add(float x, float y0, float y1, Role role) {
  const auto found = std::find(kRoles.begin(), kRoles.end(), role);
  const float top = std::floor(std::min(y0, y1));
  const float bottom = std::floor(std::max(y0, y1));
  const auto most = static_cast<float>(rows_ - 1);
  if (found == kRoles.end() || !(x >= 0) || x >= static_cast<float>(columns_) || bottom < 0 ||
      top > most) {
    return;
  }
  const auto layer = static_cast<std::size_t>(found - kRoles.begin());
  Column& column = covered_[layer * columns_ + static_cast<std::size_t>(x)];
  const Span span{static_cast<std::uint32_t>(std::max(top, 0.0F)),
                  static_cast<std::uint32_t>(std::min(bottom, most))};
  if (column.cells.empty() && column.spans.size() < words_) {
    column.spans.push_back(span);
    return;
  }
  if (column.cells.empty()) {
    column.cells.resize(words_, 0);
    for (const Span& before : column.spans) mark(column, before);
    column.spans = {};
  }
  mark(column, span);
}

void DenseComparators::mark(Column& column, Span span) const {
  for (std::size_t word = span.first / kWordBits; word <= span.last / kWordBits; ++word) {
    std::uint64_t covered = ~std::uint64_t{0};
    if (word == span.first / kWordBits) covered &= ~std::uint64_t{0} << span.first % kWordBits;
    if (word == span.last / kWordBits) {
      covered &= ~std::uint64_t{0} >> (kWordBits - 1 - span.last % kWordBits);
    }
    column.cells[word] |= covered;
  }
}

void DenseComparators::draw(Column& column, float middle, Role role, Picture& picture) const {
  const auto line = [&](std::size_t first, std::size_t end) {
    picture.lines.push_back(
        {middle, static_cast<float>(first), middle, static_cast<float>(end), role, 1});
  };
  if (column.cells.empty()) {
    std::vector<Span>& spans = column.spans;
    std::ranges::sort(spans, {}, &Span::first);
    for (std::size_t i = 0; i < spans.size();) {
      const std::uint32_t first = spans[i].first;
      std::uint32_t last = spans[i].last;
      for (++i; i < spans.size() && spans[i].first <= last + 1; ++i) {
        last = std::max(last, spans[i].last);
      }
      line(first, last + 1);
    }
    return;
  }
  const auto covered = [&](std::size_t row) {
    return row < rows_ && (column.cells[row / kWordBits] >> row % kWordBits & 1) != 0;
  };
  for (std::size_t row = 0; row < rows_; ++row) {
    if (row % kWordBits == 0 && column.cells[row / kWordBits] == 0) {
      row += kWordBits - 1;
      continue;
    }
    if (!covered(row)) continue;
    const std::size_t first = row;
    while (covered(row)) ++row;
    line(first, row);
  }
}

void DenseComparators::draw(Picture& picture, const Progress* progress) {
  for (std::size_t i = 0; i < covered_.size(); ++i) {
    if (progress != nullptr && progress->cancelled()) return;
    draw(covered_[i], static_cast<float>(i % columns_) + 0.5F, kRoles[i / columns_], picture);
  }
}

}  // namespace sortscope
