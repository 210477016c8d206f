// autosave.cpp: writing what a window remembers while it lives.
#include "app/window/autosave.h"

#include <chrono>
#include <system_error>
#include <utility>

#include "app/state/parts/notices.h"
#include "app/state/session.h"

namespace sortscope {

void Autosave::touch(double now_s) {
  if (!touched_s_) touched_s_ = now_s;
}

void Autosave::attend(const SettingsParts& parts, Notices& notices, double now_s) {
  if (writes_.valid()) {
    if (writes_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    const Status status = writes_.get();
    const std::string failed = status ? "" : status.error().text();
    if (std::exchange(told_, failed) != failed && !status) notices.notify(failed, true);
  }
  if (!touched_s_) return;
  const bool same_run = parts.session.generation() == run_;
  const bool only_plays = same_run && parts.session.playing();
  if (now_s - *touched_s_ < (only_plays ? kSavePlaying_s : kSaveAfter_s)) return;
  touched_s_.reset();
  run_ = parts.session.generation();
  try {
    writes_ = std::async(std::launch::async,
                         [this, files = kept_files(parts)] { return write_kept(files, known_); });
  } catch (const std::system_error&) {
    touched_s_ = now_s;  // no thread is given now: later, or as the window closes
  }
}

Status Autosave::finish(const SettingsParts& parts) {
  if (writes_.valid()) writes_.wait();
  return write_kept(kept_files(parts), known_);
}

}  // namespace sortscope
