// output_file.cpp: files that appear whole or not at all.
#include "core/base/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sortscope {

namespace {

constexpr int kNameTrials = 100;

}  // namespace

Error cannot_write(const std::string& path, int reason) {
  std::string hint;
  switch (reason) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      hint = "Free some space or choose another place.";
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      hint = "Choose a place where you may write.";
      break;
    case ENOENT:
      hint = "Make the folder first.";
      break;
    default:
      hint = "Choose another name.";
      break;
  }
  return {ErrorCode::kIo,
          fmt::format("cannot write {}: {}.", path, std::generic_category().message(reason)),
          std::move(hint)};
}

OutputFile::OutputFile(std::string path, std::string target, std::string temporary_path)
    : path_(std::move(path)),
      target_(std::move(target)),
      temporary_path_(std::move(temporary_path)) {}

OutputFile::~OutputFile() { remove(); }

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_path_(std::exchange(other.temporary_path_, {})) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = std::move(other.path_);
    target_ = std::move(other.target_);
    temporary_path_ = std::exchange(other.temporary_path_, {});
  }
  return *this;
}

void OutputFile::remove() {
  if (!temporary_path_.empty() && temporary_path_ != target_) ::unlink(temporary_path_.c_str());
  temporary_path_.clear();
}

Result<OutputFile> OutputFile::create(const std::string& path, bool devices) {
  if (path.empty()) {
    return Error{ErrorCode::kBadUsage, "the name of the file to write is empty.", "Give a name."};
  }
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(path, ignored);
  const std::string target = ignored ? path : real.string();
  struct stat info {};
  if (::stat(target.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) return cannot_write(path, EISDIR);
    if (!S_ISREG(info.st_mode)) {
      if (devices) return OutputFile(path, target, target);
      return Error{ErrorCode::kIo, fmt::format("cannot write {}: it is not a regular file.", path),
                   "Choose another name."};
    }
    if (::access(target.c_str(), W_OK) != 0) return cannot_write(path, errno);
  }
  for (int trial = 0; trial < kNameTrials; ++trial) {
    std::string temporary = fmt::format("{}.part-{}-{}", target, ::getpid(), trial);
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      ::close(descriptor);
      return OutputFile(path, target, std::move(temporary));
    }
    if (errno != EEXIST) return cannot_write(path, errno);
  }
  return cannot_write(path, EEXIST);
}

Status OutputFile::commit() {
  if (temporary_path_ == target_) {
    temporary_path_.clear();
    return {};
  }
  const int descriptor = ::open(temporary_path_.c_str(), O_WRONLY | O_CLOEXEC);
  bool written = descriptor >= 0 && ::fsync(descriptor) == 0;
  int reason = errno;
  if (descriptor >= 0 && ::close(descriptor) != 0 && written) {
    written = false;
    reason = errno;
  }
  if (written && ::rename(temporary_path_.c_str(), target_.c_str()) != 0) {
    written = false;
    reason = errno;
  }
  if (!written) {
    remove();
    return cannot_write(path_, reason);
  }
  temporary_path_.clear();
  return {};
}

Status write_file(const std::string& path, std::string_view bytes) {
  auto file = OutputFile::create(path, true);
  if (!file) return file.error();
  const int descriptor = ::open(file->temporary_path().c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (descriptor < 0) return cannot_write(path, errno);
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int reason = errno;
      ::close(descriptor);
      return cannot_write(path, reason);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::close(descriptor) != 0) return cannot_write(path, errno);
  return file->commit();
}

}  // namespace sortscope
