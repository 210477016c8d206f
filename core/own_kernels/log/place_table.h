// place_table.h: a table from addresses to small records, for logs of millions of accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sortscope {

/// Open addressing; records are default-made when they are asked for. clear() is O(entries).
template <typename Record>
class PlaceTable {
 public:
  PlaceTable() : slots_(kFirst) {}

  Record& operator[](std::uint64_t place) {
    if (used_.size() * 2 >= slots_.size()) grow();
    const std::size_t at = find(place);
    if (!slots_[at].used) {
      slots_[at] = {place, true, Record{}};
      used_.push_back(at);
    }
    return slots_[at].record;
  }
  /// Null: there is none.
  [[nodiscard]] const Record* get(std::uint64_t place) const {
    const std::size_t at = find(place);
    return slots_[at].used ? &slots_[at].record : nullptr;
  }
  void clear() {
    for (const std::size_t at : used_) slots_[at].used = false;
    used_.clear();
  }

 private:
  struct Slot {
    std::uint64_t place = 0;
    bool used = false;
    Record record{};
  };
  static constexpr std::size_t kFirst = 1024;

  [[nodiscard]] std::size_t find(std::uint64_t place) const {
    std::size_t at = (place * 0x9e3779b97f4a7c15ULL >> 20) & (slots_.size() - 1);
    while (slots_[at].used && slots_[at].place != place) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    std::vector<Slot> before(slots_.size() * 2);
    before.swap(slots_);
    used_.clear();
    for (const Slot& slot : before) {
      if (!slot.used) continue;
      const std::size_t at = find(slot.place);
      slots_[at] = slot;
      used_.push_back(at);
    }
  }

  std::vector<Slot> slots_;
  std::vector<std::size_t> used_;
};

/// One number for a place: shared memory is the block's own.
inline std::uint64_t place_number(bool shared, std::uint32_t block, std::uint64_t address) {
  return shared ? (address & ((std::uint64_t{1} << 40) - 1)) | std::uint64_t{block + 1} << 40
                : address;
}

}  // namespace sortscope
