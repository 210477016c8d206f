#include "core/own_kernels/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/networks/wording.h"
#include "core/own_kernels/accesses.h"

namespace sortscope {

using sortscope_log::kMadeKeys;
using sortscope_log::kNoKey;
using sortscope_log::LogEntry;

namespace {

bool is_sorted(const LogRun& run) {
  return std::is_sorted(run.output.begin(), run.output.end(),
                        [&](std::uint32_t a, std::uint32_t b) {
                          return key_value(run, a) < key_value(run, b);
                        }) &&
         std::none_of(run.output.begin(), run.output.end(),
                      [&](std::uint32_t key) { return key >= run.n; });
}

bool is_padding(std::uint32_t key) { return key >= kMadeKeys && key != kNoKey; }

// Values that are there as often as they were put in.
bool is_complete(const LogRun& run) {
  std::vector<std::uint64_t> out;
  for (const std::uint32_t key : run.output) out.push_back(key_value(run, key));
  std::vector<std::uint64_t> in(run.keys.begin(), run.keys.end());
  std::sort(out.begin(), out.end());
  std::sort(in.begin(), in.end());
  return in == out;
}

// The last line that wrote `key` to the place `index` of the keys; nothing: none did.
std::optional<std::uint32_t> last_write(const LogRun& run, std::uint32_t key, std::uint32_t index) {
  std::uint64_t place = 0;
  for (const LogArray& array : run.arrays) {
    if (array.kind == sortscope_log::Array::kKeys) place = array.place + 4 * std::uint64_t{index};
  }
  std::optional<std::uint32_t> line;
  run.entries.for_each([&](const LogEntry& e) {
    if (e.kind == sortscope_log::Kind::kWrite && e.key == key && e.place == place) line = e.line;
  });
  return line;
}

// What no comparison holds for stands where keys are.
void find_no_number(const LogRun& run, KernelReport& report) {
  if (std::ranges::find(run.numbers, sortscope_log::kNotANumber) == run.numbers.end()) return;
  const auto is_none = [&](std::uint32_t key) {
    return is_padding(key) && key >= sortscope_log::kMadeNumbers &&
           key_value(run, key) == sortscope_log::kNotANumber;
  };
  std::optional<LogEntry> first;
  run.entries.for_each([&](const LogEntry& e) {
    if (first || e.kind != sortscope_log::Kind::kCompare) return;
    if (is_none(e.key) || is_none(e.key_b)) first = e;
  });
  if (!first) return;
  Finding f;
  f.kind = FindingKind::kPadding;
  f.line = first->line;
  f.threads = {first->thread};
  f.block = first->block;
  f.text = fmt::format(
      "Line {} compares a key with what is not a number (NaN), with {} keys: that is never less "
      "and never greater, so where it ends depends on how the line asks. cudaMemset with 0xff "
      "makes a NaN of a float: pad with INFINITY.",
      first->line, run.n);
  report.findings.push_back(std::move(f));
}

// Its comparators are wrong, not its padding: keys come back in another order where nothing but
// keys comes back.
bool orders_wrongly(const KernelLog& log) {
  const std::uint32_t asked = log.runs[0].n;
  return std::any_of(log.runs.begin(), log.runs.end(), [&](const LogRun& run) {
    const bool unpadded = run.n == asked || (run.n & (run.n - 1)) == 0;
    return unpadded && run.returned && is_complete(run) && !is_sorted(run) &&
           std::none_of(run.output.begin(), run.output.end(), is_padding);
  });
}

// The first of the length asked for, else the shortest; padding in the result is told by itself.
void keep_wrong(const LogRun& run, KernelReport& report) {
  const auto& known = report.wrong_input;
  if (!known.empty() && (known.size() == report.n || known.size() <= run.n)) return;
  if (std::any_of(run.output.begin(), run.output.end(),
                  [&](std::uint32_t key) { return key >= run.n; })) {
    return;
  }
  report.wrong_input = run.keys;
  report.wrong_output.clear();
  for (const std::uint32_t key : run.output) {
    report.wrong_output.push_back(static_cast<std::uint32_t>(key_value(run, key)));
  }
}

const Finding* first_wrong(const std::vector<Finding>& findings) {
  const auto found =
      std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.wrong; });
  return found == findings.end() ? nullptr : &*found;
}

}  // namespace

bool sorts_asked_length(const KernelLog& log) {
  const std::uint32_t asked = log.runs[0].n;
  return std::all_of(log.runs.begin(), log.runs.end(), [&](const LogRun& run) {
    return run.n != asked || (run.returned && is_sorted(run) && is_complete(run));
  });
}

void check_results(const KernelLog& log, KernelReport& report) {
  const LogRun& asked = log.runs[0];
  report.sorted = asked.returned;
  const bool asked_is_good = sorts_asked_length(log);
  // Then what padding does is a consequence.
  const bool other_order = !asked_is_good && orders_wrongly(log);
  bool padding = false;
  std::vector<std::uint32_t> bad_lengths;
  constexpr std::size_t kMostReasons = 3;
  std::string reason;
  std::uint32_t reason_line = 0;
  std::set<std::pair<FindingKind, std::uint32_t>> told;
  for (const LogRun& run : log.runs) {
    if (!run.returned) {
      report.sorted = false;
      continue;
    }
    const bool good = is_sorted(run) && is_complete(run);
    if (!padding) {
      const std::size_t before = report.findings.size();
      find_no_number(run, report);
      padding = report.findings.size() > before;
    }
    for (std::uint32_t i = 0; i < run.output.size() && !padding && !other_order; ++i) {
      const std::uint32_t key = run.output[i];
      if (!is_padding(key)) continue;
      padding = true;
      Finding f;
      f.kind = FindingKind::kPadding;
      f.line = last_write(run, key, i).value_or(f.line);
      f.text = fmt::format(
          "Place {} of the result holds padding and not a key, with {} keys: padding has to sort "
          "behind every key in their own type (Key::highest(), INT_MAX; a byte of cudaMemset makes "
          "-1 of an int with 0xff, and no largest number with 0x7f), and only the first n places "
          "may be copied back.",
          i, run.n);
      report.findings.push_back(std::move(f));
    }
    report.sorted &= good;
    if (!good) keep_wrong(run, report);
    if (run.n == asked.n) continue;
    const std::vector<Finding> mistakes =
        run.complete ? find_mistakes(run) : std::vector<Finding>{};
    const Finding* wrong = first_wrong(mistakes);
    if (good && wrong == nullptr) continue;
    bad_lengths.push_back(run.n);
    // Each mistake once, with the first length that shows it; not what follows from it.
    const bool outside = std::ranges::any_of(
        mistakes, [](const Finding& f) { return f.kind == FindingKind::kOutOfBounds; });
    for (const Finding& f : mistakes) {
      if (outside && f.kind == FindingKind::kUninitialized) continue;
      if (!f.wrong || told.size() == kMostReasons || !told.insert({f.kind, f.line}).second) {
        continue;
      }
      reason += fmt::format(" With {}: {}", counted(run.n, "key"), f.text);
      if (reason_line == 0) reason_line = f.line;
    }
  }
  if (bad_lengths.empty() || padding) return;
  if (!asked_is_good || first_wrong(report.findings) != nullptr) return;
  std::sort(bad_lengths.begin(), bad_lengths.end());
  bad_lengths.erase(std::unique(bad_lengths.begin(), bad_lengths.end()), bad_lengths.end());
  const bool powers = std::none_of(bad_lengths.begin(), bad_lengths.end(),
                                   [](std::uint32_t n) { return (n & (n - 1)) == 0; });
  std::string lengths;
  for (std::size_t i = 0; i < bad_lengths.size() && i < 4; ++i) {
    lengths += fmt::format("{}{}", i == 0 ? "" : ", ", bad_lengths[i]);
  }
  if (bad_lengths.size() > 4) lengths += " …";
  Finding f;
  f.kind = FindingKind::kLength;
  f.line = reason_line;
  f.text = fmt::format(
      "It is right with {} keys and wrong with {}{}{}", asked.n, lengths,
      powers ? ": lengths that are no powers of two have to be padded, or left out of the loop."
             : ": does the grid cover all keys, and every loop end where they end?",
      reason);
  report.findings.push_back(std::move(f));
}

void check_payload(std::span<const LogRun* const> runs, std::span<const TracedRun> traces,
                   KernelReport& report) {
  std::map<std::uint32_t, Finding> lost;
  std::map<std::uint32_t, Finding> turned;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (const TracedComparator& c : traces[r].comparators) {
      if (c.key_a >= runs[r]->n || c.key_b >= runs[r]->n ||
          key_value(*runs[r], c.key_a) != key_value(*runs[r], c.key_b)) {
        continue;
      }
      if (!c.doubled() && (!c.exchanged() || c.chosen || c.both_ways)) continue;
      Finding& f = (c.doubled() ? lost : turned)[c.line];
      if (f.line != 0) {
        ++f.times;
        continue;
      }
      f.kind = FindingKind::kPayload;
      f.wrong = c.doubled();
      f.line = c.line;
      f.threads = {c.thread};
      f.block = c.block;
      f.launch = c.launch;
      f.epoch = c.epoch;
      f.text =
          c.doubled()
              ? fmt::format(
                    "Of two equal keys, line {} leaves one on both places {} and {}: the other "
                    "is lost, and what belongs to it. Compare with < in one direction, and its "
                    "opposite in the other.",
                    c.line, c.a, c.b)
              : fmt::format(
                    "Line {} exchanges equal keys (places {} and {}): it writes more than it "
                    "has to, and keys with something attached change their order. {}",
                    c.line, c.a, c.b,
                    c.strict ? "Of equal keys neither is less: `(a > b) == up` is true for them "
                               "where up is false. Ask in both directions: `up ? a > b : a < b`."
                             : "Compare with < or >, not <= or >=.");
    }
  }
  for (auto& [line, f] : lost) report.findings.push_back(std::move(f));
  for (auto& [line, f] : turned) {
    if (!lost.contains(line)) report.findings.push_back(std::move(f));
  }
}

}  // namespace sortscope
