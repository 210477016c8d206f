// export_file.cpp: temporary names and renaming.
#include "app/export_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace sortscope {

namespace {

// What a symbolic link stands for: renaming onto the link itself would replace it.
std::string followed(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? std::string(real.get()) : path;
}

}  // namespace

Error write_error(const std::string& path, int error_number) {
  const char* hint = "";
  if (error_number == ENOSPC || error_number == EDQUOT)
    hint = "Free some space, or write elsewhere.";
  if (error_number == EACCES || error_number == EROFS) hint = "Write to a folder of your own.";
  if (error_number == ENOENT) hint = "The folder must exist.";
  return {ErrorCode::kIo, fmt::format("cannot write '{}': {}.", path, std::strerror(error_number)),
          hint};
}

Result<NewFile> NewFile::beside(const std::string& path) {
  const std::string target = followed(path);
  struct stat existing = {};
  if (stat(target.c_str(), &existing) == 0) {
    if (S_ISDIR(existing.st_mode)) return write_error(path, EISDIR);
    if (!S_ISREG(existing.st_mode)) return NewFile(path, target, true);
    if (access(target.c_str(), W_OK) != 0) return write_error(path, errno);
  }
  const std::size_t slash = target.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  std::string temporary = target.substr(0, name) + "." + target.substr(name) + ".XXXXXX";
  const int fd = mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) return write_error(path, errno);
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(fd, 0666 & ~mask);
  close(fd);
  return NewFile(target, temporary, false);
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      direct_(other.direct_) {}

NewFile::~NewFile() {
  if (!direct_ && !temporary_.empty()) unlink(temporary_.c_str());
}

Status NewFile::commit() {
  if (!direct_ && std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return write_error(path_, errno);
  }
  temporary_.clear();
  return {};
}

Status write_file(const std::string& path, std::string_view bytes) {
  auto file = NewFile::beside(path);
  if (!file) return file.error();
  const int fd = open(file->temporary_path().c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (fd < 0) return write_error(path, errno);
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const Error error = write_error(path, errno);
      close(fd);
      return error;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (close(fd) != 0) return write_error(path, errno);
  return file->commit();
}

}  // namespace sortscope
