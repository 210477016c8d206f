// commands_benchmark.cpp: commands that measure.
#include <fmt/format.h>

#include "app/app.h"
#include "app/command_arguments.h"
#include "app/commands.h"
#include "app/engines.h"
#include "core/article_benchmark.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

constexpr std::uint32_t kRepetitions = 9;

bool idle(const App& app) { return app.work == nullptr; }

Status measure_article(App& app, Arguments arguments) {
  std::uint32_t repetitions = kRepetitions;
  if (!arguments.empty()) {
    const auto number = whole_argument("REPETITIONS", arguments[0], 1, 1000);
    if (!number) return number.error();
    repetitions = static_cast<std::uint32_t>(*number);
  }
  const auto choice = choose_engine(app.engine_id);
  if (!choice) return choice.error();
  const auto live = std::make_shared<LiveBenchmark>();
  const Status started = app.start_work(
      "Measuring the article's table",
      [engine = choice->engine, repetitions, live](Progress& progress) {
        const Status status = run_article_benchmark(
            *engine, repetitions, &progress,
            [&](std::shared_ptr<const ArticleBenchmark> grown) { live->put(std::move(grown)); });
        return std::function<void(App&)>([status](App& done) {
          if (status) {
            done.notify("The article's table is measured.");
          } else {
            done.notify(status.error().text(), status.error().code != ErrorCode::kCancelled);
          }
        });
      });
  if (!started) return started;
  app.benchmark = live;
  app.experiment.reset();
  app.session.options.experiment.reset();
  return app.show_view("plots");
}

}  // namespace

std::span<const Command> benchmark_commands() {
  static const std::vector<Command> kRows = {
      {.id = "article-benchmark",
       .title = "Measure the article's table",
       .group = "Measure",
       .key_text = "",
       .arguments = "[REPETITIONS]",
       .keys = {},
       .enabled = idle,
       .run = measure_article},
  };
  return kRows;
}

}  // namespace sortscope
