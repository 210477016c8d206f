// cpu_sorts.cpp: the C++ library's sorts, on one thread and on oneTBB, qsort, and the sorts of
// textbooks, for six key types and their pairs.
#include "core/lab/cpu_sorts.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "core/base/machine.h"
#include "core/lab/plain_sorts.h"
#if SORTSCOPE_WITH_TBB
#include <execution>
#endif

namespace sortscope {

namespace {

template <typename Key>
Key key_of(const LabPair<Key>& pair) {
  return pair.key;
}
template <typename Key>
Key key_of(const Key& key) {
  return key;
}

template <typename Element>
struct Less {
  bool operator()(const Element& a, const Element& b) const { return key_of(a) < key_of(b); }
};

template <typename Element>
void std_sort(Element* first, Element* last) {
  std::sort(first, last, Less<Element>{});
}

template <typename Element>
void stable_sort(Element* first, Element* last) {
  std::stable_sort(first, last, Less<Element>{});
}

template <typename Element>
int compared(const void* a, const void* b) {
  const auto left = key_of(*static_cast<const Element*>(a));
  const auto right = key_of(*static_cast<const Element*>(b));
  return static_cast<int>(right < left) - static_cast<int>(left < right);
}

template <typename Element>
void c_sort(Element* first, Element* last) {
  std::qsort(first, static_cast<std::size_t>(last - first), sizeof(Element), compared<Element>);
}

template <typename Element>
void serial_merge_sort(Element* first, Element* last) {
  plain_sorts::merge_sort(first, last, Less<Element>{});
}

template <typename Element>
void plain_quicksort(Element* first, Element* last) {
  plain_sorts::quicksort(first, last, Less<Element>{});
}

// Threads that stay from call to call, one call at a time.
struct SharedTeam {
  std::mutex used;
  ThreadTeam team;
};
SharedTeam& shared_team() {
  static SharedTeam shared;
  return shared;
}

template <typename Element>
void parallel_merge_sort(Element* first, Element* last) {
  SharedTeam& shared = shared_team();
  const std::lock_guard lock(shared.used);
  plain_sorts::merge_sort_in_parallel(first, last, Less<Element>{}, shared.team, machine().threads);
}

#if SORTSCOPE_WITH_TBB
template <typename Element>
void parallel_sort(Element* first, Element* last) {
  std::sort(std::execution::par, first, last, Less<Element>{});
}

template <typename Element>
void parallel_stable_sort(Element* first, Element* last) {
  std::stable_sort(std::execution::par, first, last, Less<Element>{});
}
#endif

}  // namespace

template <typename Element>
LabCpuSort<Element>* find_lab_cpu_sort(std::string_view sorter) {
  if (sorter == "std-sort") return std_sort<Element>;
  if (sorter == "std-stable-sort") return stable_sort<Element>;
  if (sorter == "qsort") return c_sort<Element>;
  if (sorter == "merge-sort") return serial_merge_sort<Element>;
  if (sorter == "merge-sort-par") return parallel_merge_sort<Element>;
  if (sorter == "quicksort") return plain_quicksort<Element>;
#if SORTSCOPE_WITH_TBB
  if (sorter == "std-sort-par") return parallel_sort<Element>;
  if (sorter == "std-stable-sort-par") return parallel_stable_sort<Element>;
#endif
  return nullptr;
}

template LabCpuSort<std::int32_t>* find_lab_cpu_sort<std::int32_t>(std::string_view);
template LabCpuSort<LabPair<std::int32_t>>* find_lab_cpu_sort<LabPair<std::int32_t>>(
    std::string_view);
template LabCpuSort<std::uint32_t>* find_lab_cpu_sort<std::uint32_t>(std::string_view);
template LabCpuSort<LabPair<std::uint32_t>>* find_lab_cpu_sort<LabPair<std::uint32_t>>(
    std::string_view);
template LabCpuSort<std::int64_t>* find_lab_cpu_sort<std::int64_t>(std::string_view);
template LabCpuSort<LabPair<std::int64_t>>* find_lab_cpu_sort<LabPair<std::int64_t>>(
    std::string_view);
template LabCpuSort<std::uint64_t>* find_lab_cpu_sort<std::uint64_t>(std::string_view);
template LabCpuSort<LabPair<std::uint64_t>>* find_lab_cpu_sort<LabPair<std::uint64_t>>(
    std::string_view);
template LabCpuSort<float>* find_lab_cpu_sort<float>(std::string_view);
template LabCpuSort<LabPair<float>>* find_lab_cpu_sort<LabPair<float>>(std::string_view);
template LabCpuSort<double>* find_lab_cpu_sort<double>(std::string_view);
template LabCpuSort<LabPair<double>>* find_lab_cpu_sort<LabPair<double>>(std::string_view);

}  // namespace sortscope
