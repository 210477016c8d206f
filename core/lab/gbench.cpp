// gbench.cpp: Google Benchmark's JSON (format of its version 1.7).
#include "core/lab/gbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/parse_number.h"
#include "core/lab/files.h"
#include "core/lab/limits.h"

namespace sortscope {

namespace {

using Json = nlohmann::ordered_json;
using ReadJson = nlohmann::json;

std::string name_of_case(const LabCase& what) {
  return fmt::format("{}/{}{}/{}/n:{}{}{}{}", what.sorter, name_of(what.type),
                     what.pairs ? "-pairs" : "", what.input, what.n,
                     what.recording ? "/recorded" : "", what.transfers ? "/transfers" : "",
                     what.warm ? "/warm" : "");
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}
// Of a sample: n - 1, as Google Benchmark has it.
double deviation_of(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

std::map<std::string, double> aggregates_of(const std::vector<double>& times) {
  const double mean = mean_of(times);
  const double deviation = deviation_of(times);
  return {{"mean", mean},
          {"median", Samples{times}.median()},
          {"stddev", deviation},
          {"cv", mean > 0 ? deviation / mean : 0}};
}

std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t slash = name.find('/');
    parts.push_back(name.substr(0, slash));
    if (slash == std::string_view::npos) return parts;
    name.remove_prefix(slash + 1);
  }
}

std::optional<std::uint32_t> number_of(std::string_view text) {
  if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    text.remove_prefix(colon + 1);
  }
  const auto n = parse_whole(text, ~0U);
  if (!n || *n == 0) return {};
  return static_cast<std::uint32_t>(*n);
}

// Ours, else as much of it as there is.
LabCase case_of(std::string_view name) {
  LabCase what;
  std::vector<std::string_view> parts = parts_of(name);
  const auto take_last = [&](std::string_view word) {
    const bool there = parts.size() > 1 && parts.back() == word;
    if (there) parts.pop_back();
    return there;
  };
  what.warm = take_last("warm");
  what.transfers = take_last("transfers");
  what.recording = take_last("recorded");
  if (parts.size() == 4 && parts[3].starts_with("n:")) {
    std::string_view type = parts[1];
    const bool pairs = type.ends_with("-pairs");
    if (pairs) type.remove_suffix(6);
    const auto known = key_type_of(type);
    const auto n = number_of(parts[3]);
    if (known && n) {
      what.sorter = parts[0];
      what.type = *known;
      what.pairs = pairs;
      what.input = parts[2];
      what.n = *n;
      return what;
    }
  }
  what = {};
  parts = parts_of(name);
  what.n = 1;
  for (std::size_t i = parts.size(); i-- > 1;) {
    if (const auto n = number_of(parts[i])) {
      what.n = *n;
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  }
  for (const std::string_view part : parts) {
    what.sorter += fmt::format("{}{}", what.sorter.empty() ? "" : "/", part);
  }
  return what;
}

std::string text_of(const ReadJson& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

// Where a case stands among the cells.
using CellPlaces =
    std::map<std::tuple<std::string, KeyType, bool, std::string, std::uint32_t, bool, bool, bool>,
             std::size_t>;

LabCell& cell_of(LabResult& result, CellPlaces& places, const LabCase& what) {
  const auto [found, is_new] =
      places.try_emplace({what.sorter, what.type, what.pairs, what.input, what.n, what.recording,
                          what.transfers, what.warm},
                         result.cells.size());
  if (!is_new) return result.cells[found->second];
  LabCell cell;
  cell.what = what;
  cell.least_bytes = std::uint64_t{2} * what.n * (bits_of(what.type) / 8 + (what.pairs ? 4 : 0));
  result.cells.push_back(std::move(cell));
  LabSorterName name{what.sorter, what.sorter, LabPlace::kCpu, true, "", ""};
  if (const auto known = find_lab_sorter(what.sorter)) {
    name = {what.sorter,    std::string((*known)->title),     (*known)->place,
            (*known)->peer, std::string((*known)->algorithm), std::string((*known)->kernel)};
  }
  const auto same = [&](const LabSorterName& other) { return other.id == name.id; };
  if (std::none_of(result.sorters.begin(), result.sorters.end(), same)) {
    result.sorters.push_back(std::move(name));
  }
  return result.cells.back();
}

// "" where `one` was taken, else what is wrong with it.
std::string take(LabResult& result, CellPlaces& places, const ReadJson& one, bool medians) {
  std::string name = text_of(one, "run_name");
  if (name.empty()) name = text_of(one, "name");
  if (name.empty()) return "name is missing";
  const std::string type = text_of(one, "run_type");
  const bool aggregate = type == "aggregate";
  if (aggregate && !(medians && text_of(one, "aggregate_name") == "median")) return "";
  LabCell& cell = cell_of(result, places, case_of(name));
  if (const auto error = one.find("error_occurred");
      error != one.end() && error->is_boolean() && error->get<bool>()) {
    cell.reason = text_of(one, "error_message");
    cell.state = cell.reason.starts_with("skipped: ") ? LabState::kSkipped : LabState::kFailed;
    if (cell.state == LabState::kSkipped) cell.reason.erase(0, 9);
    cell.samples.clear();
    return "";
  }
  const auto time = one.find("real_time");
  if (time == one.end() || !time->is_number()) return "real_time is not a number";
  const std::string unit = text_of(one, "time_unit");
  const double factor = unit == "s" ? 1e9 : unit == "ms" ? 1e6 : unit == "us" ? 1e3 : 1;
  if (unit != "s" && unit != "ms" && unit != "us" && unit != "ns") {
    return "time_unit is not s, ms, us or ns";
  }
  const double elapsed_ns = time->get<double>() * factor;
  if (!std::isfinite(elapsed_ns) || elapsed_ns < 0) return "real_time is not a time";
  if (cell.state == LabState::kFailed || cell.state == LabState::kSkipped) return "";
  cell.state = LabState::kMeasured;
  cell.samples.push_back({elapsed_ns, false});
  return "";
}

// Of "AMD EPYC, 2 threads"; 1 where it does not say.
int threads_of(std::string_view cpu) {
  const std::size_t comma = cpu.rfind(", ");
  if (comma == std::string_view::npos) return 1;
  cpu.remove_prefix(comma + 2);
  constexpr int kMost = std::numeric_limits<int>::max();
  return std::max(static_cast<int>(take_whole(cpu, kMost).value_or(1)), 1);
}

}  // namespace

std::string google_benchmark_json(const LabResult& result) {
  Json benchmarks = Json::array();
  for (std::size_t family = 0; family < result.cells.size(); ++family) {
    const LabCell& cell = result.cells[family];
    if (cell.state == LabState::kWaiting) continue;
    const std::string name = name_of_case(cell.what);
    std::vector<double> times;
    std::vector<double> cpu_times;
    for (const LabSample& sample : cell.samples) {
      times.push_back(sample.elapsed_ns);
      cpu_times.push_back(sample.cpu_ns);
    }
    const auto entry = [&](const std::string& suffix, const char* type) -> Json {
      return {{"name", name + suffix},
              {"family_index", family},
              {"per_family_instance_index", 0},
              {"run_name", name},
              {"run_type", type},
              {"repetitions", std::max<std::size_t>(times.size(), 1)}};
    };
    if (times.empty()) {
      Json one = entry("", "iteration");
      one["repetition_index"] = 0;
      one["threads"] = 1;
      one["error_occurred"] = true;
      one["error_message"] = (cell.state == LabState::kSkipped ? "skipped: " : "") + cell.reason;
      one["iterations"] = 0;
      one["real_time"] = 0.0;
      one["cpu_time"] = 0.0;
      one["time_unit"] = "ns";
      benchmarks.push_back(std::move(one));
      continue;
    }
    for (std::size_t i = 0; i < times.size(); ++i) {
      Json one = entry("", "iteration");
      one["repetition_index"] = i;
      one["threads"] = 1;
      one["iterations"] = 1;
      one["real_time"] = times[i];
      one["cpu_time"] = cpu_times[i];
      one["time_unit"] = "ns";
      if (times[i] > 0) {
        one["bytes_per_second"] = static_cast<double>(cell.least_bytes) / times[i] * 1e9;
        one["items_per_second"] = cell.what.n / times[i] * 1e9;
      }
      benchmarks.push_back(std::move(one));
    }
    const std::map<std::string, double> of_real = aggregates_of(times);
    const std::map<std::string, double> of_cpu = aggregates_of(cpu_times);
    for (const char* aggregate : {"mean", "median", "stddev", "cv"}) {
      Json one = entry(std::string("_") + aggregate, "aggregate");
      one["threads"] = 1;
      one["aggregate_name"] = aggregate;
      one["aggregate_unit"] = std::string_view(aggregate) == "cv" ? "percentage" : "time";
      one["iterations"] = times.size();
      one["real_time"] = of_real.at(aggregate);
      one["cpu_time"] = of_cpu.at(aggregate);
      one["time_unit"] = "ns";
      benchmarks.push_back(std::move(one));
    }
  }
  // What is not known is left out.
  Json context = {{"date", result.started_at},
                  {"executable", "sortscope bench"},
                  {"num_cpus", threads_of(result.cpu)},
                  {"library_build_type", "release"},
                  {"sortscope_revision", result.revision},
                  {"sortscope_cpu", result.cpu},
                  {"sortscope_gpu", result.gpu},
                  {"sortscope_method", result.cache_note}};
  if (!result.host.empty()) context["host_name"] = result.host;
  const Json all = {{"context", context}, {"benchmarks", benchmarks}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<LabResult> lab_result_from_google(std::string_view text) {
  const ReadJson json = ReadJson::parse(text, nullptr, false);
  const auto wrong = [](std::string what) {
    return Error{ErrorCode::kBadInput, std::move(what), ""};
  };
  if (!json.is_object() || !json.contains("benchmarks") || !json["benchmarks"].is_array()) {
    return wrong("benchmarks is not a list");
  }
  // Beside the samples: four aggregates of each case.
  constexpr std::size_t kMostEntries = kMostLabSamples + 4 * kMostLabCells;
  if (const std::size_t count = json["benchmarks"].size(); count > kMostEntries) {
    return wrong(fmt::format("it has {} entries, and at most {} are read", grouped_number(count),
                             grouped_number(kMostEntries)));
  }
  LabResult result;
  result.complete = true;
  if (const auto context = json.find("context"); context != json.end() && context->is_object()) {
    result.started_at = text_of(*context, "date");
    result.revision = text_of(*context, "sortscope_revision");
    result.gpu = text_of(*context, "sortscope_gpu");
    result.cache_note = text_of(*context, "sortscope_method");
    result.cpu = text_of(*context, "sortscope_cpu");
    if (result.cpu.empty()) result.cpu = text_of(*context, "host_name");
  }
  CellPlaces places;
  const ReadJson& benchmarks = json["benchmarks"];
  const bool iterations =
      std::any_of(benchmarks.begin(), benchmarks.end(), [](const ReadJson& one) {
        return one.is_object() && text_of(one, "run_type") != "aggregate";
      });
  for (std::size_t i = 0; i < benchmarks.size(); ++i) {
    const std::string fault = benchmarks[i].is_object()
                                  ? take(result, places, benchmarks[i], !iterations)
                                  : std::string("is not an object");
    if (!fault.empty()) return wrong(fmt::format("benchmarks[{}]: {}", i, fault));
    if (result.cells.size() > kMostLabCells) {
      return wrong(fmt::format("it has more than {} cases", grouped_number(kMostLabCells)));
    }
  }
  std::size_t samples = 0;
  for (const LabCell& cell : result.cells) samples += cell.samples.size();
  if (samples > kMostLabSamples) {
    return wrong(fmt::format("it has {} samples, and at most {} are read", grouped_number(samples),
                             grouped_number(kMostLabSamples)));
  }
  LabRequest& request = result.request;
  request.repetitions = 1;
  const auto add = [](auto& values, const auto& value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  request.types.clear();
  request.pairs.clear();
  request.inputs.clear();
  request.recording.clear();
  for (const LabCell& cell : result.cells) {
    add(request.sorters, cell.what.sorter);
    add(request.sizes, cell.what.n);
    add(request.types, cell.what.type);
    add(request.pairs, cell.what.pairs);
    add(request.inputs, cell.what.input);
    add(request.recording, cell.what.recording);
    request.repetitions =
        std::max(request.repetitions, static_cast<std::uint32_t>(cell.samples.size()));
  }
  return result;
}

}  // namespace sortscope
