// sort_trace_json.cpp: the Trace Event Format, written and read.
#include "core/engines/sort_trace_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/input_file.h"
#include "core/base/progress.h"
#include "core/base/quote.h"

namespace sortscope {

namespace {

using Json = nlohmann::ordered_json;
// Finds a member of an object in log time, however many a file gives it.
using ReadJson = nlohmann::json;

// Thrown through the reader of JSON.
struct Stopped {};

constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
constexpr std::uint32_t kProcess = 1;
constexpr std::uint32_t kThread = 1;

double microseconds(std::uint64_t ns) { return static_cast<double>(ns) / 1000; }

Json event_of(const TracePass& pass) {
  Json args = {{"bytes", pass.bytes},
               {"comparators", pass.comparators},
               {"floor_us", pass.floor_ns / 1000},
               {"floor_share", floor_share(pass)}};
  if (pass.layer_count > 0) {
    args["first_layer"] = pass.first_layer;
    args["layer_count"] = pass.layer_count;
  }
  return {{"name", pass.name},
          {"cat", "pass"},
          {"ph", "X"},
          {"ts", microseconds(pass.begin_ns)},
          {"dur", microseconds(pass.end_ns - pass.begin_ns)},
          {"pid", kProcess},
          {"tid", kThread},
          {"args", args}};
}

Json name_event(const char* what, const std::string& name) {
  return {{"name", what},    {"ph", "M"},      {"ts", 0},
          {"pid", kProcess}, {"tid", kThread}, {"args", {{"name", name}}}};
}

Error bad(std::string_view name, const std::string& what) {
  return {ErrorCode::kBadInput, fmt::format("{}: {}", name, what),
          "A trace that this program wrote is expected: trace-save, or sortscope trace -o."};
}

// Members of an object, with the first one that is missing or of another type remembered.
class Fields {
 public:
  Fields(const ReadJson& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object_.is_object()) problem_ = fmt::format("{} is not an object.", where_);
  }

  template <typename T>
  T unsigned_number(const char* key) {
    const double value = number(key);
    if (value != std::floor(value) || value > static_cast<double>(std::numeric_limits<T>::max())) {
      say(key, "is not a whole number that fits");
      return 0;
    }
    return static_cast<T>(value);
  }
  double number(const char* key) {
    const ReadJson* found = find(key);
    if (found == nullptr) return 0;
    const double value = found->is_number() ? found->get<double>() : -1;
    if (value >= 0 && std::isfinite(value) && value < 9e15) return value;
    say(key, "is not a number from 0 on");
    return 0;
  }
  std::string text(const char* key) {
    const ReadJson* found = find(key);
    if (found == nullptr) return "";
    if (found->is_string()) return found->get<std::string>();
    say(key, "is not a text");
    return "";
  }
  bool truth(const char* key) {
    const ReadJson* found = find(key);
    if (found == nullptr) return false;
    if (found->is_boolean()) return found->get<bool>();
    say(key, "is not true or false");
    return false;
  }
  [[nodiscard]] bool has(const char* key) const {
    return object_.is_object() && object_.contains(key);
  }
  const ReadJson* find(const char* key) {
    if (!problem_.empty()) return nullptr;
    const auto found = object_.find(key);
    if (found != object_.end()) return &*found;
    say(key, "is missing");
    return nullptr;
  }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void say(const char* key, const char* what) {
    if (problem_.empty()) problem_ = fmt::format("{}: \"{}\" {}.", where_, key, what);
  }

  const ReadJson& object_;
  std::string where_;
  std::string problem_;
};

std::uint64_t ns_of(double us) { return static_cast<std::uint64_t>(std::llround(us * 1000)); }

}  // namespace

std::string trace_json(const SortTrace& trace) {
  Json events = Json::array();
  events.push_back(name_event("process_name", trace.device));
  events.push_back(name_event("thread_name", trace.title));
  for (const TracePass& pass : trace.passes) events.push_back(event_of(pass));
  const Json all = {{"traceEvents", events},
                    {"displayTimeUnit", "ns"},
                    {"otherData",
                     {{"program", "sortscope"},
                      {"version", 1},
                      {"sorter", trace.sorter},
                      {"algorithm", trace.algorithm},
                      {"kernel", trace.kernel},
                      {"title", trace.title},
                      {"device", trace.device},
                      {"n", trace.n},
                      {"wires", trace.wires},
                      {"layers", trace.layers},
                      {"key_bits", trace.key_bits},
                      {"places", trace.places},
                      {"recorded", trace.recorded},
                      {"elapsed_ns", trace.elapsed_ns},
                      {"runs", trace.runs},
                      {"stamped", trace.stamped}}}};
  // Names may hold bytes that are no UTF-8: those are replaced.
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<SortTrace> read_trace_json(std::string_view text, std::string_view name,
                                  const Progress* progress) {
  ReadJson all;
  try {
    all = ReadJson::parse(text, [progress](int, ReadJson::parse_event_t, const ReadJson&) {
      if (progress != nullptr && progress->cancelled()) throw Stopped();
      return true;
    });
  } catch (const Stopped&) {
    return Error{ErrorCode::kCancelled, "stopped.", ""};
  } catch (const ReadJson::exception& error) {
    // What it says repeats what it read, of any length.
    return bad(name, fmt::format("not JSON: {}.", quoted(error.what(), 200)));
  }
  Fields top(all, "the file");
  const ReadJson* other = top.find("otherData");
  const ReadJson* events = top.find("traceEvents");
  if (!top.problem().empty()) return bad(name, top.problem());
  if (!events->is_array()) return bad(name, "\"traceEvents\" is not a list.");
  SortTrace trace;
  Fields head(*other, "otherData");
  trace.sorter = head.text("sorter");
  trace.algorithm = head.text("algorithm");
  trace.kernel = head.text("kernel");
  trace.title = head.text("title");
  trace.device = head.text("device");
  trace.n = head.unsigned_number<std::uint32_t>("n");
  trace.wires = head.unsigned_number<std::uint32_t>("wires");
  trace.layers = head.unsigned_number<std::uint32_t>("layers");
  trace.key_bits = head.unsigned_number<std::uint32_t>("key_bits");
  trace.places = head.truth("places");
  trace.recorded = head.truth("recorded");
  trace.elapsed_ns = head.unsigned_number<std::uint64_t>("elapsed_ns");
  trace.runs = head.unsigned_number<std::uint32_t>("runs");
  trace.stamped = head.truth("stamped");
  if (!head.problem().empty()) return bad(name, head.problem());
  for (std::size_t i = 0; i < events->size(); ++i) {
    Fields event((*events)[i], fmt::format("event {}", i + 1));
    if (event.text("ph") != "X") {
      if (!event.problem().empty()) return bad(name, event.problem());
      continue;
    }
    TracePass pass;
    pass.name = event.text("name");
    pass.begin_ns = ns_of(event.number("ts"));
    pass.end_ns = pass.begin_ns + ns_of(event.number("dur"));
    const ReadJson* args = event.find("args");
    if (!event.problem().empty()) return bad(name, event.problem());
    Fields more(*args, fmt::format("args of event {}", i + 1));
    pass.bytes = more.unsigned_number<std::uint64_t>("bytes");
    pass.comparators = more.unsigned_number<std::uint64_t>("comparators");
    pass.floor_ns = more.number("floor_us") * 1000;
    if (more.has("first_layer")) {
      pass.first_layer = more.unsigned_number<std::uint32_t>("first_layer");
      pass.layer_count = more.unsigned_number<std::uint32_t>("layer_count");
    }
    if (!more.problem().empty()) return bad(name, more.problem());
    trace.passes.push_back(std::move(pass));
  }
  if (trace.passes.empty()) return bad(name, "there is no pass in it.");
  return trace;
}

Result<SortTrace> read_trace_file(const std::string& path, const Progress* progress) {
  const auto text = read_regular_file(path, kMostBytes);
  if (!text) return text.error();
  return read_trace_json(*text, path, progress);
}

}  // namespace sortscope
