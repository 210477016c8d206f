// layer_form.cpp: counting and inverting closed-form layers.
#include "core/networks/closed_form/layer_form.h"

#include <algorithm>

namespace sortscope {

namespace {

// Numbers x below `limit` whose bit `bit` is 0.
std::uint64_t count_clear(std::uint64_t limit, std::uint32_t bit) {
  const std::uint64_t chunk = std::uint64_t{1} << bit;
  return limit / (2 * chunk) * chunk + std::min(limit % (2 * chunk), chunk);
}

}  // namespace

std::uint32_t count_comparators(const LayerForm& form, std::uint32_t wires) {
  if (form.mirror != 0) {
    const std::uint32_t size = std::uint32_t{1} << form.block_log2;
    const std::uint32_t rest = wires % size;
    return wires / size * (size / 2) + (rest > size / 2 ? rest - size / 2 : 0);
  }
  const auto in_span = [&](std::uint64_t span) -> std::uint64_t {
    const std::uint64_t reach = std::uint64_t{form.start} + form.distance;
    return span > reach ? count_clear(span - reach, form.chunk_log2) : 0;
  };
  if (form.block_count == 0) return static_cast<std::uint32_t>(in_span(wires));
  const std::uint64_t block = std::uint64_t{1} << form.block_log2;
  return static_cast<std::uint32_t>(wires / block * form.block_count + in_span(wires % block));
}

WireUse use_of(const LayerForm& form, std::uint32_t wires, Wire wire) {
  const auto hit = [&](std::uint32_t index) -> WireUse {
    return {true, index, comparator_of(form, wires, index)};
  };
  const std::uint32_t size = form.block_count > 0 ? std::uint32_t{1} << form.block_log2 : 0;
  const std::uint32_t q = size > 0 ? wire >> form.block_log2 : 0;
  const std::uint32_t base = q * size;
  if (form.mirror != 0) {
    const std::uint32_t offset = wire - base;
    const std::uint32_t r = std::min(offset, size - 1 - offset);
    const std::uint32_t missing = wires - base < size ? size - (wires - base) : 0;
    if (r < missing) return {};
    return hit(q * form.block_count + r - missing);
  }
  // The wire is the lower end of a comparator, or its upper end.
  for (const std::uint32_t back : {std::uint32_t{0}, form.distance}) {
    if (wire - base < std::uint64_t{form.start} + back) continue;
    const std::uint32_t x = wire - base - form.start - back;
    if ((x >> form.chunk_log2 & 1) != 0) continue;
    const std::uint32_t r = remove_bit(x, form.chunk_log2);
    if (form.block_count > 0 && r >= form.block_count) continue;
    const std::uint64_t index = std::uint64_t{q} * form.block_count + r;
    if (index < form.count) return hit(static_cast<std::uint32_t>(index));
  }
  return {};
}

}  // namespace sortscope
