// own_kernel.cpp: what a person's own kernel did, in words.
#include "core/words/own_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/number_text.h"

namespace sortscope {

namespace {

// All keys where they are at most so many, else the first of them.
std::string keys_text(const std::vector<std::uint32_t>& keys, std::size_t most) {
  constexpr std::size_t kShown = 8;
  const std::size_t count = keys.size() > most ? kShown : keys.size();
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("{}{}", i == 0 ? "" : " ", keys[i]);
  return count < keys.size() ? text + " …" : text;
}

std::string pair_text(const std::optional<Comparator>& c) {
  if (!c) return "compares nothing there";
  const Wire low = std::min(c->min_wire, c->max_wire);
  const Wire high = std::max(c->min_wire, c->max_wire);
  return fmt::format("compares wires {} and {}{}", low, high,
                     c->min_wire < c->max_wire ? "" : ", the smaller key below");
}

std::string counted(std::uint64_t count, std::string_view noun, std::string_view plural = {}) {
  if (count == 1) return fmt::format("1 {}", noun);
  return plural.empty() ? fmt::format("{} {}s", grouped_number(count), noun)
                        : fmt::format("{} {}", grouped_number(count), plural);
}

std::string extent(const std::array<std::uint32_t, 3>& size) {
  std::string text = grouped_number(size[0]);
  if (size[1] > 1 || size[2] > 1) text += fmt::format(" × {}", size[1]);
  if (size[2] > 1) text += fmt::format(" × {}", size[2]);
  return text;
}

bool one(const std::array<std::uint32_t, 3>& size) {
  return size[0] == 1 && size[1] == 1 && size[2] == 1;
}

}  // namespace

std::string kernel_verdict(const KernelReport& r) {
  if (!r.compiled) {
    const auto error = std::ranges::find_if(r.messages, [](const auto& m) { return m.error; });
    return error != r.messages.end() && error->line > 0
               ? fmt::format("It does not compile: the first error is in line {}.", error->line)
               : "It does not compile.";
  }
  if (!r.ran) return "It did not come to its end.";
  if (!r.sorted) {
    if (!r.counterexample.empty()) {
      return fmt::format("It does not sort: {} comes out wrong.", keys_text(r.counterexample, 16));
    }
    if (!std::ranges::is_sorted(r.output)) {
      return fmt::format("It does not sort: {} comes out.", keys_text(r.output, 8));
    }
    if (r.wrong_input.size() == r.n && r.n > 0) {
      return fmt::format("It does not sort: {} comes out as {}.", keys_text(r.wrong_input, 8),
                         keys_text(r.wrong_output, 8));
    }
    return fmt::format("It sorts {}, but not all inputs and lengths that were tried.",
                       counted(r.n, "key"));
  }
  const bool wrong = std::ranges::any_of(r.findings, [](const Finding& f) { return f.wrong; });
  const std::string_view but = wrong ? ", but it is not right" : "";
  if (r.verdict == KernelVerdict::kAdaptive) {
    return fmt::format("It sorts{}. It is no network: what it compares depends on the keys.", but);
  }
  if (r.verdict == KernelVerdict::kUnknown) {
    if (r.smaller.n > 0) {
      return fmt::format("It sorts what was tried{}. With {} it is {}.", but,
                         counted(r.smaller.n, "key"),
                         r.smaller.verdict == KernelVerdict::kNetwork ? "a network" : "no network");
    }
    return fmt::format("It sorts what was tried{}; whether it is a network is not known.", but);
  }
  if (r.proved == "all inputs") {
    return fmt::format("It sorts all inputs of {}: proved{}.", counted(r.n, "key"), but);
  }
  if (!r.proved.empty()) return fmt::format("It sorts: proved for {}{}.", r.proved, but);
  return fmt::format("It sorted all that was tried{}.", but);
}

std::string_view finding_title(FindingKind kind) {
  switch (kind) {
    case FindingKind::kNotSorted:
      return "Does not sort";
    case FindingKind::kRace:
      return "Race";
    case FindingKind::kOutOfBounds:
      return "Out of bounds";
    case FindingKind::kUninitialized:
      return "Read before it is written";
    case FindingKind::kBarrier:
      return "Barrier not reached by all";
    case FindingKind::kLaunch:
      return "Launch failed";
    case FindingKind::kLength:
      return "Wrong for some lengths";
    case FindingKind::kPadding:
      return "Padding comes back";
    case FindingKind::kPayload:
      return "Keys lost or doubled";
    case FindingKind::kCrash:
      return "Crash";
    case FindingKind::kTimeout:
      return "Does not end";
    case FindingKind::kBankConflict:
      return "Bank conflicts";
    case FindingKind::kUncoalesced:
      return "Scattered access";
    case FindingKind::kIdle:
      return "Idle threads";
    case FindingKind::kLaunches:
      return "More launches than needed";
  }
  return "Finding";
}

std::optional<DifferencePlace> difference_place(const KernelReport& r) {
  if (!r.first_difference || !r.first_difference->is || r.network == nullptr) return std::nullopt;
  const std::uint32_t layer = r.first_difference->layer;
  if (layer >= r.network->depth()) return std::nullopt;
  const auto compared = r.network->layer(layer);
  const auto index = static_cast<std::uint32_t>(
      std::ranges::find(compared, *r.first_difference->is) - compared.begin());
  const std::size_t at = r.network->first(layer) + index;
  if (index == compared.size() || at >= r.origins.size() || r.origins[at].line == 0) {
    return std::nullopt;
  }
  return DifferencePlace{{layer, index}, r.origins[at].line};
}

std::string difference_text(const KernelReport& r) {
  if (!r.first_difference) return "";
  const NetworkDifference& d = *r.first_difference;
  const auto place = difference_place(r);
  const std::string who =
      place ? fmt::format("Line {}", place->line) : fmt::format("Layer {}", d.layer + 1);
  const std::string where = place ? fmt::format(" in layer {}", d.layer + 1) : std::string();
  const bool same =
      d.is && d.should && d.is->lower() == d.should->lower() && d.is->upper() == d.should->upper();
  if (same) {
    const bool above = d.is->ascending();
    return fmt::format("{} compares wires {} and {}{} with the smaller key {}; {} has it {}.", who,
                       d.is->lower(), d.is->upper(), where, above ? "above" : "below", r.against,
                       above ? "below" : "above");
  }
  return fmt::format("{} {}{}; {} {}.", who, pair_text(d.is), where, r.against,
                     pair_text(d.should));
}

std::string place_text(const Finding& f) {
  std::string text;
  const bool two = f.line > 0 && f.other_line > 0 && f.other_line != f.line;
  if (two) {
    text = fmt::format("lines {} and {}", std::min(f.line, f.other_line),
                       std::max(f.line, f.other_line));
  } else if (f.line > 0) {
    text = fmt::format("line {}", f.line);
  }
  if (f.threads.empty()) return text;
  text += fmt::format("{}block {}, {} {}", text.empty() ? "" : " · ", f.block,
                      f.threads.size() == 1 ? "thread" : "threads", f.threads[0]);
  for (std::size_t i = 1; i < std::min<std::size_t>(f.threads.size(), 4); ++i) {
    text += fmt::format(", {}", f.threads[i]);
  }
  return f.threads.size() > 4 ? text + " …" : text;
}

std::string launch_text(const KernelReport& r, std::size_t launch) {
  if (launch >= r.launches.size()) return "";
  const KernelLaunch& l = r.launches[launch];
  return fmt::format("launch {} · {} · {} {} of {} threads", launch + 1, l.kernel, extent(l.grid),
                     one(l.grid) ? "block" : "blocks", extent(l.block));
}

std::string line_note(const KernelReport& r, std::uint32_t line) {
  const auto found =
      std::ranges::find_if(r.lines, [&](const LineFacts& f) { return f.line == line; });
  if (found == r.lines.end()) return "";
  const LineFacts& f = *found;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " · ") + part; };
  if (f.comparisons > 0) add(counted(f.comparisons, "comparison"));
  const std::uint64_t reads = f.global_reads + f.shared_reads;
  const std::uint64_t writes = f.global_writes + f.shared_writes;
  if (reads > 0) add(counted(reads, "read"));
  if (writes > 0) add(counted(writes, "write"));
  if (f.sectors > 0) {
    add(f.sectors > f.least_sectors && f.least_sectors > 0
            ? fmt::format("{} sectors, {} would do", grouped_number(f.sectors),
                          grouped_number(f.least_sectors))
            : counted(f.sectors, "sector"));
  }
  if (f.shared_requests > 0) {
    add(f.wavefronts > f.shared_requests
            ? fmt::format("{} wavefronts for {}", grouped_number(f.wavefronts),
                          counted(f.shared_requests, "request"))
            : "no bank conflict");
  }
  const std::uint64_t requests = f.global_requests + f.shared_requests;
  if (f.diverged > 0 && requests > 0) {
    add(fmt::format("{} of {} warps in part", grouped_number(f.diverged),
                    grouped_number(std::max(requests, f.diverged))));
  }
  if (f.barriers > 0) add(counted(f.barriers, "arrival"));
  return text;
}

std::size_t finding_of(const KernelReport& r, std::uint32_t line) {
  const auto found = std::ranges::find_if(
      r.findings, [&](const Finding& f) { return f.line == line || f.other_line == line; });
  return static_cast<std::size_t>(found - r.findings.begin());
}

std::optional<std::uint32_t> layer_of(const KernelReport& r, const Finding& f) {
  if (f.layer) return f.layer;
  // The run that is shown does not show what came out, nor what other lengths do.
  using K = FindingKind;
  for (const K kind : {K::kNotSorted, K::kLength, K::kPadding, K::kCrash, K::kTimeout}) {
    if (f.kind == kind) return std::nullopt;
  }
  if (r.network == nullptr || f.line == 0 || r.origins.empty()) return std::nullopt;
  // Else the first layer that its line, its launch and stretch compared in.
  for (std::uint32_t layer = 0; layer < r.network->depth(); ++layer) {
    const std::size_t at = r.network->first(layer);
    if (at >= r.origins.size()) break;
    const ComparatorOrigin& origin = r.origins[at];
    if (origin.launch == f.launch && origin.epoch >= f.epoch) return layer;
  }
  return std::nullopt;
}

bool can_be_planted(std::string_view planted) {
  for (int kind = 0; kind <= static_cast<int>(FindingKind::kLaunches); ++kind) {
    if (finding_id(static_cast<FindingKind>(kind)) == planted) return true;
  }
  return false;
}

std::string task_text(KernelTask& task, const KernelReport& r) {
  const auto is_planted = [&](const Finding& f) { return finding_id(f.kind) == task.planted; };
  if (!task.planted.empty() && !task.seen) {
    const auto found = std::ranges::find_if(r.findings, is_planted);
    // Whatever made it so.
    const bool unsorted = task.planted == "not-sorted" && r.compiled && r.ran && !r.sorted;
    if (!unsorted && found == r.findings.end()) {
      return fmt::format("Nothing is planted yet. {}", kernel_verdict(r));
    }
    task.seen = true;
    if (found == r.findings.end())
      return fmt::format("Planted. {} Now mend it.", kernel_verdict(r));
    return fmt::format("Planted, and found: {}{}. Now mend it.", finding_title(found->kind),
                       found->line > 0 ? fmt::format(", line {}", found->line) : "");
  }
  if (r.compiled && r.good()) {
    return fmt::format("{} {}", task.planted.empty() ? "Right." : "Mended.", kernel_verdict(r));
  }
  const auto wrong = std::ranges::find_if(r.findings, [](const Finding& f) { return f.wrong; });
  if (wrong == r.findings.end()) return fmt::format("Still left. {}", kernel_verdict(r));
  return fmt::format("Still left: {}{}.", finding_title(wrong->kind),
                     wrong->line > 0 ? fmt::format(", line {}", wrong->line) : "");
}

std::vector<OwnValue> own_values(const ComparatorOrigin& o) {
  return {{"line", o.line},
          {"launch", o.launch + 1},
          {"block", o.block},
          {"thread", o.thread},
          {"epoch", o.epoch}};
}

std::vector<OwnValue> variable_values(const KernelReport& r, const ComparatorOrigin& o) {
  std::vector<KernelValue> known;
  for (const KernelValue& value : o.values) {
    if (value.variable > 0 && value.variable <= r.variables.size()) known.push_back(value);
  }
  std::ranges::sort(known, {}, &KernelValue::variable);
  std::vector<OwnValue> values;
  for (const KernelValue& value : known) {
    const KernelVariable& variable = r.variables[value.variable - 1U];
    const std::int64_t number = variable.is_signed
                                    ? std::int64_t{static_cast<std::int32_t>(value.bits)}
                                    : std::int64_t{value.bits};
    // Of two functions the one whose variable was read last has it.
    const auto same = std::ranges::find(values, std::string_view(variable.name), &OwnValue::name);
    if (same == values.end()) {
      values.push_back({variable.name, number});
    } else if (variable.first_line <= o.line && o.line <= variable.last_line) {
      same->value = number;
    }
  }
  return values;
}

std::string values_text(const std::vector<OwnValue>& values, std::string_view between) {
  std::string text;
  for (const OwnValue& v : values) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : between, v.name, v.value);
  }
  return text;
}

std::vector<OwnValue> values_named(const std::vector<OwnValue>& values, std::string_view line) {
  const auto is_part = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  std::vector<OwnValue> named;
  for (const OwnValue& v : values) {
    for (std::size_t at = 0; (at = line.find(v.name, at)) != std::string_view::npos; ++at) {
      const std::size_t end = at + v.name.size();
      if ((at > 0 && is_part(line[at - 1])) || (end < line.size() && is_part(line[end]))) continue;
      named.push_back(v);
      break;
    }
  }
  return named;
}

}  // namespace sortscope
