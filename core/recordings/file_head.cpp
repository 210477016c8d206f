// file_head.cpp: looking at a file before HDF5 does.
#include "core/recordings/file_head.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>

#include "core/base/quote.h"
#include "core/keys/inputs.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

constexpr std::array<unsigned char, 8> kSignature = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

Error system_error(const std::string& path, int reason) {
  return cannot_read(path, std::generic_category().message(reason),
                     "Check the name and the permissions.");
}

}  // namespace

hid_t file_type(KeyType type) {
  switch (type) {
    case KeyType::kInt32:
      return H5T_STD_I32LE;
    case KeyType::kUint32:
      return H5T_STD_U32LE;
    case KeyType::kInt64:
      return H5T_STD_I64LE;
    case KeyType::kUint64:
      return H5T_STD_U64LE;
    case KeyType::kFloat32:
      return H5T_IEEE_F32LE;
    case KeyType::kFloat64:
      return H5T_IEEE_F64LE;
  }
  return -1;
}

Error cannot_read(const std::string& path, std::string_view why, std::string_view hint) {
  return {ErrorCode::kBadInput, fmt::format("cannot read {}: {}.", path, why), std::string(hint)};
}

Error reading_cancelled(const std::string& path) {
  return {ErrorCode::kCancelled, fmt::format("reading {} was cancelled.", path), ""};
}

Error out_of_memory(const std::string& path) {
  return {ErrorCode::kOutOfMemory, fmt::format("{} does not fit into memory.", path),
          "Close other programs, or open it on a larger machine."};
}

Error damaged(const std::string& path, std::string_view what) {
  return cannot_read(path, fmt::format("it is damaged: {}", what), kRecordAgain);
}

Error not_a_recording(const std::string& path, std::string_view is) {
  return cannot_read(path, fmt::format("it is {}, not a Sortscope recording", is),
                     "Recordings are made by 'sortscope record -o RUN.h5'.");
}

std::optional<Error> check_head(const std::string& path, std::span<const unsigned char> head,
                                std::uint64_t size) {
  if (head.empty()) return not_a_recording(path, "empty");
  if (head.size() < 9 || !std::equal(kSignature.begin(), kSignature.end(), head.begin())) {
    return not_a_recording(path, "no HDF5 file");
  }
  // Superblock versions 2 and 3: 8-byte offsets, the end of the file at byte 28.
  if (head[8] < 2 || head[8] > 3) return not_a_recording(path, "another kind of HDF5 file");
  if (head.size() < kHeadBytes) return cannot_read(path, "it is truncated", kRecordAgain);
  std::uint64_t end = 0;
  std::memcpy(&end, head.data() + 28, sizeof end);
  if (head[9] == 8 && size < end) {
    return cannot_read(path, fmt::format("it is truncated, {} of {} bytes are there", size, end),
                       kRecordAgain);
  }
  return std::nullopt;
}

std::optional<Error> open_checked(const std::string& path, H5Source& source) {
  source.descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (source.descriptor < 0) return system_error(path, errno);
  struct stat info {};
  std::array<unsigned char, kHeadBytes> head{};
  if (::fstat(source.descriptor, &info) != 0) return system_error(path, errno);
  if (S_ISDIR(info.st_mode)) return system_error(path, EISDIR);
  if (!S_ISREG(info.st_mode)) return not_a_recording(path, "no regular file");
  const ssize_t got = ::read(source.descriptor, head.data(), head.size());
  if (got < 0) return system_error(path, errno);
  source.size = static_cast<std::uint64_t>(info.st_size);
  return check_head(path, std::span(head).first(static_cast<std::size_t>(got)), source.size);
}

bool looks_like_recording(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  std::array<unsigned char, 8> head{};
  struct stat info {};
  // What is read of a pipe is gone.
  const bool regular = ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
  const bool found =
      regular && ::read(descriptor, head.data(), head.size()) == 8 && head == kSignature;
  ::close(descriptor);
  return found;
}

std::optional<Error> check_ids(const std::string& path, const Recording& recording) {
  constexpr std::size_t kMostCharacters = 40;
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  const std::pair<std::string_view, std::string_view> ids[] = {
      {"engine", recording.engine},
      {"kernel", recording.timing.kernel},
      {"kernel", recording.request.kernel}};
  for (const auto& [what, id] : ids) {
    const bool plain = id.find_first_not_of(kPlain) == std::string_view::npos;
    if (!plain || id.size() > kMostCharacters) {
      return damaged(path, fmt::format("{} {} is no name of one", what, quoted(id)));
    }
  }
  const std::string& input = recording.request.input;
  if (input != "given" && !find_input_kind(input)) {
    return cannot_read(path, fmt::format("its input {} is not known here", quoted(input)),
                       "Update Sortscope.");
  }
  return std::nullopt;
}

}  // namespace sortscope
