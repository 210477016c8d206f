#include "core/own_kernels/conclusion.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <map>

#include "core/base/number_text.h"
#include "core/own_kernels/accesses.h"
#include "core/own_kernels/costs.h"
#include "core/own_kernels/log/trace.h"
#include "core/own_kernels/network.h"
#include "core/own_kernels/padding.h"
#include "core/own_kernels/process.h"
#include "core/own_kernels/results.h"
#include "core/verify/verify.h"

namespace sortscope {

using sortscope_log::Fault;
using sortscope_log::LogEntry;

namespace {

constexpr std::uint32_t kMostProvedWires = 64;
constexpr std::uint64_t kMostStates = std::uint64_t{1} << 20;  // about a second

// The crash or stop that ended a run, if it was logged.
struct Stop {
  Fault fault = Fault::kCrash;
  std::uint32_t signal = 0;
  std::uint32_t line = 0;  // that ran last
  std::vector<std::uint64_t> addresses;
};
std::optional<Stop> stop_of(const KernelLog& log) {
  std::optional<Stop> stop;
  for (const LogRun& run : log.runs) {
    for (const LogEntry& e : run.faults) {
      const auto fault = static_cast<Fault>(e.flags);
      if (fault == Fault::kCrash || fault == Fault::kTimeout) {
        stop = Stop{fault, e.key, e.line, {e.place}};
      } else if (fault == Fault::kFrame && stop) {
        // A return address is behind the call.
        stop->addresses.push_back(e.place - 1);
      }
    }
  }
  return stop;
}

std::string signal_text(std::uint32_t signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return "touches memory that is not there";
    case SIGFPE:
      return "divides by zero";
    case SIGABRT:
      return "gives up (abort, or an assert that does not hold)";
    case SIGILL:
      return "runs into an instruction that cannot be";
    case SIGXCPU:
      return "takes too much time";
    case 0:
      return "ends the process (exit)";
    default:
      return fmt::format("ends with signal {}", signal);
  }
}

class Conclusion {
 public:
  Conclusion(const KernelLog& log, const KernelLog* smaller, const ProgramEnd& end,
             const KernelRequest& request, KernelReport& report, Progress& progress)
      : log_(log),
        smaller_(smaller),
        end_(end),
        request_(request),
        report_(report),
        progress_(progress) {}

  Status run() {
    if (log_.runs.empty()) {
      note_end(nullptr);
      return {};
    }
    const LogRun& asked = log_.runs[0];
    report_.ran = asked.returned;
    for (const std::uint32_t key : asked.output) {
      report_.output.push_back(static_cast<std::uint32_t>(key_value(asked, key)));
    }
    find_all_mistakes();
    note_end(&asked);
    note_tried();
    check_results(log_, report_);
    if (progress_.cancelled()) return cancelled();
    find_network();
    if (progress_.cancelled()) return cancelled();
    find_costs(asked, report_);
    drop_consequences();
    if (const Status proved = prove(); !proved) return proved;
    if (const Status found = find_smaller(); !found) return found;
    if (progress_.cancelled()) return cancelled();
    if (!log_.complete && log_.stride == 1) {
      report_.notes.push_back(
          "The kernel does more than could be written down: of what came later, only results were "
          "looked at. Give a smaller --n.");
    }
    drop_consequences();
    note_order();
    std::stable_sort(report_.findings.begin(), report_.findings.end(),
                     [](const Finding& a, const Finding& b) {
                       return std::tie(b.wrong, a.line) < std::tie(a.wrong, b.line);
                     });
    return {};
  }

 private:
  static Error cancelled() { return {ErrorCode::kCancelled, "cancelled.", ""}; }

  void note_tried() {
    std::map<std::uint32_t, std::uint32_t> inputs;
    for (const LogRun& run : log_.runs) {
      if (run.returned) ++inputs[run.n];
    }
    for (const auto& [n, count] : inputs) report_.tried.push_back({n, count});
  }

  // Those of the keys asked for, and what other keys of the same length add.
  void find_all_mistakes() {
    const LogRun& asked = log_.runs[0];
    for (const LogRun& run : log_.runs) {
      if (run.n != asked.n || progress_.cancelled() || (&run != &asked && !run.complete)) continue;
      for (Finding& f : find_mistakes(run)) {
        const auto same = [&](const Finding& g) { return g.kind == f.kind && g.line == f.line; };
        if (std::none_of(report_.findings.begin(), report_.findings.end(), same)) {
          report_.findings.push_back(std::move(f));
        }
      }
    }
  }

  [[nodiscard]] bool has(FindingKind kind) const {
    return std::any_of(report_.findings.begin(), report_.findings.end(),
                       [&](const Finding& f) { return f.kind == kind; });
  }
  // What follows from another mistake is not told as one of its own.
  void drop_consequences() {
    using K = FindingKind;
    const bool lost_keys = has(K::kOutOfBounds) || has(K::kUninitialized) || has(K::kRace) ||
                           has(K::kBarrier) || has(K::kLaunch);
    const bool outside = has(K::kOutOfBounds);
    const bool barrier = has(K::kBarrier);
    std::erase_if(report_.findings, [&](const Finding& f) {
      if (f.kind == K::kUninitialized) return outside;
      if (f.kind == K::kRace) return barrier;
      if (f.kind == K::kPadding || f.kind == K::kPayload) return lost_keys;
      return false;
    });
  }

  // That it does not sort, where no other mistake says why: with the first comparator that should
  // be another one.
  void note_order() {
    const bool wrong = std::any_of(report_.findings.begin(), report_.findings.end(),
                                   [](const Finding& f) { return f.wrong; });
    if (wrong || (sorts_asked_length(log_) && report_.counterexample.empty())) return;
    Finding f;
    f.kind = FindingKind::kNotSorted;
    f.text =
        fmt::format("Some inputs of {} keys do not come out in order.",
                    report_.counterexample.empty() ? report_.n : report_.counterexample.size());
    if (report_.first_difference) {
      add_difference(f, *report_.first_difference);
    } else if (report_.verdict == KernelVerdict::kNetwork) {
      f.text += " Say which network it should be, and the first comparator that differs is named.";
    }
    report_.findings.push_back(std::move(f));
  }

  void add_difference(Finding& f, const NetworkDifference& d) const {
    f.layer = d.layer;
    if (!d.is || report_.network == nullptr) {
      f.layer.reset();
      f.text += fmt::format(" In layer {} {} compares wires {} and {}, and this file does not.",
                            d.layer + 1, report_.against, d.should->lower(), d.should->upper());
      return;
    }
    const auto layer = report_.network->layer(d.layer);
    const std::size_t at =
        report_.network->first(d.layer) +
        static_cast<std::size_t>(std::find(layer.begin(), layer.end(), *d.is) - layer.begin());
    if (at < report_.origins.size()) {
      const ComparatorOrigin& origin = report_.origins[at];
      f.line = origin.line;
      f.threads = {origin.thread};
      f.block = origin.block;
      f.launch = origin.launch;
      f.epoch = origin.epoch;
    }
    f.text += fmt::format(
        " The first comparator that is not that of {}: wires {} and {} in layer {}, the smaller "
        "key to {}.",
        report_.against, d.is->lower(), d.is->upper(), d.layer + 1, d.is->min_wire);
  }

  // Why the program ended before it was through.
  void note_end(const LogRun* asked) {
    if (end_.finished) return;
    const auto stop = stop_of(log_);
    Finding f;
    const LogRun* at = log_.runs.empty() ? nullptr : &log_.runs.back();
    f.line = log_.last_line;
    if (stop) f.line = stop->line;
    for (const std::uint32_t line : end_.lines) {
      if (line == 0) continue;
      f.line = line;
      break;
    }
    const bool late = end_.child.timed_out || end_.child.printed_too_much ||
                      end_.child.wrote_too_much || (stop && stop->fault == Fault::kTimeout);
    const std::string where = f.line > 0 ? fmt::format("Line {}", f.line) : std::string("It");
    const std::string keys = at != nullptr && asked != nullptr && at->n != asked->n
                                 ? fmt::format(" with {} keys", at->n)
                                 : std::string{};
    if (late) {
      f.kind = FindingKind::kTimeout;
      f.text =
          end_.child.printed_too_much
              ? fmt::format("{} prints without end{}: it was stopped.", where, keys)
          : end_.child.wrote_too_much
              ? fmt::format("{} writes more than {} or {} files{}: it was stopped.", where,
                            bytes_text(kMostWrittenBytes), kMostFiles, keys)
              : fmt::format("{} still ran after {:.0f} s{}: it was stopped. {}", where,
                            request_.wall_limit_s, keys,
                            log_.complete ? "A loop may not end."
                                          : "A loop may not end, or --limit is too short for so "
                                            "many keys.");
    } else {
      f.kind = FindingKind::kCrash;
      const std::uint32_t signal =
          stop ? stop->signal : static_cast<std::uint32_t>(end_.child.signal);
      f.text =
          signal == SIGKILL
              ? fmt::format("{} took all the time or memory that it may have{}: it was stopped.",
                            where, keys)
              : fmt::format("{} {}{}.", where, signal_text(signal), keys);
    }
    report_.findings.push_back(std::move(f));
  }

  // Comparators by length: the asked one is shown, small ones are proved.
  void find_network() {
    const LogRun& asked = log_.runs[0];
    std::vector<const LogRun*> runs;
    for (const LogRun& run : log_.runs) {
      if (&run == &asked || (run.n == asked.n && run.returned && run.complete)) {
        runs.push_back(&run);
      }
    }
    std::vector<TracedRun> traces;
    traces.reserve(runs.size());
    for (const LogRun* run : runs) {
      traces.push_back(trace_run(*run));
      if (progress_.cancelled()) return;
    }
    CommonNetwork common = common_network(runs, traces, "Your kernel");
    // One input alone may tell that it is no network, not that it is one.
    const bool known =
        asked.returned && asked.complete &&
        (runs.size() > 1 || asked.n == 1 || common.verdict == KernelVerdict::kAdaptive);
    report_.verdict = known ? common.verdict : KernelVerdict::kUnknown;
    report_.network = common.network;
    padded_ = common.padded;
    report_.origins = std::move(common.origins);
    report_.comparisons = traces[0].comparisons;
    report_.adaptive_text =
        asked.complete ? common.text : "Not all that it compared was written down.";
    if (common.without_padding) {
      report_.notes.push_back("Comparators with padding are left out: they never exchange.");
    }
    if (common.renamed && report_.verdict == KernelVerdict::kNetwork) {
      report_.notes.push_back(
          "Keys change places without being compared: a wire is called by the place where its key "
          "ends.");
    }
    if (report_.verdict == KernelVerdict::kNetwork) check_payload(runs, traces, report_);
  }

  // No comparators at all: the first one of what it should be is missing.
  Status miss_all() {
    report_.against = request_.against;
    if (request_.against.empty()) return {};
    auto intended = intended_network(request_.against, report_.n);
    if (!intended) return intended.error();
    report_.intended = *intended;
    if (report_.intended->size() == 0) return {};
    report_.first_difference =
        NetworkDifference{0, std::nullopt, report_.intended->comparators().front()};
    return {};
  }

  Status prove() {
    if (report_.verdict != KernelVerdict::kNetwork) return {};
    if (report_.network == nullptr) return miss_all();
    progress_.begin(0, "proving");
    const std::uint32_t n = report_.n;
    // No input tells which way comparators of padding alone point.
    const auto told =
        padded_.empty() ? report_.network : with_idle_ascending(*report_.network, padded_);
    if (told == nullptr) return {};
    report_.equals = known_network(*told, n);
    report_.against = request_.against;
    if (!request_.against.empty()) {
      auto intended = intended_network(request_.against, n);
      if (!intended) return intended.error();
      report_.intended = without_padding(*intended, *told, n);
      report_.first_difference = first_difference(*told, *report_.intended);
      if (!report_.first_difference) report_.equals = request_.against;
    }
    // What the comparators do on paper says nothing of a file that does something wrong beside.
    std::string wrong;
    bool other_run = false;
    for (const Finding& f : report_.findings) {
      if (!f.wrong) continue;
      const std::string_view id = finding_id(f.kind);
      if (wrong.find(id) == std::string::npos) {
        wrong += fmt::format("{}{}", wrong.empty() ? "" : ", ", id);
      }
      other_run |= f.kind == FindingKind::kRace || f.kind == FindingKind::kUninitialized ||
                   f.kind == FindingKind::kBarrier;
    }
    if (!wrong.empty()) {
      report_.proof_text = fmt::format("Nothing is proved of a file with something wrong ({}){}.",
                                       wrong, other_run ? ": another run may differ" : "");
      return {};
    }
    if (!report_.equals.empty()) {
      report_.proved = "all inputs";
      report_.proof_text = fmt::format(
          "Its network is that of {}, comparator for comparator, which sorts every input.",
          report_.equals);
      return {};
    }
    const auto of_keys = proved_of(report_.network, n, padded_);
    const Status done = prove_network(*of_keys, n);
    if (!done || of_keys->wires() <= kMostProvedWires) return done;
    return report_.proved.empty() && report_.counterexample.empty() ? prove_smaller() : done;
  }

  // What the file should be, as the file is told: on the wires of keys, or with those of padding.
  static std::shared_ptr<const ListedNetwork> without_padding(
      const std::shared_ptr<const ListedNetwork>& intended, const ListedNetwork& told,
      std::uint32_t n) {
    const std::vector<bool> padded = last_wires(intended->wires(), n);
    const auto made = told.wires() < intended->wires() ? of_keys_alone(*intended, n, padded)
                                                       : with_idle_ascending(*intended, padded);
    return made != nullptr ? made : intended;
  }

  // What is to sort all inputs of `n` keys: padding is on its wires whatever they are.
  static std::shared_ptr<const ListedNetwork> proved_of(
      const std::shared_ptr<const ListedNetwork>& network, std::uint32_t n,
      const std::vector<bool>& padded) {
    if (padded.empty()) return network;
    const auto of_keys = of_keys_alone(*network, n, padded);
    return of_keys != nullptr ? of_keys : network;
  }

  Status prove_network(const ListedNetwork& network, std::uint32_t n) {
    VerifyQuestion question;
    question.redundant = false;
    question.most_states = kMostStates;
    if (network.wires() > kMostProvedWires) question.method = VerifyMethod::kRuns;
    const auto verdict = verify(network, question, &progress_);
    if (!verdict) {
      return verdict.error().code == ErrorCode::kCancelled ? Status(verdict.error()) : Status();
    }
    if (verdict->answer == Answer::kYes) {
      const bool asked = n == report_.n;
      report_.proved = asked ? "all inputs" : fmt::format("n={}", n);
      report_.proof_text =
          asked || report_.verdict != KernelVerdict::kNetwork
              ? fmt::format("All inputs of {} keys were decided{}: its network sorts them.", n,
                            decided_by(verdict->method))
              : fmt::format(
                    "All inputs of {} keys were decided; {} keys are too many to decide, and the "
                    "network is none that is known.",
                    n, report_.n);
    } else if (verdict->answer == Answer::kNo && verdict->counterexample) {
      report_.counterexample = verdict->counterexample->keys;
      report_.proof_text = fmt::format("Its network does not sort every input of {} keys.", n);
    }
    return {};
  }

  // How, where it was not by trying them all.
  static std::string_view decided_by(VerifyMethod method) {
    switch (method) {
      case VerifyMethod::kRuns:
        return " by merging sorted runs (Knuth, TAOCP 3, section 5.3.4)";
      case VerifyMethod::kReverse:
        return " by keys in reverse order, which tell where only neighbours are compared (Knuth, "
               "TAOCP 3, section 5.3.4)";
      default:
        return "";
    }
  }

  // The network of fewer keys, where all inputs can be decided.
  Status prove_smaller() {
    for (const std::uint32_t n : kProvedLengths) {
      const auto common = common_of(log_, n);
      if (!common || common->verdict != KernelVerdict::kNetwork || common->network == nullptr) {
        continue;
      }
      const auto of_keys = proved_of(common->network, n, common->padded);
      if (of_keys->wires() <= kMostProvedWires) return prove_network(*of_keys, n);
    }
    return {};
  }

  // What the runs of `n` keys have in common; nothing where there are too few of them.
  static std::optional<CommonNetwork> common_of(const KernelLog& log, std::uint32_t n) {
    std::vector<const LogRun*> runs;
    std::vector<TracedRun> traces;
    for (const LogRun& run : log.runs) {
      if (run.n != n || !run.returned || !run.complete) continue;
      runs.push_back(&run);
      traces.push_back(trace_run(run));
    }
    if (runs.size() < 2) return std::nullopt;
    return common_network(runs, traces, "Your kernel");
  }

  // The verdict on fewer keys, where nothing else is known.
  Status find_smaller() {
    if (report_.verdict != KernelVerdict::kUnknown || smaller_ == nullptr) return {};
    progress_.begin(0, "proving");
    for (const std::uint32_t n : kProvedLengths) {
      const auto common = common_of(*smaller_, n);
      if (!common || common->verdict == KernelVerdict::kUnknown) continue;
      SmallerVerdict& found = report_.smaller;
      found.n = n;
      found.verdict = common->verdict;
      if (common->verdict == KernelVerdict::kAdaptive) {
        found.text = fmt::format("With {} keys it is adaptive. {}", n, common->text);
        return {};
      }
      if (common->network != nullptr) found.equals = known_network(*common->network, n);
      if (!found.equals.empty()) {
        found.text = fmt::format(
            "With {} keys it is a network, that of {}, which sorts every input.", n, found.equals);
        report_.proved = fmt::format("n={}", n);
        return {};
      }
      found.text = fmt::format("With {} keys it is a network.", n);
      if (common->network != nullptr && common->network->wires() <= kMostProvedWires) {
        return prove_network(*common->network, n);
      }
      return {};
    }
    return {};
  }

  const KernelLog& log_;
  const KernelLog* smaller_;
  const ProgramEnd& end_;
  const KernelRequest& request_;
  KernelReport& report_;
  std::vector<bool> padded_;  // wires of the report's network; empty: none
  Progress& progress_;
};

}  // namespace

std::vector<std::uint64_t> code_addresses(const KernelLog& log) {
  const auto stop = stop_of(log);
  return stop ? stop->addresses : std::vector<std::uint64_t>{};
}

Status conclude(const KernelLog& log, const KernelLog* smaller, const ProgramEnd& end,
                const KernelRequest& request, KernelReport& report, Progress& progress) {
  return Conclusion(log, smaller, end, request, report, progress).run();
}

}  // namespace sortscope
