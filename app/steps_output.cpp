// steps_output.cpp: the JSON, CSV and text forms of `sortscope steps`.
#include "app/steps_output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/replay.h"

namespace sortscope {

namespace {

constexpr std::size_t kFlushBytes = std::size_t{1} << 20;

// "1 key", "2 keys".
std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

bool is_float(KeyType type) { return type == KeyType::kFloat32 || type == KeyType::kFloat64; }

// The text of every key, one after another.
class KeyTexts {
 public:
  KeyTexts(const Recording& recording, bool json) {
    const std::uint32_t real = recording.real_keys();
    const bool floats = is_float(recording.request.keys.type);
    begin_.reserve(real + 1);
    begin_.push_back(0);
    for (std::uint32_t place = 0; place < real; ++place) {
      std::string text = recording.request.keys.text(place);
      if (json && floats) {
        if (text == "-0") text = "-0.0";  // as an integer it would lose its sign
        if (text.find_first_of("in") != std::string::npos) text = '"' + text + '"';
      }
      texts_ += text;
      begin_.push_back(texts_.size());
    }
  }

  [[nodiscard]] std::string_view of(std::uint32_t place) const {
    if (place + std::size_t{1} >= begin_.size()) return "null";
    return std::string_view(texts_).substr(begin_[place], begin_[place + 1] - begin_[place]);
  }

 private:
  std::string texts_;
  std::vector<std::uint64_t> begin_;
};

class StepsWriter {
 public:
  StepsWriter(const std::shared_ptr<const Recording>& recording, const StepsOptions& options,
              std::FILE* out)
      : recording_(*recording),
        network_(recording->network),
        options_(options),
        texts_(*recording, options.format == StepsFormat::kJson),
        replay_(recording),
        out_(out) {}

  Status write(Progress* progress) {
    const std::uint32_t first = options_.from == 0 ? 0 : options_.from - 1;
    if (progress != nullptr) {
      progress->begin(network_.comparators_before(options_.to) -
                      network_.comparators_before(first));
    }
    header();
    if (options_.from == 0) input_step();
    for (std::uint32_t layer = first; layer < options_.to; ++layer) {
      replay_.seek({layer + 1, 0});
      begin_layer(layer);
      const std::uint32_t count = network_.count(layer);
      for (std::uint32_t i = 0; i < count; ++i) {
        comparator(layer, i);
        if (buffer_.size() < kFlushBytes) continue;
        flush();
        if (failed_) return io_error();
        if (progress != nullptr && progress->cancelled()) return stopped();
      }
      end_layer();
      if (failed_) return io_error();
      if (progress != nullptr) {
        progress->advance(count);
        if (progress->cancelled()) return stopped();
      }
    }
    flush();
    if (failed_ || std::fflush(out_) != 0) return io_error();
    return {};
  }

 private:
  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
  }
  void put_number(std::uint32_t value) {
    const fmt::format_int text(value);
    buffer_.append(text.data(), text.size());
  }

  static Error stopped() {
    return {ErrorCode::kCancelled, "stopped; the output is not whole.", ""};
  }
  static Error io_error() {
    return {ErrorCode::kIo, fmt::format("cannot write the steps: {}.", std::strerror(errno)), ""};
  }
  void flush() {
    if (!failed_) failed_ = std::fwrite(buffer_.data(), 1, buffer_.size(), out_) != buffer_.size();
    buffer_.clear();
  }
  void flush_if_full() {
    if (buffer_.size() >= kFlushBytes) flush();
  }

  void keys(std::string_view separator) {
    bool first = true;
    for (const std::uint32_t place : replay_.places()) {
      if (!first) buffer_ += separator;
      first = false;
      buffer_ += texts_.of(place);
      flush_if_full();
    }
  }
  void place(std::uint32_t place) {
    if (recording_.is_padding(place)) {
      buffer_ += "null";
    } else {
      put_number(place);
    }
  }
  void places() {
    bool first = true;
    for (const std::uint32_t p : replay_.places()) {
      if (!first) buffer_ += ',';
      first = false;
      place(p);
      flush_if_full();
    }
  }
  void json_state() {
    buffer_ += "\"keys\":[";
    keys(",");
    buffer_ += ']';
    if (options_.pairs) {
      buffer_ += ",\"places\":[";
      places();
      buffer_ += ']';
    }
    buffer_ += "}\n";
  }

  void header() {
    const RunRequest& request = recording_.request;
    replay_.seek({0, 0});
    switch (options_.format) {
      case StepsFormat::kJson:
        put("{{\"version\":1,\"algorithm\":\"{}\",\"n\":{},\"padded_to\":{},\"type\":\"{}\","
            "\"order\":\"{}\",\"parameters\":{{}},",
            recording_.algorithm->id, recording_.real_keys(), network_.wires(),
            name_of(request.keys.type), name_of(request.order));
        json_state();
        break;
      case StepsFormat::kCsv:
        buffer_ += "step,level,distance,min_wire,max_wire,exchanged,min_key,max_key";
        buffer_ += options_.pairs ? ",min_place,max_place\n" : "\n";
        break;
      case StepsFormat::kText:
        put("{}: {} ({}, {}), {}, {}, {}, {}.\n", recording_.algorithm->title,
            counted(recording_.real_keys(), "key"), name_of(request.keys.type),
            name_of(request.order), counted(network_.depth(), "layer"),
            counted(network_.size(), "comparator"),
            counted(recording_.exchanged_before.back(), "exchange"),
            recording_.sorted ? "sorted" : "not sorted at the end");
        buffer_ += "input: ";
        keys(" ");
        buffer_ += '\n';
        break;
    }
  }

  // The header of the text form has the input already; the CSV form has no comparators for it.
  void input_step() {
    if (options_.format != StepsFormat::kJson) return;
    buffer_ += "{\"step\":0,\"comparators\":[],";
    json_state();
  }

  void begin_layer(std::uint32_t layer) {
    const LayerLabel& label = network_.label(layer);
    layer_prefix_.clear();
    auto prefix = std::back_inserter(layer_prefix_);
    switch (options_.format) {
      case StepsFormat::kJson:
        put("{{\"step\":{}", layer + 1);
        if (label.level != 0) put(",\"level\":{}", label.level);
        if (label.distance != 0) put(",\"distance\":{}", label.distance);
        buffer_ += ",\"comparators\":[";
        break;
      case StepsFormat::kCsv:
        fmt::format_to(prefix, "{},", layer + 1);
        if (label.level != 0) fmt::format_to(prefix, "{}", label.level);
        layer_prefix_ += ',';
        if (label.distance != 0) fmt::format_to(prefix, "{}", label.distance);
        layer_prefix_ += ',';
        break;
      case StepsFormat::kText: {
        const std::string& name = network_.levels()[network_.level_index(layer)].name;
        put("layer {}, {}", layer + 1, name);
        const bool bitonic = name.starts_with("k = ") || name.starts_with("BM ");
        if (label.distance != 0) put(", {} {}", bitonic ? "j =" : "distance", label.distance);
        buffer_ += ": ";
        break;
      }
    }
    first_in_layer_ = true;
  }

  void comparator(std::uint32_t layer, std::uint32_t index) {
    const Comparator c = recording_.comparator(layer, index);
    const bool exchanged = recording_.exchanged(layer, index);
    const std::uint32_t min_place = replay_.places()[c.min_wire];
    const std::uint32_t max_place = replay_.places()[c.max_wire];
    switch (options_.format) {
      case StepsFormat::kJson:
        buffer_ += first_in_layer_ ? "[" : ",[";
        put_number(c.min_wire);
        buffer_ += ',';
        put_number(c.max_wire);
        buffer_ += exchanged ? ",1]" : ",0]";
        break;
      case StepsFormat::kCsv:
        buffer_ += layer_prefix_;
        put_number(c.min_wire);
        buffer_ += ',';
        put_number(c.max_wire);
        buffer_ += exchanged ? ",1," : ",0,";
        buffer_ += texts_.of(min_place);
        buffer_ += ',';
        buffer_ += texts_.of(max_place);
        if (options_.pairs) {
          buffer_ += ',';
          place(min_place);
          buffer_ += ',';
          place(max_place);
        }
        buffer_ += '\n';
        break;
      case StepsFormat::kText:
        text_comparator(c, exchanged);
        break;
    }
    first_in_layer_ = false;
  }

  void text_comparator(const Comparator& c, bool exchanged) {
    const std::string_view lower = texts_.of(replay_.places()[c.lower()]);
    const std::string_view upper = texts_.of(replay_.places()[c.upper()]);
    // The keys stand as they are after the layer: before an exchange they stood the other way
    // round.
    put("{}wires {} and {} {}: ", first_in_layer_ ? "" : "; ", c.lower(), c.upper(),
        c.ascending() ? "ascending" : "descending");
    if (exchanged) {
      put("{}, {} exchanged", upper, lower);
    } else {
      put("{}, {} kept", lower, upper);
    }
  }

  void end_layer() {
    switch (options_.format) {
      case StepsFormat::kJson:
        buffer_ += "],";
        json_state();
        break;
      case StepsFormat::kCsv:
        break;
      case StepsFormat::kText:
        buffer_ += ". Keys now: ";
        keys(" ");
        buffer_ += '\n';
        break;
    }
  }

  const Recording& recording_;
  const Network& network_;
  StepsOptions options_;
  KeyTexts texts_;
  Replay replay_;
  std::FILE* out_;
  std::string buffer_;
  std::string layer_prefix_;
  bool first_in_layer_ = true;
  bool failed_ = false;
};

}  // namespace

Status write_steps(const std::shared_ptr<const Recording>& recording, const StepsOptions& options,
                   std::FILE* out, Progress* progress) {
  StepsOptions range = options;
  const std::uint32_t depth = recording->network.depth();
  if (range.to == UINT32_MAX) range.to = depth;
  const bool empty = depth == 0 && range.from == 1;  // a single key: no layers
  if (range.to > depth || (range.from > depth && !empty)) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("there is no step {}: this run has {}.",
                             range.to > depth ? range.to : range.from, counted(depth, "step")),
                 "Step 0 is the input; ranges include both ends."};
  }
  if (range.from > range.to && !empty) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("--from {} is after --to {}.", range.from, range.to), ""};
  }
  return StepsWriter(recording, range, out).write(progress);
}

}  // namespace sortscope
