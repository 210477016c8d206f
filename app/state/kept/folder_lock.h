// folder_lock.h: one window at a time reads and writes what is kept in a folder.
#pragma once

#include <string>

namespace sortscope {

/// Held from its beginning to its end by one program, and by one thread of it; a program that ends,
/// however it does, holds it no longer. It is the file .lock in the folder, which stays. Waits for
/// five seconds at most: one that stands still keeps nobody from writing. Where no such file can be
/// made nothing is held.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  [[nodiscard]] bool held() const { return held_; }

 private:
  int file_ = -1;
  bool held_ = false;
};

}  // namespace sortscope
