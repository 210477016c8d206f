// process.h: a program run as a child that may do little: bounded in time, memory and output, alone
// in its group, without network, without children, writing in its own folder only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"

namespace sortscope {

struct ChildProcess {
  std::vector<std::string> command;  // the first is a path
  std::string folder;                // where it runs and may write
  double wall_limit_s = 10;          // then it is asked where it is (SIGUSR1), and ended
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;  // of addresses; 0: no limit
  std::uint64_t file_bytes = std::uint64_t{64} << 20;   // of a file that it writes
  // Of all files that it writes into its folder; twice as much ends it at once. 0: no limit.
  std::uint64_t folder_bytes = 0;
  std::size_t most_output = std::size_t{64} << 10;  // kept; as much again 256 times ends it
  bool confined = true;                             // makes only calls that compute, read and write
  bool of_cuda = false;                             // not confined, but leaves others alone
  bool writes_only_folder = true;                   // where Linux has Landlock
  std::vector<std::string> environment;             // more than PATH and its folder: "NAME=value"
  std::vector<std::pair<int, int>> files;           // ours, and the number that it has there
};

struct ChildEnd {
  int exit_code = 0;
  int signal = 0;  // that ended it; 0: none
  bool timed_out = false;
  bool printed_too_much = false;
  bool wrote_too_much = false;
  std::string output;  // its beginning: standard output and error
  double seconds = 0;
};

/// Runs it to its end. Errors: kIo (it cannot be started), kCancelled (it was ended). Nothing of it
/// is left running.
Result<ChildEnd> run_child(const ChildProcess& child, const Progress& progress);

/// The most bytes of all files that a person's kernel writes.
inline constexpr std::uint64_t kMostWrittenBytes = std::uint64_t{256} << 20;
/// The most files that a child may leave in its folder, where it has `folder_bytes`.
inline constexpr std::uint64_t kMostFiles = 1000;

/// A folder for temporary files, removed with all that is in it, however deep.
class ScratchFolder {
 public:
  /// Errors: kIo.
  static Result<ScratchFolder> create();
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

/// Memory that a child shares through a file number.
class SharedMemory {
 public:
  /// Errors: kIo, kOutOfMemory.
  static Result<SharedMemory> create(std::size_t bytes);
  ~SharedMemory();
  SharedMemory(SharedMemory&& other) noexcept
      : file_(std::exchange(other.file_, -1)),
        bytes_(std::exchange(other.bytes_, 0)),
        data_(std::exchange(other.data_, nullptr)) {}
  SharedMemory& operator=(SharedMemory&&) = delete;
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  [[nodiscard]] int file() const { return file_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] void* data() const { return data_; }

 private:
  SharedMemory() = default;
  int file_ = -1;
  std::size_t bytes_ = 0;
  void* data_ = nullptr;
};

/// Removes the folder and everything below it: folders in folders to any depth, folders without
/// permissions. Links are removed, not followed; a folder of another person stays.
void remove_tree(const std::string& path);

}  // namespace sortscope
