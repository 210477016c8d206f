// host.cuh: the host's side of a recorded run on the GPU: the log, memory, launches, and how they
// end.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>
#include <ctime>

namespace sortscope_gpu {

inline constexpr u64 kGap = 4096;  // bytes between two arrays
inline constexpr u64 kHeapBytes = u64{256} << 20;
inline constexpr u32 kMostAllocations = 4096;
inline constexpr u32 kMostBlocks = 1u << 20;
inline constexpr double kLooksForDeadlockS = 1;
inline constexpr int kNoGpu = 77;  // exit codes
inline constexpr int kStopped = 99;

struct Allocation {
  u64 first;
  u64 bytes;
  bool live;
};

inline LogHead* head = nullptr;
inline u8* log_bytes = nullptr;   // behind the head
inline u8* device_log = nullptr;  // the same memory, or a buffer that is copied
inline LastWho last_who{};
inline Before host_before{};
inline bool log_is_copied = false;
inline bool recording = false;
inline bool overflows = false;  // the first run has more entries than there is room for
inline u32 asked_stride = 1;    // who reads wants one block in so many
inline World host_world{};
inline Counters* seen_counters = nullptr;  // pinned
inline cudaStream_t aside = nullptr;       // goes on while a kernel hangs
inline Instance* host_instances = nullptr;
inline u32 host_instance_count = 0;
inline u32 uploaded_instances = 0;
inline Allocation allocations[kMostAllocations];
inline u32 allocation_count = 0;
inline u64 heap_used = 0;
inline const u32* input_values = nullptr;
inline u32 host_made = 0;
inline u32 numbers_logged = 0;
inline u32 next_owner = 0;
inline cudaError_t pending_error = cudaSuccess;
inline volatile std::sig_atomic_t asked_to_end = 0;
inline volatile bool in_launch = false;
inline u32* scratch = nullptr;  // of the device, for words that are looked up
inline u32 scratch_words = 0;

[[noreturn]] inline void end_process(int code) {
  std::fflush(stdout);
  _exit(code);
}
/// A call of ours that has to succeed.
inline void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("sortscope: %s: %s\n", what, cudaGetErrorString(error));
  end_process(kNoGpu);
}

// ---- the log
/// Room that only results and how it ends may take.
inline constexpr u64 kKeptBytes = u64{2} << 20;
inline constexpr u64 kUsualEntryBytes = 11;

/// An entry that is being made: it is written down where its scope ends.
class Entry {
 public:
  Entry() = default;
  Entry(Kind kind, u32 line) : made_(true) {
    entry_.kind = kind;
    entry_.line = line;
    entry_.thread = kHostThread;
  }
  Entry(Entry&& other) : entry_(other.entry_), made_(other.made_) { other.made_ = false; }
  Entry& operator=(Entry&&) = delete;
  __attribute__((noinline)) ~Entry() {
    if (made_) write();
  }
  explicit operator bool() const { return made_; }
  LogEntry* operator->() { return &entry_; }

 private:
  void write() const {
    if (entry_.kind == Kind::kRun || entry_.kind == Kind::kLaunch) host_before = Before{};
    u8 packed[kMostPacked];
    const u32 bytes = pack(entry_, &host_before, &last_who, host_world.bases, packed);
    if (bytes > head->room - head->bytes) return;
    std::memcpy(log_bytes + head->bytes, packed, bytes);
    head->bytes += bytes;
  }

  LogEntry entry_{};
  bool made_ = false;
};

/// What comes from here on is not written down. `more`: as far as it was counted.
inline void cut_log(u64 more) {
  if (recording && head->full == 0) {
    Entry e(Kind::kFault, 0);
    e->flags = static_cast<u8>(Fault::kLogFull);
    overflows = head->runs == 0;
    head->full = 1;
  }
  recording = false;
  const u64 all = head->full + (overflows ? more : 0);
  head->full = all < 0xffffffffu ? static_cast<u32>(all) : 0xffffffffu;
}
inline Entry next_entry(Kind kind, u32 line) {
  const bool kept =
      kind == Kind::kFault || kind == Kind::kRun || kind == Kind::kOutput || kind == Kind::kRunEnd;
  if (!kept && recording && head->bytes + kMostPacked > host_world.room) cut_log(1);
  if (!kept && !recording) return {};
  if (line != 0) head->line = line;
  return {kind, line != 0 ? line : head->line};
}
inline void log_fault(Fault fault, u32 line, u32 key, u64 place) {
  Entry e = next_entry(Kind::kFault, line);
  if (!e) return;
  e->flags = static_cast<u8>(fault);
  e->key = key;
  e->place = place;
}
inline cudaError_t failed(cudaError_t error, int line) {
  pending_error = error;
  log_fault(Fault::kApiError, static_cast<u32>(line), static_cast<u32>(error), 0);
  return error;
}

// ---- keys in the hands of the host
inline u32 host_instance(u32 key, u64 home) {
  if (host_instance_count == kHostInstances) return kUnwritten;
  host_instances[host_instance_count] = {key, host_world.run, home};
  return kFirstHandle + host_instance_count++;
}
__host__ inline u32 host_highest() {
  u32 made = 0;
  cudaMemcpy(&made, &host_world.counters->made, sizeof made, cudaMemcpyDeviceToHost);
  const u32 next = made + 1;
  cudaMemcpy(&host_world.counters->made, &next, sizeof next, cudaMemcpyHostToDevice);
  return host_instance(kMadeKeys + (made & 0x3fffffffu), kNowhere);
}
__host__ inline u32 host_number(u64 value) {
  u32 count = 0;
  cudaMemcpy(&count, &host_world.counters->numbers, sizeof count, cudaMemcpyDeviceToHost);
  if (count >= kMostNumbers) return kUnwritten;
  cudaMemcpy(host_world.numbers + count, &value, sizeof value, cudaMemcpyHostToDevice);
  const u32 next = count + 1;
  cudaMemcpy(&host_world.counters->numbers, &next, sizeof next, cudaMemcpyHostToDevice);
  return host_instance(kMadeNumbers + count, kNowhere);
}
inline u32 host_key(u32 handle) {
  const u32 index = handle - kFirstHandle;
  if (index < host_instance_count) return host_instances[index].key;
  if (index >= host_world.most_instances) return kNoKey;
  Instance i{};
  cudaMemcpy(&i, host_world.instances + index, sizeof i, cudaMemcpyDeviceToHost);
  return i.owner == host_world.run ? i.key : kNoKey;
}
__host__ inline u64 host_value(u32 handle) {
  const u32 key = host_key(handle);
  if (key < host_world.n) return input_values[key];
  if (key >= kMadeNumbers && key - kMadeNumbers < kMostNumbers) {
    u64 value = 0;
    cudaMemcpy(&value, host_world.numbers + (key - kMadeNumbers), sizeof value,
               cudaMemcpyDeviceToHost);
    return value;
  }
  return sortscope_log::kHighestValue;
}
inline bool of_device(const void* p) {
  return reinterpret_cast<u64>(p) - host_world.heap < host_world.heap_bytes;
}
inline bool refused_to_host(const void* p, int line) {
  if (!of_device(p)) return false;
  log_fault(Fault::kHostTouchesDevice, static_cast<u32>(line), 0, reinterpret_cast<u64>(p));
  return true;
}
// Where an address that the host may touch lies, as far as keys there are followed.
inline Space host_space(const void* p) {
  const u64 at = reinterpret_cast<u64>(p);
  if (of_device(p)) return Space::kGlobal;
  if (at - host_world.host.first < host_world.host.bytes) return Space::kHost;
  for (u32 i = 0; i < allocation_count; ++i) {
    const Allocation& a = allocations[i];
    if (a.live && at - a.first < a.bytes) return Space::kGlobal;  // managed
  }
  return Space::kNone;
}
inline u64 home_of_host(u32 handle) {
  const u32 index = handle - kFirstHandle;
  return index < host_instance_count ? host_instances[index].home : kNowhere;
}
inline void log_host_access(Kind kind, Space space, const void* place, int line, u32 key,
                            u64 home) {
  Entry e = next_entry(kind, static_cast<u32>(line));
  if (!e) return;
  e->space = space;
  e->place = reinterpret_cast<u64>(place);
  e->key = key;
  e->space_b = space_of(home);
  e->place_b = place_of(home);
}
__host__ inline u32 host_read(const u32* address, int line) {
  if (refused_to_host(address, line)) return kUnwritten;
  const Space space = host_space(address);
  const u32 key = space == Space::kNone ? kNoKey : host_key(*address);
  if (key == kNoKey) return *address;
  log_host_access(Kind::kRead, space, address, line, key, kNowhere);
  return host_instance(key, home_of(space, reinterpret_cast<u64>(address)));
}
__host__ inline void host_write(u32* address, u32 handle, int line) {
  if (refused_to_host(address, line)) return;
  *address = handle;
  const Space space = host_space(address);
  if (space == Space::kNone) return;
  log_host_access(Kind::kWrite, space, address, line, host_key(handle), home_of_host(handle));
}
inline void log_host_compare(u32 a, u32 b, Comparison what, int line) {
  Entry e = next_entry(Kind::kCompare, static_cast<u32>(line));
  if (!e) return;
  e->flags = static_cast<u8>(what);
  e->key = host_key(a);
  e->space = space_of(home_of_host(a));
  e->place = place_of(home_of_host(a));
  e->key_b = host_key(b);
  e->space_b = space_of(home_of_host(b));
  e->place_b = place_of(home_of_host(b));
}
/// As the keys of two handles compare: -1, 0, 1, or 2 where one of them is not a number.
__host__ inline int host_order(u32 a, u32 b, Comparison what, int line) {
  log_host_compare(a, b, what, line);
  return sortscope_log::order_of_values(host_value(a), host_value(b));
}
__host__ inline u64 host_look(u32 handle, int line) {
  if (Entry e = next_entry(Kind::kLook, static_cast<u32>(line))) {
    e->place = kNoPlace;
    e->place_b = kNoPlace;
    e->key = host_key(handle);
  }
  return host_value(handle);
}

inline void upload_instances() {
  if (uploaded_instances == host_instance_count) return;
  cudaMemcpy(host_world.instances + uploaded_instances, host_instances + uploaded_instances,
             (host_instance_count - uploaded_instances) * sizeof(Instance), cudaMemcpyHostToDevice);
  uploaded_instances = host_instance_count;
}
inline void upload_world() {
  upload_instances();
  u32 live = 0;
  for (u32 i = 0; i < allocation_count; ++i) {
    if (!allocations[i].live) continue;
    if (live < kMostArrays) host_world.arrays[live] = {allocations[i].first, allocations[i].bytes};
    ++live;
  }
  // More arrays than are told apart: only the heap's end is one.
  if (live > kMostArrays) host_world.arrays[0] = {host_world.heap, host_world.heap_bytes};
  host_world.array_count = live > kMostArrays ? 1 : live;
  must(cudaMemcpyToSymbol(world, &host_world, sizeof host_world), "the launch");
}

__global__ void look_up(const u32* words, u32 count, u32* keys) {
  for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    keys[i] = held_of(words[i], Space::kGlobal, true).key;
  }
}
/// The identities of `count` words, on whichever side they lie; kNoKey where they are no keys.
/// Freed by the caller.
inline u32* keys_of(const void* words, u32 count) {
  if (scratch_words < 2 * count) {
    cudaFree(scratch);
    scratch_words = 2 * count;
    must(cudaMalloc(&scratch, scratch_words * sizeof(u32)), "memory");
  }
  u32* keys = static_cast<u32*>(std::malloc(count * sizeof(u32) + 1));
  upload_world();
  cudaMemcpy(scratch, words, count * sizeof(u32), cudaMemcpyDefault);
  look_up<<<(count + 255) / 256, 256>>>(scratch, count, scratch + count);
  must(cudaMemcpy(keys, scratch + count, count * sizeof(u32), cudaMemcpyDeviceToHost), "keys");
  return keys;
}

// ---- memory
inline u64 allocate(u64 bytes, Array array, int line) {
  const u64 taken = (bytes + 255) / 256 * 256 + kGap;
  if (allocation_count == kMostAllocations || heap_used + taken + kGap > kHeapBytes) return 0;
  const u64 first = host_world.heap + kGap + heap_used;
  heap_used += taken;
  allocations[allocation_count++] = {first, bytes, true};
  must(cudaMemset(reinterpret_cast<void*>(first), 0xa5, bytes), "memory");
  if (Entry e = next_entry(Kind::kAllocate, static_cast<u32>(line))) {
    e->space = Space::kGlobal;
    e->place = first;
    e->place_b = bytes;
    e->flags = static_cast<u8>(array);
  }
  return first;
}
template <typename T>
cudaError_t allocate_for(int line, T** p, std::size_t bytes) {
  *p = reinterpret_cast<T*>(allocate(bytes, Array::kOwn, line));
  return *p == nullptr ? failed(cudaErrorMemoryAllocation, line) : cudaSuccess;
}
template <typename T>
cudaError_t allocate_for(int line, T** p, std::size_t bytes, cudaStream_t) {
  return allocate_for(line, p, bytes);
}
template <typename T>
cudaError_t allocate_managed(int line, T** p, std::size_t bytes, unsigned flags = 1) {
  const cudaError_t error = ::cudaMallocManaged(reinterpret_cast<void**>(p), bytes, flags);
  if (error != cudaSuccess) return failed(error, line);
  std::memset(static_cast<void*>(*p), 0xa5, bytes);
  if (allocation_count < kMostAllocations) {
    allocations[allocation_count++] = {reinterpret_cast<u64>(*p), bytes, true};
  }
  if (Entry e = next_entry(Kind::kAllocate, static_cast<u32>(line))) {
    e->space = Space::kGlobal;
    e->place = reinterpret_cast<u64>(*p);
    e->place_b = bytes;
    e->flags = static_cast<u8>(Array::kOwn);
  }
  return cudaSuccess;
}
inline cudaError_t release(int line, void* p, cudaStream_t = nullptr) {
  if (p == nullptr) return cudaSuccess;
  for (u32 i = 0; i < allocation_count; ++i) {
    Allocation& a = allocations[i];
    if (a.first != reinterpret_cast<u64>(p) || !a.live) continue;
    a.live = false;
    if (Entry e = next_entry(Kind::kFree, static_cast<u32>(line))) {
      e->space = Space::kGlobal;
      e->place = a.first;
    }
    return of_device(p) ? cudaSuccess : ::cudaFree(p);
  }
  return failed(cudaErrorInvalidValue, line);
}

inline bool fits(const void* p, std::size_t bytes) {
  if (!of_device(p)) return true;
  for (u32 i = 0; i < allocation_count; ++i) {
    const u64 offset = reinterpret_cast<u64>(p) - allocations[i].first;
    if (allocations[i].live && offset <= allocations[i].bytes &&
        bytes <= allocations[i].bytes - offset) {
      return true;
    }
  }
  return false;
}
// Keys that were copied as bytes keep who they are: each is a read and a write by the host. In the
// host's own memory they know from where they came.
inline void note_copy(void* to, const void* from, const u32* keys, u32 count, int line) {
  const Space space = host_space(to);
  const Space source = host_space(from);
  for (u32 i = 0; i < count; ++i) {
    if (keys[i] == kNoKey) continue;
    const u32* read = static_cast<const u32*>(from) + i;
    u32* written = static_cast<u32*>(to) + i;
    const u64 home =
        source == Space::kNone ? home_of_host(*read) : home_of(source, reinterpret_cast<u64>(read));
    if (source != Space::kNone) log_host_access(Kind::kRead, source, read, line, keys[i], kNowhere);
    if (space == Space::kNone) {
      *written = host_instance(keys[i], home);
    } else {
      log_host_access(Kind::kWrite, space, written, line, keys[i], home);
    }
  }
}
// Many words of the host's own that are one key that the code made: each is a key of its own.
inline void part_made_keys(const void* from, u32 count) {
  if (reinterpret_cast<u64>(from) % 4 != 0) return;
  u32* words = static_cast<u32*>(const_cast<void*>(from));
  u32 last = kUnwritten;
  for (u32 i = 0; i < count; ++i) {
    const u32 index = words[i] - kFirstHandle;
    const bool again = words[i] == last;
    last = words[i];
    if (!again || index >= host_instance_count || host_instances[index].home != kNowhere) continue;
    const u32 key = host_instances[index].key;
    if (key < kMadeKeys || key == kNoKey) continue;
    words[i] = key >= kMadeNumbers ? host_number(host_value(words[i])) : host_highest();
  }
}
inline cudaError_t copy(int line, void* to, const void* from, std::size_t bytes,
                        cudaMemcpyKind kind, cudaStream_t = nullptr) {
  if (bytes == 0) return cudaSuccess;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if ((kind != cudaMemcpyDefault &&
       ((of_device(to) && !to_device) || (of_device(from) && !from_device))) ||
      !fits(to, bytes) || !fits(from, bytes)) {
    return failed(cudaErrorInvalidValue, line);
  }
  const u32 words = static_cast<u32>(bytes / 4);
  const bool noted = recording && words > 0 &&
                     (host_space(to) != Space::kNone || host_space(from) != Space::kNone);
  if (noted && host_space(from) == Space::kNone && host_space(to) == Space::kGlobal) {
    part_made_keys(from, words);
  }
  u32* keys = noted ? keys_of(from, words) : nullptr;
  const cudaError_t error = ::cudaMemcpy(to, from, bytes, kind);
  if (error != cudaSuccess) {
    (void)::cudaGetLastError();
    std::free(keys);
    return failed(error, line);
  }
  if (noted) note_copy(to, from, keys, words, line);
  std::free(keys);
  return cudaSuccess;
}
inline cudaError_t fill(int line, void* p, int byte, std::size_t bytes, cudaStream_t = nullptr) {
  if (!fits(p, bytes)) return failed(cudaErrorInvalidValue, line);
  return ::cudaMemset(p, byte, bytes);
}
inline cudaError_t last_error(bool forget) {
  cudaError_t error = pending_error;
  if (error == cudaSuccess) error = forget ? ::cudaGetLastError() : ::cudaPeekAtLastError();
  if (forget) pending_error = cudaSuccess;
  return error;
}

}  // namespace sortscope_gpu
