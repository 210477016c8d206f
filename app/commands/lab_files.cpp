// lab_files.cpp: reading and writing results of the lab.
#include "app/commands/lab_files.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "app/state/command_arguments.h"
#include "app/state/lab_desk.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/beside.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/remembered.h"
#include "app/state/parts/written_file.h"
#include "app/state/session.h"
#include "core/base/output_file.h"
#include "core/lab/files.h"
#include "core/lab/text.h"

namespace sortscope {

using Arguments = std::span<const std::string>;

Status show_bench(Session& session, Panes& panes, Background& background, Arguments) {
  background.experiment.reset();
  session.measured.experiment.reset();
  return panes.show("plots");
}

namespace {

// The file named, or the newest in the results folder ("last").
Result<std::string> kept_path(const LabDesk& lab, const std::string& name) {
  if (name != "last") return name;
  const std::string folder = lab.folder.empty() ? lab_results_folder() : lab.folder;
  const auto shown = lab.shown();
  for (const LabFile& file : lab_files(folder)) {
    if (file.problem.empty() && (!shown || file.path != shown->path)) return file.path;
  }
  return Error{ErrorCode::kBadInput,
               folder.empty() ? "there is no result: HOME names no folder."
                              : fmt::format("there is no other result in {}.", folder),
               "Measure first: bench-run."};
}

// Read beside the window: up to 268 MB.
Status read_beside(App& app, const LabDesk& lab, const std::string& name,
                   std::function<Status(App&, std::shared_ptr<const LabResult>)> then) {
  const auto path = kept_path(lab, name);
  if (!path) return path.error();
  return beside(app, "Reading " + *path,
                [path = *path, then = std::move(then)](Progress& progress) -> Result<Afterwards> {
                  auto read = read_lab_result(path, &progress);
                  if (!read) return read.error();
                  return Afterwards([made = std::make_shared<const LabResult>(std::move(*read)),
                                     then](App& done) { return then(done, made); });
                });
}

Status show_lab(Session& session, Panes& panes, Background& background, LabDesk& lab,
                std::shared_ptr<const LabResult> result) {
  lab.show(std::move(result));
  // The next line of a script may look at it before a frame is drawn.
  session.measured.lab = lab.shown();
  LabPlotOptions& plot = session.options.lab_plot;
  plot.slice = 0;
  plot.cell = plot.sample = -1;
  plot.x_from = plot.x_to = plot.y_from = plot.y_to = 0;
  return show_bench(session, panes, background, {});
}

}  // namespace

Status open_lab(App& app, LabDesk& lab, Arguments arguments) {
  return read_beside(
      app, lab, arguments[0], [](App& done, std::shared_ptr<const LabResult> result) {
        return show_lab(part_of<Session>(done), part_of<Panes>(done), part_of<Background>(done),
                        part_of<LabDesk>(done), std::move(result));
      });
}

Status compare_lab(App& app, LabDesk& lab, Arguments arguments) {
  if (arguments[0] == "off") {
    lab.compare(nullptr);
    return {};
  }
  if (!lab.shown()) {
    return Error{ErrorCode::kWorkFailed, "nothing is shown that could be compared.",
                 "Measure (bench-run) or open a result (lab-open) first."};
  }
  return read_beside(app, lab, arguments[0],
                     [](App& done, std::shared_ptr<const LabResult> before) {
                       part_of<LabDesk>(done).compare(std::move(before));
                       return show_bench(part_of<Session>(done), part_of<Panes>(done),
                                         part_of<Background>(done), {});
                     });
}

Status save_lab(Session& session, Notices& notices, Remembered& remembered, Arguments arguments) {
  static constexpr std::array<std::string_view, 3> kForms = {"results", "google", "csv"};
  const std::string& path = arguments[0];
  const OutputName name(path);
  if (Status checked = check_written(path); !checked) return checked;
  std::size_t form = path.ends_with(".csv") ? 2 : 0;
  if (arguments.size() > 1) {
    const auto choice = choice_argument("FORM", arguments[1], kForms);
    if (!choice) return choice.error();
    form = *choice;
  }
  constexpr std::array kTexts{lab_json, google_benchmark_json, lab_csv};
  const std::string text = kTexts[form](*session.measured.lab);
  const auto called = remembered.opened.write(name, text);
  if (!called) return called.error();
  notices.notify(said_written("Saved " + *called + ".", path, *called));
  return {};
}

}  // namespace sortscope
