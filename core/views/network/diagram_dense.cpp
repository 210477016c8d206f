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
      cells_(kRoles.size() * columns_ * words_, 0) {}

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
  std::uint64_t* const column =
      cells_.data() + (layer * columns_ + static_cast<std::size_t>(x)) * words_;
  const auto first = static_cast<std::size_t>(std::max(top, 0.0F));
  const auto last = static_cast<std::size_t>(std::min(bottom, most));
  for (std::size_t word = first / kWordBits; word <= last / kWordBits; ++word) {
    std::uint64_t covered = ~std::uint64_t{0};
    if (word == first / kWordBits) covered &= ~std::uint64_t{0} << first % kWordBits;
    if (word == last / kWordBits)
      covered &= ~std::uint64_t{0} >> (kWordBits - 1 - last % kWordBits);
    column[word] |= covered;
  }
}

void DenseComparators::draw(Picture& picture) const {
  for (std::size_t layer = 0; layer < kRoles.size(); ++layer) {
    for (std::size_t x = 0; x < columns_; ++x) {
      const std::uint64_t* const column = cells_.data() + (layer * columns_ + x) * words_;
      const auto covered = [&](std::size_t row) {
        return row < rows_ && (column[row / kWordBits] >> row % kWordBits & 1) != 0;
      };
      for (std::size_t row = 0; row < rows_; ++row) {
        if (row % kWordBits == 0 && column[row / kWordBits] == 0) {
          row += kWordBits - 1;
          continue;
        }
        if (!covered(row)) continue;
        const std::size_t first = row;
        while (covered(row)) ++row;
        const float middle = static_cast<float>(x) + 0.5F;
        picture.lines.push_back(
            {middle, static_cast<float>(first), middle, static_cast<float>(row), kRoles[layer], 1});
      }
    }
  }
}

}  // namespace sortscope
