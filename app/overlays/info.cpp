// info.cpp: what ran, on what, how fast; and what this program is made of.
#include <fmt/format.h>
#include <glad/gl.h>
#include <hdf5.h>

#include <utility>
#include <vector>

#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/painters/draw_buffers.h"
#include "app/state/next_run.h"
#include "app/state/quiz.h"
#include "app/state/settings.h"
#include "app/surface/revision.h"
#include "core/base/machine.h"
#include "core/base/number_text.h"
#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/scenes/question_marks.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

namespace {

constexpr float kLabelWidth = 116;

using Rows = std::vector<std::pair<std::string_view, std::string>>;

Rows run_rows(const OverlayParts& given) {
  const Recording& recording = given.session.recording();
  const RunRequest& request = recording.request;
  const Network& network = recording.network;
  const std::uint64_t exchanges = recording.exchanged_before.back();
  Rows rows;
  rows.emplace_back("Algorithm", recording.title());
  rows.emplace_back("Keys", fmt::format("{} {}, {}", count_text(recording.real_keys()),
                                        name_of(request.keys.type), name_of(request.order)));
  rows.emplace_back("Input", request.input == "given"
                                 ? (request.source.empty() ? "own keys" : request.source)
                                 : fmt::format("{}, seed {}", request.input, request.seed));
  const Wording words = wording(network);
  // A question that is open asks for it.
  const QuestionMarks* question = given.session.laid_over.question.get();
  const bool veiled = question != nullptr && question->veiled;
  const std::string_view asked = "told once the question is answered";
  rows.emplace_back(
      network.adaptive() ? "Schedule" : "Network",
      layers_are_asked(given.quiz)
          ? std::string(asked)
          : fmt::format("{}, {}, {}", counted(network.wires(), "wire", count_text(network.wires())),
                        counted(network.depth(), words.layer),
                        counted(network.size(), words.comparator, count_text(network.size()))));
  if (network.wires_move() && !layers_are_asked(given.quiz)) {
    rows.emplace_back("Depth",
                      fmt::format("{}. {}", network.aks()->size().depth, kLayersBeyondDepth));
  }
  rows.emplace_back("Exchanges",
                    veiled
                        ? std::string(asked)
                        : fmt::format("{}, {:.1f} % of the {}s", count_text(exchanges),
                                      network.size() > 0 ? 100.0 * static_cast<double>(exchanges) /
                                                               static_cast<double>(network.size())
                                                         : 0.0,
                                      words.comparator));
  rows.emplace_back("Output", veiled ? asked : recording.sorted ? "in order" : "not in order");
  rows.emplace_back("Engine", recording.engine_description.empty() ? recording.engine
                                                                   : recording.engine_description);
  if (!given.next.engine_note.empty()) rows.emplace_back("Why", given.next.engine_note);
  if (!recording.timing.kernel.empty()) rows.emplace_back("Kernel", recording.timing.kernel);
  std::string time =
      time_text(static_cast<double>(recording.timing.elapsed_ns)) + " with recording";
  if (recording.timing.transfer_ns > 0) {
    time += fmt::format(", {} of transfers",
                        time_text(static_cast<double>(recording.timing.transfer_ns)));
  }
  if (recording.timing.launches > 0 && !veiled)
    time += ", " + counted(recording.timing.launches, "launch");
  rows.emplace_back("Time", time);
  if (!layers_are_asked(given.quiz)) {
    rows.emplace_back("Outcome bits", bytes_text(network.bit_words() * 4));
  }
  if (given.drawn.buffers) rows.emplace_back("Drawing", given.drawn.buffers->note());
  rows.emplace_back("Recorded", recording.created_utc);
  return rows;
}

std::string gl_text(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text != nullptr ? reinterpret_cast<const char*>(text) : "unknown";
}

Rows program_rows(const OverlayParts& given) {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  H5get_libversion(&major, &minor, &release);
  const CudaStatus& cuda = cuda_status();
  const auto cuda_version = [](int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
  };
  Rows rows;
  rows.emplace_back("Sortscope",
                    fmt::format("{}{}", SORTSCOPE_VERSION,
                                *kRevision != 0 ? fmt::format(" ({})", kRevision) : ""));
  rows.emplace_back("Build", fmt::format("{}, {}", kBuildType, kCompiler));
  rows.emplace_back("Processor", fmt::format("{} threads", machine().threads));
  rows.emplace_back("CUDA", cuda.available ? fmt::format("{}, CUDA {}", cuda.device,
                                                         cuda_version(cuda.runtime_version))
                                           : cuda.reason);
  if (given.surface.draws()) {
    rows.emplace_back("OpenGL", gl_text(GL_VERSION));
    rows.emplace_back("", gl_text(GL_RENDERER));
  }
  rows.emplace_back("Libraries", fmt::format("Dear ImGui {}, HDF5 {}.{}.{}", ImGui::GetVersion(),
                                             major, minor, release));
  rows.emplace_back("Settings", given.surface.headless()  ? "not kept without a window"
                                : settings_path().empty() ? "not kept: HOME names no folder"
                                                          : settings_path());
  return rows;
}

class InfoOverlay : public OverlayContent {
 public:
  [[nodiscard]] std::string_view title() const override { return "About this run"; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {920, 500}; }

  void draw(const OverlayParts& given, const Area& area) override {
    const Brush brush = Brush::of(given.look);
    const float pad = brush.px(kCardPadding);
    Rows run;
    if (given.session.loaded()) run = run_rows(given);
    const Rows program = program_rows(given);
    const std::string_view copy = copied_ ? "Copied" : "Copy as text";
    const float wide = text_button_width(brush, copy);
    const Area button{area.right() - pad - wide, area.bottom() - pad - brush.px(32), wide,
                      brush.px(32)};
    if (text_button(brush, "copy", button, copy, ButtonLook::kOutline)) {
      copy_text(run, program);
      copied_ = true;
    }
    tooltip(given.look, "All of it, for a bug report");
    ScrollBody body(
        given.look, "rows",
        {area.x + pad, area.y, area.width - pad - brush.px(6), button.y - area.y - brush.px(12)});
    const float room = body.content.width - brush.px(14);
    const bool two = room >= brush.px(720);
    const float width = two ? (room - brush.px(32)) / 2 : room;
    const float top = body.content.y + brush.px(16);
    float left_end = draw_rows(body.brush, body.content.x, top, width, "Run", run);
    const float right_x = two ? body.content.x + width + brush.px(32) : body.content.x;
    const float right_end = draw_rows(body.brush, right_x, two ? top : left_end + brush.px(16),
                                      width, "Program and machine", program);
    body.end_at(std::max(left_end, right_end));
  }

 private:
  static float draw_rows(const Brush& brush, float x, float y, float width,
                         std::string_view heading, const Rows& rows) {
    if (rows.empty()) return y;
    draw_heading(brush, x, y + brush.px(8), heading);
    y += brush.px(28);
    for (const auto& [label, value] : rows) {
      y += draw_labelled(brush, x, y, width, brush.px(kLabelWidth), label, value);
    }
    return y;
  }

  static void copy_text(const Rows& run, const Rows& program) {
    std::string text;
    for (const Rows* rows : {&run, &program}) {
      for (const auto& [label, value] : *rows) text += fmt::format("{:<14}{}\n", label, value);
    }
    ImGui::SetClipboardText(text.c_str());
  }

  bool copied_ = false;
};

}  // namespace

std::shared_ptr<OverlayContent> make_info_overlay() { return std::make_shared<InfoOverlay>(); }

}  // namespace sortscope
