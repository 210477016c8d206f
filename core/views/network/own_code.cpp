// own_code.cpp: a person's own file: the running line, its values, findings in the margin.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/network/own_marks.h"
#include "core/words/own_kernel.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kSign = 26;    // column of findings
constexpr float kNumber = 34;  // column of line numbers
constexpr float kSize = 13;
constexpr float kPitch = 21;
constexpr float kHead = 40;
constexpr float kFoot = 74;    // values, and what the line did
constexpr float kNotes = 330;  // column of what lines did, where there is room for one
constexpr float kLeastCode = 420;

// What is drawn, and where its lines stand.
struct Page {
  const OwnKernel* kernel = nullptr;
  std::uint32_t current = 0;  // line, from 1; 0: none
  std::uint32_t first = 1;    // line at the top
  std::uint32_t count = 0;
};

Page page_of(const Scene& scene, float height) {
  Page page;
  const auto& latest = scene.measured->kernel;
  if (latest == nullptr) return page;
  // A file that does not compile shows its errors; else the one that is seen running.
  page.kernel = latest->report().compiled ? own_kernel(scene) : latest.get();
  if (page.kernel == nullptr) return page;
  const ComparatorOrigin* origin = page.kernel->report().compiled ? running_origin(scene) : nullptr;
  page.current = origin != nullptr || page.kernel->report().compiled
                     ? running_line(scene)
                     : first_error_line(page.kernel->report());
  const auto lines = static_cast<std::uint32_t>(page.kernel->lines.size());
  const float room = std::max(height - kHead - kFoot, kPitch);
  page.count = std::min(lines, static_cast<std::uint32_t>(room / kPitch));
  const std::uint32_t middle = page.current > 0 ? page.current : 1;
  const std::uint32_t half = page.count / 2;
  page.first = std::min(middle > half ? middle - half : 1, lines - page.count + 1);
  return page;
}

const CompilerMessage* message_of(const KernelReport& report, std::uint32_t line) {
  const auto found = std::ranges::find_if(report.messages,
                                          [&](const CompilerMessage& m) { return m.line == line; });
  return found != report.messages.end() ? &*found : nullptr;
}

// Values of the variables that the running line names, behind its text.
void add_line_values(const Page& page, const Scene& scene, const Label& code, float right,
                     Picture& picture) {
  const ComparatorOrigin* origin = page.kernel->report().compiled ? running_origin(scene) : nullptr;
  if (origin == nullptr || origin->line != page.current) return;
  const auto values = variable_values(page.kernel->report(), *origin);
  const std::string text =
      values_text(values_named(values, page.kernel->lines[page.current - 1]), "  ");
  const float x = area_of(code).right + 18;
  if (text.empty() || x + estimated_width(text, 12, Face::kMono) > right) return;
  picture.labels.push_back({x, code.y, text, 12, Face::kMono, Anchor::kStart, Role::kAccent});
}

void add_values(const Page& page, const Scene& scene, float width, float y, Picture& picture) {
  const ComparatorOrigin* origin = page.kernel->report().compiled ? running_origin(scene) : nullptr;
  const float room = width - 2 * kMargin;
  if (origin == nullptr) {
    const bool over = page.kernel->report().compiled;
    picture.labels.push_back(fitted({kMargin, y, over ? "The run is over." : "It does not compile.",
                                     kSize, Face::kSans, Anchor::kStart, Role::kMuted},
                                    room));
    return;
  }
  const auto row = [&](const std::string& text) {
    if (text.empty()) return;
    picture.labels.push_back(
        fitted({kMargin, y, text, kSize, Face::kMono, Anchor::kStart, Role::kAccent}, room));
    y += 20;
  };
  row(values_text(variable_values(page.kernel->report(), *origin)));
  row(values_text(own_values(*origin)));
  const std::string launch = launch_text(page.kernel->report(), origin->launch);
  picture.labels.push_back(
      fitted({kMargin, y, launch, 12, Face::kSans, Anchor::kStart, Role::kMuted}, room));
}

}  // namespace

Picture layout_own_code(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const Page page = page_of(scene, height);
  if (page.kernel == nullptr) return picture;
  const KernelReport& report = page.kernel->report();
  picture.labels.push_back(
      fitted({kMargin, 22, std::filesystem::path(report.path).filename().string(), kSize,
              Face::kSansBold, Anchor::kStart, Role::kMuted},
             width - 2 * kMargin - 110));
  const float code = kMargin + kSign + kNumber;
  const bool notes = width - code - kNotes >= kLeastCode;
  const float right = width - kMargin - (notes ? kNotes : 0);
  float y = kHead + kPitch / 2;
  for (std::uint32_t line = page.first; line < page.first + page.count; ++line, y += kPitch) {
    const bool current = line == page.current;
    if (current) {
      picture.boxes.push_back({kMargin - 12, y - kPitch / 2, width - 2 * kMargin + 24, kPitch,
                               Role::kAccentBand, true});
      picture.boxes.push_back({kMargin - 12, y - kPitch / 2, 3, kPitch, Role::kAccent, true});
    }
    const std::size_t finding = finding_of(report, line);
    const CompilerMessage* message = message_of(report, line);
    if (message != nullptr) {
      add_verdict_sign(picture, kMargin + 8, y, false);
    } else if (finding < report.findings.size()) {
      add_finding_sign(picture, kMargin + 8, y, report.findings[finding].wrong, finding + 1);
    }
    picture.labels.push_back({kMargin + kSign + kNumber - 10, y, fmt::to_string(line), 12,
                              Face::kMono, Anchor::kEnd, Role::kMuted});
    const std::string& text = page.kernel->lines[line - 1];
    const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
    const float x = code + 0.6F * kSize * static_cast<float>(indent);
    if (indent < text.size() && x < right) {
      picture.labels.push_back(fitted({x, y, text.substr(indent), kSize, Face::kMono,
                                       Anchor::kStart, current ? Role::kText : Role::kMuted},
                                      right - x));
      if (current) {
        const Label code_label = picture.labels.back();
        add_line_values(page, scene, code_label, right, picture);
      }
    }
    if (!notes) continue;
    const std::string note = line_note(report, line);
    if (note.empty()) continue;
    picture.labels.push_back(fitted({width - kMargin, y, note, 11, Face::kSans, Anchor::kEnd,
                                     current ? Role::kText : Role::kMuted},
                                    kNotes - 12));
  }
  y = std::min(y + 8, height - 54);
  add_values(page, scene, width, y, picture);
  return picture;
}

std::string own_code_action(const Scene& scene, float width, float height, float x, float y) {
  const Page page = page_of(scene, height);
  if (page.kernel == nullptr || x < 0 || x > width || y < kHead) return {};
  const auto row = static_cast<std::uint32_t>((y - kHead) / kPitch);
  if (row >= page.count) return {};
  const KernelReport& report = page.kernel->report();
  const std::size_t finding = finding_of(report, page.first + row);
  if (finding >= report.findings.size() || scene.measured->kernel.get() != page.kernel) return {};
  return fmt::format("kernel-finding {}", finding + 1);
}

}  // namespace sortscope
