// own_code.cpp: a person's own file in the side panel.
#include "app/panels/own_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/panels/parts.h"
#include "app/widgets/widgets.h"
#include "core/words/own_kernel.h"

namespace sortscope {

namespace {

// A name stays beside its value where the line is broken.
std::string unbroken(std::string text) {
  for (std::size_t at = 0; (at = text.find(" = ", at)) != std::string::npos;) {
    text.replace(at, 3, "\u00a0=\u00a0");
  }
  return text;
}

constexpr std::uint32_t kLines = 13;
constexpr std::uint32_t kLeastLines = 7;
constexpr float kLine = 20;
constexpr float kSign = 19;    // column of findings
constexpr float kNumber = 26;  // column of line numbers
constexpr float kHang = 6;     // above and below a line in several rows

// What a line did and what was found in it, for who points at it.
std::string help_of(const KernelReport& report, std::uint32_t line) {
  std::string help;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    if (finding.line != line && finding.other_line != line) continue;
    help += fmt::format("{}{}. {}: {}", help.empty() ? "" : "\n", i + 1, finding_title(finding),
                        finding.text);
  }
  for (const CompilerMessage& message : report.messages) {
    if (message.line == line) help += (help.empty() ? "" : "\n") + message.text;
  }
  if (const std::string note = line_note(report, line); !note.empty()) {
    help += (help.empty() ? "" : "\n") + note;
  }
  return help;
}

// The number of a finding: filled where it is wrong, a ring where it is slow.
void draw_sign(const Brush& brush, float x, float y, const Finding& finding, std::size_t number) {
  const float radius = brush.px(8);
  if (finding.wrong) {
    brush.list->AddCircleFilled({x, y}, radius, brush.color(Role::kExchanged), 24);
  } else {
    brush.list->AddCircle({x, y}, radius, brush.color(Role::kMuted), 24, brush.px(1.3F));
  }
  draw_text(brush, x, y, fmt::to_string(number), 11, Face::kSansBold,
            finding.wrong ? Role::kGround : Role::kText, Anchor::kMiddle);
}

// A narrow panel spends less on indents.
float code_left(const Brush& brush, float x, const std::string& text) {
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  return x + brush.px(kSign + kNumber) +
         brush.px(0.3F * kSizeSmall) * static_cast<float>(std::min<std::size_t>(indent, 12));
}

// Every line stands there in full.
float line_height(const Brush& brush, const std::string& text, float width) {
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  const float room = width - code_left(brush, 0, text);
  return std::max(brush.px(kLine),
                  paragraph_height(brush, room, text.substr(indent), kSizeSmall, Face::kMono) +
                      brush.px(kHang));
}

void draw_line(const PanelParts& given, const Brush& brush, const OwnKernel& kernel,
               std::uint32_t line, bool current, const Area& area) {
  const KernelReport& report = kernel.report();
  if (current) {
    const float left = area.x - brush.px(12);
    const float right = area.right() + brush.px(12);
    brush.list->AddRectFilled({left, area.y}, {right, area.bottom()},
                              brush.color(Role::kAccentBand), brush.px(4));
    brush.list->AddRectFilled({left, area.y}, {left + brush.px(3), area.bottom()},
                              brush.color(Role::kAccent), brush.px(1));
  }
  const std::size_t finding = finding_of(report, line);
  if (finding < report.findings.size()) {
    draw_sign(brush, area.x + brush.px(8), area.mid_y(), report.findings[finding], finding + 1);
  } else if (!report.compiled && first_error_line(report) == line) {
    draw_icon(*brush.list, Icon::kWarning, area.x + brush.px(8), area.mid_y(), brush.px(14),
              brush.color(Role::kExchanged));
  }
  draw_text(brush, area.x + brush.px(kSign + kNumber - 8), area.mid_y(), fmt::to_string(line),
            kSizeSmall, Face::kMono, Role::kMuted, Anchor::kEnd);
  const std::string& text = kernel.lines[line - 1];
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  const float x = code_left(brush, area.x, text);
  if (indent < text.size()) {
    draw_paragraph(brush, x, area.y + brush.px(kHang / 2), area.right() - x, text.substr(indent),
                   kSizeSmall, Face::kMono, current ? Role::kText : Role::kMuted);
  }
  ImGui::PushID(static_cast<int>(line));
  const bool pressed = press_area("line", area).pressed;
  ImGui::PopID();
  tooltip(given.look, help_of(report, line));
  if (pressed && finding < report.findings.size() &&
      given.session.measured.kernel.get() == &kernel) {
    given.asked.ask(fmt::format("kernel-finding {}", finding + 1));
  }
}

}  // namespace

float draw_own_code(const PanelParts& given, const Brush& brush, const Scene& scene,
                    const OwnKernel& kernel, const Area& area) {
  const float x = area.x;
  const float width = area.width;
  float y = area.y;
  const bool runs = &kernel == own_kernel(scene);
  const ComparatorOrigin* origin = runs ? running_origin(scene) : nullptr;
  const std::uint32_t running = runs ? running_line(scene) : first_error_line(kernel.report());
  const auto lines = static_cast<std::uint32_t>(kernel.lines.size());
  std::uint32_t middle = running;
  if (middle == 0 && !kernel.report().origins.empty()) middle = kernel.report().origins.back().line;
  // As many lines around it as have room in full.
  std::uint32_t count = std::min(kLines, lines);
  std::uint32_t first = 1;
  for (;; --count) {
    const std::uint32_t before = middle > count / 2 ? middle - count / 2 : 1;
    first = std::max(std::min(before, lines - count + 1), 1U);
    float height = 0;
    for (std::uint32_t line = first; line < first + count; ++line) {
      height += line_height(brush, kernel.lines[line - 1], width);
    }
    if (count <= kLeastLines || height <= area.height) break;
  }
  for (std::uint32_t line = first; line < first + count; ++line) {
    const bool current = line == running;
    const float height = line_height(brush, kernel.lines[line - 1], width);
    draw_line(given, brush, kernel, line, current, {x, y, width, height});
    y += height;
  }
  y += brush.px(10);
  if (origin == nullptr) {
    const std::string_view said =
        runs ? "The run is over." : "The picture is of the last version that ran.";
    y += draw_paragraph(brush, x, y, width, said, kSizeText, Face::kSans, Role::kMuted);
    return y;
  }
  if (const std::string values = values_text(variable_values(kernel.report(), *origin));
      !values.empty()) {
    y += draw_paragraph(brush, x, y, width, unbroken(values), kSizeSmall, Face::kMono,
                        Role::kAccent) +
         brush.px(4);
  }
  const std::string where = fmt::format("block = {}   thread = {}   epoch = {}", origin->block,
                                        origin->thread, origin->epoch);
  y += draw_paragraph(brush, x, y, width, unbroken(where), kSizeSmall, Face::kMono, Role::kAccent) +
       brush.px(4);
  y += draw_paragraph(brush, x, y, width, launch_text(kernel.report(), origin->launch), kSizeSmall,
                      Face::kSans, Role::kMuted);
  return y;
}

}  // namespace sortscope
