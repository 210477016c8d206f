// key.cuh: the key type on the GPU: each copy, comparison and place is logged.
namespace sortscope_gpu {

#define SORTSCOPE_LINE_ARGUMENT \
  int line_ = ::sortscope_gpu::line_in(__builtin_FILE(), __builtin_LINE())

// ---- keys in the hands of the host: host.cuh defines them
__host__ u32 host_highest();
__host__ u32 host_number(u64 value);
__host__ int host_order(u32 a, u32 b, Comparison what, int line);
__host__ u64 host_value(u32 handle);
__host__ u64 host_look(u32 handle, int line);
__host__ u32 host_read(const u32* address, int line);
__host__ void host_write(u32* address, u32 handle, int line);

template <typename Tag>
class BasicKey {
 public:
  /// A key and the line that names it: operators take no default arguments, this conversion does.
  struct Named {
    __host__ __device__ Named(const BasicKey& k, SORTSCOPE_LINE_ARGUMENT)
        : address(&k.handle_), number(0), assigned(0), line(line_) {}
    template <typename N>
    requires std::is_arithmetic_v<N> __host__ __device__ Named(N value, SORTSCOPE_LINE_ARGUMENT)
        : address(nullptr),
          number(sortscope_log::value_of_number<kKeyNumbers>(value, false)),
          assigned(sortscope_log::value_of_number<kKeyNumbers>(value, true)),
          line(line_) {}
    __device__ Held get(bool logged = true) const {
      return address != nullptr ? fetch(address, line, logged)
                                : Held{number_key(number), kNowhere, 0};
    }
    __device__ Held get_assigned() const {
      return address != nullptr ? fetch(address, line) : Held{number_key(assigned), kNowhere, 0};
    }
    __host__ u32 host_get() const {
      return address != nullptr ? host_read(address, line) : host_number(number);
    }
    __host__ u32 host_get_assigned() const {
      return address != nullptr ? host_read(address, line) : host_number(assigned);
    }
    const u32* address;
    u64 number;
    u64 assigned;
    int line;
  };

  BasicKey() = default;
  __host__ __device__ BasicKey(const BasicKey& other, SORTSCOPE_LINE_ARGUMENT) {
    assign(Named(other, line_), true);
  }
  template <typename N>
  requires std::is_arithmetic_v<N> __host__ __device__ BasicKey(N number, SORTSCOPE_LINE_ARGUMENT) {
    assign(Named(number, line_), true);
  }
  __device__ BasicKey(const Held& key, int line) {
    store(&handle_, key, static_cast<u32>(line), true, Kind::kWrite);
  }
  BasicKey& operator=(const BasicKey&) requires(sizeof(Tag) > 1000);
  __host__ __device__ BasicKey& operator=(Named other) {
    assign(other, false);
    return *this;
  }

  /// Sorts behind every key: for padding.
  static __host__ __device__ BasicKey highest() {
#ifdef __CUDA_ARCH__
    return BasicKey(Held{highest_key(), kNowhere, 0}, 0);
#else
    BasicKey key;
    key.handle_ = host_highest();
    return key;
#endif
  }

  friend __host__ __device__ bool operator<(Named a, Named b) {
    return order(a, b, Comparison::kLess) == -1;
  }
  friend __host__ __device__ bool operator>(Named a, Named b) {
    return order(a, b, Comparison::kGreater) == 1;
  }
  friend __host__ __device__ bool operator<=(Named a, Named b) {
    return order(a, b, Comparison::kLessEqual) <= 0;
  }
  friend __host__ __device__ bool operator>=(Named a, Named b) {
    return (order(a, b, Comparison::kGreaterEqual) & ~1) == 0;
  }
  friend __host__ __device__ bool operator==(Named a, Named b) {
    return order(a, b, Comparison::kEqual) == 0;
  }
  friend __host__ __device__ bool operator!=(Named a, Named b) {
    return order(a, b, Comparison::kEqual) != 0;
  }
  friend __host__ __device__ unsigned operator>>(Named a, int bits) {
    return static_cast<unsigned>(look(a) >> bits);
  }
  friend __host__ __device__ unsigned operator&(Named a, unsigned bits) {
    return static_cast<unsigned>(look(a)) & bits;
  }
  template <typename N>
  requires std::is_arithmetic_v<N> __host__ __device__ explicit operator N() const {
    return static_cast<N>(look(Named(*this, 0)));
  }

  u32 handle_;

 private:
  __host__ __device__ void assign(const Named& other, bool fresh) {
#ifdef __CUDA_ARCH__
    store(&handle_, other.get_assigned(), static_cast<u32>(other.line), fresh, Kind::kWrite);
#else
    (void)fresh;
    host_write(&handle_, other.host_get_assigned(), other.line);
#endif
  }
  static __host__ __device__ int order(const Named& a, const Named& b, Comparison what) {
#ifdef __CUDA_ARCH__
    // A comparison over two lines has reads of its own.
    const Held x = a.get(a.line != b.line);
    const Held y = b.get(a.line != b.line);
    log_compare(x, y, what, static_cast<u32>(a.line));
    return sortscope_log::order_of_values(value_of(x.key), value_of(y.key));
#else
    const u32 x = a.host_get();
    return host_order(x, b.host_get(), what, a.line);
#endif
  }
  static __host__ __device__ u64 look(const Named& a) {
#ifdef __CUDA_ARCH__
    return look_at(a.get(), static_cast<u32>(a.line));
#else
    return host_look(a.host_get(), a.line);
#endif
  }
};

struct KeyTag {};
using Key = BasicKey<KeyTag>;

/// A key as a member of a struct, which is assigned as a whole.
struct MemberKey : Key {
  MemberKey() = default;
  __host__ __device__ MemberKey(const Key& other, SORTSCOPE_LINE_ARGUMENT) : Key(other, line_) {}
  __host__ __device__ MemberKey(const MemberKey& other, SORTSCOPE_LINE_ARGUMENT)
      : Key(static_cast<const Key&>(other), line_) {}
  template <typename N>
  requires std::is_arithmetic_v<N> __host__ __device__ MemberKey(N number, SORTSCOPE_LINE_ARGUMENT)
      : Key(number, line_) {}
  __host__ __device__ MemberKey& operator=(const Key& other) {
    Key::operator=(Key::Named(other, 0));
    return *this;
  }
  __host__ __device__ MemberKey& operator=(const MemberKey& other) {
    return *this = static_cast<const Key&>(other);
  }
};

__host__ __device__ inline Key chosen(const Key& a, const Key& b, bool smaller, int line) {
#ifdef __CUDA_ARCH__
  const Held x = fetch(&a.handle_, static_cast<u32>(line), false);
  const Held y = fetch(&b.handle_, static_cast<u32>(line), false);
  log_compare(x, y, smaller ? Comparison::kMin : Comparison::kMax, static_cast<u32>(line));
  return Key(choose(x, y, smaller), line);
#else
  const u32 x = host_read(&a.handle_, line);
  const u32 y = host_read(&b.handle_, line);
  const int order = host_order(x, y, smaller ? Comparison::kMin : Comparison::kMax, line);
  // Of a number and none both take the number.
  const bool b_only = order == 2 && host_value(x) == sortscope_log::kNotANumber;
  return b_only || (smaller ? order == 1 : order == -1) ? Key(b, line) : Key(a, line);
#endif
}

/// An atomic on a key: `change` says what stands there next. What stood there before is returned.
template <typename Change>
__device__ inline Key atomically(Key* p, u32 line, Change change) {
  const Where w = where(p);
  if (!w.inside) return Key(fetch(&p->handle_, line), static_cast<int>(line));
  for (;;) {
    const u32 seen = *const_cast<volatile u32*>(&p->handle_);
    Held before = held_of(seen, w.space, false);
    before.home = home_of(w.space, w.place);
    before.handle = 0;
    const Held next = change(before);
    const u32 owner = w.space == Space::kShared ? owner_here() : world.run;
    if (atomicCAS(&p->handle_, seen, handle_of(next.key, next.home, owner)) != seen) continue;
    log_access(Kind::kAtomic, w, line, next.key, before.key, next.home, false);
    return Key(before, static_cast<int>(line));
  }
}

}  // namespace sortscope_gpu

using sortscope_gpu::Key;

/// std::swap and thrust::swap as the file says it: the lines are its own.
template <typename T>
__host__ __device__ inline void sortscope_swap(T& a, T& b, SORTSCOPE_LINE_ARGUMENT) {
  if constexpr (std::is_base_of_v<Key, T>) {
    Key& x = a;
    Key& y = b;
    const Key held(x, line_);
    x = Key::Named(y, line_);
    y = Key::Named(held, line_);
  } else {
    T held(static_cast<T&&>(a));
    a = static_cast<T&&>(b);
    b = static_cast<T&&>(held);
  }
}

template <>
struct std::numeric_limits<Key> {
  static constexpr bool is_specialized = true;
  static __host__ __device__ Key max() { return Key::highest(); }
  static __host__ __device__ Key lowest() { return Key(0); }
  static __host__ __device__ Key min() { return Key(0); }
};

__host__ __device__ inline Key min(const Key& a, const Key& b, SORTSCOPE_LINE_ARGUMENT) {
  return sortscope_gpu::chosen(a, b, true, line_);
}
__host__ __device__ inline Key max(const Key& a, const Key& b, SORTSCOPE_LINE_ARGUMENT) {
  return sortscope_gpu::chosen(a, b, false, line_);
}
__device__ inline Key atomicMin(Key* p, const Key& v, SORTSCOPE_LINE_ARGUMENT) {
  using namespace sortscope_gpu;
  const Held mine = fetch(&v.handle_, static_cast<u32>(line_));
  return atomically(p, static_cast<u32>(line_), [&](const Held& before) {
    log_compare(before, mine, Comparison::kMin, static_cast<u32>(line_));
    return value_of(mine.key) < value_of(before.key) ? mine : before;
  });
}
__device__ inline Key atomicMax(Key* p, const Key& v, SORTSCOPE_LINE_ARGUMENT) {
  using namespace sortscope_gpu;
  const Held mine = fetch(&v.handle_, static_cast<u32>(line_));
  return atomically(p, static_cast<u32>(line_), [&](const Held& before) {
    log_compare(before, mine, Comparison::kMax, static_cast<u32>(line_));
    return value_of(before.key) < value_of(mine.key) ? mine : before;
  });
}
__device__ inline Key atomicExch(Key* p, const Key& v, SORTSCOPE_LINE_ARGUMENT) {
  using namespace sortscope_gpu;
  const Held mine = fetch(&v.handle_, static_cast<u32>(line_));
  return atomically(p, static_cast<u32>(line_), [&](const Held&) { return mine; });
}
template <typename T>
requires std::is_same_v<T, Key> __device__ inline Key __ldg(const T* p, SORTSCOPE_LINE_ARGUMENT) {
  return Key(*p, line_);
}
