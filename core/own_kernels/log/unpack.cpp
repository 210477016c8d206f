#include "core/own_kernels/log/unpack.h"

#include <array>
#include <limits>
#include <utility>

namespace sortscope {

using namespace sortscope_log;

namespace {

std::uint64_t number_of(std::uint32_t block, std::uint16_t thread) {
  return std::uint64_t{block} << kThreadBits | thread;
}

bool is_kind(unsigned kind) {
  return (kind > 0 && kind <= static_cast<unsigned>(Kind::kNumber)) ||
         (kind >= static_cast<unsigned>(Kind::kSharedArray) &&
          kind <= static_cast<unsigned>(Kind::kValues));
}

}  // namespace

std::uint64_t Unpacker::byte() {
  if (at_ >= bytes_.size()) {
    good_ = false;
    return 0;
  }
  return static_cast<std::uint64_t>(bytes_[at_++]);
}

std::uint64_t Unpacker::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint64_t next = byte();
    value |= (next & 0x7f) << shift;
    if ((next & 0x80) == 0) return value;
  }
  good_ = false;
  return 0;
}

std::uint64_t Unpacker::difference() {
  const std::uint64_t value = number();
  return value >> 1 ^ (0 - (value & 1));
}

template <typename T>
T Unpacker::number_as() {
  const std::uint64_t value = number();
  if (value > std::numeric_limits<T>::max()) good_ = false;
  return static_cast<T>(value);
}

void Unpacker::forget() {
  threads_.clear();
  host_ = {};
  before_ = nullptr;
  last_ = {};
}

bool Unpacker::next(LogEntry& e) {
  while (good_ && at_ < bytes_.size() && bytes_[at_] == std::byte{0}) ++at_;
  if (!good_ || at_ >= bytes_.size()) return false;
  began_ = at_;
  const auto code = static_cast<unsigned>(byte());
  e = LogEntry{};
  good_ = code == kOtherCode ? next_other(e) : next_tight(e, code);
  if (!good_) at_ = began_;
  return good_;
}

bool Unpacker::next_other(LogEntry& e) {
  const auto kind = static_cast<unsigned>(byte());
  if (!is_kind(kind)) return false;
  e.kind = static_cast<Kind>(kind);
  const std::uint64_t low = byte();
  std::uint64_t told = low | byte() << 8;
  const auto field = [&](auto& value) {
    using T = std::remove_reference_t<decltype(value)>;
    if ((told & 1) != 0) value = number_as<T>();
    told >>= 1;
  };
  std::uint8_t space = 0;
  std::uint8_t space_b = 0;
  field(space);
  field(space_b);
  e.space = static_cast<Space>(space);
  e.space_b = static_cast<Space>(space_b);
  field(e.flags);
  field(e.line);
  field(e.block);
  field(e.thread);
  field(e.warp_epoch);
  field(e.epoch);
  field(e.grid_epoch);
  field(e.key);
  field(e.key_b);
  field(e.place);
  field(e.place_b);
  if (told != 0) return false;
  last_.known = false;
  if (e.kind == Kind::kRun || e.kind == Kind::kLaunch) forget();
  if (e.kind == Kind::kName) {
    if (e.key_b > bytes_.size() - at_) return false;
    text_ = {reinterpret_cast<const char*>(bytes_.data() + at_), e.key_b};
    at_ += e.key_b;
  }
  return good_;
}

bool Unpacker::next_tight(LogEntry& e, unsigned code) {
  const unsigned number = code & 0x1f;
  if (number <= kThreadCodes) return false;
  const unsigned kind = number - kThreadCodes + static_cast<unsigned>(Kind::kSharedArray);
  if (kind > static_cast<unsigned>(Kind::kValues)) return false;
  e.kind = static_cast<Kind>(kind);
  if (!is_packed_tightly(e.kind)) return false;
  const auto flags = static_cast<unsigned>(byte());
  const auto who = static_cast<Who>(code >> 5 & 3);
  read_who(e, who);
  if (!good_ || before_ == nullptr) return false;
  Before& b = *before_;
  e.place = e.place_b = kNoPlace;
  const bool values = e.kind == Kind::kValues;
  if ((code & 0x80) != 0) b.line = number_as<std::uint32_t>();
  if (!values) e.line = b.line;
  read_epochs(e, static_cast<Epochs>(flags >> 6));
  if (values) {
    read_values(e, flags & kMostFlags);
    return good_;
  }
  e.flags = static_cast<std::uint8_t>(flags & kMostFlags);
  if (!has_operands(e.kind)) return good_;
  const std::uint64_t chosen = byte();
  const auto choice = [&](unsigned i) { return static_cast<Choice>(chosen >> (2 * i) & 3); };
  const bool places = has_places(e.kind);
  if (places) read_place(choice(0), e.space, e.place);
  e.key = read_key(choice(1));
  if (places && e.kind != Kind::kRead) {
    read_place(choice(2), e.space_b, e.place_b);
    e.key_b = read_key(choice(3));
  }
  if (e.kind == Kind::kShuffle) e.key_b = number_as<std::uint32_t>();
  keep_operands(b, e);
  return good_;
}

void Unpacker::read_who(LogEntry& e, Who who) {
  if (who == Who::kTold) {
    const std::uint64_t told = number();
    const std::uint64_t block = (told - 1) >> kThreadBits;
    if (told == 0) {
      e.thread = kHostThread;
    } else {
      e.thread = static_cast<std::uint16_t>((told - 1) & ((1U << kThreadBits) - 1));
      e.block = static_cast<std::uint32_t>(block);
      if (block > std::numeric_limits<std::uint32_t>::max()) good_ = false;
    }
  } else {
    if (!last_.known) {
      good_ = false;
      return;
    }
    e.block = last_.block;
    e.thread = last_.thread;
    if (who == Who::kNext) {
      ++e.thread;
      if (e.thread >> kThreadBits != 0) good_ = false;
    } else if (who != Who::kSame) {
      good_ = false;
    }
  }
  if (!good_) return;
  if (who != Who::kSame || before_ == nullptr) {
    before_ = e.thread == kHostThread ? &host_ : &threads_[number_of(e.block, e.thread)];
  }
  last_ = {e.block, e.thread, true};
}

void Unpacker::read_epochs(LogEntry& e, Epochs epochs) {
  Before& b = *before_;
  if (epochs == Epochs::kBlock) ++b.epoch;
  if (epochs == Epochs::kWarp) ++b.warp_epoch;
  if (epochs == Epochs::kTold) {
    b.epoch = number_as<std::uint32_t>();
    b.grid_epoch = number_as<std::uint32_t>();
    b.warp_epoch = number_as<std::uint16_t>();
  }
  e.epoch = b.epoch;
  e.grid_epoch = b.grid_epoch;
  e.warp_epoch = b.warp_epoch;
}

void Unpacker::read_values(LogEntry& e, unsigned count) {
  if (count > kMostValues) {
    good_ = false;
    return;
  }
  std::array<std::uint32_t, kMostValues> values{};
  std::array<std::uint8_t, kMostValues> variables{};
  for (unsigned i = 0; i < count; ++i) {
    variables[i] = static_cast<std::uint8_t>(byte());
    values[i] = static_cast<std::uint32_t>(difference());
  }
  for (unsigned i = 0; i < 4; ++i) e.line |= std::uint32_t{variables[i]} << (8 * i);
  e.space = static_cast<Space>(variables[4]);
  e.space_b = static_cast<Space>(variables[5]);
  e.key = values[0];
  e.key_b = values[1];
  e.place = values[2] | std::uint64_t{values[3]} << 32;
  e.place_b = values[4] | std::uint64_t{values[5]} << 32;
}

void Unpacker::read_place(Choice choice, Space& space, std::uint64_t& place) {
  Before& b = *before_;
  if (choice == Choice::kFirst || choice == Choice::kSecond) {
    const Operand& o = b.operand[choice == Choice::kFirst ? 0 : 1];
    space = o.space;
    place = o.place;
    return;
  }
  std::uint64_t scale = 4;
  space = b.space == Space::kNone ? Space::kGlobal : b.space;
  if (choice == Choice::kElse) {
    const std::uint64_t told = byte();
    if (told == kNowhereByte) {
      space = Space::kNone;
      place = kNoPlace;
      return;
    }
    if (told > static_cast<std::uint64_t>(Space::kOther)) {
      good_ = false;
      return;
    }
    space = static_cast<Space>(told);
    b.space = space;
    scale = 1;
  }
  const unsigned shared = space == Space::kShared ? 1 : 0;
  b.reference[shared] += difference() * scale;
  place = b.reference[shared] + bases_.of[shared];
}

std::uint32_t Unpacker::read_key(Choice choice) {
  switch (choice) {
    case Choice::kFirst:
      return before_->operand[0].key;
    case Choice::kSecond:
      return before_->operand[1].key;
    case Choice::kElse:
      return kNoKey;
    case Choice::kTold:
      break;
  }
  const auto turned = number_as<std::uint32_t>();
  return turned >> 2 | turned << 30;
}

void Packer::add(const LogEntry& e) {
  if (e.kind == Kind::kRun || e.kind == Kind::kLaunch) {
    threads_.clear();
    host_ = {};
  }
  Before* before = nullptr;
  if (is_packed_tightly(e.kind)) {
    before = e.thread == kHostThread ? &host_ : &threads_[number_of(e.block, e.thread)];
  }
  std::array<std::uint8_t, kMostPacked> packed;
  const unsigned count = pack(e, before, &last_, bases_, packed.data());
  const auto* first = reinterpret_cast<const std::byte*>(packed.data());
  bytes_.insert(bytes_.end(), first, first + count);
}

void Packer::add_name(LogEntry name, std::string_view text) {
  name.key_b = static_cast<std::uint32_t>(text.size());
  add(name);
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  bytes_.insert(bytes_.end(), first, first + text.size());
}

}  // namespace sortscope
