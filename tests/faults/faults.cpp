// faults.cpp: preloaded into a program (LD_PRELOAD), it lets one call of the C library fail:
//
//     FAULT_FOLDER=DIR  FAULT_WRITE=K    the K-th call that writes a file in DIR: open to write,
//     write,
//                                        truncate, sync, close, rename; "No space left on device"
//                       FAULT_LASTING=1  and every one after it
//     FAULT_MEMORY=K    the K-th allocation by C++ after main() has begun
//     FAULT_REPORT=FILE gets "WRITES ALLOCATIONS" at the end, where the program came to it
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

// NOLINTBEGIN: names and forms are the C library's
namespace {

std::atomic<std::uint64_t> writes{0};
std::atomic<std::uint64_t> allocations{0};
std::atomic<bool> in_main{false};
std::uint64_t fail_write = 0;
std::uint64_t fail_memory = 0;
bool lasting = false;
const char* folder = nullptr;
char report_path[4096];

template <typename Function>
Function* next(Function*& found, const char* name) {
  if (found == nullptr) found = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
  return found;
}

std::uint64_t number(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

// This call writes, and is the one to fail.
bool write_fails() {
  if (fail_write == 0) {
    ++writes;
    return false;
  }
  const std::uint64_t now = ++writes;
  if (now != fail_write && !(lasting && now > fail_write)) return false;
  errno = ENOSPC;
  return true;
}

bool in_folder(const char* path) {
  return folder != nullptr &&
         (path[0] != '/' || std::strncmp(path, folder, std::strlen(folder)) == 0);
}

// The descriptor is of a file in the folder, open for writing.
bool of_folder(int descriptor) {
  if (folder == nullptr || !in_main || descriptor <= STDERR_FILENO) return false;
  const int kept = errno;
  char link[64];
  char path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = ::readlink(link, path, sizeof path - 1);
  const int flags = ::fcntl(descriptor, F_GETFL);
  errno = kept;
  if (length <= 0 || flags < 0 || (flags & O_ACCMODE) == O_RDONLY) return false;
  path[length] = '\0';
  return path[0] == '/' && in_folder(path);
}

// What is written shows at the latest when it is closed; a lock's descriptor has nothing to show.
std::atomic<bool> written[1024];
bool write_to(int descriptor) {
  if (!of_folder(descriptor)) return false;
  if (descriptor < 1024) written[descriptor] = true;
  return write_fails();
}
bool close_fails(int descriptor) {
  if (descriptor < 0 || descriptor >= 1024 || !written[descriptor].exchange(false)) return false;
  return of_folder(descriptor) && write_fails();
}

bool allocation_fails() {
  if (!in_main) return false;
  return ++allocations == fail_memory;
}

void report() {
  const char* const path = report_path;
  if (path[0] == '\0') return;
  in_main = false;
  char text[64];
  const int length = std::snprintf(text, sizeof text, "%llu %llu\n",
                                   static_cast<unsigned long long>(writes.load()),
                                   static_cast<unsigned long long>(allocations.load()));
  const int file = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;
  (void)!::write(file, text, static_cast<std::size_t>(length));
  ::close(file);
}

int (*program)(int, char**, char**) = nullptr;

int faulty_main(int argc, char** argv, char** environment) {
  fail_write = number("FAULT_WRITE");
  fail_memory = number("FAULT_MEMORY");
  lasting = number("FAULT_LASTING") != 0;
  folder = std::getenv("FAULT_FOLDER");
  // Of this program, not of those that it starts.
  if (const char* path = std::getenv("FAULT_REPORT"); path != nullptr) {
    std::snprintf(report_path, sizeof report_path, "%s", path);
    ::unsetenv("FAULT_REPORT");
  }
  std::atexit(report);
  in_main = true;
  const int code = program(argc, argv, environment);
  return code;
}

}  // namespace

// Of C++ only: C libraries of others crash where one of theirs fails.
void* operator new(std::size_t bytes) {
  void* const given = allocation_fails() ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
  if (given == nullptr) throw std::bad_alloc();
  return given;
}
void* operator new[](std::size_t bytes) { return ::operator new(bytes); }
void operator delete(void* old) noexcept { std::free(old); }
void operator delete(void* old, std::size_t) noexcept { std::free(old); }
void operator delete[](void* old) noexcept { std::free(old); }
void operator delete[](void* old, std::size_t) noexcept { std::free(old); }

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                      void (*fini)(), void (*rtld_fini)(), void* stack_end) {
  static int (*start)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(),
                      void*) = nullptr;
  program = main;
  return next(start, "__libc_start_main")(faulty_main, argc, argv, init, fini, rtld_fini,
                                          stack_end);
}

int open(const char* path, int flags, ...) {
  static int (*real)(const char*, int, ...) = nullptr;
  mode_t mode = 0;
  if ((flags & (O_CREAT | O_TMPFILE)) != 0) {
    std::va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  if ((flags & O_ACCMODE) != O_RDONLY && in_main && in_folder(path) && write_fails()) return -1;
  return next(real, "open")(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & (O_CREAT | O_TMPFILE)) != 0) {
    std::va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  return open(path, flags, mode);
}
ssize_t write(int file, const void* bytes, std::size_t count) {
  static ssize_t (*real)(int, const void*, std::size_t) = nullptr;
  if (write_to(file)) return -1;
  return next(real, "write")(file, bytes, count);
}
ssize_t writev(int file, const struct iovec* pieces, int count) {
  static ssize_t (*real)(int, const struct iovec*, int) = nullptr;
  if (write_to(file)) return -1;
  return next(real, "writev")(file, pieces, count);
}
ssize_t pwrite(int file, const void* bytes, std::size_t count, off_t at) {
  static ssize_t (*real)(int, const void*, std::size_t, off_t) = nullptr;
  if (write_to(file)) return -1;
  return next(real, "pwrite")(file, bytes, count, at);
}
ssize_t pwrite64(int file, const void* bytes, std::size_t count, off_t at) {
  return pwrite(file, bytes, count, at);
}
int ftruncate(int file, off_t bytes) noexcept {
  static int (*real)(int, off_t) = nullptr;
  if (write_to(file)) return -1;
  return next(real, "ftruncate")(file, bytes);
}
int ftruncate64(int file, off_t bytes) noexcept { return ftruncate(file, bytes); }
int fsync(int file) {
  static int (*real)(int) = nullptr;
  if (of_folder(file) && write_fails()) return -1;
  return next(real, "fsync")(file);
}
// What is not told stays closed all the same.
int close(int file) {
  static int (*real)(int) = nullptr;
  const bool fails = close_fails(file);
  const int code = next(real, "close")(file);
  return fails ? errno = ENOSPC, -1 : code;
}
int rename(const char* from, const char* to) noexcept {
  static int (*real)(const char*, const char*) = nullptr;
  if (in_main && in_folder(to) && write_fails()) return -1;
  return next(real, "rename")(from, to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  static int (*real)(int, const char*, int, const char*, unsigned) = nullptr;
  if (in_main && in_folder(to) && write_fails()) return -1;
  return next(real, "renameat2")(from_folder, from, to_folder, to, flags);
}

}  // extern "C"
// NOLINTEND
