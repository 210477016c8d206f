// command_function.h: functions of commands, which take the parts that they see or change.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>

#include "app/state/parts/by_type.h"

namespace sortscope {

/// What a function of a command's row is called with: each of its parameters is a part, found by
/// its type, the parts that a unit works with, the arguments (std::span<const std::string>), or, to
/// hand it on, the App itself.
template <typename Result>
class CommandFunction {
 public:
  using Arguments = std::span<const std::string>;

  CommandFunction(std::nullptr_t = nullptr) {}
  template <typename... Wants>
  CommandFunction(Result (*function)(Wants...))
      : function_(reinterpret_cast<Plain>(function)), call_(&call<Wants...>) {}

  friend bool operator==(const CommandFunction& function, std::nullptr_t) {
    return function.call_ == nullptr;
  }
  Result operator()(App& app, Arguments arguments = {}) const {
    return call_(function_, app, arguments);
  }

 private:
  using Plain = void (*)();

  template <typename Want>
  static decltype(auto) wanted(App& app, const Arguments& arguments) {
    using Kind = std::remove_cvref_t<Want>;
    if constexpr (std::is_same_v<Kind, Arguments>) {
      return (arguments);
    } else if constexpr (std::is_same_v<Kind, App>) {
      return (app);
    } else if constexpr (requires { put_together<Kind>(app); }) {
      return put_together<Kind>(app);
    } else {
      return part_of<Kind>(app);
    }
  }
  template <typename... Wants>
  static Result call(Plain function, App& app, Arguments arguments) {
    return reinterpret_cast<Result (*)(Wants...)>(function)(wanted<Wants>(app, arguments)...);
  }

  Plain function_ = nullptr;
  Result (*call_)(Plain function, App& app, Arguments arguments) = nullptr;
};

/// Asks something of the parts and changes none.
class CommandTest {
 public:
  CommandTest(std::nullptr_t = nullptr) {}
  template <typename... Wants>
  CommandTest(bool (*function)(Wants...)) : function_(function) {
    static_assert((std::is_const_v<std::remove_reference_t<Wants>> && ...));
  }

  friend bool operator==(const CommandTest& test, std::nullptr_t) {
    return test.function_ == nullptr;
  }
  bool operator()(const App& app) const { return function_(const_cast<App&>(app)); }

 private:
  CommandFunction<bool> function_;
};

}  // namespace sortscope
