// planted.cpp: section 4, first experiment: errors planted on purpose.
#include <fmt/format.h>

#include "core/lab/experiments/sorts.h"
#include "core/networks/aks/network.h"
#include "core/recordings/aks_facts.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

constexpr double kPlantedErrors[] = {0, 1, 2, 4, 8, 12, 16};
constexpr double kTracedErrors[] = {0, 1, 4};  // whose strangers are counted
constexpr std::uint32_t kMostTraced = 1U << 12;

AksParameters with_planted(double planted) {
  AksParameters parameters;
  parameters.depth_rule = DepthRule::kIdeal;
  parameters.planted = planted;
  return parameters;
}

// Exchanges that plant an error, in all separators of the network for n keys.
Result<std::uint64_t> planted_exchanges(std::uint32_t n, double planted) {
  const auto made = AksNetwork::build(aks_log2_for(n), with_planted(planted));
  if (!made) return made.error();
  std::uint64_t exchanges = 0;
  for (const AksStage& stage : (*made)->stages()) {
    if (stage.work == AksWork::kPlanted) exchanges += stage.count();
  }
  return exchanges;
}

// All strangers before the separators of every step t, of one run.
Result<std::vector<std::uint64_t>> strangers_of(ExperimentRun& run, std::uint32_t n,
                                                double planted) {
  RunRequest request = usual_run();
  request.algorithm = "aks";
  request.input = kUsualInput;
  request.seed = run.options().seed;
  request.parameters.set(with_planted(planted));
  const Algorithm& algorithm = **find_algorithm("aks");
  if (Status status = generate_run_keys(request, algorithm, kUsualType, n, run.progress());
      !status) {
    return status.error();
  }
  const auto recording = record(request, *run.options().engine, false, nullptr);
  if (!recording) return recording.error();
  if (run.cancelled()) return ExperimentRun::stopped();
  const AksFacts facts = find_aks_facts(**recording);
  std::vector<std::uint64_t> strangers;
  for (std::uint32_t t = 0; t < facts.steps.size(); ++t) strangers.push_back(facts.strangers(t));
  return strangers;
}

// The same run with errors planted and with none, step by step.
Status compare_strangers(ExperimentRun& run, std::uint32_t n) {
  const std::size_t panel = run.add_panel({"strangers",
                                           fmt::format("Strangers, {} keys", number_text(n)),
                                           {"t", {}},
                                           {"keys in a wrong subtree", {}}});
  std::vector<std::uint64_t> none;
  for (const double planted : kTracedErrors) {
    const auto seen = strangers_of(run, n, planted);
    if (!seen) return seen.error();
    const std::size_t series =
        run.add_series(panel, fmt::format("{}", planted),
                       planted == 0 ? "none planted" : fmt::format("{} × permitted", planted));
    for (std::size_t t = 0; t < seen->size(); ++t) {
      run.add(panel, series, static_cast<double>(t), static_cast<double>((*seen)[t]));
    }
    run.show();
    if (planted == 0) {
      none = *seen;
    } else if (planted == 1) {
      std::string where;
      for (std::size_t t = 0; t < seen->size(); ++t) {
        if ((*seen)[t] == none[t]) continue;
        where += fmt::format("{}{} at t = {} ({} without)", where.empty() ? "" : ", ", (*seen)[t],
                             t, none[t]);
      }
      run.find(fmt::format(
          "{} keys, strangers with every permitted error: {}; at all other steps as many as with "
          "nothing planted. Separators without an error leave strangers too: where "
          "the ends have gone up, the middle of what is left is not the middle of the subtree.",
          number_text(n), where.empty() ? "no other number" : where));
    }
  }
  return {};
}

Status run(ExperimentRun& run) {
  // 256 keys permit no error at all: ask for them by their size.
  const auto sizes = run.sizes({4096, 65536}, {4096});
  if (Status status = check_lengths(sizes); !status) return status;
  const std::uint32_t samples = run.repetitions(5, 3);
  run.set_machine(run.options().engine->description());
  SortCase sort;
  std::uint64_t all = 0;
  for (const double planted : kPlantedErrors) {
    for (const std::uint32_t n : sizes) {
      sort.parameters = with_planted(planted);
      const auto units = sort_units(sort, n);
      if (!units) return units.error();
      all += *units * samples;
    }
  }
  run.plan(all);
  const std::size_t misplaced = run.add_panel({"misplaced",
                                               "Keys misplaced before the repair",
                                               {"planted errors, in permitted ones", {}},
                                               {"% of the keys", {}}});
  const std::size_t exchanges = run.add_panel({"exchanges",
                                               "Exchanges that plant an error, in all separators",
                                               {"planted errors, in permitted ones", {}},
                                               {"exchanges", {}}});
  std::uint32_t traced = 0;
  for (const std::uint32_t n : sizes) {
    const std::string id = fmt::format("{}", n);
    const std::string title = number_text(n) + " keys";
    const std::size_t of_misplaced = run.add_series(misplaced, id, title);
    const std::size_t of_exchanges = run.add_series(exchanges, id, title, Origin::kComputed);
    double good = 0;
    bool still = true;
    std::string counts;
    std::uint64_t permitted = 0;
    for (const double planted : kPlantedErrors) {
      sort.parameters = with_planted(planted);
      const auto made = planted_exchanges(n, planted);
      if (!made) return made.error();
      const auto seen = run_sorts(run, sort, n, samples, false);
      if (!seen) return seen.error();
      ExperimentPoint point{planted, {}};
      std::uint32_t rounds = 0;
      for (const SortSample& sample : *seen) {
        point.y.values.push_back(100 * static_cast<double>(sample.misplaced) / n);
        rounds = std::max(rounds, sample.repair_rounds);
      }
      still = still && point.y.quantile(1) == 0;
      if (still) good = planted;
      if (planted == 1) permitted = *made;
      if (planted > 0)
        counts += fmt::format("{}{} × {}", counts.empty() ? "" : ", ", planted, *made);
      point.note = fmt::format("{} exchanges, up to {} repair rounds", *made, rounds);
      run.add(misplaced, of_misplaced, std::move(point));
      run.add(exchanges, of_exchanges, planted, static_cast<double>(*made));
      run.show();
    }
    run.find(
        fmt::format("{} keys: exchanges planted in all separators, by the multiple of the "
                    "permitted errors: {}.",
                    number_text(n), counts));
    if (permitted == 0) {
      run.find(fmt::format(
          "{} keys permit no error in any separator, so these say nothing of the proof; take 4,096 "
          "or more.",
          number_text(n)));
      continue;
    }
    if (traced == 0 && n <= kMostTraced) traced = n;
    run.find(
        fmt::format("{} keys: the network alone sorts with up to {} times the permitted errors.",
                    number_text(n), number_text(good)));
  }
  if (traced > 0) {
    if (Status status = compare_strangers(run, traced); !status) return status;
  }
  run.find(
      "The thesis: with as many errors as are permitted all elements are still sorted at the end. "
      "Separators sort here, then every key that may be wrong is put in a wrong place.");
  return {};
}

}  // namespace

const Experiment kPlanted = {
    "planted",
    "Errors planted on purpose",
    "section 4, first experiment",
    "Separators commit every error that is permitted, or a multiple: does the network still sort?",
    "sorted with the permitted errors",
    "keys",
    run};

}  // namespace sortscope
