// format.cpp: the table of network formats; recognising, reading and writing.
#include "core/networks/formats/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <system_error>

#include "core/base/choice.h"
#include "core/base/input_file.h"
#include "core/base/quote.h"
#include "core/networks/formats/formats.h"
#include "core/networks/wording.h"

namespace sortscope {

namespace {

// Those that could be taken for others' beginnings come last.
std::span<const NetworkFormat* const> ordered_formats() {
  static constexpr std::array<const NetworkFormat*, 9> kAll = {
      &kSorterHunterFormat, &kBracketFormat, &kColonFormat, &kParberryFormat, &kStageFormat,
      &kYukicoderFormat,    &kTripleFormat,  &kArrayFormat, &kTikzFormat};
  return kAll;
}

std::string_view ending_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : path.substr(dot);
}

// "nets/Sort_4.json" is called "Sort_4".
std::string name_of(std::string_view source) {
  const std::size_t slash = source.rfind('/');
  if (slash != std::string_view::npos) source.remove_prefix(slash + 1);
  source.remove_suffix(ending_of(source).size());
  return std::string(source);
}

// Only UTF-8 (so ASCII) is read.
Status check_encoding(std::string_view text, std::string_view source) {
  const bool marked = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
  const bool wide = text.size() >= 2 && (text[0] == '\0') != (text[1] == '\0');
  if (marked || wide) {
    return Error{ErrorCode::kBadInput, fmt::format("{} is UTF-16 text.", source),
                 "Save it as UTF-8 or plain ASCII."};
  }
  const std::size_t zero = text.find('\0');
  if (zero != std::string_view::npos) {
    TextScanner scanner(text, source);
    scanner.advance(zero);
    return error_at(source, scanner.place(), "a zero byte: this is not text.",
                    "A text file with a network is expected.");
  }
  return {};
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return text;
}

// At most `most` bytes of a file.
Result<std::string> read_beginning(const std::string& path, std::size_t most,
                                   const Progress* progress) {
  const std::string source = path == "-" ? "standard input" : path;
  const auto failed = [&](int reason) {
    return Error{
        ErrorCode::kBadInput,
        fmt::format("cannot read {}: {}.", source, std::generic_category().message(reason)),
        "Check the name and the permissions."};
  };
  const InputFile file(path);
  if (!file.open()) return failed(errno);
  std::string text;
  std::array<char, 1 << 16> piece{};
  int reason = 0;
  while (text.size() < most) {
    const ssize_t got =
        file.read(piece.data(), std::min(piece.size(), most - text.size()), progress);
    if (got < 0 && errno == EINTR) {
      return Error{ErrorCode::kCancelled, fmt::format("reading {} was cancelled.", source), ""};
    }
    if (got < 0) reason = errno;
    if (got <= 0) break;
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  if (reason != 0) return failed(reason);
  return text;
}

}  // namespace

std::span<const NetworkFormat> network_formats() {
  static const std::vector<NetworkFormat> kTable = [] {
    std::vector<NetworkFormat> table;
    for (const NetworkFormat* format : ordered_formats()) table.push_back(*format);
    return table;
  }();
  return kTable;
}

Result<const NetworkFormat*> find_network_format(std::string_view id) {
  if (const NetworkFormat* found = find_by_id(network_formats(), id)) return found;
  return Error{ErrorCode::kBadUsage, fmt::format("there is no network format {}.", quoted(id)),
               choose_one_of(network_formats())};
}

const NetworkFormat* network_format_of_path(std::string_view path) {
  const std::string_view ending = ending_of(path);
  for (const NetworkFormat& format : network_formats()) {
    if (!ending.empty() && format.ending == ending) return &format;
  }
  return nullptr;
}

const NetworkFormat* recognise_network(std::string_view text, std::string_view path, bool wanted) {
  text = without_mark(text);
  const NetworkFormat* by_ending = network_format_of_path(path);
  if (by_ending != nullptr && by_ending->own_ending) return by_ending;
  for (const bool any : {false, true}) {
    if (any && !wanted) break;
    for (const NetworkFormat& format : network_formats()) {
      if (format.claims(text, any)) return &format;
    }
  }
  return nullptr;
}

Result<ReadNetwork> parse_network(std::string_view text, std::string_view source,
                                  const NetworkFormat* format, std::optional<std::string> name) {
  if (text.size() > kMostNetworkBytes) {
    return Error{
        ErrorCode::kBadInput,
        fmt::format("{} has more than {} MB.", source, kMostNetworkBytes / 1'000'000),
        fmt::format("A network of at most {} comparators is expected.", kMostListedComparators)};
  }
  if (Status status = check_encoding(text, source); !status) return status.error();
  text = without_mark(text);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return Error{ErrorCode::kBadInput, fmt::format("{} is empty.", source),
                 "A comparator network is expected."};
  }
  if (format == nullptr) format = recognise_network(text, source, true);
  if (format == nullptr) {
    TextScanner scanner(text, source);
    scanner.skip_space();
    return scanner.unexpected("a comparator network",
                              fmt::format("Formats are: {}.", ids_of(network_formats())));
  }
  auto parsed = format->parse(text, source, name ? std::move(*name) : name_of(source));
  if (!parsed) {
    Error error = parsed.error();
    if (error.hint.empty()) {
      error.hint = fmt::format("It was read as {}: {}", format->title, format->example);
    }
    return error;
  }
  return ReadNetwork{std::move(parsed->network), format, std::move(parsed->notes)};
}

Result<std::string> read_text_file(const std::string& path, std::size_t most,
                                   const Progress* progress) {
  auto text = read_beginning(path, most + 1, progress);
  if (!text || text->size() <= most) return text;
  return Error{ErrorCode::kBadInput,
               fmt::format("{} has more than {} MB.", path == "-" ? "standard input" : path,
                           most / 1'000'000),
               "It is not read."};
}

Result<ReadNetwork> read_network_file(const std::string& path, const NetworkFormat* format,
                                      const Progress* progress) {
  const auto text = read_text_file(path, kMostNetworkBytes, progress);
  if (!text) return text.error();
  return parse_network(*text, path == "-" ? "standard input" : path, format);
}

bool looks_like_network(const std::string& path) {
  if (!is_regular_file(path)) return false;  // what is read of a pipe is gone
  const auto text = read_beginning(path, kMostGuessedBytes + 1, nullptr);
  return text && recognise_network(*text, path, false) != nullptr;
}

Result<WrittenNetwork> write_network(const ListedNetwork& network, const NetworkFormat& format) {
  if (!format.keeps_directions && !is_standard(network)) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} has no directions, but some comparators put the minimum on the "
                             "lower wire.",
                             format.title),
                 "Choose another format, or untangle the network first."};
  }
  WrittenNetwork written{format.write(network), {}};
  if (!format.keeps_wires) {
    std::uint32_t used = 0;
    for (const Comparator& c : network.comparators()) used = std::max(used, c.upper() + 1);
    if (used < network.wires()) {
      written.notes.push_back(fmt::format(
          "{} does not state the number of wires: read again there are {} instead of {}.",
          format.title, used, network.wires()));
    }
  }
  if (!format.keeps_layers) {
    if (!layers_are_earliest(network)) {
      written.notes.push_back(fmt::format(
          "{} is a flat list: read again, layers are made as early as possible.", format.title));
    }
  }
  return written;
}

bool is_standard(const ListedNetwork& network) {
  return std::all_of(network.comparators().begin(), network.comparators().end(),
                     [](Comparator c) { return c.min_wire < c.max_wire; });
}

bool layers_are_earliest(const ListedNetwork& network) {
  std::vector<std::uint32_t> free_from(network.wires(), 0);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (const Comparator& c : network.layer(layer)) {
      if (std::max(free_from[c.min_wire], free_from[c.max_wire]) != layer) return false;
      free_from[c.min_wire] = free_from[c.max_wire] = layer + 1;
    }
  }
  return true;
}

std::shared_ptr<const ListedNetwork> untangled(const ListedNetwork& network) {
  std::vector<Wire> now(network.wires());  // new name of each wire at this point
  std::iota(now.begin(), now.end(), Wire{0});
  std::vector<std::vector<Comparator>> layers(network.depth());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (const Comparator& c : network.layer(layer)) {
      Wire& to_minimum = now[c.min_wire];
      Wire& to_maximum = now[c.max_wire];
      if (to_minimum > to_maximum) std::swap(to_minimum, to_maximum);
      layers[layer].push_back({to_minimum, to_maximum});
    }
  }
  return *ListedNetwork::build(network.wires(), layers, network.name());
}

}  // namespace sortscope
