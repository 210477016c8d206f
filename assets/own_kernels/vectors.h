// vectors.h: what files use of Thrust to own memory: vectors, pointers, copies between them. The
// keys in them are followed, which they would not be in Thrust's own.
#include <iterator>
#include <new>
#include <type_traits>
#include <vector>

namespace sortscope_vectors {

/// Of the call, where a number could be an argument.
struct CallLine {
  explicit CallLine(int line) : number(line) {}
  int number;
};

#ifdef SORTSCOPE_GROUPS  // on the GPU
inline void* take(std::size_t bytes, int line) {
  return reinterpret_cast<void*>(sortscope_gpu::allocate(bytes, sortscope_log::Array::kOwn, line));
}
inline void give_back(void* p, int line) { (void)sortscope_gpu::release(line, p); }
inline void copy_bytes(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                       int line) {
  (void)sortscope_gpu::copy(line, to, from, bytes, kind);
}
#else
inline void* take(std::size_t bytes, int line) {
  return sortscope_cpu::allocate(bytes, false, sortscope_log::Array::kOwn, line);
}
inline void give_back(void* p, int line) { (void)cudaFree(p, line); }
inline void copy_bytes(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                       int line) {
  (void)sortscope_cpu::copy(to, from, bytes, kind, line);
}
#endif

}  // namespace sortscope_vectors

namespace thrust {

using sortscope_vectors::CallLine;

template <typename T>
class device_ptr;

/// A place in device memory, as the host may read and write it: by a copy.
template <typename T>
class device_reference {
 public:
  device_reference(T* at, int line) : at_(at), line_(line) {}
  operator std::remove_const_t<T>() const {
    std::remove_const_t<T> value;
    sortscope_vectors::copy_bytes(&value, at_, sizeof value, cudaMemcpyDeviceToHost, line_);
    return value;
  }
  const device_reference& operator=(const T& value) const {
    sortscope_vectors::copy_bytes(at_, &value, sizeof value, cudaMemcpyHostToDevice, line_);
    return *this;
  }
  const device_reference& operator=(const device_reference& other) const {
    return *this = static_cast<std::remove_const_t<T>>(other);
  }
  device_ptr<T> operator&() const { return device_ptr<T>(at_); }

 private:
  T* at_;
  int line_;
};

/// Points into device memory.
template <typename T>
class device_ptr {
 public:
  using value_type = std::remove_const_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = device_ptr;
  using reference = device_reference<T>;
  using iterator_category = std::random_access_iterator_tag;

  device_ptr() = default;
  explicit device_ptr(T* at) : at_(at) {}
  T* get() const { return at_; }
  device_ptr operator+(difference_type n) const { return device_ptr(at_ + n); }
  device_ptr operator-(difference_type n) const { return device_ptr(at_ - n); }
  difference_type operator-(device_ptr other) const { return at_ - other.at_; }
  device_ptr& operator+=(difference_type n) { return at_ += n, *this; }
  device_ptr& operator++() { return ++at_, *this; }
  device_ptr& operator--() { return --at_, *this; }
  bool operator==(const device_ptr&) const = default;
  bool operator<(device_ptr other) const { return at_ < other.at_; }
  reference operator*() const { return {at_, 0}; }
  reference operator[](difference_type n) const { return {at_ + n, 0}; }

 private:
  T* at_ = nullptr;
};

template <typename T>
device_ptr<T> device_pointer_cast(T* p) {
  return device_ptr<T>(p);
}
template <typename T>
T* raw_pointer_cast(device_ptr<T> p) {
  return p.get();
}
template <typename T>
T* raw_pointer_cast(T* p) {
  return p;
}

template <typename I>
inline constexpr bool kOfDevice = false;
template <typename T>
inline constexpr bool kOfDevice<device_ptr<T>> = true;

template <typename I>
auto* address_of(I i) {
  if constexpr (kOfDevice<I>) {
    return i.get();
  } else if constexpr (std::is_pointer_v<I>) {
    return i;
  } else {
    return &*i;
  }
}

/// Between any two of device and host.
template <typename I, typename O>
O copy_n(I first, std::size_t count, O out, CallLine line_ = CallLine(__builtin_LINE())) {
  if (count == 0) return out;
  constexpr cudaMemcpyKind kKind =
      kOfDevice<I> ? (kOfDevice<O> ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost)
                   : (kOfDevice<O> ? cudaMemcpyHostToDevice : cudaMemcpyHostToHost);
  auto* to = address_of(out);
  sortscope_vectors::copy_bytes(to, address_of(first), count * sizeof *to, kKind, line_.number);
  return out + static_cast<std::ptrdiff_t>(count);
}
template <typename I, typename O>
O copy(I first, I last, O out, CallLine line_ = CallLine(__builtin_LINE())) {
  return copy_n(first, static_cast<std::size_t>(last - first), out, line_);
}
template <typename I, typename T>
void fill(I first, I last, const T& value, CallLine line_ = CallLine(__builtin_LINE())) {
  using Value = typename std::iterator_traits<I>::value_type;
  std::vector<Value> all(static_cast<std::size_t>(last - first), Value(value));
  copy_n(all.begin(), all.size(), first, line_);
}

template <typename T>
class device_vector;

template <typename T>
class host_vector : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  host_vector() = default;
  host_vector(const device_vector<T>& other, CallLine line_ = CallLine(__builtin_LINE()))
      : std::vector<T>(other.size()) {
    copy(other.begin(), other.end(), this->begin(), line_);
  }
  host_vector& operator=(const device_vector<T>& other) {
    return *this = host_vector(other, CallLine(0));
  }
};

template <typename T>
class device_vector {
 public:
  using value_type = T;
  using iterator = device_ptr<T>;
  using const_iterator = device_ptr<const T>;

  device_vector() = default;
  explicit device_vector(std::size_t count, CallLine line_ = CallLine(__builtin_LINE())) {
    allocate(count, line_.number);
  }
  device_vector(std::size_t count, const T& value, CallLine line_ = CallLine(__builtin_LINE())) {
    allocate(count, line_.number);
    fill(begin(), end(), value, line_);
  }
  template <typename I>
  requires(!std::is_arithmetic_v<I>)
      device_vector(I first, I last, CallLine line_ = CallLine(__builtin_LINE())) {
    allocate(static_cast<std::size_t>(last - first), line_.number);
    copy(first, last, begin(), line_);
  }
  device_vector(const std::vector<T>& other, CallLine line_ = CallLine(__builtin_LINE()))
      : device_vector(other.begin(), other.end(), line_) {}
  device_vector(const device_vector& other, CallLine line_ = CallLine(__builtin_LINE()))
      : device_vector(other.begin(), other.end(), line_) {}
  device_vector& operator=(const device_vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  device_vector& operator=(const std::vector<T>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  ~device_vector() { sortscope_vectors::give_back(data_, 0); }

  template <typename I>
  void assign(I first, I last, CallLine line_ = CallLine(__builtin_LINE())) {
    sortscope_vectors::give_back(data_, line_.number);
    allocate(static_cast<std::size_t>(last - first), line_.number);
    copy(first, last, begin(), line_);
  }
  void resize(std::size_t count, CallLine line_ = CallLine(__builtin_LINE())) {
    T* before = data_;
    const std::size_t kept = count < size_ ? count : size_;
    allocate(count, line_.number);
    copy_n(device_ptr<T>(before), kept, begin(), line_);
    sortscope_vectors::give_back(before, line_.number);
  }
  void resize(std::size_t count, const T& value, CallLine line_ = CallLine(__builtin_LINE())) {
    const std::size_t before = size_;
    resize(count, line_);
    if (count > before) fill(begin() + static_cast<std::ptrdiff_t>(before), end(), value, line_);
  }
  void swap(device_vector& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  device_ptr<T> data() { return device_ptr<T>(data_); }
  device_ptr<const T> data() const { return device_ptr<const T>(data_); }
  iterator begin() { return data(); }
  iterator end() { return data() + static_cast<std::ptrdiff_t>(size_); }
  const_iterator begin() const { return data(); }
  const_iterator end() const { return data() + static_cast<std::ptrdiff_t>(size_); }
  device_reference<T> operator[](std::size_t i) { return {data_ + i, 0}; }
  device_reference<const T> operator[](std::size_t i) const { return {data_ + i, 0}; }

 private:
  void allocate(std::size_t count, int line) {
    size_ = count;
    data_ =
        count == 0 ? nullptr : static_cast<T*>(sortscope_vectors::take(count * sizeof(T), line));
    if (count > 0 && data_ == nullptr) throw std::bad_alloc();
  }
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace thrust
