// notices.cpp: messages in the order in which they are said.
#include "app/state/parts/notices.h"

#include <utility>

#include "core/base/quote.h"

namespace sortscope {

void Notices::notify(std::string text, bool error) {
  text = printable(text);  // names and values of files are quoted in it
  std::erase_if(shown, [&](const Notice& each) { return each.refusal || each.text == text; });
  shown.push_back({std::move(text), error, clock_.time_s});
  if (shown.size() > 4) shown.erase(shown.begin());
}

void Notices::refuse(std::string text) {
  notify(std::move(text));
  shown.back().refusal = true;
}

void Notices::offer(std::string text, std::string action, std::string command, bool error) {
  notify(std::move(text), error);
  shown.back().action = std::move(action);
  shown.back().command = std::move(command);
}

void Notices::mention(std::string text, std::string action, std::string command) {
  offer(std::move(text), std::move(action), std::move(command), false);
  shown.back().passing = true;
}

void Notices::of_run(std::uint64_t run) {
  if (!shown.empty()) shown.back().run = run;
}

void Notices::of_verdict(std::uint64_t run) {
  of_run(run);
  if (!shown.empty()) shown.back().verdict = true;
}

void Notices::show_run(std::uint64_t run) {
  std::erase_if(shown, [&](const Notice& each) {
    return each.run && *each.run != run && *each.run != kComingRun;
  });
  for (Notice& each : shown) {
    if (each.run) each.run = run;
  }
}

void Notices::forget_runs() {
  std::erase_if(shown, [](const Notice& each) { return each.run.has_value(); });
}

void Notices::fail(const Error& error) {
  const bool cancelled = error.code == ErrorCode::kCancelled;
  notify(error.text(), !cancelled);
  if (!cancelled) failure = error;
}

}  // namespace sortscope
