// cancelled.h: what tests of cancelled work measure: processor time, memory in use, files.
#pragma once

#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <string>

namespace sortscope {

// Half a second on two processors; sanitizers work slower, and count memory themselves.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr double kSoon_s = 10;
inline constexpr bool kCountsMemory = false;
#else
inline constexpr double kSoon_s = 1;
inline constexpr bool kCountsMemory = true;
#endif

/// What work may keep once it has ended, however often: caches of libraries, and small blocks that
/// the allocator keeps for each thread. Any run of the work that is cancelled here takes more.
inline constexpr std::int64_t kKeptBytes = 512 * 1024;

/// Of all threads.
inline double processor_s() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Bytes that were allocated and not freed, by the allocator's own books: of every thread, and
/// those of large blocks too.
inline std::int64_t bytes_in_use() {
  const auto books = ::mallinfo2();
  return static_cast<std::int64_t>(books.uordblks) + static_cast<std::int64_t>(books.hblkhd);
}

/// An empty folder while it lives.
class OwnFolder {
 public:
  OwnFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "cancel-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~OwnFolder() { std::filesystem::remove_all(path); }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path),
                                                  std::filesystem::directory_iterator()));
  }
  /// Those that work writes: their names begin with "out".
  void clear() const {
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (entry.path().filename().string().starts_with("out")) {
        std::filesystem::remove(entry.path());
      }
    }
  }

  std::filesystem::path path;
};

}  // namespace sortscope
