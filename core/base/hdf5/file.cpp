// file.cpp: the HDF5 library behind values and errors.
#include "core/base/hdf5/file.h"

#include <zlib.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/checksum.h"
#include "core/base/machine.h"

#ifdef __SANITIZE_ADDRESS__
// HDF5 1.10 keeps a few hundred bytes for every damaged file that it refuses to open.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }
#endif

namespace sortscope {

namespace {

constexpr std::size_t kLargestChunkBytes = std::size_t{1} << 26;
constexpr std::size_t kLongestText = 4096;
/// Deflate makes nothing smaller than by this factor.
constexpr std::uint64_t kDeflateLimit = 1032;
constexpr std::uint32_t kStoredRaw = 1;  // filter mask: the one filter was not applied

/// A chunk on its way from the file.
struct Piece {
  std::vector<unsigned char> stored;  // as in the file
  std::size_t stored_bytes = 0;
  std::uint32_t filter_mask = 0;
  bool unpacked = false;
};

// The chunk of `chunk_bytes` that `piece` holds, its first `out.size()` bytes into `out`.
bool unpack(const Piece& piece, std::size_t chunk_bytes, bool filtered,
            std::span<unsigned char> out) {
  if (!filtered || piece.filter_mask == kStoredRaw) {
    if (piece.stored_bytes != chunk_bytes) return false;
    std::memcpy(out.data(), piece.stored.data(), out.size());
    return true;
  }
  if (piece.filter_mask != 0) return false;
  const auto inflate_into = [&](std::span<unsigned char> whole) {
    uLongf length = whole.size();
    return uncompress(whole.data(), &length, piece.stored.data(), piece.stored_bytes) == Z_OK &&
           length == whole.size();
  };
  if (out.size() == chunk_bytes) return inflate_into(out);
  std::vector<unsigned char> whole(chunk_bytes);
  if (!inflate_into(whole)) return false;
  std::memcpy(out.data(), whole.data(), out.size());
  return true;
}

H5Handle open_dataset(hid_t file, const char* name) {
  H5L_info_t link{};
  H5O_info_t object{};
  // Only a dataset of this very file: no soft or external links.
  const bool is_dataset =
      H5Lexists(file, name, H5P_DEFAULT) > 0 && H5Lget_info(file, name, &link, H5P_DEFAULT) >= 0 &&
      link.type == H5L_TYPE_HARD &&
      H5Oget_info_by_name2(file, name, &object, H5O_INFO_BASIC, H5P_DEFAULT) >= 0 &&
      object.type == H5O_TYPE_DATASET;
  return {is_dataset ? H5Dopen2(file, name, H5P_DEFAULT) : -1, H5Dclose};
}

/// How a dataset lies in the file.
struct Storage {
  bool good = false;
  std::uint64_t count = 0;
  std::size_t element_bytes = 0;
  std::uint64_t stored_bytes = 0;
  std::size_t chunk = 0;  // elements; 0: contiguous
  bool filtered = false;  // deflated chunk by chunk
};

Storage storage_of(hid_t dataset) {
  Storage storage;
  const H5Handle space(H5Dget_space(dataset), H5Sclose);
  const H5Handle type(H5Dget_type(dataset), H5Tclose);
  const H5Handle plist(H5Dget_create_plist(dataset), H5Pclose);
  if (!space.ok() || !type.ok() || !plist.ok()) return storage;
  hsize_t extent = 0;
  if (H5Sget_simple_extent_type(space.id()) != H5S_SIMPLE ||
      H5Sget_simple_extent_ndims(space.id()) != 1 ||
      H5Sget_simple_extent_dims(space.id(), &extent, nullptr) != 1) {
    return storage;
  }
  storage.count = extent;
  storage.element_bytes = H5Tget_size(type.id());
  storage.stored_bytes = H5Dget_storage_size(dataset);
  const int filters = H5Pget_nfilters(plist.id());
  const H5D_layout_t layout = H5Pget_layout(plist.id());
  if (layout == H5D_CONTIGUOUS) {
    storage.good = filters == 0 && H5Pget_external_count(plist.id()) == 0;
    return storage;
  }
  hsize_t chunk = 0;
  if (layout != H5D_CHUNKED || H5Pget_chunk(plist.id(), 1, &chunk) != 1 || filters > 1) {
    return storage;
  }
  if (filters == 1) {
    unsigned flags = 0;
    std::size_t parameters = 0;
    unsigned config = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(plist.id(), 0, &flags, &parameters, nullptr, 0, nullptr, &config);
    if (filter != H5Z_FILTER_DEFLATE) return storage;
    storage.filtered = true;
  }
  storage.chunk = chunk;
  storage.good =
      chunk > 0 && storage.element_bytes > 0 && chunk <= kLargestChunkBytes / storage.element_bytes;
  return storage;
}

// Reads chunk `index` as it is stored.
bool read_piece(hid_t dataset, const Storage& storage, std::uint64_t index, Piece& piece) {
  const hsize_t offset = index * storage.chunk;
  hsize_t bytes = 0;
  const std::size_t chunk_bytes = storage.chunk * storage.element_bytes;
  if (H5Dget_chunk_storage_size(dataset, &offset, &bytes) < 0 || bytes == 0 ||
      bytes > compressBound(chunk_bytes)) {
    return false;
  }
  piece.stored.resize(std::max<std::size_t>(piece.stored.size(), bytes));
  piece.stored_bytes = bytes;
  return H5Dread_chunk(dataset, H5P_DEFAULT, &offset, &piece.filter_mask, piece.stored.data()) >= 0;
}

bool cancelled(const Progress* progress) { return progress != nullptr && progress->cancelled(); }

/// Chunks in flight.
std::size_t most_pieces() { return std::clamp<std::size_t>(2 * processors_here(), 16, 64); }

/// An array on its way from the file: one thread calls HDF5, which reads chunk after chunk, all
/// unpack what is there, and one at a time adds what is unpacked to the checksum.
class Unpacking {
 public:
  Unpacking(const Storage& storage, std::span<unsigned char> bytes, Progress* progress,
            std::uint64_t* sum)
      : storage_(storage),
        bytes_(bytes),
        progress_(progress),
        sum_(sum),
        chunk_bytes_(storage.chunk * storage.element_bytes),
        chunks_((bytes.size() + chunk_bytes_ - 1) / chunk_bytes_),
        pieces_(std::min(chunks_, most_pieces())) {}

  H5Outcome run(hid_t dataset) {
    std::vector<std::jthread> others;
    const EndOfWork end{*this};  // before its threads, whatever becomes of this one
    const std::size_t threads = std::min<std::size_t>({chunks_, processors_here(), kMostThreads});
    try {
      for (std::size_t i = 1; i < threads; ++i) others.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // No more threads to be had: those that are there do it all.
    }
    std::unique_lock lock(mutex_);
    while (read_ < chunks_ && !over_) {
      if (cancelled(progress_)) return H5Outcome::kCancelled;
      if (read_ == whole_ + pieces_.size()) {
        if (!do_something(lock)) changed_.wait(lock);
        continue;
      }
      lock.unlock();
      Piece& piece = pieces_[read_ % pieces_.size()];
      if (!read_piece(dataset, storage_, read_, piece)) return H5Outcome::kFailed;
      lock.lock();
      piece.unpacked = false;
      ++read_;
      changed_.notify_all();
    }
    work(lock);
    if (no_memory_) throw std::bad_alloc();
    return over_ ? H5Outcome::kFailed : H5Outcome::kDone;
  }

 private:
  static constexpr std::size_t kMostThreads = 64;

  struct EndOfWork {
    Unpacking& of;
    ~EndOfWork() {
      {
        const std::lock_guard lock(of.mutex_);
        of.over_ = true;
      }
      of.changed_.notify_all();
    }
  };

  void work() {
    std::unique_lock lock(mutex_);
    work(lock);
  }
  void work(std::unique_lock<std::mutex>& lock) {
    while (!over_ && summed_ < chunks_) {
      if (!do_something(lock)) changed_.wait(lock);
    }
  }

  // False where there is nothing to do. `lock` is given back meanwhile.
  bool do_something(std::unique_lock<std::mutex>& lock) {
    if (!summing_ && summed_ < whole_) {
      sum_next(lock);
    } else if (taken_ < read_) {
      unpack_next(lock);
    } else {
      return false;
    }
    changed_.notify_all();
    return true;
  }

  [[nodiscard]] std::span<unsigned char> out(std::size_t chunk) const {
    const std::size_t at = chunk * chunk_bytes_;
    return bytes_.subspan(at, std::min(chunk_bytes_, bytes_.size() - at));
  }

  void unpack_next(std::unique_lock<std::mutex>& lock) {
    const std::size_t chunk = taken_++;
    Piece& piece = pieces_[chunk % pieces_.size()];
    lock.unlock();
    bool good = false;
    bool no_memory = false;
    try {
      good = unpack(piece, chunk_bytes_, storage_.filtered, out(chunk));
    } catch (const std::bad_alloc&) {
      no_memory = true;
    }
    lock.lock();
    no_memory_ |= no_memory;
    over_ |= !good;
    piece.unpacked = true;
    while (whole_ < taken_ && pieces_[whole_ % pieces_.size()].unpacked) {
      if (progress_ != nullptr) progress_->advance(out(whole_).size());
      ++whole_;
    }
  }

  void sum_next(std::unique_lock<std::mutex>& lock) {
    const std::size_t chunk = summed_;
    summing_ = true;
    lock.unlock();
    if (sum_ != nullptr) *sum_ = checksum(out(chunk), *sum_);
    lock.lock();
    summing_ = false;
    ++summed_;
  }

  const Storage& storage_;
  const std::span<unsigned char> bytes_;
  Progress* const progress_;
  std::uint64_t* const sum_;  // null: nobody asks
  const std::size_t chunk_bytes_;
  const std::size_t chunks_;
  std::vector<Piece> pieces_;  // chunk i in i % size

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t read_ = 0;    // chunks that are read
  std::size_t taken_ = 0;   // that somebody unpacks or unpacked
  std::size_t whole_ = 0;   // before the first that is not unpacked
  std::size_t summed_ = 0;  // that are in the checksum
  bool summing_ = false;
  bool over_ = false;
  bool no_memory_ = false;
};

}  // namespace

H5Quiet::H5Quiet() {
  // Once a damaged file was opened, HDF5 1.10's cleaning up at exit may complain on stderr.
  // Everything here is closed by its handle, so nothing is left for it to do.
  static const herr_t kNoCleanupAtExit = H5dont_atexit();
  (void)kNoCleanupAtExit;
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

H5Quiet::~H5Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

bool write_attribute(hid_t object, const char* name, std::uint64_t value) {
  const H5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const H5Handle attribute(
      H5Acreate2(object, name, H5T_STD_U64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  return attribute.ok() && H5Awrite(attribute.id(), H5T_NATIVE_UINT64, &value) >= 0;
}

bool rewrite_attribute(hid_t object, const char* name, std::uint64_t value) {
  const H5Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  return attribute.ok() && H5Awrite(attribute.id(), H5T_NATIVE_UINT64, &value) >= 0;
}

bool write_attribute(hid_t object, const char* name, const std::string& text) {
  const std::string kept = text.substr(0, kLongestText - 1);
  const H5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const H5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  if (!type.ok() || H5Tset_size(type.id(), kept.size() + 1) < 0 ||
      H5Tset_cset(type.id(), H5T_CSET_UTF8) < 0) {
    return false;
  }
  const H5Handle attribute(
      H5Acreate2(object, name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  return attribute.ok() && H5Awrite(attribute.id(), type.id(), kept.c_str()) >= 0;
}

namespace {

// The attribute if it is a scalar.
H5Handle open_scalar(hid_t object, const char* name) {
  H5Handle attribute(H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1,
                     H5Aclose);
  if (!attribute.ok()) return attribute;
  const H5Handle space(H5Aget_space(attribute.id()), H5Sclose);
  if (space.ok() && H5Sget_simple_extent_type(space.id()) == H5S_SCALAR) return attribute;
  return {-1, H5Aclose};
}

}  // namespace

std::optional<std::uint64_t> read_unsigned(hid_t object, const char* name) {
  const H5Handle attribute = open_scalar(object, name);
  if (!attribute.ok()) return std::nullopt;
  const H5Handle type(H5Aget_type(attribute.id()), H5Tclose);
  std::uint64_t value = 0;
  const bool read = type.ok() && H5Tget_class(type.id()) == H5T_INTEGER &&
                    H5Tget_size(type.id()) <= sizeof value &&
                    H5Aread(attribute.id(), H5T_NATIVE_UINT64, &value) >= 0;
  return read ? std::optional(value) : std::nullopt;
}

std::optional<std::string> read_text(hid_t object, const char* name) {
  const H5Handle attribute = open_scalar(object, name);
  if (!attribute.ok()) return std::nullopt;
  const H5Handle type(H5Aget_type(attribute.id()), H5Tclose);
  if (!type.ok() || H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) != 0) {
    return std::nullopt;
  }
  const std::size_t size = H5Tget_size(type.id());
  if (size == 0 || size > kLongestText) return std::nullopt;
  std::string text(size, '\0');
  if (H5Aread(attribute.id(), type.id(), text.data()) < 0) return std::nullopt;
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

bool array_fits(hid_t file, const char* name, hid_t type, std::uint64_t count) {
  const H5Handle dataset = open_dataset(file, name);
  if (!dataset.ok()) return false;
  const H5Handle stored_type(H5Dget_type(dataset.id()), H5Tclose);
  if (!stored_type.ok() || H5Tequal(stored_type.id(), type) <= 0) return false;
  const Storage storage = storage_of(dataset.id());
  if (!storage.good || storage.count != count) return false;
  const std::uint64_t bytes = count * storage.element_bytes;
  return storage.stored_bytes >= (storage.filtered ? bytes / kDeflateLimit : bytes);
}

H5Outcome read_array(hid_t file, const char* name, std::span<unsigned char> bytes,
                     Progress* progress, std::uint64_t* sum) {
  const H5Handle dataset = open_dataset(file, name);
  if (!dataset.ok()) return H5Outcome::kFailed;
  const Storage storage = storage_of(dataset.id());
  if (!storage.good || storage.count * storage.element_bytes != bytes.size()) {
    return H5Outcome::kFailed;
  }
  if (sum != nullptr) *sum = kChecksumOfNothing;
  if (bytes.empty()) return H5Outcome::kDone;
  if (storage.chunk == 0) {
    const H5Handle type(H5Dget_type(dataset.id()), H5Tclose);
    const bool read =
        H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0;
    if (read && progress != nullptr) progress->advance(bytes.size());
    if (sum != nullptr) *sum = checksum(bytes);
    return read ? H5Outcome::kDone : H5Outcome::kFailed;
  }
  return Unpacking(storage, bytes, progress, sum).run(dataset.id());
}

}  // namespace sortscope
