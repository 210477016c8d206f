// sheet.cpp: `sortscope sheet`.
#include <fmt/format.h>

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "app/command_line/run.h"
#include "app/command_line/say.h"
#include "app/export/sheet.h"
#include "core/base/output_file.h"
#include "core/networks/steps.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

Status write_sheet(const SheetArguments& arguments, ExportFormat format, Job& job) {
  const OutputName name(arguments.out);
  if (const auto layout = find_layout(arguments.view); !layout) return layout.error();
  const auto palette = find_palette(arguments.palette.value_or("light"));
  if (!palette) return palette.error();
  const auto recording = open_or_make_recording(arguments.run, job);
  if (!recording) return recording.error();
  const Network& network = (*recording)->network;
  SheetRequest request;
  request.view = arguments.view;
  request.palette = *palette;
  request.scale = arguments.scale;
  request.captions = arguments.captions;
  request.form.columns = arguments.columns;
  request.form.numbered = !arguments.no_letters;
  request.form.title = arguments.title;
  request.options.padding = arguments.hide_padding ? PaddingStyle::kHidden : PaddingStyle::kGhost;
  request.options.network.equal_layer_widths = arguments.equal_layers;
  if (arguments.steps.empty()) {
    request.cursors = sheet_cursors(network);
  } else {
    const std::uint32_t last = arguments.parallel ? network.depth() : step_count(network);
    const auto steps = parse_steps(arguments.steps, last);
    if (!steps) return steps.error();
    for (const std::uint32_t step : *steps) {
      request.cursors.push_back(arguments.parallel ? Cursor{step, 0}
                                                   : cursor_of_step(network, step));
    }
  }
  if (request.captions.size() > request.cursors.size()) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("there are {} captions for {} pictures.", request.captions.size(),
                             request.cursors.size()),
                 "Leave some out, or choose more steps."};
  }
  if (arguments.size) {
    const auto size = parse_size(*arguments.size);
    if (!size) return size.error();
    request.size = *size;
  }
  job.stage("Drawing " + arguments.out);
  std::string called;
  const Status written = export_sheet(*recording, request, format, name, &job.progress(), &called);
  if (written) say_called(name.path, called);
  return written;
}

}  // namespace

int run_sheet_command(const SheetArguments& arguments) {
  const auto format = export_format(arguments.out);
  if (!format) return report_error(format.error());
  if (is_film(*format)) {
    return report_error({ErrorCode::kBadUsage, "a sheet is a picture, not a film.",
                         "Name a file that ends in .pdf, .tex, .svg or .png."});
  }
  Job job;
  const Status status = write_sheet(arguments, *format, job);
  return status ? 0 : report_error(status.error());
}

}  // namespace sortscope
