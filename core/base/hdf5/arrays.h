// arrays.h: arrays on their way into an HDF5 file while their bytes still come: any threads pack
// chunks, one thread writes them.
#pragma once

#include <hdf5.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/base/checksum.h"
#include "core/base/hdf5/file.h"
#include "core/base/hdf5/sink.h"
#include "core/base/progress.h"

namespace sortscope {

/// How deflate looks for repetitions: as ISA-L does, which is quick, or as zlib does, which finds
/// more of them.
enum class H5Seeks : std::uint8_t { kQuickly, kThoroughly };

/// An array of a file; its bytes may still be coming.
struct H5Array {
  std::string name;
  hid_t type = H5I_INVALID_HID;  // little-endian, as in memory
  std::span<const unsigned char> bytes;
  bool summed = false;  // its checksum is asked for
};

/// One-dimensional datasets, written one after the other in chunks of 1 MiB, each deflated unless a
/// sample of it hardly shrinks. The same bytes for the same arrays, whoever packs and whenever
/// their bytes come. Takes a few chunks of memory a processor. Only write() calls HDF5. To pack is
/// to work on a chunk that is whole: to deflate it, or to add it to its array's checksum.
class H5Arrays {
 public:
  /// `progress`: looked at for a cancel; advanced from count_in() on.
  H5Arrays(std::vector<H5Array> arrays, Progress* progress);
  ~H5Arrays();
  H5Arrays(const H5Arrays&) = delete;
  H5Arrays& operator=(const H5Arrays&) = delete;

  /// All arrays before number `array` are whole, and its bytes before `bytes`: they change no more.
  void come(std::size_t array, std::uint64_t bytes);
  void come_whole() { come(arrays_.size(), 0); }
  /// Packs once. False where there is nothing to pack, or so much is packed that the writer is
  /// waited for.
  bool pack_one();
  /// Packs until nothing is left to pack, waiting for the writer; returns where that has stopped.
  void pack_rest();
  /// From now on the writer packs as well where nothing is there to be written.
  void writer_packs();
  /// From now on `progress` counts bytes that are written, those that are there at once.
  void count_in();
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// Makes datasets in `file`, writes the chunks and closes them. Stops where `sink`, which `file`
  /// is written into, has failed, at a cancel, or at stop(). kFailed with no reason in the sink:
  /// HDF5 refused, or no_memory().
  H5Outcome write(hid_t file, const H5Sink& sink);
  /// write() ends with kCancelled if it has not ended, pack_rest() returns.
  void stop();

  [[nodiscard]] bool stopped() const;
  [[nodiscard]] bool no_memory() const;
  /// Of a `summed` array, once write() is done.
  [[nodiscard]] std::uint64_t sum(std::size_t array) const { return arrays_[array].sum; }

 private:
  struct Coming {
    H5Array array;
    std::size_t chunk_bytes = 0;
    std::size_t first_chunk = 0;  // of all chunks
    std::size_t chunks = 0;
    H5Seeks seeks = H5Seeks::kQuickly;  // of the chunks that are packed
    std::uint64_t sum = kChecksumOfNothing;
  };
  struct Packed {
    std::unique_ptr<unsigned char[]> room;  // for whatever a chunk is packed into
    std::vector<unsigned char> tail;        // a last chunk and the zeros that follow
    std::span<const unsigned char> stored;  // as in the file: in `room`, or the chunk itself
    std::uint32_t filter_mask = 0;
    bool ready = false;
  };

  [[nodiscard]] std::span<const unsigned char> raw(const Coming& coming, std::size_t chunk) const;
  [[nodiscard]] std::size_t array_of(std::size_t chunk) const;
  [[nodiscard]] bool has_chunk() const;  // to be deflated, and room for it
  [[nodiscard]] bool has_sum() const;    // a chunk to be added to its checksum, and nobody does
  bool pack_something(std::unique_lock<std::mutex>& lock);
  void deflate_next(std::unique_lock<std::mutex>& lock);
  void sum_next(std::unique_lock<std::mutex>& lock);
  void pack(const Coming& coming, std::size_t chunk, H5Seeks seeks);
  [[nodiscard]] H5Handle make_dataset(hid_t file, const Coming& coming) const;
  H5Outcome write_chunks(hid_t dataset, Coming& coming, const H5Sink& sink);
  // Waits for what `there` asks for; the writer packs meanwhile, if it does. kDone: it is there.
  template <typename There>
  H5Outcome wait_for(std::unique_lock<std::mutex>& lock, const There& there);
  [[nodiscard]] bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }

  std::vector<Coming> arrays_;
  Progress* const progress_;
  std::vector<Packed> packed_;  // chunk i in i % size
  std::uint64_t bytes_ = 0;     // of all arrays
  std::size_t chunks_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t whole_ = 0;    // chunks that may be packed
  std::size_t taken_ = 0;    // that somebody deflates or deflated
  std::size_t summed_ = 0;   // that are in the checksums
  bool summing_ = false;     // somebody adds the next
  std::size_t written_ = 0;  // that are in the file
  std::uint64_t written_bytes_ = 0;
  bool writer_packs_ = false;
  bool counts_ = false;
  bool stopped_ = false;
  bool no_memory_ = false;
};

/// pack_rest() on threads of their own, beside the one that writes; stop() at its end.
class H5Packers {
 public:
  explicit H5Packers(H5Arrays& arrays);
  ~H5Packers();
  H5Packers(const H5Packers&) = delete;
  H5Packers& operator=(const H5Packers&) = delete;

 private:
  H5Arrays& arrays_;
  std::vector<std::jthread> threads_;
};

}  // namespace sortscope
