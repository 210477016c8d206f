// cpu_sorts.h: the sorts of libraries and textbooks that the lab measures on the CPU.
#pragma once

#include <cstdint>
#include <string_view>

namespace sortscope {

/// A key and what travels with it.
template <typename Key>
struct LabPair {
  Key key;
  std::uint32_t payload;
};

/// Sorts [first, last), pairs by their keys alone.
template <typename Element>
using LabCpuSort = void(Element* first, Element* last);

/// Of "std-sort", "std-stable-sort", "qsort", "merge-sort", "merge-sort-par", "quicksort", and,
/// null in a build without oneTBB, "std-sort-par", "std-stable-sort-par". Elements: the six key
/// types and their pairs.
template <typename Element>
LabCpuSort<Element>* find_lab_cpu_sort(std::string_view sorter);

}  // namespace sortscope
