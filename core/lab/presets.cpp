// presets.cpp: the table of presets.
#include "core/lab/presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/choice.h"
#include "core/lab/text.h"

namespace sortscope {

namespace {

std::vector<std::uint32_t> powers(unsigned first_log2, unsigned last_log2) {
  std::vector<std::uint32_t> sizes;
  for (unsigned log2 = first_log2; log2 <= last_log2; ++log2) sizes.push_back(1U << log2);
  return sizes;
}

LabRequest peers() {
  LabRequest request;
  request.sorters = {"fast", "hybrid", "adaptive-interval", "cub-merge", "cub-radix", "thrust"};
  request.sizes = powers(10, 28);
  return request;
}

LabRequest quick() {
  LabRequest request;
  request.sorters = {"fast",     "adaptive-interval",     "cub-merge", "cub-radix",
                     "std-sort", "cpu-adaptive-interval", "qsort"};
  request.sizes = powers(10, 16);
  request.repetitions = 5;
  request.budget_s = 1;
  return request;
}

LabRequest article() {
  LabRequest request;
  request.sorters = {"hybrid", "abisort", "adaptive-interval", "std-sort"};
  request.sizes = powers(15, 20);
  request.types = {KeyType::kFloat32};
  request.pairs = {true};
  request.inputs = {"uniform", "sorted", "reversed", "organ-pipe", "few-distinct"};
  request.repetitions = 9;
  return request;
}

LabRequest students() {
  LabRequest request;
  request.sorters = {"v0", "v1", "v2", "qsort", "cpu-bitonic-recursive"};
  request.sizes = powers(16, 28);
  request.types = {KeyType::kInt32};
  request.repetitions = 9;
  return request;
}

LabRequest tutorial() {
  LabRequest request;
  request.sorters = {"thrust", "cub-radix", "fast", "std-sort"};
  request.sizes = {1'000'000};
  request.types = {KeyType::kInt32};
  request.repetitions = 9;
  return request;
}

LabRequest thesis() {
  LabRequest request;
  request.sorters = {"aks-custom", "aks", "cpu-aks-custom", "cpu-aks"};
  request.sizes = {256, 4096, 65536};
  request.types = {KeyType::kInt32};
  request.repetitions = 5;
  return request;
}

// Bitonic sort in every form of work sharing, and what it is contrasted with.
LabRequest serial_parallel() {
  LabRequest request;
  request.sorters = {"cpu-bitonic-recursive",
                     "cpu-bitonic-layers",
                     "cpu-bitonic-plain",
                     "cpu-bitonic",
                     "v0",
                     "fast",
                     "merge-sort",
                     "merge-sort-par",
                     "quicksort",
                     "std-sort-par"};
  request.sizes = powers(10, 20);
  request.types = {KeyType::kInt32};
  request.repetitions = 5;
  request.budget_s = 3;
  return request;
}

LabRequest claim_of(std::vector<std::string> sorters, std::vector<std::uint32_t> sizes,
                    KeyType type, bool pairs, bool transfers = false) {
  LabRequest request;
  request.sorters = std::move(sorters);
  request.sizes = std::move(sizes);
  request.types = {type};
  request.pairs = {pairs};
  request.transfers = transfers;
  request.repetitions = 9;
  return request;
}
LabRequest claim_abisort() {
  return claim_of({"abisort", "std-sort"}, powers(17, 20), KeyType::kFloat32, true);
}
LabRequest claim_gpusort() {
  return claim_of({"abisort", "hybrid"}, powers(15, 20), KeyType::kFloat32, true);
}
LabRequest claim_quicksort() {
  return claim_of({"cpu-adaptive-plain", "cpu-adaptive", "quicksort"}, powers(10, 19),
                  KeyType::kInt32, false);
}
LabRequest claim_transfer() {
  return claim_of({"abisort"}, {1'000'000}, KeyType::kFloat32, true, true);
}
LabRequest claim_radix() { return claim_of({"thrust"}, {1'000'000}, KeyType::kInt32, false); }
LabRequest claim_merge_sort() {
  return claim_of({"double-buffered", "merge-sort"}, {1U << 16, 1U << 20, 1U << 24},
                  KeyType::kInt32, false, true);
}
LabRequest claim_regenerate() {
  return claim_of({"cpu-aks-custom"}, {4096}, KeyType::kInt32, false);
}

constexpr std::string_view kAthlon = "AMD Athlon-64 4200+";
constexpr std::string_view kGeForce = "GeForce 7800 GTX";

using Point = LabPublishedPoint;
constexpr std::array kStlBest = {Point{32'768, 9},   Point{65'536, 19},   Point{131'072, 46},
                                 Point{262'144, 98}, Point{524'288, 203}, Point{1'048'576, 418}};
constexpr std::array kStlWorst = {Point{32'768, 11},   Point{65'536, 24},   Point{131'072, 52},
                                  Point{262'144, 109}, Point{524'288, 226}, Point{1'048'576, 477}};
constexpr std::array kGpuSort = {Point{32'768, 4},   Point{65'536, 8},   Point{131'072, 18},
                                 Point{262'144, 38}, Point{524'288, 80}, Point{1'048'576, 173}};
constexpr std::array kAbisort = {Point{32'768, 5},   Point{65'536, 8},   Point{131'072, 16},
                                 Point{262'144, 31}, Point{524'288, 65}, Point{1'048'576, 135}};
constexpr std::array kArticle = {
    LabPublished{"STL sort, best data", kAthlon, kStlBest, "std-sort"},
    LabPublished{"STL sort, worst data", kAthlon, kStlWorst, "std-sort"},
    LabPublished{"GPUSort (bitonic network)", kGeForce, kGpuSort, "hybrid"},
    LabPublished{"GPU-ABiSort", kGeForce, kAbisort, "abisort"},
};

constexpr std::array kThesisCuda = {Point{256, 62}, Point{4096, 1179}, Point{65536, 24271}};
constexpr std::array kThesisCpu = {Point{256, 1.0038}, Point{4096, 55.044}, Point{65536, 1277}};
// "< 1 ms" for 256 keys: no value.
constexpr std::array kThesisCudaPerfect = {Point{4096, 92}, Point{65536, 1768}};
constexpr std::array kThesisCpuPerfect = {Point{256, 0.0014}, Point{4096, 8.235},
                                          Point{65536, 166}};
constexpr std::array kThesis = {
    LabPublished{"CUDA", "thesis", kThesisCuda, "aks-custom"},
    LabPublished{"CPU", "thesis", kThesisCpu, "cpu-aks-custom"},
    LabPublished{"CUDA, perfect halvers", "thesis", kThesisCudaPerfect, "aks"},
    LabPublished{"CPU, perfect halvers", "thesis", kThesisCpuPerfect, "cpu-aks"},
};

constexpr std::array kMillion = {Point{1'000'000, 0.2}};
constexpr std::array kTutorial = {
    LabPublished{"Thrust, radix sort", "RTX 3080", kMillion, "thrust"},
};

// Its sentence is the claim's own.
constexpr LabPreset claim(std::string_view id, std::string_view title, std::string_view source,
                          LabRequest (*request)(), std::span<const LabPublished> published = {}) {
  return {id,        title, "A claim, tried here: the verdict and both numbers.", source, request,
          published, ""};
}
constexpr std::string_view kZachmann = "Zachmann, Adaptive Bitonic Sorting";

constexpr std::array kTable = {
    LabPreset{"peers",
              "Beside the libraries",
              "The fast networks and the interval-based sort beside CUB and Thrust.",
              "",
              peers,
              {},
              ""},
    LabPreset{
        "quick", "Quick look", "A few sorts of 2^10 to 2^16 keys: seconds.", "", quick, {}, ""},
    LabPreset{"article", "The article's table",
              "Pairs of a 32-bit float and a pointer, 2^15 to 2^20, five kinds of data.",
              "Zachmann, Adaptive Bitonic Sorting, figure 12", article, kArticle,
              "GPU sorts there were measured with the data in GPU memory."},
    LabPreset{"students",
              "The students' figures 3.1 and 3.2",
              "V0, V1, V2, qsort and the serial bitonic sort, 2^16 to 2^28 integers.",
              "Michalainas and Charisi, Bitonic Sort with CUDA",
              students,
              {},
              "Their figures are pictures without numbers, measured on a GeForce GTX 750 and a "
              "Tesla P100, so none stands here."},
    LabPreset{"tutorial", "The tutorial's million",
              "Thrust, CUB's radix sort, our fast network and std::sort, 1,000,000 integers.",
              "Benicio, Implementing A Parallel Sort, section 5.3", tutorial, kTutorial,
              "It says about 0.2 ms, and not how it was measured."},
    LabPreset{"thesis", "The thesis's table 4.2",
              "AKS on CPU and GPU, custom depths and perfect halvers, 256 to 65536 integers.",
              "The AKS thesis, table 4.2", thesis, kThesis,
              "Its 0.0014 ms for 256 keys does not fit 155 x 256 comparators. Its CUDA program "
              "has errors, as it says, and no results above 65536 keys."},
    LabPreset{"serial-parallel",
              "Serial and parallel",
              "Bitonic sort on one thread, on all, with vectors and on the GPU, beside merge sort "
              "and quicksort.",
              "Michalainas and Charisi, table 3.1",
              serial_parallel,
              {},
              ""},
    claim("claim-abisort", "GPU-ABiSort 3.1–3.5 × the CPU", kZachmann, claim_abisort, kArticle),
    claim("claim-gpusort", "GPU-ABiSort 1.3 × a network", kZachmann, claim_gpusort, kArticle),
    claim("claim-quicksort", "Adaptive ≤ 2.5 × quicksort", kZachmann, claim_quicksort),
    claim("claim-transfer", "Transfers of 20 ms", kZachmann, claim_transfer),
    claim("claim-radix", "Radix sort in 0.2 ms", "Benicio, section 5.3", claim_radix, kTutorial),
    claim("claim-merge-sort", "Slower than merge sort", "the SYCL tutorial", claim_merge_sort),
    claim("claim-regenerate", "Graphs made again: 74 to 68 s", "The AKS thesis, section 4.2",
          claim_regenerate),
};

}  // namespace

std::span<const LabPreset> lab_presets() { return kTable; }

Result<const LabPreset*> find_lab_preset(std::string_view id) {
  if (const LabPreset* found = find_by_id(lab_presets(), id)) return found;
  return Error{ErrorCode::kBadUsage, fmt::format("there is no preset \"{}\".", id),
               choose_one_of(lab_presets())};
}

std::string published_text(std::string_view id) {
  const auto found = find_lab_preset(id);
  if (!found || ((*found)->published.empty() && (*found)->note.empty())) return "";
  const LabPreset& preset = **found;
  std::string text = fmt::format("Published: {}\n", preset.source);
  std::size_t width = 0;
  const auto name = [](const LabPublished& series) {
    return fmt::format("{}, {}", series.title, series.machine);
  };
  for (const LabPublished& series : preset.published) width = std::max(width, name(series).size());
  for (const LabPublished& series : preset.published) {
    text += fmt::format("  {:<{}}", name(series), width);
    for (const LabPublishedPoint& point : series.points) {
      text += fmt::format("  {}: {} ms", lab_size_text(point.n), point.elapsed_ms);
    }
    text += "\n";
  }
  if (!preset.note.empty()) text += fmt::format("  {}\n", preset.note);
  return text + "\n";
}

}  // namespace sortscope
