// format.h: the one table of file formats of comparator networks.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/networks/lists/listed_network.h"

namespace sortscope {

/// The longest network file that is read, in bytes.
inline constexpr std::size_t kMostNetworkBytes = std::size_t{1} << 27;

/// A network as it was read, and what the reader had to decide about it, a sentence each.
struct ParsedNetwork {
  std::shared_ptr<const ListedNetwork> network;
  std::vector<std::string> notes;
};

/// One format. `parse` takes the whole text, names `source` in errors (line and column from 1) and
/// calls the network `name`; `write` gives text that `parse` reads back, as far as the format keeps
/// things.
struct NetworkFormat {
  std::string_view id;       // "sorterhunter"
  std::string_view title;    // "SorterHunter JSON"
  std::string_view ending;   // of files that are written: ".json"
  std::string_view example;  // a network of four wires, shortened
  bool own_ending;           // no other format has this ending
  bool keeps_layers;         // else a flat list: layers are made as early as possible
  bool keeps_wires;          // else there are as many wires as the highest one used
  bool keeps_directions;
  /// Whether `text` is this format; `wanted`: it is a network for sure, the question is which.
  bool (*claims)(std::string_view text, bool wanted);
  Result<ParsedNetwork> (*parse)(std::string_view text, std::string_view source, std::string name);
  std::string (*write)(const ListedNetwork& network);
};

std::span<const NetworkFormat> network_formats();
/// Errors: kBadUsage, naming all.
Result<const NetworkFormat*> find_network_format(std::string_view id);
/// The format that files like `path` are written in, by ending; null: no ending of the table.
const NetworkFormat* network_format_of_path(std::string_view path);

/// What is known of a text that was read.
struct ReadNetwork {
  std::shared_ptr<const ListedNetwork> network;
  const NetworkFormat* format = nullptr;
  std::vector<std::string> notes;
};

/// The format of `text`, from its content; `path` only decides where its ending belongs to one
/// format. Null: it is no network (numbers, for instance), or, where a network is `wanted`, none
/// that is known. O(bytes).
const NetworkFormat* recognise_network(std::string_view text, std::string_view path, bool wanted);

/// Reads a network in `format`, or in the one that it is recognised as. `source` names the text in
/// messages and, without folder and ending, the network where no `name` is given. Errors: kBadInput
/// with line and column, what was found and what is expected; nothing is read half. O(bytes log
/// wires).
Result<ReadNetwork> parse_network(std::string_view text, std::string_view source,
                                  const NetworkFormat* format = nullptr,
                                  std::optional<std::string> name = std::nullopt);
/// The same from a file ("-": standard input). Errors also: kBadInput (cannot be read, too long).
Result<ReadNetwork> read_network_file(const std::string& path,
                                      const NetworkFormat* format = nullptr,
                                      const Progress* progress = nullptr);
/// The bytes of a file of at most `most`. Errors: kBadInput, kCancelled.
Result<std::string> read_text_file(const std::string& path, std::size_t most,
                                   const Progress* progress = nullptr);
/// The file's beginning is that of a network, not of numbers. False also where it cannot be read,
/// and of pipes, of which nothing is read. Formats that could be numbers too are told apart in
/// files of up to 1 MB only. O(1 MB).
bool looks_like_network(const std::string& path);

/// A network as text, and what the format could not keep, a sentence each.
struct WrittenNetwork {
  std::string text;
  std::vector<std::string> notes;
};
/// Errors: kBadUsage where the format has no directions and the network needs them (untangled()
/// takes them away).
Result<WrittenNetwork> write_network(const ListedNetwork& network, const NetworkFormat& format);

/// True where every comparator puts its minimum on the lower wire.
bool is_standard(const ListedNetwork& network);
/// True where no comparator could run in an earlier layer. O(size).
bool layers_are_earliest(const ListedNetwork& network);
/// The same comparators on renamed wires, each with its minimum on the lower wire (Knuth, TAOCP
/// vol. 3, 5.3.4, exercise 16): sorts exactly when `network` sorts up to a fixed order of its
/// outputs. Layers stay. O(size).
std::shared_ptr<const ListedNetwork> untangled(const ListedNetwork& network);

}  // namespace sortscope
