// experiment_choice.cpp: options of an experiment from text.
#include "app/commands/experiment_choice.h"

#include <fmt/format.h>

#include <string_view>

#include "app/engines/engines.h"
#include "app/state/command_arguments.h"

namespace sortscope {

Result<ExperimentChoice> choose_experiment_options(const Experiment& experiment,
                                                   const std::string& engine, bool quick,
                                                   std::uint32_t repetitions,
                                                   const std::string& sizes) {
  ExperimentChoice choice;
  choice.options.quick = quick;
  choice.options.repetitions = repetitions;
  if (!sizes.empty() && experiment.sizes.empty()) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("experiment '{}' takes no sizes.", experiment.id),
                 "Leave --sizes out."};
  }
  for (std::string_view rest = sizes; !rest.empty();) {
    const std::size_t comma = rest.find(',');
    const auto size = parse_count("--sizes", std::string(rest.substr(0, comma)));
    if (!size) return size.error();
    choice.options.sizes.push_back(*size);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  auto made = choose_engine(engine == "auto" ? "cpu" : engine);
  if (!made) return made.error();
  choice.engine = made->engine;
  choice.options.engine = choice.engine.get();
  if (auto cuda = choose_engine("cuda")) {
    choice.cuda = cuda->engine;
    choice.options.cuda = choice.cuda.get();
  } else {
    choice.options.no_cuda = cuda.error().message;
  }
  return choice;
}

}  // namespace sortscope
