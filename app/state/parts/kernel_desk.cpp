// kernel_desk.cpp: the person's word, and the file's time.
#include "app/state/parts/kernel_desk.h"

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
  file_ = std::move(choice);
  return true;
}

void KernelDesk::allow() {
  if (!waiting_) return;
  allowed_.insert(waiting_->path);
  ask(KernelChoice(*waiting_));
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
