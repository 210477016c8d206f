// arrays.cpp: chunks of arrays: deflated by any threads, written by one.
#include "core/base/hdf5/arrays.h"

#include <isa-l/igzip_lib.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/machine.h"

namespace sortscope {

namespace {

static_assert(std::endian::native == std::endian::little,
              "arrays are stored as they are in memory");

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr int kDeflateLevel = 1;
/// A sample of a chunk: so many pieces of so many bytes.
constexpr std::size_t kSamples = 8;
constexpr std::size_t kSampleBytes = 4096;
/// The sample of one chunk says for so many how deflate looks for repetitions.
constexpr std::size_t kChunksASample = 16;
/// A chunk that shrinks to less than this is deflated.
constexpr double kWorthDeflating = 0.875;
/// One whose sample shrinks to less than this is tried.
constexpr double kWorthTrying = 0.96875;
/// To look thoroughly saves so much of a chunk, and a fifth of what is left of it.
constexpr double kWorthSeeking = 0.0625;
constexpr std::size_t kMostPackers = 64;
constexpr std::uint32_t kStoredRaw = 1;  // filter mask: the one filter was not applied
/// Between two looks at a cancel, where nothing else wakes the writer.
constexpr auto kLook = std::chrono::milliseconds(20);

// What deflate_into() may need for `bytes` bytes.
std::size_t packed_bound(std::size_t bytes) {
  constexpr std::size_t kBlockBytes = 16384;  // stored blocks of ISA-L are no shorter
  constexpr std::size_t kHeads = 64;
  return std::max<std::size_t>(compressBound(bytes), bytes + bytes / kBlockBytes * 8 + kHeads);
}

// The same as deflate_into(), by ISA-L.
std::size_t deflate_quickly(std::span<const unsigned char> raw, std::span<unsigned char> packed) {
  // Kept: the system would clear its pages for every chunk.
  thread_local const auto kRoom =
      std::make_unique_for_overwrite<unsigned char[]>(ISAL_DEF_LVL1_DEFAULT);
  isal_zstream stream;
  isal_deflate_init(&stream);
  stream.end_of_stream = 1;
  stream.flush = NO_FLUSH;
  stream.gzip_flag = IGZIP_ZLIB;
  stream.level = 1;
  stream.level_buf = kRoom.get();
  stream.level_buf_size = ISAL_DEF_LVL1_DEFAULT;
  // ISA-L's input is not const, and not written.
  stream.next_in = const_cast<unsigned char*>(raw.data());
  stream.avail_in = static_cast<std::uint32_t>(raw.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<std::uint32_t>(packed.size());
  const bool whole = isal_deflate(&stream) == COMP_OK &&
                     stream.internal_state.state == ZSTATE_END && stream.avail_in == 0;
  return whole ? stream.total_out : 0;
}

// Bytes of `raw` deflated into `packed`, of packed_bound() bytes, as a zlib stream; 0 where that
// failed.
std::size_t deflate_into(std::span<const unsigned char> raw, std::span<unsigned char> packed,
                         H5Seeks seeks) {
  if (seeks == H5Seeks::kQuickly) return deflate_quickly(raw, packed);
  z_stream stream{};
  constexpr int kWindowBits = 15;
  constexpr int kMemoryLevel = 8;
  if (deflateInit2(&stream, kDeflateLevel, Z_DEFLATED, kWindowBits, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return 0;
  }
  // zlib's input is not const, and not written.
  stream.next_in = const_cast<unsigned char*>(raw.data());
  stream.avail_in = static_cast<uInt>(raw.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  const int result = deflate(&stream, Z_FINISH);
  const std::size_t bytes = stream.total_out;
  deflateEnd(&stream);
  return result == Z_STREAM_END ? bytes : 0;
}

// What a sample from all over `raw` takes when it is deflated: 1 is as much as before.
double sampled_ratio(std::span<const unsigned char> raw, H5Seeks seeks) {
  std::array<unsigned char, kSamples * kSampleBytes> sample{};
  if (raw.size() <= sample.size()) return 0;  // all of it is soon deflated
  std::vector<unsigned char> packed(packed_bound(sample.size()));
  for (std::size_t i = 0; i < kSamples; ++i) {
    const std::size_t at = (raw.size() - kSampleBytes) * i / (kSamples - 1);
    std::memcpy(sample.data() + i * kSampleBytes, raw.data() + at, kSampleBytes);
  }
  const std::size_t bytes = deflate_into(sample, packed, seeks);
  return bytes == 0 ? 1 : static_cast<double>(bytes) / static_cast<double>(sample.size());
}

// Thoroughly takes several times as long, most where it finds least.
H5Seeks seeks_for(std::span<const unsigned char> raw) {
  const double quickly = sampled_ratio(raw, H5Seeks::kQuickly);
  const double saved = quickly - sampled_ratio(raw, H5Seeks::kThoroughly);
  return saved >= kWorthSeeking && saved >= quickly / 5 ? H5Seeks::kThoroughly : H5Seeks::kQuickly;
}

// Chunks in memory, packed or being packed.
std::size_t most_packed() { return std::clamp<std::size_t>(4 * processors_here(), 16, 128); }

}  // namespace

H5Arrays::H5Arrays(std::vector<H5Array> arrays, Progress* progress) : progress_(progress) {
  for (H5Array& array : arrays) {
    Coming coming;
    coming.array = std::move(array);
    const std::size_t bytes = coming.array.bytes.size();
    coming.chunk_bytes = std::min(bytes, kChunkBytes);
    coming.first_chunk = chunks_;
    coming.chunks = bytes == 0 ? 0 : (bytes + coming.chunk_bytes - 1) / coming.chunk_bytes;
    chunks_ += coming.chunks;
    bytes_ += bytes;
    arrays_.push_back(std::move(coming));
  }
  packed_.resize(std::min(chunks_, most_packed()));
}

H5Arrays::~H5Arrays() = default;

void H5Arrays::come(std::size_t array, std::uint64_t bytes) {
  std::size_t whole = chunks_;
  if (array < arrays_.size()) {
    const Coming& coming = arrays_[array];
    const bool all = bytes >= coming.array.bytes.size();
    whole = coming.first_chunk + (coming.chunks == 0 ? 0
                                  : all              ? coming.chunks
                                                     : bytes / coming.chunk_bytes);
  }
  {
    const std::lock_guard lock(mutex_);
    if (whole <= whole_) return;
    whole_ = whole;
  }
  changed_.notify_all();
}

std::size_t H5Arrays::array_of(std::size_t chunk) const {
  std::size_t array = 0;
  while (chunk >= arrays_[array].first_chunk + arrays_[array].chunks) ++array;
  return array;
}

std::span<const unsigned char> H5Arrays::raw(const Coming& coming, std::size_t chunk) const {
  const std::span<const unsigned char> bytes = coming.array.bytes;
  const std::size_t at = (chunk - coming.first_chunk) * coming.chunk_bytes;
  return bytes.subspan(at, std::min(coming.chunk_bytes, bytes.size() - at));
}

bool H5Arrays::has_chunk() const {
  return !stopped_ && taken_ < whole_ && taken_ < written_ + packed_.size();
}

// Deflates a chunk; where that gains little it is stored as it is.
void H5Arrays::pack(const Coming& coming, std::size_t chunk, H5Seeks seeks) {
  Packed& packed = packed_[chunk % packed_.size()];
  std::span<const unsigned char> bytes = raw(coming, chunk);
  if (bytes.size() < coming.chunk_bytes) {
    // The last chunk is stored whole, too: zeros follow.
    packed.tail.assign(coming.chunk_bytes, 0);
    std::memcpy(packed.tail.data(), bytes.data(), bytes.size());
    bytes = packed.tail;
  }
  packed.stored = bytes;
  packed.filter_mask = kStoredRaw;
  if (sampled_ratio(bytes, seeks) >= kWorthTrying) return;
  const std::size_t bound = packed_bound(kChunkBytes);
  // Pages that are not written cost nothing: no zeros.
  if (!packed.room) packed.room = std::make_unique_for_overwrite<unsigned char[]>(bound);
  const std::size_t size = deflate_into(bytes, {packed.room.get(), bound}, seeks);
  if (size == 0 ||
      static_cast<double>(size) >= kWorthDeflating * static_cast<double>(bytes.size())) {
    return;
  }
  packed.stored = {packed.room.get(), size};
  packed.filter_mask = 0;
}

bool H5Arrays::has_sum() const { return !stopped_ && !summing_ && summed_ < whole_; }

// False where there is nothing to do. `lock` is given back meanwhile. Checksums first: they go from
// chunk to chunk, one thread at a time.
bool H5Arrays::pack_something(std::unique_lock<std::mutex>& lock) {
  if (has_sum()) {
    sum_next(lock);
  } else if (has_chunk()) {
    deflate_next(lock);
  } else {
    return false;
  }
  return true;
}

void H5Arrays::sum_next(std::unique_lock<std::mutex>& lock) {
  const std::size_t chunk = summed_;
  Coming& coming = arrays_[array_of(chunk)];
  summing_ = true;
  lock.unlock();
  if (coming.array.summed) coming.sum = checksum(raw(coming, chunk), coming.sum);
  lock.lock();
  summing_ = false;
  ++summed_;
  changed_.notify_all();
}

// The next chunk is there.
void H5Arrays::deflate_next(std::unique_lock<std::mutex>& lock) {
  const std::size_t chunk = taken_++;
  Coming& coming = arrays_[array_of(chunk)];
  bool packs = true;
  try {
    // Whoever takes the following chunks waits for this.
    if ((chunk - coming.first_chunk) % kChunksASample == 0) {
      coming.seeks = seeks_for(raw(coming, chunk));
    }
    const H5Seeks seeks = coming.seeks;
    lock.unlock();
    pack(coming, chunk, seeks);
  } catch (const std::bad_alloc&) {
    packs = false;
  }
  if (!lock.owns_lock()) lock.lock();
  if (packs) {
    packed_[chunk % packed_.size()].ready = true;
  } else {
    no_memory_ = stopped_ = true;
  }
  changed_.notify_all();
}

bool H5Arrays::pack_one() {
  std::unique_lock lock(mutex_);
  return pack_something(lock);
}

void H5Arrays::pack_rest() {
  std::unique_lock lock(mutex_);
  while (!stopped_ && (taken_ < chunks_ || summed_ < chunks_)) {
    if (!pack_something(lock)) changed_.wait(lock);
  }
}

void H5Arrays::writer_packs() {
  {
    const std::lock_guard lock(mutex_);
    writer_packs_ = true;
  }
  changed_.notify_all();
}

void H5Arrays::count_in() {
  if (progress_ == nullptr) return;
  const std::lock_guard lock(mutex_);
  counts_ = true;
  progress_->advance(written_bytes_);
}

void H5Arrays::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
}

bool H5Arrays::stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

bool H5Arrays::no_memory() const {
  const std::lock_guard lock(mutex_);
  return no_memory_;
}

H5Handle H5Arrays::make_dataset(hid_t file, const Coming& coming) const {
  const H5Array& array = coming.array;
  const std::size_t element_bytes = H5Tget_size(array.type);
  const hsize_t count = array.bytes.size() / element_bytes;
  const hsize_t chunk = coming.chunk_bytes / element_bytes;
  const H5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const H5Handle plist(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  // No times: the same array gives the same bytes.
  bool good = space.ok() && plist.ok() && H5Pset_obj_track_times(plist.id(), false) >= 0;
  if (good && count > 0) {
    good = H5Pset_chunk(plist.id(), 1, &chunk) >= 0 &&
           H5Pset_deflate(plist.id(), kDeflateLevel) >= 0 &&
           H5Pset_fill_time(plist.id(), H5D_FILL_TIME_NEVER) >= 0;
  }
  return {good ? H5Dcreate2(file, array.name.c_str(), array.type, space.id(), H5P_DEFAULT,
                            plist.id(), H5P_DEFAULT)
               : -1,
          H5Dclose};
}

template <typename There>
H5Outcome H5Arrays::wait_for(std::unique_lock<std::mutex>& lock, const There& there) {
  while (!there()) {
    if (no_memory_) return H5Outcome::kFailed;
    if (stopped_ || cancelled()) return H5Outcome::kCancelled;
    if (!writer_packs_ || !pack_something(lock)) changed_.wait_for(lock, kLook);
  }
  return H5Outcome::kDone;
}

H5Outcome H5Arrays::write_chunks(hid_t dataset, Coming& coming, const H5Sink& sink) {
  const std::size_t element_bytes = H5Tget_size(coming.array.type);
  for (std::size_t chunk = coming.first_chunk; chunk < coming.first_chunk + coming.chunks;
       ++chunk) {
    Packed& packed = packed_[chunk % packed_.size()];
    std::unique_lock lock(mutex_);
    const H5Outcome ready = wait_for(lock, [&] { return packed.ready; });
    if (ready != H5Outcome::kDone) return ready;
    lock.unlock();
    if (cancelled()) return H5Outcome::kCancelled;
    const std::span<const unsigned char> bytes = raw(coming, chunk);
    const hsize_t offset = (chunk - coming.first_chunk) * (coming.chunk_bytes / element_bytes);
    if (sink.reason != 0 || H5Dwrite_chunk(dataset, H5P_DEFAULT, packed.filter_mask, &offset,
                                           packed.stored.size(), packed.stored.data()) < 0) {
      return H5Outcome::kFailed;
    }
    lock.lock();
    packed.ready = false;
    ++written_;
    written_bytes_ += bytes.size();
    if (counts_) progress_->advance(bytes.size());
    lock.unlock();
    changed_.notify_all();
  }
  return H5Outcome::kDone;
}

H5Outcome H5Arrays::write(hid_t file, const H5Sink& sink) {
  H5Outcome outcome = H5Outcome::kDone;
  for (Coming& coming : arrays_) {
    if (outcome != H5Outcome::kDone) break;
    H5Handle dataset = make_dataset(file, coming);
    if (!dataset.ok()) outcome = H5Outcome::kFailed;
    if (outcome == H5Outcome::kDone) outcome = write_chunks(dataset.id(), coming, sink);
    if (outcome != H5Outcome::kDone) break;
    if (!dataset.close()) outcome = H5Outcome::kFailed;
  }
  if (outcome == H5Outcome::kDone) {
    std::unique_lock lock(mutex_);
    outcome = wait_for(lock, [&] { return summed_ == chunks_; });
  }
  // A failure is one also for whoever brings the bytes.
  if (outcome != H5Outcome::kDone || sink.reason != 0) stop();
  return outcome == H5Outcome::kDone && sink.reason != 0 ? H5Outcome::kFailed : outcome;
}

H5Packers::H5Packers(H5Arrays& arrays) : arrays_(arrays) {
  const std::size_t threads = std::min<std::size_t>(processors_here(), kMostPackers);
  try {
    for (std::size_t i = 1; i < threads; ++i) {
      threads_.emplace_back([this] { arrays_.pack_rest(); });
    }
  } catch (const std::system_error&) {
    // No more threads to be had: the writer packs as well.
  } catch (const std::bad_alloc&) {
    // The same.
  }
}

H5Packers::~H5Packers() { arrays_.stop(); }

H5Outcome write_array(hid_t file, const char* name, hid_t type,
                      std::span<const unsigned char> bytes, const H5Sink& sink,
                      Progress* progress) {
  H5Arrays arrays({{name, type, bytes}}, progress);
  arrays.count_in();
  arrays.come_whole();
  arrays.writer_packs();
  H5Outcome outcome = H5Outcome::kFailed;
  {
    const H5Packers packers(arrays);
    outcome = arrays.write(file, sink);
  }
  if (arrays.no_memory()) throw std::bad_alloc();
  return outcome;
}

}  // namespace sortscope
