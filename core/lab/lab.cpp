// lab.cpp: measuring the cases of a request in turns.
#include "core/lab/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <exception>
#include <set>
#include <thread>
#include <utility>

#include "core/keys/inputs.h"
#include "core/lab/limits.h"
#include "core/lab/listed.h"
#include "core/lab/schedule.h"
#include "core/lab/sort_thread.h"

namespace sortscope {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kBetweenReports = 100ms;
constexpr auto kBetweenEstimates = 20ms;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

// What a sorter that throws is to the lab: an error like others.
template <typename Work>
auto guarded(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kOutOfMemory, "there was not enough memory.", ""};
  } catch (const std::exception& thrown) {
    return Error{ErrorCode::kWorkFailed, fmt::format("it threw: {}", thrown.what()), ""};
  } catch (...) {
    return Error{ErrorCode::kWorkFailed, "it threw something that is no std::exception.", ""};
  }
}

Error stopped() { return {ErrorCode::kCancelled, "the measurement was stopped.", ""}; }

// A case that is ready to run.
struct Ready {
  std::size_t cell;
  LabBackend* backend;
  std::unique_ptr<LabBench> bench;
  bool warmed_up = false;
};

class Lab {
 public:
  Lab(std::span<LabBackend* const> backends, const LabRequest& request, const LabResult* from,
      LabControl& control, const std::function<void(std::shared_ptr<const LabResult>)>& grown)
      : backends_(backends), control_(control), grown_(grown) {
    if (from != nullptr) result_ = *from;
    result_.request = request;
    result_.complete = false;
    result_.problem.clear();
    if (result_.started_at.empty()) result_.started_at = now_text();
    for (LabBackend* backend : backends_) {
      if (backend->description().empty()) continue;  // absent
      (backend->place() == LabPlace::kCpu ? result_.cpu : result_.gpu) = backend->description();
    }
  }

  Status run() {
    if (Status status = list_cells(); !status) return status;
    result_.busy = busy_note();
    result_.cache_note = "The first run of every case warms up and is not counted.";
    for (LabBackend* backend : backends_) {
      if (used(*backend) && !backend->method().empty()) {
        result_.cache_note += " " + backend->method();
      }
    }
    const std::string limited = lab_limit_note(asked_.size(), wanted());
    if (!limited.empty()) result_.cache_note += " " + limited;
    tell_progress(0);
    report(true);
    if (Status status = measure_floors(); !status) return finish(status);
    for (auto group = next_group(); !group.empty(); group = next_group()) {
      if (Status status = measure(group); !status) return finish(status);
    }
    for (const std::size_t at : asked_) {
      LabCell& cell = result_.cells[at];
      if (cell.state == LabState::kWaiting) skip(cell, "the result holds no more samples.");
    }
    result_.complete = result_.problem.empty();
    return finish({});
  }

 private:
  // --- what there is to do ---

  [[nodiscard]] std::uint32_t wanted() const {
    return std::max({result_.request.repetitions, control_.repetitions.load(), 1U});
  }

  void name_sorter(std::string_view id) {
    for (const LabSorterName& name : result_.sorters) {
      if (name.id == id) return;
    }
    const auto add = [&](const LabSorter& sorter) {
      result_.sorters.push_back({std::string(sorter.id), std::string(sorter.title), sorter.place,
                                 sorter.peer, std::string(sorter.algorithm),
                                 std::string(sorter.kernel)});
    };
    for (LabBackend* backend : backends_) {
      for (const LabSorter& sorter : backend->sorters()) {
        if (sorter.id == id) return add(sorter);
      }
    }
    if (const LabSorter* const known = known_lab_sorter(id)) add(*known);
  }

  LabBackend* backend_of(std::string_view sorter) const {
    for (LabBackend* backend : backends_) {
      for (const LabSorter& one : backend->sorters()) {
        if (one.id == sorter) return backend;
      }
    }
    return nullptr;
  }

  [[nodiscard]] bool used(const LabBackend& backend) const {
    return std::any_of(asked_.begin(), asked_.end(), [&](std::size_t at) {
      return backend_of(result_.cells[at].what.sorter) == &backend;
    });
  }

  Status list_cells() {
    const LabRequest& request = result_.request;
    for (const std::string& sorter : request.sorters) {
      if (backend_of(sorter) != nullptr || known_lab_sorter(sorter) != nullptr) continue;
      return find_lab_sorter(sorter).error();
    }
    for (const std::string& sorter : request.sorters) name_sorter(sorter);
    for (const std::string& input : request.inputs) {
      if (const auto known = find_input_kind(input); !known) return known.error();
    }
    if (std::find(request.sizes.begin(), request.sizes.end(), 0U) != request.sizes.end()) {
      return Error{ErrorCode::kBadUsage, "0 keys cannot be measured.", "Sizes start at 1."};
    }
    const std::vector<LabCase> cases = lab_cases(request);
    if (cases.empty()) {
      return Error{ErrorCode::kBadUsage, "there is nothing to measure.",
                   "Choose at least one algorithm, size, key type and input."};
    }
    if (Status status = check_lab_cases(cases.size()); !status) return status;
    for (const LabCase& one : cases) {
      const auto there = std::find_if(result_.cells.begin(), result_.cells.end(),
                                      [&](const LabCell& cell) { return cell.what == one; });
      LabCell* cell = nullptr;
      if (there == result_.cells.end()) {
        result_.cells.push_back({});
        cell = &result_.cells.back();
        cell->what = one;
        cell->least_bytes =
            std::uint64_t{2} * one.n * (bits_of(one.type) / 8 + (one.pairs ? 4 : 0));
      } else {
        cell = &*there;
        if (cell->state != LabState::kMeasured) {
          cell->state = LabState::kWaiting;
          cell->reason.clear();
          cell->samples.clear();
        }
      }
      asked_.push_back(static_cast<std::size_t>(cell - result_.cells.data()));
      if (backend_of(one.sorter) == nullptr) {
        skip(*cell, "nothing that runs it was given to the lab.");
      }
    }
    if (Status status = check_lab_cases(result_.cells.size()); !status) return status;
    share_samples();
    return {};
  }

  // Cases share what a result holds; what others of it have stays.
  void share_samples() {
    std::size_t others = 0;
    for (const LabCell& cell : result_.cells) {
      tallies_.push_back(tally_of(cell));
      others += cell.samples.size();
    }
    all_samples_ = others;
    for (const std::size_t at : asked_) others -= result_.cells[at].samples.size();
    most_samples_ = (kMostLabSamples - std::min(kMostLabSamples, others)) / asked_.size();
  }

  // Samples that the cell needs and that the result has room for.
  [[nodiscard]] std::uint32_t samples_left(const LabCell& cell, double expected_ns = 0) const {
    const LabTally& tally = tally_at(cell);
    const std::size_t room =
        std::min(most_samples_ - std::min<std::size_t>(most_samples_, tally.all),
                 kMostLabSamples - std::min(kMostLabSamples, all_samples_));
    const std::uint32_t left =
        lab_samples_left(tally, wanted(), result_.request.budget_s, expected_ns);
    return static_cast<std::uint32_t>(std::min<std::size_t>(left, room));
  }
  [[nodiscard]] const LabTally& tally_at(const LabCell& cell) const {
    return tallies_[static_cast<std::size_t>(&cell - result_.cells.data())];
  }

  [[nodiscard]] bool open(const LabCell& cell) const {
    if (given_up_.contains(&cell - result_.cells.data())) return false;
    return (cell.state == LabState::kWaiting || cell.state == LabState::kMeasured) &&
           samples_left(cell) > 0;
  }

  // The cells of the next size and keys that are not done.
  [[nodiscard]] std::vector<std::size_t> next_group() const {
    std::vector<std::size_t> group;
    for (const std::size_t at : asked_) {
      const LabCell& cell = result_.cells[at];
      if (!open(cell)) continue;
      if (!group.empty() && !same_keys(cell.what, result_.cells[group.front()].what)) continue;
      group.push_back(at);
    }
    return group;
  }

  static bool same_keys(const LabCase& a, const LabCase& b) {
    return a.n == b.n && a.type == b.type && a.pairs == b.pairs && a.input == b.input;
  }

  // --- measuring ---

  Status measure_floors() {
    if (result_.floors.has_value()) return {};
    for (LabBackend* backend : backends_) {
      if (!used(*backend) || backend->description().empty()) continue;
      if (Status status = wait_while_paused(); !status) return status;
      const Result<DeviceFloors> floors = guarded([&] { return backend->floors(); });
      if (floors) result_.floors = *floors;
      if (backend->lost()) lose(*backend, floors ? "" : floors.error().message);
    }
    return {};
  }

  Status measure(const std::vector<std::size_t>& group) {
    std::vector<Ready> ready;
    std::vector<std::size_t> crowded;  // no memory beside the others: they run alone
    for (const std::size_t at : group) {
      if (Status status = wait_while_paused(); !status) return status;
      if (!prepare(at, ready, !ready.empty())) crowded.push_back(at);
    }
    if (Status status = take_turns(ready); !status) return status;
    ready.clear();
    for (const std::size_t at : crowded) {
      prepare(at, ready, false);
      if (Status status = take_turns(ready); !status) return status;
      ready.clear();
    }
    return {};
  }

  // False where memory did not suffice and `again` says that it may later.
  bool prepare(std::size_t at, std::vector<Ready>& ready, bool again) {
    LabCell& cell = result_.cells[at];
    LabBackend& backend = *backend_of(cell.what.sorter);
    if (backend.lost()) {
      skip(cell, lost_reason(backend));
      return true;
    }
    auto bench = guarded([&] { return backend.prepare(cell.what, result_.request.seed); });
    if (bench) {
      cell.launches = (*bench)->launches();
      cell.kernels = (*bench)->kernels();
      ready.push_back({at, &backend, std::move(*bench)});
      return true;
    }
    if (backend.lost()) {
      fail(cell, bench.error().message);
      lose(backend, bench.error().message);
      return true;
    }
    const ErrorCode why = bench.error().code;
    if (why == ErrorCode::kCancelled && control_.progress.cancelled()) return true;
    if (again && why == ErrorCode::kOutOfMemory) return false;
    const bool refused = why == ErrorCode::kOutOfMemory || why == ErrorCode::kBadUsage ||
                         why == ErrorCode::kUnavailable;
    if (refused) {
      skip(cell, bench.error().message);
    } else {
      fail(cell, bench.error().message);
    }
    return true;
  }

  Status take_turns(std::vector<Ready>& ready) {
    while (!ready.empty()) {
      for (Ready& one : ready) {
        if (Status status = wait_while_paused(); !status) return status;
        if (Status status = sample(one); !status) return status;
      }
      std::erase_if(ready, [&](const Ready& one) { return !open(result_.cells[one.cell]); });
      report(false);
    }
    return {};
  }

  // One sample. Errors: kCancelled.
  Status sample(Ready& one) {
    LabCell& cell = result_.cells[one.cell];
    if (!open(cell)) return {};
    if (one.backend->lost()) {
      skip(cell, lost_reason(*one.backend));
      return {};
    }
    const double expected_ns = schedule_.sample_ns(cell);
    const Clock::time_point begin = Clock::now();
    control_.before_sample(cell.what, expected_ns);
    const Result<double> elapsed_ns = guarded([&] { return one.bench->sample_ns(); });
    const bool disturbed = control_.after_sample();
    if (!elapsed_ns && elapsed_ns.error().code == ErrorCode::kCancelled) return stopped();
    const Status checked =
        elapsed_ns ? guarded([&] { return one.bench->check(); }) : Status(elapsed_ns.error());
    if (!checked && checked.error().code == ErrorCode::kCancelled) return stopped();
    const double wall_ns = seconds_since(begin) * 1e9;
    schedule_.took(cell, elapsed_ns ? *elapsed_ns : 0, wall_ns);
    if (!elapsed_ns && elapsed_ns.error().code == ErrorCode::kOutOfMemory) {
      skip(cell, elapsed_ns.error().message);
    } else if (!checked) {
      fail(cell, checked.error().message);
      if (one.backend->lost()) lose(*one.backend, checked.error().message);
    } else if (!one.warmed_up) {
      one.warmed_up = true;
    } else {
      cell.samples.push_back({*elapsed_ns, disturbed, one.bench->cpu_ns(), one.bench->transfers()});
      tallies_[one.cell].add(cell.samples.back());
      ++all_samples_;
      cell.state = LabState::kMeasured;
    }
    tell_progress(wall_ns);
    return {};
  }

  // --- what becomes of cells ---

  // What it measured before stays.
  void skip(LabCell& cell, std::string reason) {
    given_up_.insert(&cell - result_.cells.data());
    if (cell.state == LabState::kMeasured) return;
    cell.state = LabState::kSkipped;
    cell.reason = std::move(reason);
  }
  // Whatever it did before, it is not to be trusted.
  void fail(LabCell& cell, std::string reason) {
    cell.state = LabState::kFailed;
    cell.reason = std::move(reason);
    all_samples_ -= cell.samples.size();
    tallies_[static_cast<std::size_t>(&cell - result_.cells.data())] = {};
    cell.samples.clear();
  }

  static std::string lost_reason(const LabBackend& backend) {
    return backend.place() == LabPlace::kGpu ? "the GPU was lost before its turn."
                                             : "what runs it was lost before its turn.";
  }
  void lose(LabBackend& backend, std::string_view why) {
    if (result_.problem.empty()) {
      result_.problem = fmt::format("{} was lost{}{}",
                                    backend.place() == LabPlace::kGpu ? "The GPU" : "The CPU lab",
                                    why.empty() ? "." : ": ", why);
    }
    for (const std::size_t at : asked_) {
      LabCell& cell = result_.cells[at];
      if (cell.state == LabState::kWaiting && backend_of(cell.what.sorter) == &backend) {
        skip(cell, lost_reason(backend));
      }
    }
  }

  // --- reporting ---

  Status wait_while_paused() {
    bool told = false;
    // A sort that was left behind takes a processor and memory: times would not be this sort's.
    while ((control_.paused.load() || sorts_left_behind() > 0) && !control_.progress.cancelled()) {
      if (!std::exchange(told, true)) report(true);
      std::this_thread::sleep_for(20ms);
    }
    return control_.progress.cancelled() ? Status(stopped()) : Status();
  }

  void tell_progress(double wall_ns) {
    control_.progress.advance(static_cast<std::uint64_t>(wall_ns));
    // All cases are looked at: not after each sample of a microsecond.
    const Clock::time_point now = Clock::now();
    if (now - told_ < kBetweenEstimates) return;
    told_ = now;
    double left_ns = 0;
    for (const std::size_t at : asked_) {
      const LabCell& cell = result_.cells[at];
      if (!open(cell)) continue;
      const std::uint32_t left = samples_left(cell, schedule_.sample_ns(cell));
      left_ns += schedule_.wall_ns(cell) * left;
    }
    control_.left_s = left_ns * 1e-9;
    control_.progress.total =
        control_.progress.done.load() + static_cast<std::uint64_t>(left_ns) + 1;
  }

  void report(bool at_once) {
    const Clock::time_point now = Clock::now();
    if (!at_once && now - reported_ < kBetweenReports) return;
    reported_ = now;
    if (grown_) grown_(std::make_shared<const LabResult>(result_));
  }

  Status finish(const Status& status) {
    if (!status && result_.problem.empty()) result_.problem = "Stopped before its end.";
    control_.left_s = 0;
    report(true);
    return status;
  }

  std::span<LabBackend* const> backends_;
  LabControl& control_;
  const std::function<void(std::shared_ptr<const LabResult>)>& grown_;
  LabResult result_;
  std::vector<std::size_t> asked_;     // of result_.cells
  std::set<std::ptrdiff_t> given_up_;  // of result_.cells: nothing more is to be had
  std::vector<LabTally> tallies_;      // of result_.cells
  std::size_t all_samples_ = 0;
  std::size_t most_samples_ = 0;  // of an asked cell
  LabSchedule schedule_;
  Clock::time_point reported_{};
  Clock::time_point told_{};
};

}  // namespace

Status run_lab(std::span<LabBackend* const> backends, const LabRequest& request,
               const LabResult* from, LabControl& control,
               const std::function<void(std::shared_ptr<const LabResult>)>& grown) try {
  return Lab(backends, request, from, control, grown).run();
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kOutOfMemory, "there is not enough memory to keep what was measured.",
               "Ask for fewer cases."};
}

}  // namespace sortscope
