// file.h: the HDF5 library behind values and errors: handles that close themselves,
// attributes, and arrays in compressed pieces.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/base/hdf5/sink.h"
#include "core/base/progress.h"

namespace sortscope {

/// An HDF5 identifier and the function that closes it.
class H5Handle {
 public:
  H5Handle(hid_t id, herr_t (*closer)(hid_t)) : id_(id), close_(closer) {}
  ~H5Handle() {
    if (id_ >= 0) close_(id_);
  }
  H5Handle(H5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  H5Handle& operator=(H5Handle&&) = delete;
  H5Handle(const H5Handle&) = delete;
  H5Handle& operator=(const H5Handle&) = delete;

  [[nodiscard]] hid_t id() const { return id_; }
  [[nodiscard]] bool ok() const { return id_ >= 0; }
  /// Closes now; false if that failed, as it does where the last bytes cannot be written.
  bool close() { return close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Keeps HDF5 from printing its errors, in this thread, for as long as it lives.
class H5Quiet {
 public:
  H5Quiet();
  ~H5Quiet();
  H5Quiet(const H5Quiet&) = delete;
  H5Quiet& operator=(const H5Quiet&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// What reading or writing an array came to.
enum class H5Outcome : std::uint8_t { kDone, kFailed, kCancelled };

bool write_attribute(hid_t object, const char* name, std::uint64_t value);
bool write_attribute(hid_t object, const char* name, const std::string& text);
/// A number that was written and is known only now.
bool rewrite_attribute(hid_t object, const char* name, std::uint64_t value);
/// The scalar attribute `name`; nothing if it is absent, of another type, or longer than 4096
/// bytes.
std::optional<std::uint64_t> read_unsigned(hid_t object, const char* name);
std::optional<std::string> read_text(hid_t object, const char* name);

/// Writes `bytes` as the one-dimensional dataset `name` of `type` (little-endian, as in memory) in
/// chunks of 1 MiB, each deflated (all threads) unless a sample of it hardly shrinks. The same
/// bytes for the same array. Stops where `sink`, which `file` is written into, has failed. Advances
/// `progress` by bytes.
H5Outcome write_array(hid_t file, const char* name, hid_t type,
                      std::span<const unsigned char> bytes, const H5Sink& sink, Progress* progress);

/// Whether `name` is a dataset inside `file`, one-dimensional with `count` elements of exactly
/// `type`, stored as write_array() stores, and with enough bytes in the file to be there. Cost
/// O(1): to be asked before memory is taken for it.
bool array_fits(hid_t file, const char* name, hid_t type, std::uint64_t count);
/// Reads a dataset that fits (see above) into `bytes`, of exactly its size. `sum`: its checksum,
/// which is made meanwhile; null: nobody asks.
H5Outcome read_array(hid_t file, const char* name, std::span<unsigned char> bytes,
                     Progress* progress, std::uint64_t* sum = nullptr);

}  // namespace sortscope
