// timing_text.cpp: times of a person's kernel as tables and as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/samples.h"
#include "core/own_kernels/timing.h"

namespace sortscope {

namespace {

std::string time_row(const KernelTime& time, std::size_t index,
                     std::span<const OtherTimes> others) {
  const Samples samples{time.samples_ms};
  const double median = samples.median();
  std::string row = fmt::format("{:>10}  {:>9.4f}  {:>9.4f}  {:>9.4f}  {:>10.3e}  {:>8}", time.n,
                                median, samples.quantile(0.25), samples.quantile(0.75),
                                median > 0 ? time.n / median * 1e3 : 0, time.launches);
  for (const OtherTimes& other : others) {
    const double theirs = index < other.median_ms.size() ? other.median_ms[index] : 0;
    const std::size_t width = std::max<std::size_t>(other.title.size(), 15);
    row += theirs > 0 ? fmt::format("  {:>{}}",
                                    fmt::format("{:.4f} ({:.2f})", theirs, median / theirs), width)
                      : fmt::format("  {:>{}}", "", width);
  }
  return row + "\n";
}

std::string known(int registers, const std::string& text) {
  return registers < 0 ? std::string("?") : text;
}

}  // namespace

std::string kernel_timing_text(const KernelTiming& timing, std::span<const OtherTimes> others) {
  std::string text = fmt::format(
      "{}, uniform keys{}. Milliseconds; in brackets: how many times as long yours "
      "takes.\n",
      timing.card, timing.host_memory ? ", copies to the GPU and back counted" : "");
  text += fmt::format("{:>10}  {:>9}  {:>9}  {:>9}  {:>10}  {:>8}", "keys", "yours", "quarter",
                      "3 quarter", "keys/s", "launches");
  for (const OtherTimes& other : others) {
    text += fmt::format("  {:>{}}", other.title, std::max<std::size_t>(other.title.size(), 15));
  }
  text += "\n";
  for (std::size_t i = 0; i < timing.times.size(); ++i) {
    const KernelTime& time = timing.times[i];
    text += time.problem.empty() ? time_row(time, i, others)
                                 : fmt::format("{:>10}  {}\n", time.n, time.problem);
  }
  if (timing.kernels.empty()) return text;
  text +=
      fmt::format("\n{:>6}  {:>8}  {:>7}  {:>9}  {:>12}  {:>11}  {:>9}  {}\n", "line", "launches",
                  "threads", "registers", "shared bytes", "local bytes", "occupancy", "kernel");
  for (const KernelResources& k : timing.kernels) {
    text +=
        fmt::format("{:>6}  {:>8}  {:>7}  {:>9}  {:>12}  {:>11}  {:>9}  {}\n", k.line, k.launches,
                    k.threads, known(k.registers, fmt::format("{}", k.registers)),
                    known(k.registers, fmt::format("{}", k.shared_bytes + k.dynamic_shared_bytes)),
                    known(k.registers, fmt::format("{}", k.local_bytes)),
                    known(k.registers, fmt::format("{:.0f} %", 100 * k.occupancy)), k.name);
  }
  return text;
}

std::string kernel_timing_json(const KernelTiming& timing, std::span<const OtherTimes> others) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["version"] = 1;
  json["compiled"] = timing.compiled;
  json["card"] = timing.card;
  json["host_memory"] = timing.host_memory;
  json["complete"] = timing.complete;
  json["messages"] = Json::array();
  for (const CompilerMessage& m : timing.messages) {
    json["messages"].push_back({{"line", m.line}, {"error", m.error}, {"text", m.text}});
  }
  json["times"] = Json::array();
  for (std::size_t i = 0; i < timing.times.size(); ++i) {
    const KernelTime& time = timing.times[i];
    Json row{{"n", time.n}, {"launches", time.launches}, {"samples_ms", time.samples_ms}};
    if (!time.problem.empty()) row["problem"] = time.problem;
    if (!time.samples_ms.empty()) row["median_ms"] = Samples{time.samples_ms}.median();
    for (const OtherTimes& other : others) {
      if (i < other.median_ms.size() && other.median_ms[i] > 0) {
        row["others_ms"][other.title] = other.median_ms[i];
      }
    }
    json["times"].push_back(std::move(row));
  }
  json["kernels"] = Json::array();
  for (const KernelResources& k : timing.kernels) {
    json["kernels"].push_back({{"name", k.name},
                               {"line", k.line},
                               {"launches", k.launches},
                               {"threads", k.threads},
                               {"registers", k.registers},
                               {"shared_bytes", k.shared_bytes},
                               {"dynamic_shared_bytes", k.dynamic_shared_bytes},
                               {"local_bytes", k.local_bytes},
                               {"blocks_at_once", k.blocks_at_once},
                               {"occupancy", k.occupancy}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sortscope
