// parameters.h: what a run's family is told besides keys.
#pragma once

#include <map>
#include <memory>
#include <typeindex>
#include <utility>

namespace sortscope {

/// A value of each type that some family asks for (AksParameters, ListedChoice); those of other
/// families are kept, not used. A run thus carries parameters without knowing any. Cheap to copy.
class RunParameters {
 public:
  /// The value, or the type's own default.
  template <typename Value>
  [[nodiscard]] const Value& of() const {
    static const Value kDefault{};
    const auto found = values_.find(typeid(Value));
    return found == values_.end() ? kDefault
                                  : static_cast<const Kept<Value>&>(*found->second).value;
  }
  template <typename Value>
  void set(Value value) {
    values_[typeid(Value)] = std::make_shared<const Kept<Value>>(std::move(value));
  }
  /// The same values were set.
  friend bool operator==(const RunParameters& a, const RunParameters& b) {
    if (a.values_.size() != b.values_.size()) return false;
    for (const auto& [type, value] : a.values_) {
      const auto other = b.values_.find(type);
      if (other == b.values_.end() || !value->equals(*other->second)) return false;
    }
    return true;
  }

 private:
  struct Held {
    virtual ~Held() = default;
    [[nodiscard]] virtual bool equals(const Held& other) const = 0;  // of the same type
  };
  template <typename Value>
  struct Kept final : Held {
    explicit Kept(Value kept) : value(std::move(kept)) {}
    [[nodiscard]] bool equals(const Held& other) const override {
      return value == static_cast<const Kept&>(other).value;
    }
    Value value;
  };

  std::map<std::type_index, std::shared_ptr<const Held>> values_;
};

}  // namespace sortscope
