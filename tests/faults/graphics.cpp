// graphics.cpp: preloaded into a program (LD_PRELOAD), it lets one call of EGL or GLX fail:
//
//     FAULT_CALL=eglInitialize  FAULT_AT=K  the K-th call of it gives what it gives where it fails
//                               FAULT_LASTING=1  and every one after it; names of several calls
//                                                have commas between them
//     FAULT_FUNCTION=glFinish   the driver does not have it
//     FAULT_REPORT=FILE         gets a line "NAME CALLS" for each that was called
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

// NOLINTBEGIN: names and forms are the C library's
namespace {

struct Call {
  const char* name;
  std::uintptr_t failed;  // what it returns then
};

constexpr Call kCalls[] = {
    {"eglGetDisplay", 0},
    {"eglGetProcAddress", 0},
    {"eglInitialize", 0},
    {"eglBindAPI", 0},
    {"eglChooseConfig", 0},
    {"eglCreateContext", 0},
    {"eglMakeCurrent", 0},
    {"eglQueryString", 0},
    {"eglDestroyContext", 0},
    {"eglTerminate", 0},
    {"eglQueryDevicesEXT", 0},
    {"eglQueryDeviceAttribEXT", 0},
    {"eglGetPlatformDisplayEXT", 0},
    {"glXGetProcAddress", 0},
    {"glXGetProcAddressARB", 0},
    {"glXQueryExtension", 0},
    {"glXQueryVersion", 0},
    {"glXQueryExtensionsString", 0},
    {"glXGetClientString", 0},
    {"glXGetFBConfigs", 0},
    {"glXGetFBConfigAttrib", 2},
    {"glXGetVisualFromFBConfig", 0},
    {"glXCreateContextAttribsARB", 0},
    {"glXCreateNewContext", 0},
    {"glXCreateWindow", 0},
    {"glXMakeCurrent", 0},
};
constexpr std::size_t kCount = std::size(kCalls);

using Any = std::uintptr_t (*)(std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t,
                               std::uintptr_t, std::uintptr_t);
using Lookup = void* (*)(void*, const char*);

std::array<std::atomic<std::uint64_t>, kCount> calls{};
std::array<Any, kCount> real_calls{};

std::string_view setting(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? "" : text;
}

void* real_dlsym(void* handle, const char* name) {
  static const auto real = reinterpret_cast<Lookup>(dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34"));
  return real(handle, name);
}

constexpr std::size_t index_of(std::string_view name) {
  std::size_t i = 0;
  while (i < kCount && name != kCalls[i].name) ++i;
  return i;
}

bool is_chosen(std::string_view name) {
  static const std::string chosen = "," + std::string(setting("FAULT_CALL")) + ",";
  return chosen.find("," + std::string(name) + ",") != std::string::npos;
}

bool fails(std::size_t i) {
  static const std::uint64_t at = std::strtoull(setting("FAULT_AT").data(), nullptr, 10);
  static const bool lasting = setting("FAULT_LASTING") == "1";
  const std::uint64_t now = ++calls[i];
  return is_chosen(kCalls[i].name) && (now == at || (lasting && now > at));
}

bool is_missing(const char* name) {
  static const std::string_view missing = setting("FAULT_FUNCTION");
  return !missing.empty() && missing == name;
}

void* shim(const char* name);

// Every argument of these calls is a whole number or an address.
template <std::size_t I>
std::uintptr_t call(std::uintptr_t a, std::uintptr_t b, std::uintptr_t c, std::uintptr_t d,
                    std::uintptr_t e, std::uintptr_t f) {
  constexpr std::string_view kName = kCalls[I].name;
  if (real_calls[I] == nullptr) {
    real_calls[I] = reinterpret_cast<Any>(real_dlsym(RTLD_NEXT, kCalls[I].name));
  }
  if constexpr (kName.find("GetProcAddress") != std::string_view::npos) {
    const char* const asked = reinterpret_cast<const char*>(a);
    if (is_missing(asked)) return 0;
    const bool counted = asked[0] == 'e' || (asked[0] == 'g' && asked[2] == 'X');
    if (counted && fails(I)) return kCalls[I].failed;
    const std::uintptr_t found = real_calls[I](a, b, c, d, e, f);
    if (const std::size_t i = index_of(asked); found != 0 && i < kCount) {
      real_calls[i] = reinterpret_cast<Any>(found);
      return reinterpret_cast<std::uintptr_t>(shim(asked));
    }
    return found;
  }
  if (fails(I)) return kCalls[I].failed;
  return real_calls[I](a, b, c, d, e, f);
}

template <std::size_t... I>
constexpr std::array<Any, kCount> all_shims(std::index_sequence<I...>) {
  return {call<I>...};
}
void* shim(const char* name) {
  static constexpr auto kShims = all_shims(std::make_index_sequence<kCount>{});
  return reinterpret_cast<void*>(kShims[index_of(name)]);
}

char report_path[4096];

[[gnu::constructor]] void begin() {
  const std::string_view path = setting("FAULT_REPORT");
  std::snprintf(report_path, sizeof report_path, "%s", path.data());
  ::unsetenv("FAULT_REPORT");  // of this program, not of those that it starts
}
[[gnu::destructor]] void report() {
  if (report_path[0] == '\0') return;
  std::FILE* const file = std::fopen(report_path, "w");
  if (file == nullptr) return;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (calls[i] != 0) {
      std::fprintf(file, "%s %llu\n", kCalls[i].name,
                   static_cast<unsigned long long>(calls[i].load()));
    }
  }
  std::fclose(file);
}

}  // namespace

extern "C" {

// GLFW and ImGui find GLX so.
void* dlsym(void* handle, const char* name) {
  const std::size_t i = name[0] == 'g' && name[1] == 'l' ? index_of(name) : kCount;
  if (i == kCount) return real_dlsym(handle, name);
  if (is_missing(name)) return nullptr;
  void* const found = real_dlsym(handle, name);
  if (found == nullptr) return nullptr;
  real_calls[i] = reinterpret_cast<Any>(found);
  return shim(name);
}

#define EGL(function)                                                                             \
  std::uintptr_t function(std::uintptr_t a, std::uintptr_t b, std::uintptr_t c, std::uintptr_t d, \
                          std::uintptr_t e, std::uintptr_t f) {                                   \
    return call<index_of(#function)>(a, b, c, d, e, f);                                           \
  }
EGL(eglGetDisplay)
EGL(eglGetProcAddress)
EGL(eglInitialize)
EGL(eglBindAPI)
EGL(eglChooseConfig)
EGL(eglCreateContext)
EGL(eglMakeCurrent)
EGL(eglQueryString)
EGL(eglDestroyContext)
EGL(eglTerminate)
#undef EGL

}  // extern "C"
// NOLINTEND
