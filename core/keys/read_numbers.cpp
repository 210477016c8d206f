// read_numbers.cpp: keys from text, in pieces, with the place of the first mistake.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>

#include "core/base/input_file.h"
#include "core/base/machine.h"
#include "core/base/number_text.h"
#include "core/base/parse_number.h"
#include "core/base/quote.h"
#include "core/keys/inputs.h"
#include "core/keys/plain_number.h"

namespace sortscope {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 22;
/// A longer run of characters without a separator is no number (the longest double has 1077).
constexpr std::size_t kLongestToken = 4096;
/// So much text without a number is no file of numbers: what never ends is not read for ever.
constexpr std::uint64_t kMostBytesWithout = std::uint64_t{1} << 28;
constexpr int kDoubleBits = 53;  // of a whole number that a double holds
constexpr std::string_view kExpected =
    "Expected numbers separated by white space, commas or semicolons.";

// How many lines end in `text`: eight characters at a time, for it is all that is read.
std::uint64_t line_ends(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kLow = 0x7f * kOnes;
  std::uint64_t count = 0;
  while (text.size() >= 8) {
    // Each byte counts its own, at most 255 times.
    const std::size_t words = std::min<std::size_t>(text.size() / 8, 255);
    std::uint64_t counts = 0;
    for (std::size_t i = 0; i < words; ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + 8 * i, sizeof word);
      word ^= '\n' * kOnes;
      // The top bit of every byte that is 0.
      counts += ~(((word & kLow) + kLow) | word | kLow) >> 7;
    }
    for (; counts != 0; counts >>= 8) count += counts & 0xff;
    text.remove_prefix(8 * words);
  }
  return count + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Line and column of a character, both from 1; columns count characters, not bytes.
struct Place {
  std::uint64_t line = 1;
  std::uint64_t column = 1;

  void advance(std::string_view text) {
    const std::size_t newline = text.rfind('\n');
    if (newline != std::string_view::npos) {
      line += line_ends(text);
      column = 1;
      text.remove_prefix(newline + 1);
    }
    column += static_cast<std::uint64_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
  }
};

// A name at the head of a CSV column: "time", "\"key [ms]\"", "Größe".
bool is_column_name(std::string_view field) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!field.empty() && blank(field.front())) field.remove_prefix(1);
  while (!field.empty() && blank(field.back())) field.remove_suffix(1);
  if (field.empty()) return false;
  const auto first = static_cast<unsigned char>(field[0]);
  const bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  if (!letter && first != '_' && first != '"' && first < 0x80) return false;
  const bool printable = std::none_of(field.begin(), field.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
  std::uint64_t raw = 0;
  return printable && parse_number(KeyType::kFloat64, field, raw) == NumberFault::kNotANumber;
}

// A line of column names: fields between commas or semicolons, else between blanks.
bool is_header(std::string_view line) {
  const bool separated = line.find_first_of(",;") != std::string_view::npos;
  const std::string_view separators = separated ? ",;" : " \t\r";
  while (true) {
    const std::size_t end = line.find_first_of(separators);
    const std::string_view field = line.substr(0, end);
    const bool empty_between_blanks = field.empty() && !separated;
    if (!empty_between_blanks && !is_column_name(field)) return false;
    if (end == std::string_view::npos) return true;
    line.remove_prefix(end + 1);
    if (!separated && line.empty()) return true;
  }
}

/// Takes text in pieces and keeps keys of the narrowest type that holds all (or the type given).
class NumberReader {
 public:
  NumberReader(std::string_view source, std::optional<KeyType> type, std::uint32_t max_keys)
      : source_(source),
        infer_(!type.has_value()),
        max_keys_(max_keys),
        keys_(make_keys(type.value_or(KeyType::kInt32), 0)) {}

  /// Reads the whole tokens of `text`, and the last one too where `last`. Returns the bytes used:
  /// the caller hands in the rest again, with more behind it.
  Result<std::size_t> consume(std::string_view text, bool last);
  /// The keys, when all text was taken.
  Result<Keys> finish();
  /// How many numbers were read.
  [[nodiscard]] std::size_t count() const { return keys_.size(); }
  [[nodiscard]] std::uint64_t key_bytes() const { return keys_.size() * (keys_.raw.bits / 8); }
  /// Makes room for what is left of a text of `bytes`, of which `read` were read.
  void expect(std::uint64_t bytes, std::uint64_t read);

 private:
  std::optional<Error> check_start(std::string_view text, std::size_t& at);
  // Takes plain numbers and what parts them from `at` on, as many as there are. Returns where it
  // ended.
  std::size_t take_plain(std::string_view text, std::size_t at);
  // Appends `token`; false if it is no number of the type, nor of a wider one where that may be.
  bool take(std::string_view token);
  bool widen(std::string_view token);
  void convert_to(KeyType type);
  void append(std::uint64_t raw) {
    if (keys_.raw.bits == 32) {
      keys_.raw.w32.push_back(static_cast<std::uint32_t>(raw));
    } else {
      keys_.raw.w64.push_back(raw);
    }
  }
  [[nodiscard]] Error error_at(const Place& place, std::string_view token) const;
  [[nodiscard]] Error error_empty_field(const Place& place, char separator) const;
  [[nodiscard]] Error error_too_many(const Place& place) const;

  std::string_view source_;
  bool infer_;
  std::uint32_t max_keys_;
  Keys keys_;
  std::vector<std::uint32_t>
      negative_zeros_;  // places of "-0" among keys of an inferred integer type
  Place place_;         // of the first byte not yet consumed
  bool started_ = false;
  bool in_comment_ = false;
  bool token_seen_ = false;
  bool field_empty_ = true;   // nothing since the last comma, semicolon or line break
  std::string header_token_;  // first name of the line that was skipped
  Place header_place_;
};

Error NumberReader::error_at(const Place& place, std::string_view token) const {
  const KeyType type = infer_ ? KeyType::kFloat64 : keys_.type;
  const auto parsed = parse_key(type, token);
  const std::string where = fmt::format("{}:{}:{}: ", source_, place.line, place.column);
  std::uint64_t raw = 0;
  if (parsed.ok() || parse_number(type, token, raw) == NumberFault::kNotANumber) {
    return {ErrorCode::kBadInput, fmt::format("{}{} is not a number.", where, quoted(token)),
            std::string(kExpected)};
  }
  return {ErrorCode::kBadInput, where + parsed.error().message, parsed.error().hint};
}

Error NumberReader::error_empty_field(const Place& place, char separator) const {
  return {ErrorCode::kBadInput,
          fmt::format("{}:{}:{}: there is no number before this '{}'.", source_, place.line,
                      place.column, separator),
          "Write the number, or leave the separator out."};
}

Error NumberReader::error_too_many(const Place& place) const {
  return {ErrorCode::kBadInput,
          fmt::format("{}:{}:{}: there are more than {} numbers.", source_, place.line,
                      place.column, max_keys_),
          fmt::format("At most {} keys are taken here; shorten the input.", max_keys_)};
}

// What files that are no text begin with, and what they are.
struct Beginning {
  std::string_view bytes;
  std::string_view what;
};
constexpr std::array<Beginning, 10> kBeginnings = {
    {{"\x89PNG", "a PNG picture"},
     {"\xff\xd8\xff", "a JPEG picture"},
     {"GIF8", "a GIF picture"},
     {"%PDF", "a PDF document"},
     {"%!PS", "a PostScript document"},
     {"PK\x03\x04", "a ZIP archive or an office document"},
     {"\xd0\xcf\x11\xe0", "an office document"},
     {"\x1f\x8b", "a compressed file"},
     {"\x7f"
      "ELF",
      "a program"},
     {"{\\rtf", "an office document"}}};

std::optional<Error> NumberReader::check_start(std::string_view text, std::size_t& at) {
  started_ = true;
  if (text.starts_with("\xef\xbb\xbf")) at = 3;  // UTF-8 byte order mark
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return Error{ErrorCode::kBadInput, fmt::format("{} is UTF-16 text.", source_),
                 "Save it as UTF-8 or plain ASCII."};
  }
  for (const Beginning& each : kBeginnings) {
    if (!text.starts_with(each.bytes)) continue;
    return Error{ErrorCode::kBadInput, fmt::format("{} is {}, not numbers.", source_, each.what),
                 "Sortscope opens texts of numbers, recordings, sessions, lessons, networks and "
                 "CUDA files."};
  }
  return std::nullopt;
}

void NumberReader::convert_to(KeyType type) {
  const bool to_float = type == KeyType::kFloat64;
  Words wide;
  wide.bits = 64;
  if (keys_.raw.bits == 32) {
    wide.w64.reserve(keys_.raw.w32.capacity());
    for (const std::uint32_t raw : keys_.raw.w32) {
      wide.w64.push_back(
          std::bit_cast<std::uint64_t>(std::int64_t{std::bit_cast<std::int32_t>(raw)}));
    }
  } else {
    wide.w64 = std::move(keys_.raw.w64);
  }
  if (to_float) {
    const bool is_unsigned = keys_.type == KeyType::kUint64;
    for (std::uint64_t& raw : wide.w64) {
      const bool negative = !is_unsigned && raw >> 63 != 0;
      const std::uint64_t size = negative ? 0 - raw : raw;
      if (size != 0 && std::bit_width(size) - std::countr_zero(size) > kDoubleBits) ++keys_.inexact;
      raw = std::bit_cast<std::uint64_t>(
          is_unsigned ? static_cast<double>(raw)
                      : static_cast<double>(std::bit_cast<std::int64_t>(raw)));
    }
    for (const std::uint32_t i : negative_zeros_) wide.w64[i] = std::bit_cast<std::uint64_t>(-0.0);
    negative_zeros_ = {};
  }
  keys_.type = type;
  keys_.raw = std::move(wide);
}

bool NumberReader::widen(std::string_view token) {
  std::uint64_t raw = 0;
  for (const KeyType type : {KeyType::kInt64, KeyType::kUint64, KeyType::kFloat64}) {
    // The order of types in inference is the order in the enum, but for uint32 and float32.
    if (type <= keys_.type || parse_number(type, token, raw) != NumberFault::kNone) continue;
    if (type == KeyType::kUint64) {
      const auto negative32 = [](std::uint32_t key) { return key >> 31 != 0; };
      const auto negative64 = [](std::uint64_t key) { return key >> 63 != 0; };
      if (std::any_of(keys_.raw.w32.begin(), keys_.raw.w32.end(), negative32) ||
          std::any_of(keys_.raw.w64.begin(), keys_.raw.w64.end(), negative64)) {
        continue;
      }
    }
    convert_to(type);
    if (!keeps_number(type, token, raw)) ++keys_.inexact;
    append(raw);
    return true;
  }
  return false;
}

bool NumberReader::take(std::string_view token) {
  std::uint64_t raw = 0;
  if (parse_number(keys_.type, token, raw) != NumberFault::kNone) return infer_ && widen(token);
  if (raw == 0 && infer_ && token[0] == '-' && keys_.type != KeyType::kFloat64) {
    negative_zeros_.push_back(static_cast<std::uint32_t>(keys_.size()));
  }
  if (!keeps_number(keys_.type, token, raw)) ++keys_.inexact;
  append(raw);
  return true;
}

std::size_t NumberReader::take_plain(std::string_view text, std::size_t at) {
  const char* const end = text.data() + text.size();
  const bool with_point = keys_.type == KeyType::kFloat32 || keys_.type == KeyType::kFloat64;
  while (keys_.size() < max_keys_) {
    const PlainNumber number = plain_number(text.data() + at, end, with_point);
    if (number.end == nullptr) break;
    const auto key = plain_key(keys_.type, number, infer_);
    if (!key) break;
    append(*key);
    token_seen_ = true;
    at = static_cast<std::size_t>(number.end - text.data());
    const char parts = text[at];
    field_empty_ = parts == ',' || parts == ';' || parts == '\n' || parts == '\r';
    if (parts == '#') break;
    ++at;
  }
  return at;
}

void NumberReader::expect(std::uint64_t bytes, std::uint64_t read) {
  if (read == 0 || bytes <= read) return;
  const double share = static_cast<double>(bytes) / static_cast<double>(read);
  const auto wanted = static_cast<std::size_t>(
      std::min(1.01 * share * static_cast<double>(keys_.size()), static_cast<double>(max_keys_)));
  keys_.raw.bits == 32 ? keys_.raw.w32.reserve(wanted) : keys_.raw.w64.reserve(wanted);
}

Result<std::size_t> NumberReader::consume(std::string_view text, bool last) {
  std::size_t at = 0;
  if (!started_) {
    if (auto error = check_start(text, at)) return *error;
  }
  const auto place_of = [&](std::size_t offset) {
    Place place = place_;
    const std::size_t mark = place.line == 1 && text.starts_with("\xef\xbb\xbf") ? 3 : 0;
    place.advance(text.substr(mark, offset - mark));
    return place;
  };
  std::size_t used = at;
  while (at < text.size()) {
    if (in_comment_) {
      at = std::min(text.find_first_of("\r\n", at), text.size());
      in_comment_ = at == text.size();
      used = at;
      continue;
    }
    if (ends_token(text[at])) {
      const bool separator = text[at] == ',' || text[at] == ';';
      if (separator && field_empty_) return error_empty_field(place_of(at), text[at]);
      if (separator || text[at] == '\n' || text[at] == '\r') field_empty_ = true;
      in_comment_ = text[at] == '#';
      used = ++at;
      continue;
    }
    if (const std::size_t after = take_plain(text, at); after != at) {
      used = at = after;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !ends_token(text[end])) ++end;
    if (end == text.size() && !last) {
      if (end - at <= kLongestToken) break;
    }
    const std::string_view token = text.substr(at, end - at);
    if (keys_.size() == max_keys_) return error_too_many(place_of(at));
    if (token.size() > kLongestToken || !take(token)) {
      if (token_seen_) {
        // What looked like a header has no numbers below: it is the first mistake.
        if (keys_.size() == 0) return error_at(header_place_, header_token_);
        return error_at(place_of(at), token);
      }
      const std::size_t line_end = std::min(text.find_first_of("\r\n", at), text.size());
      if (!is_header(text.substr(at, line_end - at))) return error_at(place_of(at), token);
      header_token_ = token;
      header_place_ = place_of(at);
      end = line_end;
    }
    token_seen_ = true;
    field_empty_ = false;
    used = at = end;
  }
  place_ = place_of(used);
  return used;
}

Result<Keys> NumberReader::finish() {
  if (keys_.size() > 0) return std::move(keys_);
  if (!header_token_.empty()) return error_at(header_place_, header_token_);
  return Error{ErrorCode::kBadInput, fmt::format("{} has no numbers.", source_),
               std::string(kExpected)};
}

Error cancelled(std::string_view source) {
  return {ErrorCode::kCancelled, fmt::format("reading {} was cancelled.", source), ""};
}

Error out_of_memory(std::string_view source) {
  return {ErrorCode::kOutOfMemory, fmt::format("{} does not fit into memory.", source),
          "Give fewer numbers, or a 32-bit type."};
}

Error cannot_read(std::string_view source, int reason) {
  return {ErrorCode::kBadInput,
          fmt::format("cannot read {}: {}.", source, std::generic_category().message(reason)),
          "Check the name and the permissions."};
}

Error no_numbers(std::string_view source) {
  return {ErrorCode::kBadInput,
          fmt::format("{} has no number in {}.", source, bytes_text(kMostBytesWithout)),
          std::string(kExpected)};
}

Result<Keys> read_all(const InputFile& file, std::string_view source, NumberReader& reader,
                      Progress* progress) {
  std::vector<char> buffer(kChunkBytes);
  std::size_t held = 0;  // bytes of a token cut by the end of the last chunk
  bool last = false;
  std::uint64_t read = 0;
  std::uint64_t without = 0;  // bytes since the last number
  unsigned chunks = 0;
  constexpr unsigned kBetweenLooks = 16;
  while (!last) {
    while (held < buffer.size() && !last) {
      if (progress != nullptr && progress->cancelled()) return cancelled(source);
      const ssize_t got = file.read(buffer.data() + held, buffer.size() - held, progress);
      if (got < 0 && errno == EINTR) return cancelled(source);
      if (got < 0) return cannot_read(source, errno);
      last = got == 0;
      held += static_cast<std::size_t>(got);
      if (progress != nullptr) progress->advance(static_cast<std::uint64_t>(got));
    }
    const std::size_t before = reader.count();
    const auto used = reader.consume({buffer.data(), held}, last);
    if (!used) return used.error();
    if (read == 0) reader.expect(file.size(), *used);
    read += *used;
    without = reader.count() > before ? 0 : without + *used;
    if (without > kMostBytesWithout) return no_numbers(source);
    // Before the system has none left for others; as they grow, keys take twice their bytes.
    if (++chunks % kBetweenLooks == 0 && reader.key_bytes() > free_memory_bytes()) {
      return out_of_memory(source);
    }
    held -= *used;
    std::memmove(buffer.data(), buffer.data() + *used, held);
  }
  return reader.finish();
}

}  // namespace

std::string exactness_note(const Keys& keys) {
  if (keys.inexact == 0) return {};
  return fmt::format("Kept as {}, {} of {} numbers not exactly: different ones may become equal.",
                     name_of(keys.type), keys.inexact, keys.size());
}

Result<Keys> read_numbers(std::string_view text, std::string_view source,
                          std::optional<KeyType> type, std::uint32_t max_keys,
                          Progress* progress) try {
  if (progress != nullptr) progress->begin(text.size());
  NumberReader reader(source, type, max_keys);
  bool last = text.empty();
  for (std::size_t held = 0; !last;) {
    if (progress != nullptr && progress->cancelled()) return cancelled(source);
    last = text.size() <= held + kChunkBytes;
    const std::string_view chunk = text.substr(0, held + kChunkBytes);
    const auto used = reader.consume(chunk, last);
    if (!used) return used.error();
    held = chunk.size() - *used;
    text.remove_prefix(*used);
    if (progress != nullptr) progress->advance(*used);
  }
  return reader.finish();
} catch (const std::bad_alloc&) {
  return out_of_memory(source);
}

Result<Keys> read_number_file(const std::string& path, std::optional<KeyType> type,
                              std::uint32_t max_keys, Progress* progress) try {
  const std::string source = path == "-" ? "standard input" : path;
  const InputFile file(path);
  if (!file.open()) return cannot_read(source, errno);
  if (progress != nullptr) progress->begin(file.size());
  NumberReader reader(source, type, max_keys);
  return read_all(file, source, reader, progress);
} catch (const std::bad_alloc&) {
  return out_of_memory(path);
}

}  // namespace sortscope
