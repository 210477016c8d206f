// unpack.h: the entries of a packed log (packed.h), one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/own_kernels/log/packed.h"
#include "core/own_kernels/log/place_table.h"

namespace sortscope {

/// Reads what a person's program may have spoilt: it ends where something is no entry.
class Unpacker {
 public:
  Unpacker() = default;
  /// `first`: where a run begins, or behind a kLaunch.
  Unpacker(std::span<const std::byte> bytes, const sortscope_log::Bases& bases,
           std::size_t first = 0)
      : bytes_(bytes), bases_(bases), at_(first) {}

  /// The next entry, with what its kind tells and nowhere and 0 elsewhere; false: there is none.
  bool next(sortscope_log::LogEntry& e);
  /// Behind the last entry.
  [[nodiscard]] std::size_t at() const { return at_; }
  /// Of the last one.
  [[nodiscard]] std::size_t began() const { return began_; }
  /// Of a kName.
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  using Before = sortscope_log::Before;

  std::uint64_t byte();
  std::uint64_t number();
  std::uint64_t difference();
  template <typename T>
  T number_as();
  bool next_other(sortscope_log::LogEntry& e);
  bool next_tight(sortscope_log::LogEntry& e, unsigned code);
  void read_who(sortscope_log::LogEntry& e, sortscope_log::Who who);
  void read_epochs(sortscope_log::LogEntry& e, sortscope_log::Epochs epochs);
  void read_values(sortscope_log::LogEntry& e, unsigned count);
  void read_place(sortscope_log::Choice choice, sortscope_log::Space& space, std::uint64_t& place);
  std::uint32_t read_key(sortscope_log::Choice choice);
  void forget();

  std::span<const std::byte> bytes_;
  sortscope_log::Bases bases_{};
  std::size_t at_ = 0;
  std::size_t began_ = 0;
  std::string_view text_;
  bool good_ = true;
  sortscope_log::LastWho last_{};
  Before host_{};
  Before* before_ = nullptr;  // of last_
  PlaceTable<Before> threads_;
};

/// Packs entries one after the other, as one writer does.
class Packer {
 public:
  explicit Packer(const sortscope_log::Bases& bases) : bases_(bases) {}
  void add(const sortscope_log::LogEntry& e);
  /// `name`: a kName, whose text this is.
  void add_name(sortscope_log::LogEntry name, std::string_view text);
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  sortscope_log::Bases bases_;
  std::vector<std::byte> bytes_;
  sortscope_log::LastWho last_{};
  sortscope_log::Before host_{};
  PlaceTable<sortscope_log::Before> threads_;
};

}  // namespace sortscope
