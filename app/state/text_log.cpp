// text_log.cpp: steps in words, kept for the view and written as they happen.
#include "app/state/text_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/state/parts/notices.h"
#include "app/state/session.h"
#include "core/base/output_file.h"
#include "core/base/quote.h"
#include "core/networks/steps.h"
#include "core/recordings/recording.h"
#include "core/scenes/question_marks.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kMostShown = 64;         // comparators and keys of a step in the view
constexpr std::size_t kMostKept = 4096;          // lines
constexpr std::uint32_t kMostStepsAtOnce = 256;  // a longer way of the cursor is a jump

// A question is open: what comes is for the person to say.
bool veiled(const Session& session) {
  const auto& question = session.laid_over.question;
  return question != nullptr && question->veiled;
}

}  // namespace

TextLog::TextLog() = default;

TextLog::~TextLog() {
  if (out_ != nullptr && out_ != stdout) std::fclose(out_);
}

StepLog& TextLog::log(const Session& session) {
  if (!log_ || generation_ != session.generation()) {
    log_ = std::make_unique<StepLog>(session.shared_recording(), session.replay());
    generation_ = session.generation();
    lines_.clear();
    chosen.reset();
  }
  return *log_;
}

std::uint32_t TextLog::steps(const Session& session) {
  return session.loaded() ? log(session).steps() : 0;
}

const std::string& TextLog::line(const Session& session, std::uint32_t step) {
  static const std::string kNotTold = "Not told while a question is open.";
  StepLog& of = log(session);
  if (step > steps_before(session.recording().network, session.furthest())) return kNotTold;
  if (lines_.size() > kMostKept) lines_.clear();
  const auto [at, fresh] = lines_.try_emplace(step);
  if (fresh) at->second = of.step(step, kMostShown);
  return at->second;
}

std::string TextLog::text(const Session& session, std::uint32_t from, std::uint32_t to) {
  StepLog& of = log(session);
  std::string text;
  const std::uint32_t last = steps_before(session.recording().network, session.furthest());
  for (std::uint32_t step = from; step <= std::min({to, of.steps(), last}); ++step) {
    text += of.step(step) + "\n";
  }
  return text;
}

Status TextLog::open(const std::string& path) {
  if (out_ != nullptr && out_ != stdout) std::fclose(out_);
  out_ = nullptr;
  if (Status ready = path == "-" ? Status() : check_written_at_once(path); !ready) return ready;
  out_ = path == "-" ? stdout : std::fopen(path.c_str(), "we");
  if (out_ != nullptr) return {};
  return Error{ErrorCode::kIo, fmt::format("cannot write '{}': {}.", path, std::strerror(errno)),
               "Name a file in a folder that you may write to, or '-' for standard output."};
}

std::string TextLog::opening(const Session& session) {
  StepLog& of = log(session);
  const Recording& recording = session.recording();
  end_untold_ = veiled(session);
  const std::string run = end_untold_ ? run_opening(recording) : run_sentences(recording);
  std::string text = printable(run) + "\n" + of.state(0) + "\n";
  const std::uint32_t step = steps_before(recording.network, session.cursor());
  if (step > 0) text += of.state(step) + "\n";
  return text;
}

std::string TextLog::news(const Session& session) {
  StepLog& of = log(session);
  const Network& network = session.recording().network;
  const Cursor now = session.cursor();
  if (written_generation_ != session.generation()) {
    written_generation_ = session.generation();
    return opening(session);
  }
  const std::uint32_t before = steps_before(network, written_);
  const std::uint32_t step = steps_before(network, now);
  // Within a layer of a network one comparator after another is told.
  if (now.layer == written_.layer && step == before && now.comparator > written_.comparator) {
    std::string text;
    for (std::uint32_t i = written_.comparator; i < now.comparator; ++i) {
      text += of.comparator({now.layer, i}) + "\n";
    }
    return text;
  }
  if (step > before && step - before <= kMostStepsAtOnce) {
    std::string text;
    for (std::uint32_t at = before + 1; at <= step; ++at) text += of.step(at) + "\n";
    return text;
  }
  return of.state(step) + "\n";
}

void TextLog::follow(const Session& session, Notices& notices) {
  if (out_ == nullptr || !session.loaded()) return;
  if (written_generation_ == session.generation() && written_ == session.cursor()) return;
  std::string text = news(session);
  written_ = session.cursor();
  if (end_untold_ && !veiled(session) && written_ == session.recording().network.end()) {
    end_untold_ = false;
    text += run_outcome(session.recording()) + "\n";
  }
  write(notices, text);
}

void TextLog::write(Notices& notices, const std::string& text) {
  const bool whole =
      std::fwrite(text.data(), 1, text.size(), out_) == text.size() && std::fflush(out_) == 0;
  if (whole) return;
  notices.fail({ErrorCode::kIo,
                fmt::format("The log is not written any more: {}.", std::strerror(errno)), ""});
  if (out_ != stdout) std::fclose(out_);
  out_ = nullptr;
}

}  // namespace sortscope
