// findings.cpp: what was found in a person's own kernel, the verdict first.
#include "core/views/network/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/number_text.h"
#include "core/lab/listed.h"
#include "core/lab/text.h"
#include "core/lab/versions.h"
#include "core/networks/formats/best_known.h"
#include "core/networks/wording.h"
#include "core/own_kernels/json.h"
#include "core/own_kernels/timing/text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "core/views/network/own_marks.h"
#include "core/words/own_kernel.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kCorner = 150;  // kept free on the right for the pane's buttons
constexpr float kVerdict = 18;
constexpr float kText = 13;
constexpr float kSmall = 12;
constexpr float kIndent = 34;  // of a finding's words, behind its number
constexpr float kButton = 26;  // high

// An area that can be pressed.
struct Pressed {
  LabelArea area;
  std::string line;  // the command
};

struct Page {
  Picture picture;
  std::vector<Pressed> pressed;
};

// How much is said of each finding, where there is little room.
enum class Detail : std::uint8_t { kAll, kWrong, kNone };

class Writer {
 public:
  Writer(const OwnKernel& kernel, const LabResult* lab, float width, float height, Detail detail)
      : kernel_(kernel), lab_(lab), report_(kernel.report()), detail_(detail) {
    page_.picture.width = width;
    page_.picture.height = height;
  }

  // Down to where it wrote.
  float run() {
    head();
    messages();
    difference();
    findings();
    times();
    notes();
    return y_;
  }
  Page take() { return std::move(page_); }

 private:
  [[nodiscard]] float width() const { return page_.picture.width; }

  // Words that are left out below the page's end.
  void words(float x, const std::string& text, float size, Face face, Role role, float corner = 0) {
    const float pitch = std::round(size * 1.4F);
    for (const std::string& line : wrapped(text, size, face, width() - x - kMargin - corner)) {
      put(x, y_ + pitch / 2, line, size, face, role);
      y_ += pitch;
      corner = 0;
    }
  }
  void put(float x, float y, const std::string& text, float size, Face face, Role role) {
    if (y + size / 2 > page_.picture.height) return;
    page_.picture.labels.push_back(
        fitted({x, y, text, size, face, Anchor::kStart, role}, width() - x - kMargin / 2));
  }

  void head() {
    std::string name = std::filesystem::path(report_.path).filename().string();
    if (is_earlier(kernel_)) name += ", an earlier version";
    put(kMargin, 24, name, kText, Face::kMono, Role::kMuted);
    page_.picture.labels.back() =
        fitted(page_.picture.labels.back(), std::max(width() - kMargin - kCorner, 40.0F));
    y_ = 44;
    const bool good = report_.good() && report_.compiled;
    add_verdict_sign(page_.picture, kMargin + 9, y_ + 13, good);
    words(kMargin + kIndent - 4, kernel_verdict(report_), kVerdict, Face::kSansBold, Role::kText);
    y_ += 4;
    if (!report_.proof_text.empty()) {
      words(kMargin + kIndent - 4, report_.proof_text, kText, Face::kSans, Role::kMuted);
    }
    for (const std::string& text : {report_.adaptive_text, report_.smaller.text}) {
      if (!text.empty()) words(kMargin + kIndent - 4, text, kText, Face::kSans, Role::kMuted);
    }
    if (!kernel_.task.empty()) {
      y_ += 4;
      words(kMargin + kIndent - 4, "Lesson: " + kernel_.task, kText, Face::kSansBold,
            Role::kAccent);
      y_ += 4;
    }
    if (report_.compiled) {
      words(kMargin + kIndent - 4, made_of(), kSmall, Face::kSans, Role::kMuted);
    }
    y_ += 10;
  }

  [[nodiscard]] std::string made_of() const {
    std::string text =
        counted(report_.launches.size(), "launch", grouped_number(report_.launches.size()));
    if (report_.network != nullptr) {
      const ListedNetwork& network = *report_.network;
      const bool known = report_.sorted && report_.verdict == KernelVerdict::kNetwork &&
                         !best_known(network.wires()).empty();
      text +=
          known ? " · " + beside_best_known(
                              network.wires(), network.size(), network.depth(),
                              report_.proved == "all inputs" ? Sorts::kYes : Sorts::kNotAsked)
                : fmt::format(" · {} in {}",
                              counted(network.size(), "comparator", grouped_number(network.size())),
                              counted(network.depth(), "layer", grouped_number(network.depth())));
    }
    if (!report_.equals.empty()) text += fmt::format(" · the network of {}", report_.equals);
    text += report_.way == KernelWay::kGpu ? " · ran on the GPU" : " · ran on the CPU";
    return text;
  }

  void messages() {
    for (const CompilerMessage& message : report_.messages) {
      const std::string place =
          message.line > 0 ? fmt::format("{}:{}: ", message.line, message.column) : std::string();
      words(kMargin,
            fmt::format("{}{}: {}", place, message.error ? "error" : "warning", message.text),
            kText, Face::kMono, message.error ? Role::kText : Role::kMuted);
      y_ += 4;
    }
  }

  // How the network is to be seen beside what it should be.
  void difference() {
    const bool network = report_.verdict == KernelVerdict::kNetwork && report_.network != nullptr;
    const bool plays = network && !report_.counterexample.empty() &&
                       report_.counterexample.size() <= report_.network->wires();
    const std::string text = difference_text(report_);
    if (!text.empty()) {
      rule();
      words(kMargin, text, kText, Face::kSansBold, Role::kText);
      y_ += 6;
    }
    float x = kMargin;
    if (plays) x = button(x, "Run these keys", "kernel-counterexample");
    if (const auto place = difference_place(report_)) {
      x = button(x, fmt::format("Go to line {}", place->line), "kernel-finding difference");
    }
    if (!text.empty() && report_.intended != nullptr) {
      x = button(x, fmt::format("Show {}", report_.against), "kernel-intended");
    } else if (network && report_.equals.empty() && report_.against.empty() && !report_.sorted) {
      x = button(x, "Compare with bitonic", "kernel-against bitonic");
    }
    if (x > kMargin) y_ += kButton + 8;
  }

  // Where the next one stands.
  float button(float x, const std::string& text, std::string line) {
    const float wide = estimated_width(text, kText, Face::kSans) + 20;
    if (x > kMargin && x + wide > width()) {
      x = kMargin;
      y_ += kButton + 6;
    }
    if (y_ + kButton > page_.picture.height || x + wide > width()) return x;
    page_.picture.boxes.push_back({x, y_, wide, kButton, Role::kAccent, false, 6});
    page_.picture.labels.push_back(
        {x + wide / 2, y_ + kButton / 2, text, kText, Face::kSans, Anchor::kMiddle, Role::kAccent});
    page_.pressed.push_back({{x, y_, x + wide, y_ + kButton}, std::move(line)});
    return x + wide + 8;
  }

  void rule() {
    y_ += 4;
    if (y_ < page_.picture.height) {
      page_.picture.lines.push_back({kMargin, y_, width() - kMargin, y_, Role::kLine, 1});
    }
    y_ += 10;
  }

  void findings() {
    if (report_.findings.empty()) return;
    for (std::size_t i = 0; i < report_.findings.size(); ++i) {
      const Finding& finding = report_.findings[i];
      const bool first = i == 0 || report_.findings[i - 1].wrong != finding.wrong;
      if (first) heading(finding.wrong ? "Wrong" : "Slow, not wrong");
      const float top = y_;
      add_finding_sign(page_.picture, kMargin + 9, y_ + 9, finding.wrong, i + 1);
      const float left = kMargin + kIndent - 4;
      const std::string title(finding_title(finding));
      put(left, y_ + 9, title, kText, Face::kSansBold, Role::kText);
      const float behind = left + estimated_width(title, kText, Face::kSansBold) + 8;
      if (behind < width() - 60) {
        put(behind, y_ + 9, place_text(finding), kSmall, Face::kSans, Role::kMuted);
      }
      y_ += 20;
      const bool told = detail_ == Detail::kAll || (detail_ == Detail::kWrong && finding.wrong);
      if (told) words(left, finding.text, kText, Face::kSans, Role::kText);
      page_.pressed.push_back(
          {{kMargin, top, width() - kMargin, y_}, fmt::format("kernel-finding {}", i + 1)});
      y_ += 8;
    }
  }

  void heading(const std::string& text) {
    rule();
    put(kMargin, y_ + 6, text, kSmall, Face::kSansBold, Role::kMuted);
    y_ += 20;
  }

  // How fast it is, or what is missing to tell.
  void times() {
    if (detail_ == Detail::kNone || !report_.sorted) return;  // to be mended first
    heading("How fast, compiled plainly");
    const bool timed = lab_ != nullptr;
    if (timed) measured();
    const bool lacks = !kernel_.timing_lack.empty();
    if (lacks) {
      words(kMargin, kernel_.timing_lack, kSmall, Face::kSans, Role::kMuted);
      if (report_.network == nullptr) return;
    } else if (!timed) {
      words(kMargin, "By nvcc as it is, beside V0, V2, fast, CUB and Thrust; every output checked.",
            kSmall, Face::kSans, Role::kMuted);
    }
    y_ += 4;
    float x = button(kMargin,
                     lacks   ? "Time its network on the CPU"
                     : timed ? "Time it again"
                             : "Time it",
                     "kernel-bench");
    if (timed) x = button(x, "Show the plot", "bench-show");
    if (x > kMargin) y_ += kButton + 4;
  }

  void measured() {
    for (const LabCell& cell : lab_->cells) {
      if (cell.what.sorter != kOwnSorter) continue;
      words(kMargin, own_time_text(*lab_, cell), kText, Face::kSans, Role::kText);
    }
    const std::vector<LabVersionRatio> ratios = version_ratios(*lab_);
    for (const LabVersionRatio& ratio : ratios) {
      words(kMargin,
            fmt::format("Since the version before, {} keys: {}, {}", lab_size_text(ratio.what.n),
                        ratio_text(ratio), word_of(ratio.verdict)),
            kText, Face::kSans, Role::kText);
    }
    if (const LabCell* const cell = own_cell_with_kernels(*lab_)) {
      for (const LabKernel& kernel : cell->kernels) {
        words(kMargin, lab_kernel_text(kernel), kSmall, Face::kSans, Role::kMuted);
      }
    }
    words(kMargin, lab_->gpu, kSmall, Face::kSans, Role::kMuted);
  }

  void notes() {
    if (detail_ != Detail::kAll) return;
    if (!report_.notes.empty()) heading("Taken for granted");
    for (const std::string& note : report_.notes) {
      words(kMargin, note, kSmall, Face::kSans, Role::kMuted);
      y_ += 4;
    }
    if (report_.printed.empty()) return;
    heading("It printed");
    for (const std::string& line : shown_lines(report_.printed)) {
      words(kMargin, line, kSmall, Face::kMono, Role::kMuted);
    }
  }

  const OwnKernel& kernel_;
  const LabResult* lab_;  // with times of this file; null: there are none
  const KernelReport& report_;
  Detail detail_;
  Page page_;
  float y_ = 0;
};

// The lab's result where it has times of this file.
const LabResult* times_of(const Measured& measured) {
  if (measured.lab == nullptr) return nullptr;
  const std::string name =
      std::filesystem::path(measured.kernel->report().path).filename().string();
  for (const LabSorterName& sorter : measured.lab->sorters) {
    if (sorter.id == kOwnSorter && sorter.title == name) return measured.lab.get();
  }
  return nullptr;
}

// As much of it as there is room for.
Page page_of(const Measured& measured, float width, float height) {
  const OwnKernel& kernel = *measured.kernel;
  const LabResult* const lab = times_of(measured);
  for (const Detail detail : {Detail::kAll, Detail::kWrong}) {
    Writer writer(kernel, lab, width, height, detail);
    if (writer.run() <= height) return writer.take();
  }
  Writer writer(kernel, lab, width, height, Detail::kNone);
  const float end = writer.run();
  Page page = writer.take();
  if (end > height) {
    // What has no room is said to be there.
    std::erase_if(page.picture.labels,
                  [&](const Label& label) { return label.y + label.size / 2 > height - 18; });
    std::erase_if(page.picture.dots, [&](const Dot& dot) { return dot.y + 9 > height - 18; });
    std::erase_if(page.picture.boxes, [&](const Box& box) { return box.y + box.h > height - 18; });
    page.picture.labels.push_back({width / 2, height - 9, "… there is more: make this pane larger",
                                   kSmall, Face::kSans, Anchor::kMiddle, Role::kMuted});
    page.picture.labels.back() = fitted(page.picture.labels.back(), width - 8);
  }
  return page;
}

void natural_size(const Recording& /*recording*/, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  width = 640;
  height = 720;
}

Picture layout(const Scene& scene, float width, float height) {
  if (scene.measured->kernel == nullptr) {
    Picture picture;
    picture.width = width;
    picture.height = height;
    picture.labels.push_back(fitted({width / 2, height / 2, "No CUDA file of your own has run.",
                                     kText, Face::kSans, Anchor::kMiddle, Role::kMuted},
                                    width - 2 * kMargin));
    return picture;
  }
  return page_of(*scene.measured, width, height).picture;
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  if (scene.measured->kernel == nullptr) return {};
  for (const Pressed& each : page_of(*scene.measured, width, height).pressed) {
    const LabelArea& a = each.area;
    if (x >= a.left && x < a.right && y >= a.top && y < a.bottom) return each.line;
  }
  return {};
}

}  // namespace

float findings_height(const Scene& scene, float width) {
  constexpr float kAnyHeight = 1e6F;
  if (scene.measured->kernel == nullptr) return 0;
  return Writer(*scene.measured->kernel, times_of(*scene.measured), width, kAnyHeight, Detail::kAll)
             .run() +
         kMargin;
}

const Layout kFindingsLayout = {
    .id = "findings",
    .title = "Findings",
    .summary = "What is right and wrong in a CUDA file of your own.",
    .max_wires = 0,
    .natural_size = natural_size,
    .layout = layout,
    .pick = nullptr,
    .action = action,
};

}  // namespace sortscope
