// error.h: errors as values, with a code, a message and a hint.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace sortscope {

enum class ErrorCode {
  kBadUsage,     // arguments that make no sense: exit code 2
  kBadInput,     // a file or value that cannot be read: exit code 2
  kNotBitonic,   // a merger was given keys that it cannot merge: exit code 2
  kIo,           // the operating system refused: exit code 1
  kUnavailable,  // a device, library or display that is not there: exit code 1
  kOutOfMemory,  // host or device memory does not suffice: exit code 1
  kWorkFailed,   // the work itself failed, for example an output that is not sorted: exit code 1
  kCancelled,    // the person stopped it: exit code 1
};

/// What went wrong (`message`: what, where, what was expected) and what to do about it (`hint`).
struct Error {
  ErrorCode code = ErrorCode::kWorkFailed;
  std::string message;
  std::string hint;

  /// "message. hint", one line for a terminal or a status bar.
  [[nodiscard]] std::string text() const { return hint.empty() ? message : message + " " + hint; }
  /// 2 for bad usage and bad input, else 1.
  [[nodiscard]] int exit_code() const {
    return code == ErrorCode::kBadUsage || code == ErrorCode::kBadInput ||
                   code == ErrorCode::kNotBitonic
               ? 2
               : 1;
  }
};

/// A value or an Error. `value()` and `error()` may be called only on the side that `ok()` names.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit
  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() { return std::get<0>(state_); }
  const T& value() const { return std::get<0>(state_); }
  Error& error() { return std::get<1>(state_); }
  const Error& error() const { return std::get<1>(state_); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }

 private:
  std::variant<T, Error> state_;
};

/// Success or an Error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}  // NOLINT: implicit
  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  Error& error() { return *error_; }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace sortscope
