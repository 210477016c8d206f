// kernel_desk.cpp: the person's word, and the file's time.
#include "app/state/parts/kernel_desk.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sortscope {

namespace {

// Nanoseconds of the file's clock and its size, as one number that changes when it is saved; 0:
// there is no file.
std::int64_t state_of(const std::string& path) {
  std::error_code failure;
  const auto time = std::filesystem::last_write_time(path, failure);
  if (failure) return 0;
  const auto bytes = std::filesystem::file_size(path, failure);
  if (failure) return 0;
  return static_cast<std::int64_t>(time.time_since_epoch().count()) ^
         static_cast<std::int64_t>(bytes << 48U);
}

}  // namespace

bool KernelDesk::ask(KernelChoice choice) {
  if (!allowed(choice.path)) {
    waiting_ = std::move(choice);
    return false;
  }
  waiting_.reset();
  if (choice.path != file_.path || choice.n) request.reset();
  if (choice.path != file_.path) {
    versions_.clear();
    entry_.clear();
  }
  file_ = std::move(choice);
  return true;
}

void KernelDesk::allow() {
  if (!waiting_) return;
  allowed_.insert(waiting_->path);
  ask(KernelChoice(*waiting_));
}

void KernelDesk::note_version(std::string text) {
  if (!versions_.empty() && versions_.back().text == text) return;
  versions_.push_back({std::move(text), false});
  if (versions_.size() <= kMostKernelVersions) return;
  // The one that was timed last stays: it is what the next is compared with.
  const auto timed = std::ranges::find_if(versions_.rbegin(), versions_.rend(),
                                          [](const KernelVersion& v) { return v.timed; });
  const bool first_is_it = timed != versions_.rend() && timed.base() == versions_.begin() + 1;
  versions_.erase(versions_.begin() + (first_is_it ? 1 : 0));
}

void KernelDesk::note_timed(const std::string& text) {
  note_version(text);
  versions_.back().timed = true;
}

const KernelVersion* KernelDesk::before(const std::string& text) const {
  const KernelVersion* last = nullptr;
  for (const KernelVersion& version : versions_) {
    if (version.text == text) continue;
    if (version.timed || last == nullptr || !last->timed) last = &version;
  }
  return last;
}

void KernelDesk::note_run() { written_ = state_of(file_.path); }

bool KernelDesk::saved_again(double now_s) {
  constexpr double kLookEvery_s = 0.2;
  if (file_.path.empty() || now_s - looked_s_ < kLookEvery_s) return false;
  looked_s_ = now_s;
  const std::int64_t state = state_of(file_.path);
  // An editor that replaces the file leaves a moment without one.
  if (state == written_ || state == 0) return false;
  written_ = state;
  return true;
}

}  // namespace sortscope
