// files.cpp: results of the lab as JSON of ours, and the folder of kept results.
#include "core/lab/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/base/folder.h"
#include "core/base/input_file.h"
#include "core/base/number_text.h"
#include "core/base/numbered_file.h"
#include "core/base/output_file.h"
#include "core/base/progress.h"
#include "core/base/quote.h"
#include "core/keys/inputs.h"
#include "core/lab/gbench.h"
#include "core/lab/limits.h"

namespace sortscope {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
// Finds a member of an object in log time, however many a file gives it.
using ReadJson = nlohmann::json;

constexpr std::string_view kFormat = "sortscope-lab";
constexpr int kVersion = 1;
constexpr std::array<std::string_view, 4> kStates = {"waiting", "measured", "skipped", "failed"};

template <typename T>
Json names_of(const std::vector<T>& types) {
  Json names = Json::array();
  for (const T type : types) names.push_back(std::string(name_of(type)));
  return names;
}

Json json_of(const LabRequest& request) {
  return {{"preset", request.preset},       {"sorters", request.sorters},
          {"sizes", request.sizes},         {"types", names_of(request.types)},
          {"pairs", request.pairs},         {"inputs", request.inputs},
          {"recording", request.recording}, {"transfers", request.transfers},
          {"warm", request.warm},           {"repetitions", request.repetitions},
          {"budget_s", request.budget_s},   {"seed", request.seed}};
}

Json json_of(const LabKernel& k) {
  Json json = {
      {"name", k.name}, {"line", k.line}, {"launches", k.launches}, {"threads", k.threads}};
  if (k.registers < 0) return json;
  json["registers"] = k.registers;
  json["shared_bytes"] = k.shared_bytes;
  json["local_bytes"] = k.local_bytes;
  json["blocks_at_once"] = k.blocks_at_once;
  json["occupancy"] = k.occupancy;
  return json;
}

Json json_of(const LabCell& cell) {
  const LabCase& what = cell.what;
  Json samples = Json::array();
  Json disturbed = Json::array();
  for (std::size_t i = 0; i < cell.samples.size(); ++i) {
    samples.push_back(cell.samples[i].elapsed_ns);
    if (cell.samples[i].disturbed) disturbed.push_back(i);
  }
  Json json = {{"sorter", what.sorter},
               {"type", std::string(name_of(what.type))},
               {"pairs", what.pairs},
               {"input", what.input},
               {"n", what.n},
               {"recording", what.recording},
               {"transfers", what.transfers},
               {"warm", what.warm},
               {"state", std::string(kStates[static_cast<std::size_t>(cell.state)])},
               {"reason", cell.reason},
               {"launches", cell.launches},
               {"least_bytes", cell.least_bytes},
               {"samples_ns", samples},
               {"disturbed", disturbed}};
  for (const LabKernel& k : cell.kernels) json["kernels"].push_back(json_of(k));
  const LabTransfers parts = cell.transfers();
  if (parts.upload_ns == 0 && parts.download_ns == 0) return json;
  for (const LabSample& sample : cell.samples) {
    json["upload_ns"].push_back(sample.transfers.upload_ns);
    json["download_ns"].push_back(sample.transfers.download_ns);
  }
  return json;
}

// An object of the file; the first member that does not fit is kept in `fault`.
class Fields {
 public:
  Fields(const ReadJson& json, std::string where, std::string& fault)
      : json_(json), where_(std::move(where)), fault_(fault) {
    if (!json_.is_object()) complain("", "an object");
  }

  template <typename T>
  T get(const char* name) const {
    const ReadJson* const value = member(name);
    return value == nullptr ? T{} : read<T>(*value, [&] { return where_ + name; });
  }

  // Calls take(element, its place) for all of an array.
  template <typename Take>
  void each(const char* name, Take take) const {
    const ReadJson* const value = member(name);
    if (value == nullptr) return;
    if (!value->is_array()) return complain(name, "a list");
    for (std::size_t i = 0; i < value->size() && fault_.empty(); ++i) {
      take((*value)[i], fmt::format("{}{}[{}]", where_, name, i));
    }
  }

  template <typename T>
  std::vector<T> list(const char* name) const {
    std::vector<T> values;
    const ReadJson* const value = member(name);
    if (value == nullptr) return values;
    if (!value->is_array()) return complain(name, "a list"), values;
    values.reserve(value->size());
    for (std::size_t i = 0; i < value->size() && fault_.empty(); ++i) {
      values.push_back(
          read<T>((*value)[i], [&] { return fmt::format("{}{}[{}]", where_, name, i); }));
    }
    return values;
  }

  [[nodiscard]] KeyType type(const std::string& name) const {
    const auto type = key_type_of(name);
    if (!type) complain("type", "one of the key types");
    return type.value_or(KeyType::kUint32);
  }
  [[nodiscard]] bool has(const char* name) const {
    return json_.is_object() && json_.contains(name) && !json_[name].is_null();
  }
  [[nodiscard]] Fields inner(const char* name) const {
    static const ReadJson kNothing = ReadJson::object();
    const ReadJson* const value = member(name);
    return {value == nullptr ? kNothing : *value, where_ + name + ".", fault_};
  }
  [[nodiscard]] std::string& fault() const { return fault_; }
  void complain(const char* name, std::string_view expected) const {
    complain_at(where_ + name, expected);
  }
  /// Elements of a list; 0 where it is none.
  [[nodiscard]] std::size_t size_of(const char* name) const {
    const auto found = json_.is_object() ? json_.find(name) : json_.end();
    return found != json_.end() && found->is_array() ? found->size() : 0;
  }

 private:
  // `place()` names the value where it does not fit.
  template <typename T, typename Place>
  T read(const ReadJson& value, Place place) const {
    if constexpr (std::is_same_v<T, bool>) {
      if (!value.is_boolean()) return complain_at(place(), "true or false"), T{};
      return value.get<bool>();
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (!value.is_string()) return complain_at(place(), "a text"), T{};
      return value.get<std::string>();
    } else if constexpr (std::is_floating_point_v<T>) {
      if (!value.is_number()) return complain_at(place(), "a number"), T{};
      const T number = value.get<T>();
      if (!std::isfinite(number) || number < 0) return complain_at(place(), "a number from 0"), T{};
      return number;
    } else {
      const bool fits =
          value.is_number_unsigned() && value.get<std::uint64_t>() <= std::numeric_limits<T>::max();
      if (!fits) return complain_at(place(), "a whole number from 0 that fits"), T{};
      return value.get<T>();
    }
  }
  void complain_at(std::string place, std::string_view expected) const {
    if (!fault_.empty()) return;
    if (place.ends_with('.')) place.pop_back();
    fault_ = fmt::format("{} is not {}", place.empty() ? "the file" : place, expected);
  }
  [[nodiscard]] const ReadJson* member(const char* name) const {
    if (!fault_.empty()) return nullptr;
    const auto found = json_.find(name);
    if (found != json_.end()) return &*found;
    fault_ = fmt::format("{}{} is missing", where_, name);
    return nullptr;
  }

  const ReadJson& json_;
  std::string where_;  // "cells[3]."
  std::string& fault_;
};

// The kind of input by its present name, so that old results compare with new ones.
std::string present_input(const std::string& id) {
  const auto kind = find_input_kind(id);
  return kind ? std::string((*kind)->id) : id;
}

LabRequest request_from(const Fields& fields) {
  LabRequest request;
  request.preset = fields.get<std::string>("preset");
  request.sorters = fields.list<std::string>("sorters");
  request.sizes = fields.list<std::uint32_t>("sizes");
  request.types.clear();
  for (const std::string& name : fields.list<std::string>("types")) {
    request.types.push_back(fields.type(name));
  }
  request.pairs = fields.list<bool>("pairs");
  request.inputs = fields.list<std::string>("inputs");
  std::ranges::transform(request.inputs, request.inputs.begin(), present_input);
  request.recording = fields.list<bool>("recording");
  request.transfers = fields.get<bool>("transfers");
  request.warm = fields.get<bool>("warm");
  request.repetitions = fields.get<std::uint32_t>("repetitions");
  request.budget_s = fields.get<double>("budget_s");
  request.seed = fields.get<std::uint64_t>("seed");
  return request;
}

LabKernel kernel_from(const Fields& fields) {
  LabKernel k;
  k.name = fields.get<std::string>("name");
  k.line = fields.get<std::uint32_t>("line");
  k.launches = fields.get<std::uint32_t>("launches");
  k.threads = fields.get<std::uint32_t>("threads");
  if (!fields.has("registers")) return k;
  k.registers = static_cast<std::int32_t>(fields.get<std::uint32_t>("registers"));
  k.shared_bytes = fields.get<std::uint64_t>("shared_bytes");
  k.local_bytes = fields.get<std::uint64_t>("local_bytes");
  k.blocks_at_once = fields.get<std::uint32_t>("blocks_at_once");
  k.occupancy = fields.get<double>("occupancy");
  return k;
}

LabCell cell_from(const Fields& fields) {
  LabCell cell;
  LabCase& what = cell.what;
  what.sorter = fields.get<std::string>("sorter");
  what.type = fields.type(fields.get<std::string>("type"));
  what.pairs = fields.get<bool>("pairs");
  what.input = present_input(fields.get<std::string>("input"));
  what.n = fields.get<std::uint32_t>("n");
  if (what.n == 0) fields.complain("n", "a whole number from 1");
  what.recording = fields.get<bool>("recording");
  what.transfers = fields.get<bool>("transfers");
  what.warm = fields.get<bool>("warm");
  const std::string state = fields.get<std::string>("state");
  const auto* const known = std::find(kStates.begin(), kStates.end(), state);
  if (known == kStates.end()) {
    fields.complain("state", "waiting, measured, skipped or failed");
  } else {
    cell.state = static_cast<LabState>(known - kStates.begin());
  }
  cell.reason = fields.get<std::string>("reason");
  cell.launches = fields.get<std::uint32_t>("launches");
  cell.least_bytes = fields.get<std::uint64_t>("least_bytes");
  for (const double elapsed_ns : fields.list<double>("samples_ns")) {
    cell.samples.push_back({elapsed_ns, false});
  }
  const auto take = [&](const char* name, double LabTransfers::*part) {
    if (!fields.has(name)) return;
    const std::vector<double> values = fields.list<double>(name);
    if (values.size() != cell.samples.size()) {
      return fields.complain(name, "a list as long as samples_ns");
    }
    for (std::size_t i = 0; i < values.size(); ++i) cell.samples[i].transfers.*part = values[i];
  };
  take("upload_ns", &LabTransfers::upload_ns);
  take("download_ns", &LabTransfers::download_ns);
  for (const auto at : fields.list<std::uint64_t>("disturbed")) {
    if (at >= cell.samples.size()) {
      fields.complain("disturbed", "a list of places in samples_ns");
      break;
    }
    cell.samples[at].disturbed = true;
  }
  if (fields.has("kernels")) {
    fields.each("kernels", [&](const ReadJson& json, const std::string& where) {
      if (cell.kernels.size() == kMostLabKernels) return fields.complain("kernels", "a short list");
      cell.kernels.push_back(kernel_from(Fields(json, where + ".", fields.fault())));
    });
  }
  const bool measured = cell.state == LabState::kMeasured;
  if (measured == cell.samples.empty()) {
    fields.complain("samples_ns", measured ? "a list with a sample, as a measured case has"
                                           : "empty, as of a case that was not measured");
  }
  return cell;
}

LabSorterName sorter_from(const Fields& fields) {
  LabSorterName name;
  name.id = fields.get<std::string>("id");
  name.title = fields.get<std::string>("title");
  const std::string place = fields.get<std::string>("place");
  if (place != "cpu" && place != "gpu") fields.complain("place", "cpu or gpu");
  name.place = place == "gpu" ? LabPlace::kGpu : LabPlace::kCpu;
  name.peer = fields.get<bool>("peer");
  name.algorithm = fields.get<std::string>("algorithm");
  name.kernel = fields.get<std::string>("kernel");
  return name;
}

LabResult result_from(const Fields& fields) {
  LabResult result;
  result.request = request_from(fields.inner("request"));
  result.started_at = fields.get<std::string>("started_at");
  result.revision = fields.get<std::string>("revision");
  result.cpu = fields.get<std::string>("cpu");
  result.gpu = fields.get<std::string>("gpu");
  result.cache_note = fields.get<std::string>("cache_note");
  // Files of earlier versions do not say.
  if (fields.has("busy")) result.busy = fields.get<std::string>("busy");
  result.arguments = fields.list<std::string>("arguments");
  if (fields.has("floors")) {
    const Fields floors = fields.inner("floors");
    result.floors =
        DeviceFloors{floors.get<double>("copy_bytes_per_s"),
                     floors.get<double>("cached_bytes_per_s"), floors.get<double>("min_max_per_s"),
                     floors.get<std::uint64_t>("cache_bytes"), floors.get<double>("launch_ns")};
  }
  std::string& fault = fields.fault();
  fields.each("sorters", [&](const ReadJson& json, const std::string& where) {
    result.sorters.push_back(sorter_from(Fields(json, where + ".", fault)));
  });
  fields.each("cells", [&](const ReadJson& json, const std::string& where) {
    result.cells.push_back(cell_from(Fields(json, where + ".", fault)));
  });
  result.complete = fields.get<bool>("complete");
  result.problem = fields.get<std::string>("problem");
  return result;
}

Error damaged(std::string_view source, std::string_view what) {
  return {ErrorCode::kBadInput, fmt::format("{} is no result of the lab: {}.", source, what),
          "It is left as it is. Measure again, or remove it."};
}

// Thrown through the reader of JSON.
struct NotRead {};
constexpr std::string_view kStopped = "stopped";
constexpr int kMostDepth = 32;
// Events of the reader, two a member: of a case, and of a sample in Google Benchmark's way.
constexpr std::size_t kMostValues = 400 * kMostLabCells + 32 * kMostLabSamples;

// What of a result is more than can be shown; "" where all of it can.
std::string too_much(const ReadJson& json) {
  std::size_t samples = 0;
  std::string fault;
  const Fields fields(json, "", fault);
  for (const char* list : {"sorters", "cells"}) {
    if (const std::size_t count = fields.size_of(list); count > kMostLabCells) {
      return fmt::format("it has {} {}, and at most {} are read", grouped_number(count), list,
                         grouped_number(kMostLabCells));
    }
  }
  if (fields.size_of("cells") > 0) {
    for (const ReadJson& cell : json["cells"]) {
      std::string ignored;
      samples += Fields(cell, "", ignored).size_of("samples_ns");
    }
  }
  if (samples > kMostLabSamples) {
    return fmt::format("it has {} samples, and at most {} are read", grouped_number(samples),
                       grouped_number(kMostLabSamples));
  }
  return "";
}

// "line 3, column 7" of a byte (from 1).
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n');
  return fmt::format("line {}, column {}", line,
                     before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1);
}

}  // namespace

std::string lab_json(const LabResult& result) {
  Json sorters = Json::array();
  for (const LabSorterName& name : result.sorters) {
    sorters.push_back({{"id", name.id},
                       {"title", name.title},
                       {"place", name.place == LabPlace::kGpu ? "gpu" : "cpu"},
                       {"peer", name.peer},
                       {"algorithm", name.algorithm},
                       {"kernel", name.kernel}});
  }
  Json cells = Json::array();
  for (const LabCell& cell : result.cells) cells.push_back(json_of(cell));
  Json floors;
  if (result.floors) {
    floors = {{"copy_bytes_per_s", result.floors->copy_bytes_per_s},
              {"cached_bytes_per_s", result.floors->cached_bytes_per_s},
              {"min_max_per_s", result.floors->min_max_per_s},
              {"cache_bytes", result.floors->cache_bytes},
              {"launch_ns", result.floors->launch_ns}};
  }
  const Json all = {{"format", std::string(kFormat)},
                    {"version", kVersion},
                    {"started_at", result.started_at},
                    {"revision", result.revision},
                    {"cpu", result.cpu},
                    {"gpu", result.gpu},
                    {"cache_note", result.cache_note},
                    {"busy", result.busy},
                    {"arguments", result.arguments},
                    {"request", json_of(result.request)},
                    {"complete", result.complete},
                    {"problem", result.problem},
                    {"floors", floors},
                    {"sorters", sorters},
                    {"cells", cells}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<LabResult> lab_result_from(std::string_view text, std::string_view source,
                                  const Progress* progress) {
  ReadJson json;
  std::size_t values = 0;
  std::string_view why_not;
  try {
    // What is more than any result has is not read to its end.
    json = ReadJson::parse(text, [&](int depth, ReadJson::parse_event_t, const ReadJson&) {
      if (depth > kMostDepth) why_not = "it is nested too deeply";
      if (++values > kMostValues) why_not = "it has more values than a result can have";
      if (progress != nullptr && progress->cancelled()) why_not = kStopped;
      if (!why_not.empty()) throw NotRead();
      return true;
    });
  } catch (const NotRead&) {
    if (why_not == kStopped) return Error{ErrorCode::kCancelled, "stopped.", ""};
    return damaged(source, why_not);
  } catch (const Json::parse_error& error) {
    return damaged(source, fmt::format("it is not JSON at {}", place_of(text, error.byte)));
  } catch (const Json::out_of_range&) {
    return damaged(source, "it has a number that is too large");
  }
  if (!json.is_object()) return damaged(source, "it is not a JSON object");
  if (json.contains("benchmarks")) {
    auto foreign = lab_result_from_google(text);
    if (!foreign) return damaged(source, foreign.error().message);
    return foreign;
  }
  std::string fault;
  const Fields fields(json, "", fault);
  const std::string format = fields.get<std::string>("format");
  const auto version = fields.get<std::uint32_t>("version");
  if (fault.empty() && format != kFormat) {
    fault = fmt::format("format is {}, not {}", sortscope::quoted(format), kFormat);
  }
  if (fault.empty() && version != kVersion) {
    fault = fmt::format("version is {}, and this program reads version {}", version, kVersion);
  }
  if (fault.empty()) fault = too_much(json);
  if (!fault.empty()) return damaged(source, fault);
  LabResult result = result_from(fields);
  if (!fault.empty()) return damaged(source, fault);
  return result;
}

Result<LabResult> read_lab_result(const std::string& path, const Progress* progress) {
  const auto text = read_regular_file(path, kMostLabBytes);
  if (!text) return text.error();
  auto result = lab_result_from(*text, path, progress);
  if (result) result->path = path;
  return result;
}

std::string lab_results_folder() {
  const std::string data = person_folder("XDG_DATA_HOME", "/.local/share");
  return data.empty() ? "" : data + "/sortscope/results";
}

std::vector<LabFile> lab_files(const std::string& folder) {
  std::vector<LabFile> files;
  const auto names = names_in(folder);
  if (!names) return files;
  for (const std::string& name : *names) {
    const fs::path path = fs::path(folder) / name;
    if (path.extension() != ".json") continue;
    LabFile file;
    file.path = path.string();
    if (auto result = read_lab_result(file.path)) {
      file.started_at = result->started_at;
      file.preset = result->request.preset;
      file.machine = result->gpu.empty() ? result->cpu : result->gpu;
      file.cases = result->cells.size();
      file.measured = static_cast<std::size_t>(
          std::count_if(result->cells.begin(), result->cells.end(),
                        [](const LabCell& cell) { return cell.state == LabState::kMeasured; }));
    } else {
      file.problem = result.error().message;
    }
    files.push_back(std::move(file));
  }
  // Names begin with the time.
  std::sort(files.begin(), files.end(), [](const LabFile& a, const LabFile& b) {
    return std::pair(a.started_at, a.path) > std::pair(b.started_at, b.path);
  });
  return files;
}

Result<std::string> keep_lab_result(const LabResult& result, const std::string& folder) {
  const std::string text = lab_json(result);
  if (!result.path.empty()) {
    if (Status status = write_file(result.path, text); !status) return status.error();
    return result.path;
  }
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) return cannot_write(folder, failure.value());
  std::string name = result.started_at;
  std::erase(name, ':');
  if (name.empty()) name = "result";
  if (!result.request.preset.empty()) name += "-" + result.request.preset;
  // Another program may end in the same second: who comes later takes the next name.
  return write_numbered_file(fmt::format("{}/{}", folder, name), ".json", text);
}

}  // namespace sortscope
