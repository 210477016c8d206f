// text.cpp: requests of the lab from text, and its results as text.
#include "core/lab/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/base/choice.h"
#include "core/base/number_text.h"
#include "core/base/parse_number.h"
#include "core/base/quote.h"
#include "core/keys/inputs.h"
#include "core/lab/claims.h"
#include "core/lab/counts.h"
#include "core/lab/listed.h"
#include "core/lab/presets.h"

namespace sortscope {

namespace {

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    if (const std::string_view part = text.substr(0, comma); !part.empty()) parts.push_back(part);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return parts;
}

Error bad_size(std::string_view text) {
  return {ErrorCode::kBadUsage, fmt::format("{} is not a number of keys.", quoted(text)),
          "Write sizes as 1000, 2^20 or 2^8..2^28, with commas between."};
}

Result<std::uint32_t> size_of(std::string_view text) {
  const auto value = parse_whole_or_power(text, ~0U);
  if (!value || *value < 1) return bad_size(text);
  return static_cast<std::uint32_t>(*value);
}

template <typename T>
void add_once(std::vector<T>& values, T value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) {
    values.push_back(std::move(value));
  }
}

constexpr std::array kTypes = {KeyType::kUint32, KeyType::kInt32, KeyType::kFloat32,
                               KeyType::kUint64, KeyType::kInt64, KeyType::kFloat64};

// "u32" of "uint32": a name of before.
std::string short_name(KeyType type) {
  const std::string_view name = name_of(type);
  return std::string(1, name[0]) + std::string(name.substr(name.size() - 2));
}

Error nothing_chosen(std::string_view what) {
  return {ErrorCode::kBadUsage, fmt::format("no {} was named.", what), ""};
}

struct Rate {
  double value;
  std::string_view unit;
};
Rate scaled(double per_s) {
  if (per_s >= 1e12) return {per_s * 1e-12, "T"};
  if (per_s >= 1e9) return {per_s * 1e-9, "G"};
  if (per_s >= 1e6) return {per_s * 1e-6, "M"};
  return {per_s * 1e-3, "k"};
}

std::string unpadded(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

Result<std::vector<std::uint32_t>> parse_lab_sizes(std::string_view text) {
  std::vector<std::uint32_t> sizes;
  for (const std::string_view part : parts_of(text)) {
    const std::size_t dots = part.find("..");
    const auto first = size_of(part.substr(0, dots));
    if (!first) return first.error();
    if (dots == std::string_view::npos) {
      add_once(sizes, *first);
      continue;
    }
    const auto last = size_of(part.substr(dots + 2));
    if (!last) return last.error();
    if (*last < *first) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("the sizes {} end before they begin.", quoted(part)),
                   "Write the smaller one first: 2^8..2^20."};
    }
    if (!std::has_single_bit(*first) || !std::has_single_bit(*last)) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("the ends of {} are no powers of two.", quoted(part)),
                   "A range names the powers of two between its ends: 2^8..2^20."};
    }
    for (std::uint64_t n = *first; n <= *last; n *= 2) {
      add_once(sizes, static_cast<std::uint32_t>(n));
    }
  }
  if (sizes.empty()) return nothing_chosen("size");
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

Result<std::vector<KeyType>> parse_lab_types(std::string_view text) {
  std::vector<KeyType> types;
  for (const std::string_view part : parts_of(text)) {
    const std::size_t before = types.size();
    for (const KeyType type : kTypes) {
      if (part != "all" && part != name_of(type) && part != short_name(type)) continue;
      types.push_back(type);
    }
    if (types.size() == before) {
      return Error{ErrorCode::kBadUsage, fmt::format("there is no key type {}.", quoted(part)),
                   fmt::format("Choose among {}, all.",
                               ids_of(kTypes, [](KeyType each) { return name_of(each); }))};
    }
  }
  if (types.empty()) return nothing_chosen("key type");
  std::vector<KeyType> once;
  for (const KeyType type : types) add_once(once, type);
  return once;
}

Result<std::vector<std::string>> parse_lab_sorters(std::string_view text) {
  std::vector<std::string> sorters;
  for (const std::string_view part : parts_of(text)) {
    const bool cpu = part == "cpu";
    const bool group = cpu || part == "gpu" || part == "ours" || part == "peers" || part == "all";
    if (!group) {
      if (known_lab_sorter(part) == nullptr) return find_lab_sorter(part).error();
      add_once(sorters, std::string(part));
      continue;
    }
    for (const LabSorter& sorter : lab_sorters()) {
      const bool place = (sorter.place == LabPlace::kCpu) == cpu;
      const bool wanted = part == "all" || (part == "ours" && !sorter.peer) ||
                          (part == "peers" && sorter.peer) || ((cpu || part == "gpu") && place);
      if (wanted) add_once(sorters, std::string(sorter.id));
    }
  }
  if (sorters.empty()) return nothing_chosen("algorithm");
  return sorters;
}

Result<std::vector<std::string>> parse_lab_inputs(std::string_view text) {
  std::vector<std::string> inputs;
  for (const std::string_view part : parts_of(text)) {
    if (part == "all") {
      for (const InputKind& kind : input_kinds()) add_once(inputs, std::string(kind.id));
      continue;
    }
    const auto found = find_input_kind(part);
    if (!found) return found.error();
    add_once(inputs, std::string((*found)->id));
  }
  if (inputs.empty()) return nothing_chosen("input");
  return inputs;
}

std::string lab_size_text(std::uint32_t n) {
  return n >= 64 && std::has_single_bit(n) ? fmt::format("2^{}", std::countr_zero(n))
                                           : fmt::format("{}", n);
}

std::string lab_series_text(const LabCase& what) {
  return what.sorter + (what.recording ? ", recorded" : "");
}

std::string lab_kernel_text(const LabKernel& k) {
  std::string text = fmt::format("line {} · {}: {} launch{} of {} threads", k.line, k.name,
                                 k.launches, k.launches == 1 ? "" : "es", k.threads);
  if (k.registers < 0) return text;
  text += fmt::format(" · {} registers · {} shared · {:.0f} % occupancy", k.registers,
                      bytes_text(k.shared_bytes), 100 * k.occupancy);
  if (k.local_bytes > 0) text += fmt::format(" · {} spilled or local", bytes_text(k.local_bytes));
  return text;
}

std::string lab_keys_text(const LabCase& what) {
  return fmt::format("{} {}, {}{}{}", name_of(what.type),
                     what.pairs ? "keys with 32-bit payloads" : "keys", what.input,
                     what.transfers ? ", with transfers" : "", what.warm ? ", warm caches" : "");
}

const LabCell* lab_reference(const LabResult& result, const LabCase& what,
                             std::string_view sorter) {
  LabCase wanted = what;
  wanted.sorter = sorter;
  wanted.recording = false;
  for (const LabCell& cell : result.cells) {
    if (cell.what == wanted && cell.state == LabState::kMeasured && !cell.samples.empty()) {
      return &cell;
    }
  }
  return nullptr;
}

double lab_ratio(const LabCell& cell, const LabCell& reference) {
  const double own = cell.elapsed_ms().median();
  return own > 0 ? reference.elapsed_ms().median() / own : 0;
}

namespace {

std::string row_of(const LabResult& result, const LabCell& cell, std::string_view ratio_to,
                   std::string_view size, std::size_t width) {
  std::string row = fmt::format("{:>10}  {:<{}}", size, lab_series_text(cell.what), width);
  switch (cell.state) {
    case LabState::kWaiting:
      return row + "  not measured";
    case LabState::kSkipped:
      return row + "  skipped: " + cell.reason;
    case LabState::kFailed:
      return row + "  FAILED: " + cell.reason;
    case LabState::kMeasured:
      break;
  }
  const Samples ms = cell.elapsed_ms();
  const double median_s = ms.median() * 1e-3;
  const Rate keys = scaled(cell.what.n / median_s);
  const Rate bytes = scaled(static_cast<double>(cell.least_bytes) / median_s);
  row += fmt::format("  {:>9}  {:>9} – {:<9}  {:>6.2f} {}keys/s  {:>6.2f} {}B/s  {:>4}",
                     time_text(ms.median() * 1e6, kLabTimeDigits),
                     time_text(ms.quantile(0.25) * 1e6, kLabTimeDigits),
                     time_text(ms.quantile(0.75) * 1e6, kLabTimeDigits), keys.value, keys.unit,
                     bytes.value, bytes.unit, ms.values.size());
  if (cell.what.transfers) {
    const LabTransfers parts = cell.transfers();
    const auto part = [](double ns) {
      return ns > 0 ? time_text(ns, kLabTimeDigits) : std::string("–");
    };
    const double sort_ns = ms.median() * 1e6 - parts.upload_ns - parts.download_ns;
    row += fmt::format("  {:>9} + {:>9} + {:>9}", part(parts.upload_ns), part(sort_ns),
                       part(parts.download_ns));
  }
  if (ratio_to.empty()) return row;
  const LabCell* const reference = lab_reference(result, cell.what, ratio_to);
  if (reference == nullptr) return row + "       –";
  return row + fmt::format("  {:>5.2f}×", lab_ratio(cell, *reference));
}

std::string table_of(const LabResult& result, const std::vector<const LabCell*>& cells,
                     std::string_view ratio_to) {
  std::size_t width = 9;
  for (const LabCell* cell : cells) width = std::max(width, lab_series_text(cell->what).size());
  std::string text = unpadded(lab_keys_text(cells.front()->what));
  const bool transfers = cells.front()->what.transfers;
  text += unpadded(fmt::format("{:>10}  {:<{}}  {:>9}  {:^21}  {:>13}  {:>10}  {:>4}{}{}", "keys",
                               "algorithm", width, "median", "quartiles", "throughput", "bandwidth",
                               "runs", transfers ? "     upload +      sort +  download" : "",
                               ratio_to.empty() ? "" : fmt::format("  vs {}", ratio_to)));
  std::uint32_t n = 0;
  for (const LabCell* cell : cells) {
    const std::string size = cell->what.n == n ? "" : lab_size_text(cell->what.n);
    n = cell->what.n;
    text += unpadded(row_of(result, *cell, ratio_to, size, width));
  }
  return text + "\n";
}

std::string csv_field(std::string_view text) {
  const std::string inert = inert_cell(text);
  if (inert.find_first_of(",\"\n") == std::string::npos) return inert;
  std::string field = "\"";
  for (const char c : inert) {
    field += c;
    if (c == '"') field += c;
  }
  return field + '"';
}

}  // namespace

std::string lab_clock_note(const LabResult& result) {
  int measured = 0;
  int on_cpu = 0;
  int on_gpu = 0;
  for (const LabCell& cell : result.cells) {
    if (cell.state != LabState::kMeasured || cell.samples.empty()) continue;
    ++measured;
    if (cell.elapsed_ms().median() * 1e6 >= kClockLimitNs) continue;
    const auto sorter = std::find_if(result.sorters.begin(), result.sorters.end(),
                                     [&](const auto& each) { return each.id == cell.what.sorter; });
    const bool gpu = sorter != result.sorters.end() && sorter->place == LabPlace::kGpu;
    ++(gpu ? on_gpu : on_cpu);
  }
  if (on_cpu + on_gpu == 0) return "";
  std::string_view tells = "events tell half a microsecond at best";
  if (on_gpu == 0) tells = "to read it takes some tens of nanoseconds itself";
  return fmt::format(
      "{} of {} case{} took less than 1 µs: there the clock limits what can be told, as {}.",
      on_cpu + on_gpu, measured, measured == 1 ? "" : "s", tells);
}

std::string lab_tables(const LabResult& result, std::string_view ratio_to) {
  std::string text;
  for (const std::string& machine : {result.gpu, result.cpu}) {
    if (!machine.empty()) text += machine + "\n";
  }
  if (!result.cache_note.empty()) text += result.cache_note + "\n";
  if (!result.busy.empty()) text += result.busy + "\n";
  if (const std::string note = lab_clock_note(result); !note.empty()) text += note + "\n";
  if (result.floors) {
    const DeviceFloors& floors = *result.floors;
    text += fmt::format(
        "This GPU copies {:.2f} TB/s ({:.2f} TB/s within L2 of {} MiB), takes {:.2f} T minima or "
        "maxima a second, and runs an empty kernel in a graph in {}.\n",
        floors.copy_bytes_per_s * 1e-12, floors.cached_bytes_per_s * 1e-12,
        floors.cache_bytes >> 20, floors.min_max_per_s * 1e-12,
        time_text(floors.launch_ns, kLabTimeDigits));
  }
  if (!text.empty()) text += "\n";
  std::vector<std::string> kinds;
  for (const LabCell& cell : result.cells) add_once(kinds, lab_keys_text(cell.what));
  for (const std::string& kind : kinds) {
    std::vector<const LabCell*> cells;
    for (const LabCell& cell : result.cells) {
      if (lab_keys_text(cell.what) == kind) cells.push_back(&cell);
    }
    std::stable_sort(cells.begin(), cells.end(),
                     [](const LabCell* a, const LabCell* b) { return a->what.n < b->what.n; });
    text += table_of(result, cells, ratio_to);
  }
  text += published_text(result.request.preset);
  if (result.request.preset == "serial-parallel") text += counts_text(result.request) + "\n";
  if (const LabClaim* claim = find_lab_claim(result.request.preset)) {
    text += fmt::format("{}\n{}\n", claim->says, claim_text(result));
  }
  if (!result.problem.empty()) text += result.problem + "\n";
  return text;
}

std::string lab_csv(const LabResult& result) {
  std::string text =
      "sorter,recording,type,pairs,input,n,transfers,warm,state,sample,elapsed_ns,disturbed,"
      "reason,upload_ns,download_ns\n";
  constexpr std::array kStates = {"waiting", "measured", "skipped", "failed"};
  for (const LabCell& cell : result.cells) {
    const LabCase& what = cell.what;
    const std::string before =
        fmt::format("{},{:d},{},{:d},{},{},{:d},{:d},{},", csv_field(what.sorter), what.recording,
                    name_of(what.type), what.pairs, csv_field(what.input), what.n, what.transfers,
                    what.warm, kStates[static_cast<std::size_t>(cell.state)]);
    if (cell.samples.empty()) text += before + ",,," + csv_field(cell.reason) + ",,\n";
    for (std::size_t i = 0; i < cell.samples.size(); ++i) {
      const LabSample& sample = cell.samples[i];
      text += fmt::format("{}{},{:.1f},{:d},{},{:.1f},{:.1f}\n", before, i + 1, sample.elapsed_ns,
                          sample.disturbed, csv_field(cell.reason), sample.transfers.upload_ns,
                          sample.transfers.download_ns);
    }
  }
  return text;
}

}  // namespace sortscope
