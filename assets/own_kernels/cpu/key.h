// key.h: memory that is watched, and the key type: each copy, comparison and place is logged.
#include <limits>
#include <type_traits>

extern "C" char __data_start, _end;

namespace sortscope_cpu {

inline constexpr std::size_t kHeapBytes = std::size_t{1} << 30;
inline constexpr std::size_t kGap = 4096;  // bytes between two arrays

struct Allocation {
  char* first;
  std::size_t bytes;
  bool managed;  // the host may touch it
  bool live;
};
inline char* heap = nullptr;
inline std::size_t heap_used = 0;
inline constexpr u32 kMostAllocations = 4096;
inline Allocation allocations[kMostAllocations];
inline u32 allocation_count = 0;
inline Allocation host_keys{};            // handed over in host memory
inline const char* host_stack = nullptr;  // a place in it, of the driver

/// What a key in memory names: an identity, and the place that it was read from.
struct Instance {
  u32 key;
  u16 run;
  Space space;
  u64 home;
};
inline Instance* instances = nullptr;
inline u32 instance_count = 0;
inline constexpr u32 kMostInstances = 1u << 26;
inline constexpr u32 kFirstHandle = 0x40000000u;
inline constexpr u32 kUnwritten = 0xa5a5a5a5u;  // what fresh memory holds
inline u16 run_number = 1;
inline u32 run_keys = 0;
inline const u32* key_values = nullptr;  // by identity
inline u32 made_keys = 0;
inline constexpr u32 kMostNumbers = 1u << 20;
inline u64 numbers[kMostNumbers];
inline u32 number_count = 0;  // of this run

inline void prepare_memory() {
  const auto map = [](std::size_t bytes) {
    void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) _exit(kNoMemoryExitCode);
    return p;
  };
  heap = static_cast<char*>(map(kHeapBytes));
  instances = static_cast<Instance*>(map(kMostInstances * sizeof(Instance)));
}

inline u32 handle_of(u32 key, Space space, u64 home) {
  if (instance_count >= kMostInstances) return kUnwritten;
  instances[instance_count] = {key, run_number, space, home};
  return kFirstHandle + instance_count++;
}

inline constexpr auto kKeyNumbers = static_cast<KeyNumbers>(SORTSCOPE_KEY_NUMBERS);
/// A fresh identity for a number that the code makes a key of.
inline u32 number_key(u64 value) {
  if (number_count == kMostNumbers) return kNoKey;
  numbers[number_count] = value;
  if (Entry e = next_entry(Kind::kNumber, 0)) {
    e->key = kMadeNumbers + number_count;
    e->place = value;
  }
  return kMadeNumbers + number_count++;
}
inline u32 highest_key() { return kMadeKeys + (made_keys++ & 0x3fffffffu); }
/// One made key may be put on many places: each is a key of its own.
inline u32 own_identity(u32 key, u64 home) {
  if (home != kNoPlace || key < kMadeKeys || key == kNoKey) return key;
  return key >= kMadeNumbers ? number_key(numbers[key - kMadeNumbers]) : highest_key();
}
inline Instance instance_of(u32 handle) {
  const u32 index = handle - kFirstHandle;
  if (index < instance_count) {
    if (instances[index].run == run_number) return instances[index];
    return {kNoKey, 0, Space::kNone, kNoPlace};
  }
  if (handle == kUnwritten) return {kNoKey, 0, Space::kNone, kNoPlace};
  const u64 value = sortscope_log::value_of_word(handle, kKeyNumbers);
  const u32 key = value == sortscope_log::kHighestValue ? highest_key() : number_key(value);
  return {key, 0, Space::kNone, kNoPlace};
}
inline u64 value_of(u32 key) {
  if (key < run_keys) return key_values[key];
  if (key >= kMadeNumbers && key != kNoKey) return numbers[key - kMadeNumbers];
  return sortscope_log::kHighestValue;  // Key::highest(), and what nobody wrote
}

// ---- where an address lies
struct Where {
  Space space = Space::kNone;  // kNone: a register
  bool inside = true;
};
inline Where where(const void* address) {
  const char* p = static_cast<const char*>(address);
  if (on_stack(p)) return {};
  if (p >= heap && p < heap + kHeapBytes) {
    for (u32 i = allocation_count; i-- > 0;) {
      const Allocation& a = allocations[i];
      if (p >= a.first && p < a.first + a.bytes) return {Space::kGlobal, a.live};
    }
    return {Space::kGlobal, false};
  }
  if (current == nullptr) {
    if (host_keys.bytes > 0 && p >= host_keys.first && p < host_keys.first + host_keys.bytes) {
      return {Space::kHost, true};
    }
    return {};
  }
  // Arguments of a launch lie on the host's stack.
  if (p >= host_stack - (std::size_t{8} << 20) && p < host_stack + (std::size_t{1} << 20))
    return {};
  if (p >= dynamic_arena && p < dynamic_arena + kDynamicShared) {
    return {Space::kShared, p + 4 <= dynamic_arena + dynamic_bytes};
  }
  for (u32 i = 0; i < shared_count; ++i) {
    const SharedArray& a = shared_arrays[i];
    if (p >= a.address && p < a.address + a.bytes) return {Space::kShared, true};
  }
  // Beside a shared array rather than a variable of the device.
  const auto near = [p](const char* first, std::size_t bytes) {
    return p + bytes + 4096 >= first && p < first + 2 * bytes + 4096;
  };
  for (u32 i = 0; i < shared_count; ++i) {
    if (near(shared_arrays[i].address, shared_arrays[i].bytes)) return {Space::kShared, false};
  }
  if (p >= &__data_start && p < &_end) return {Space::kOther, true};
  if (host_keys.bytes > 0 && p >= host_keys.first && p < host_keys.first + host_keys.bytes) {
    return {Space::kHost, false};
  }
  return {Space::kOther, false};
}

inline bool managed(const void* address) {
  const char* p = static_cast<const char*>(address);
  for (u32 i = 0; i < allocation_count; ++i) {
    if (p >= allocations[i].first && p < allocations[i].first + allocations[i].bytes) {
      return allocations[i].managed;
    }
  }
  return false;
}

/// The host may touch memory of the device only where it is managed.
inline bool refused_to_host(const void* address, Space space, u32 line) {
  if (current != nullptr || space != Space::kGlobal || managed(address)) return false;
  if (Entry e = thread_entry(Kind::kFault, line)) {
    e->flags = static_cast<u8>(Fault::kHostTouchesDevice);
    e->place = reinterpret_cast<u64>(address);
  }
  return true;
}

inline void log_access(Kind kind, const void* address, Space space, u32 line, u32 key, u32 before,
                       Space home_space, u64 home, bool outside = false) {
  Entry e = thread_entry(kind, line);
  if (!e) return;
  e->flags = outside ? 1 : 0;
  e->space = space;
  e->place = reinterpret_cast<u64>(address);
  e->key = key;
  e->key_b = before;
  e->space_b = home_space;
  e->place_b = home;
}

/// Ends the process where hardware would.
[[noreturn]] void crash_at(u32 line);
inline constexpr u64 kNullPage = 65536;

/// The key at `address` as a thread gets it. `read`: is set instead of logging that it was read.
inline Instance fetch(const u32* address, u32 line, bool* read = nullptr) {
  if (reinterpret_cast<u64>(address) < kNullPage) crash_at(line);
  const Where w = where(address);
  if (w.space == Space::kNone) return instance_of(*address);
  if (!w.inside || refused_to_host(address, w.space, line)) {
    log_access(Kind::kRead, address, w.space, line, kNoKey, 0, Space::kNone, kNoPlace, true);
    return {kNoKey, 0, Space::kNone, kNoPlace};
  }
  Instance i = instance_of(*address);
  if (w.space == Space::kGlobal && i.run == 0 && i.key != kNoKey) {
    // Of a byte or a number that the array was filled with: from now on it is who it is.
    *const_cast<u32*>(address) = handle_of(i.key, Space::kNone, kNoPlace);
  }
  if (read != nullptr) {
    *read = !without_reads;
  } else if (!without_reads) {
    log_access(Kind::kRead, address, w.space, line, i.key, 0, Space::kNone, kNoPlace);
  }
  i.space = w.space;
  i.home = reinterpret_cast<u64>(address);
  return i;
}

inline bool compared_lately(u64 a, u64 b) {
  if (current == nullptr) return false;
  const u32 have = current->recents < kRecentPairs ? current->recents : kRecentPairs;
  for (u32 i = 0; i < have; ++i) {
    const u64* pair = current->recent[i];
    if ((pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a)) return true;
  }
  return false;
}

inline void store(u32* address, const Instance& key, u32 line, bool fresh, Kind kind) {
  if (reinterpret_cast<u64>(address) < kNullPage) crash_at(line);
  const Where w = where(address);
  if (w.space == Space::kNone) {
    Instance kept = key;
    if (!fresh && key.home != kNoPlace) {
      const Instance before = instance_of(*address);
      if (before.home != kNoPlace && before.home != key.home &&
          compared_lately(before.home, key.home)) {
        kept.home = before.home;
        kept.space = before.space;
      }
    }
    *address = handle_of(kept.key, kept.space, kept.home);
    return;
  }
  if (!w.inside || refused_to_host(address, w.space, line)) {
    log_access(kind, address, w.space, line, key.key, kNoKey, key.space, key.home, true);
    return;
  }
  const u32 identity = own_identity(key.key, key.home);
  log_access(kind, address, w.space, line, identity, instance_of(*address).key, key.space,
             key.home);
  *address = handle_of(identity, key.space, key.home);
}

// ---- values of variables
inline void forget(u32 variable) {
  Fiber& f = *current;
  u32 kept = 0;
  for (u32 i = 0; i < f.seen; ++i) {
    if (f.variables[i] == variable) continue;
    f.variables[kept] = f.variables[i];
    f.values[kept++] = f.values[i];
  }
  f.seen = kept;
}
inline void note_value(u32 variable, u32 value) {
  forget(variable);
  Fiber& f = *current;
  if (f.seen == kMostValues) forget(f.variables[0]);
  f.variables[f.seen] = static_cast<u8>(variable);
  f.values[f.seen++] = value;
}
/// A variable of the file is read, or changes.
template <typename T>
constexpr T&& see(u32 variable, T&& value) {
  if (!__builtin_is_constant_evaluated()) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<T>>) {
      if (seeing && current != nullptr) note_value(variable, static_cast<u32>(value));
    }
  }
  return static_cast<T&&>(value);
}
template <typename T>
constexpr T&& set(u32 variable, T&& value) {
  if (!__builtin_is_constant_evaluated() && seeing && current != nullptr) forget(variable);
  return static_cast<T&&>(value);
}

inline void log_values() {
  if (!seeing || current == nullptr || current->seen == 0) return;
  Entry e = thread_entry(Kind::kValues, 0);
  if (!e) return;
  u8 variables[kMostValues] = {};
  u32 values[kMostValues] = {};
  std::memcpy(variables, current->variables, current->seen);
  std::memcpy(values, current->values, current->seen * sizeof(u32));
  std::memcpy(&e->line, variables, sizeof e->line);
  e->space = static_cast<Space>(variables[4]);
  e->space_b = static_cast<Space>(variables[5]);
  e->key = values[0];
  e->key_b = values[1];
  e->place = values[2] | u64{values[3]} << 32;
  e->place_b = values[4] | u64{values[5]} << 32;
}

/// `reads`: kFirstRead, kSecondRead.
inline void log_compare(const Instance& a, const Instance& b, Comparison what, u32 line,
                        u8 reads = 0) {
  if (current != nullptr) {
    u64* pair = current->recent[current->recents++ % kRecentPairs];
    pair[0] = a.home;
    pair[1] = b.home;
  }
  {
    Entry e = thread_entry(Kind::kCompare, line);
    if (!e) return;
    e->flags = static_cast<u8>(static_cast<u8>(what) | reads);
    e->key = a.key;
    e->space = a.space;
    e->place = a.home;
    e->key_b = b.key;
    e->space_b = b.space;
    e->place_b = b.home;
  }
  log_values();
}

// Of equal keys the one of the smaller identity: min and max of two keep both. Of a number and none
// both take the number.
inline bool before(const Instance& a, const Instance& b) {
  const u64 v = value_of(a.key);
  const u64 w = value_of(b.key);
  return v < w || (v == w && a.key < b.key);
}

/// Of the smaller (larger) of two: the home does not depend on which it is.
inline Instance smaller_of(const Instance& a, const Instance& b) {
  Instance r = before(b, a) ? b : a;
  const bool a_first = a.home <= b.home;
  if (a.home != kNoPlace && b.home != kNoPlace) {
    r.home = a_first ? a.home : b.home;
    r.space = a_first ? a.space : b.space;
  }
  return r;
}
inline Instance larger_of(const Instance& a, const Instance& b) {
  const bool no_number = value_of(b.key) == sortscope_log::kNotANumber;
  const bool other = value_of(a.key) == sortscope_log::kNotANumber;
  Instance r = no_number || (!other && before(b, a)) ? a : b;
  const bool a_first = a.home <= b.home;
  if (a.home != kNoPlace && b.home != kNoPlace) {
    r.home = a_first ? b.home : a.home;
    r.space = a_first ? b.space : a.space;
  }
  return r;
}

// Lines of other files (the C++ library, headers beside) are not lines of the person's file.
constexpr u32 line_in(const char* file, int line) {
  return __builtin_strcmp(file, SORTSCOPE_FILE) == 0 ? static_cast<u32>(line) : 0;
}

/// The statement of this line runs.
constexpr void at(u32 line) {
  if (!__builtin_is_constant_evaluated()) head->line = line;
}

#define SORTSCOPE_HERE const char *file = __builtin_FILE(), int line_ = __builtin_LINE()
#define SORTSCOPE_LINE ::sortscope_cpu::line_in(file, line_)

constexpr u8 read_flags(const bool (&reads)[2]) {
  return static_cast<u8>((reads[0] ? kFirstRead : 0) | (reads[1] ? kSecondRead : 0));
}

template <typename Tag>
class BasicKey {
 public:
  /// A key and the line that names it: operators take no default arguments, this conversion does.
  struct Named {
    Named(const BasicKey& k, SORTSCOPE_HERE) : handle(&k.handle_), line(SORTSCOPE_LINE) {}
    template <typename N>
    requires std::is_arithmetic_v<N> Named(N number, SORTSCOPE_HERE)
        : value(sortscope_log::value_of_number<kKeyNumbers>(number, false)),
          assigned(sortscope_log::value_of_number<kKeyNumbers>(number, true)),
          line(SORTSCOPE_LINE) {}
    Instance get(bool* read = nullptr) const {
      return handle != nullptr ? fetch(handle, line, read) : number(value);
    }
    Instance get_assigned() const {
      return handle != nullptr ? fetch(handle, line) : number(assigned);
    }
    static Instance number(u64 value) {
      return {number_key(value), run_number, Space::kNone, kNoPlace};
    }
    const u32* handle = nullptr;
    u64 value = 0;
    u64 assigned = 0;
    u32 line;
  };

  constexpr BasicKey() : handle_(kUnwritten) {}
  BasicKey(const BasicKey& other, SORTSCOPE_HERE) {
    store(&handle_, fetch(&other.handle_, SORTSCOPE_LINE), SORTSCOPE_LINE, true, Kind::kWrite);
  }
  template <typename N>
  requires std::is_arithmetic_v<N> BasicKey(N number, SORTSCOPE_HERE) {
    store(&handle_, Named::number(sortscope_log::value_of_number<kKeyNumbers>(number, true)),
          SORTSCOPE_LINE, true, Kind::kWrite);
  }
  BasicKey(const Instance& instance, u32 line) {
    store(&handle_, instance, line, true, Kind::kWrite);
  }
  BasicKey& operator=(const BasicKey&) requires(sizeof(Tag) > 1000);
  BasicKey& operator=(Named other) {
    store(&handle_, other.get_assigned(), other.line, false, Kind::kWrite);
    return *this;
  }

  /// Sorts behind every key: for padding.
  static BasicKey highest() {
    return BasicKey(Instance{highest_key(), run_number, Space::kNone, kNoPlace}, 0);
  }

  friend bool operator<(Named a, Named b) { return order(a, b, Comparison::kLess) == -1; }
  friend bool operator>(Named a, Named b) { return order(a, b, Comparison::kGreater) == 1; }
  friend bool operator<=(Named a, Named b) { return order(a, b, Comparison::kLessEqual) <= 0; }
  friend bool operator>=(Named a, Named b) {
    return (order(a, b, Comparison::kGreaterEqual) & ~1) == 0;
  }
  friend bool operator==(Named a, Named b) { return order(a, b, Comparison::kEqual) == 0; }
  friend bool operator!=(Named a, Named b) { return order(a, b, Comparison::kEqual) != 0; }
  friend unsigned operator>>(Named a, int bits) { return static_cast<unsigned>(look(a) >> bits); }
  friend unsigned operator&(Named a, unsigned bits) {
    return static_cast<unsigned>(look(a)) & bits;
  }
  template <typename N>
  requires std::is_arithmetic_v<N>
  explicit operator N() const { return static_cast<N>(look(Named(*this, SORTSCOPE_FILE, 0))); }

  u32 handle_;

 private:
  static int order(Named a, Named b, Comparison what) {
    // A comparison over two lines has reads of its own.
    const bool one_line = a.line == b.line;
    bool reads[2] = {};
    const Instance x = a.get(one_line ? reads : nullptr);
    const Instance y = b.get(one_line ? reads + 1 : nullptr);
    log_compare(x, y, what, a.line, read_flags(reads));
    return sortscope_log::order_of_values(value_of(x.key), value_of(y.key));
  }
  static u64 look(Named a) {
    const Instance x = a.get();
    log_access(Kind::kLook, nullptr, Space::kNone, a.line, x.key, 0, Space::kNone, kNoPlace);
    return value_of(x.key);
  }
};

struct KeyTag {};
using Key = BasicKey<KeyTag>;

/// A key as a member of a struct, which is assigned as a whole.
struct MemberKey : Key {
  MemberKey() = default;
  MemberKey(const Key& other, SORTSCOPE_HERE) : Key(other, file, line_) {}
  // Of a whole struct: the line of the struct says nothing.
  MemberKey(const MemberKey& other) : Key(other, "", 0) {}
  template <typename N>
  requires std::is_arithmetic_v<N> MemberKey(N number, SORTSCOPE_HERE) : Key(number, file, line_) {}
  MemberKey& operator=(const Key& other) {
    store(&handle_, fetch(&other.handle_, 0), 0, false, Kind::kWrite);
    return *this;
  }
  MemberKey& operator=(const MemberKey& other) { return *this = static_cast<const Key&>(other); }
};

inline Key minimum(const Key& a, const Key& b, u32 line) {
  bool reads[2] = {};
  const Instance x = fetch(&a.handle_, line, reads);
  const Instance y = fetch(&b.handle_, line, reads + 1);
  log_compare(x, y, Comparison::kMin, line, read_flags(reads));
  return Key(smaller_of(x, y), line);
}
inline Key maximum(const Key& a, const Key& b, u32 line) {
  bool reads[2] = {};
  const Instance x = fetch(&a.handle_, line, reads);
  const Instance y = fetch(&b.handle_, line, reads + 1);
  log_compare(x, y, Comparison::kMax, line, read_flags(reads));
  return Key(larger_of(x, y), line);
}

}  // namespace sortscope_cpu

using sortscope_cpu::Key;

/// std::swap and thrust::swap as the file says it: the lines are its own.
template <typename T>
inline void sortscope_swap(T& a, T& b, SORTSCOPE_HERE) {
  if constexpr (std::is_base_of_v<Key, T>) {
    Key& x = a;
    Key& y = b;
    const Key held(x, file, line_);
    x = Key::Named(y, file, line_);
    y = Key::Named(held, file, line_);
  } else {
    T held(static_cast<T&&>(a));
    a = static_cast<T&&>(b);
    b = static_cast<T&&>(held);
  }
}
#define SORTSCOPE_SEE(number, name) (::sortscope_cpu::see(number, name))
#define SORTSCOPE_SET(number, name) (::sortscope_cpu::set(number, name))

template <>
struct std::numeric_limits<Key> {
  static constexpr bool is_specialized = true;
  static Key max() { return Key::highest(); }
  static Key lowest() { return Key(0); }
  static Key min() { return Key(0); }
};

inline Key min(const Key& a, const Key& b, SORTSCOPE_HERE) {
  return sortscope_cpu::minimum(a, b, SORTSCOPE_LINE);
}
inline Key max(const Key& a, const Key& b, SORTSCOPE_HERE) {
  return sortscope_cpu::maximum(a, b, SORTSCOPE_LINE);
}
#define SORTSCOPE_MIN_MAX(A, B, R)                                        \
  constexpr R min(A a, B b) { return (R)(b) < (R)(a) ? (R)(b) : (R)(a); } \
  constexpr R max(A a, B b) { return (R)(a) < (R)(b) ? (R)(b) : (R)(a); }
SORTSCOPE_MIN_MAX(int, int, int)
SORTSCOPE_MIN_MAX(unsigned, unsigned, unsigned)
SORTSCOPE_MIN_MAX(int, unsigned, unsigned)
SORTSCOPE_MIN_MAX(unsigned, int, unsigned)
SORTSCOPE_MIN_MAX(long, long, long)
SORTSCOPE_MIN_MAX(unsigned long, unsigned long, unsigned long)
SORTSCOPE_MIN_MAX(long, unsigned long, unsigned long)
SORTSCOPE_MIN_MAX(unsigned long, long, unsigned long)
SORTSCOPE_MIN_MAX(long long, long long, long long)
SORTSCOPE_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SORTSCOPE_MIN_MAX(float, float, float)
SORTSCOPE_MIN_MAX(double, double, double)
SORTSCOPE_MIN_MAX(float, double, double)
SORTSCOPE_MIN_MAX(double, float, double)
#undef SORTSCOPE_MIN_MAX
