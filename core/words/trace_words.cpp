// trace_words.cpp: sentences and rows of a trace.
#include "core/words/trace_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"

namespace sortscope {

namespace {

std::uint64_t elapsed(const TracePass& pass) { return pass.end_ns - pass.begin_ns; }

// Three digits.
std::string three_digits(double value) {
  return fmt::format("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

std::string named(const SortTrace& trace, std::uint32_t index) {
  const TracePass& pass = trace.passes[index];
  const std::string layers = pass_layers_text(pass);
  return fmt::format("pass {}, {}{}", index + 1, pass.name, layers.empty() ? "" : ", " + layers);
}

std::string rate_text(const TracePass& pass) {
  if (pass.bytes == 0 || elapsed(pass) == 0) return "";
  return three_digits(static_cast<double>(pass.bytes) / static_cast<double>(elapsed(pass)));
}

}  // namespace

std::string trace_size_text(const SortTrace& trace) {
  std::string text = std::has_single_bit(trace.n) && trace.n >= 1024
                         ? fmt::format("2^{}", std::countr_zero(trace.n))
                         : grouped_number(trace.n);
  text += fmt::format(" {} of {} bits", trace.n == 1 ? "key" : "keys", trace.key_bits);
  if (trace.places) text += " with places";
  if (trace.recorded) text += ", outcomes recorded";
  return text;
}

std::string pass_layers_text(const TracePass& pass) {
  if (pass.layer_count == 0) return "";
  if (pass.layer_count == 1) return fmt::format("layer {}", pass.first_layer + 1);
  return fmt::format("layers {} to {}", pass.first_layer + 1, pass.first_layer + pass.layer_count);
}

std::string passes_text(const SortTrace& trace) {
  return trace.passes.size() == 1 ? "1 pass" : fmt::format("{} passes", trace.passes.size());
}

std::string share_text(double share) {
  if (share <= 0) return "";
  if (share > 1.005) return "over 100 %";
  return fmt::format("{:.0f} %", 100 * share);
}

std::string trace_source_text(const SortTrace& trace) {
  std::string text;
  if (trace.stamped) {
    text = "stamped on the GPU by the kernels themselves";
  } else if (trace.passes.size() > 1) {
    text = "by a steady clock between waits of all threads";
  } else {
    text = "timed as a whole";
  }
  return trace.runs > 1 ? fmt::format("{}, the median of {} runs", text, trace.runs) : text;
}

std::vector<std::string> trace_findings(const SortTrace& trace) {
  std::vector<std::string> findings;
  const TraceSummary summary = summarize(trace);
  if (trace.passes.size() < 2 || !summary.slowest) return findings;
  const TracePass& slowest = trace.passes[*summary.slowest];
  findings.push_back(
      fmt::format("Slowest: {}: {}, {:.1f} % of the sort.", named(trace, *summary.slowest),
                  time_text(static_cast<double>(elapsed(slowest))),
                  100.0 * static_cast<double>(elapsed(slowest)) /
                      static_cast<double>(std::max<std::uint64_t>(trace.elapsed_ns, 1))));
  if (summary.farthest) {
    const TracePass& farthest = trace.passes[*summary.farthest];
    findings.push_back(fmt::format(
        "Farthest from its floor: {}: {} where {} would do, {} of the floor.",
        named(trace, *summary.farthest), time_text(static_cast<double>(elapsed(farthest))),
        time_text(farthest.floor_ns), share_text(floor_share(farthest))));
  }
  if (trace.elapsed_ns > summary.passes_ns) {
    const std::uint64_t gaps = trace.elapsed_ns - summary.passes_ns;
    findings.push_back(fmt::format(
        "Between passes: {} in all, {:.1f} % of the sort.", time_text(static_cast<double>(gaps)),
        100.0 * static_cast<double>(gaps) / static_cast<double>(trace.elapsed_ns)));
  }
  return findings;
}

namespace {
constexpr std::size_t kMostRows = 2000;  // of a table that a person reads
}  // namespace

std::string trace_table(const SortTrace& trace) {
  std::string text =
      fmt::format("{}, {}; {}\n", trace.title, trace_size_text(trace), trace.device) +
      fmt::format("{} in {}; {}\n", passes_text(trace),
                  time_text(static_cast<double>(trace.elapsed_ns)), trace_source_text(trace));
  std::size_t width = 4;
  for (const TracePass& pass : trace.passes) width = std::max(width, pass.name.size());
  const auto row = [&](std::string_view number, std::string_view name, std::string_view layers,
                       std::string_view begin, std::string_view time, std::string_view bytes,
                       std::string_view rate, std::string_view share) {
    std::string line = fmt::format("{:>5}  {:<{}}  {:<18}  {:>10}  {:>10}  {:>9}  {:>7}  {:>7}",
                                   number, name, width, layers, begin, time, bytes, rate, share);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  row("#", "pass", "layers", "begin µs", "time µs", "moved", "GB/s", "of floor");
  const std::size_t count = trace.passes.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (count > kMostRows && i == kMostRows / 2) {
      text += fmt::format("  ...  {} more passes: a file, by --output, holds them all\n",
                          count - kMostRows);
      i = count - kMostRows / 2;
    }
    const TracePass& pass = trace.passes[i];
    std::string layers;
    if (pass.layer_count > 0) {
      layers = pass.layer_count == 1 ? fmt::format("{}", pass.first_layer + 1)
                                     : fmt::format("{}-{}", pass.first_layer + 1,
                                                   pass.first_layer + pass.layer_count);
    }
    row(std::to_string(i + 1), pass.name, layers,
        fmt::format("{:.2f}", static_cast<double>(pass.begin_ns) / 1e3),
        fmt::format("{:.2f}", static_cast<double>(elapsed(pass)) / 1e3),
        pass.bytes > 0 ? bytes_text(pass.bytes, 3) : "", rate_text(pass),
        share_text(floor_share(pass)));
  }
  for (const std::string& finding : trace_findings(trace)) text += finding + "\n";
  return text;
}

}  // namespace sortscope
