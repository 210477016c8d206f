// reuse.cpp: figure 4.10: halvers that use their matchings again.
#include <fmt/format.h>

#include "core/lab/experiments/separators.h"

namespace sortscope {

namespace {

struct Share {
  std::string_view id;
  std::string_view title;
  std::uint32_t divisor;
};
constexpr Share kShares[] = {
    {"all", "all differ", 1}, {"half", "a half differs", 2}, {"fifth", "a fifth differs", 5}};

Status run(ExperimentRun& run) {
  const auto sizes = run.sizes({4096}, {1024});
  for (const std::uint32_t size : sizes) {
    if (size >= 16 && size <= 1U << 20 && size % 2 == 0) continue;
    return Error{ErrorCode::kBadUsage, fmt::format("halvers of {} wires are not run here.", size),
                 "Give even sizes from 16 to 2^20."};
  }
  const std::vector<std::uint32_t> depths =
      run.options().quick ? std::vector<std::uint32_t>{10, 20, 50, 100}
                          : std::vector<std::uint32_t>{10, 20, 50, 100, 200, 500};
  const std::uint32_t samples = run.repetitions(20, 10);
  std::vector<SeparatorCase> cases;
  for (const std::uint32_t size : sizes) {
    const std::size_t panel = run.add_panel({fmt::format("{}", size),
                                             fmt::format("Halver of {} wires", number_text(size)),
                                             {"depth", AxisScale::kLog10},
                                             {"keys in the wrong half, %", AxisScale::kLog10}});
    for (const Share& share : kShares) {
      SeparatorCase one;
      one.panel = panel;
      one.trial.a = size;
      one.trial.matching = MatchingKind::kMinimal;
      one.distinct_divisor = share.divisor;
      one.series = run.add_series(panel, std::string(share.id), std::string(share.title));
      cases.push_back(one);
    }
  }
  if (Status status = count_wrong_keys(run, cases, depths, samples); !status) return status;
  for (std::size_t i = 0; i < cases.size(); i += std::size(kShares)) {
    const auto& all = run.series(cases[i].panel, cases[i].series).points;
    for (std::size_t s = 1; s < std::size(kShares); ++s) {
      const auto& some = run.series(cases[i + s].panel, cases[i + s].series).points;
      // Where there are enough errors to compare.
      for (std::size_t p = 0; p < all.size(); ++p) {
        if (all[p].x != 50) continue;
        run.find(fmt::format(
            "{} wires, depth {}: {:.1f} times as many keys in the wrong half "
            "where only {}; the thesis: {}.",
            cases[i].trial.a, all[p].x, some[p].y.median() / all[p].y.median(),
            s == 1 ? "a half of the matchings differ" : "a fifth of the matchings differ",
            s == 1 ? "twice as many" : "about five times the depth"));
      }
    }
  }
  run.find(
      "A halver that repeats its matchings leaves as many keys in the wrong half as one of its "
      "different matchings alone: after one pass a small key stays on the right only where all "
      "its left neighbours hold small keys, and no further pass changes that. So a half of the "
      "matchings takes exactly twice the depth, a fifth five times.");
  return {};
}

}  // namespace

const Experiment kReuse = {
    "reuse",
    "Matchings used again",
    "figure 4.10, section 4.10",
    "A halver of the given depth that has only so many different matchings and repeats them.",
    "twice the errors for a half, five times the depth for a fifth",
    "wires of the halver",
    run};

}  // namespace sortscope
