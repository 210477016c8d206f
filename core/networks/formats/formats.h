// formats.h: the formats, a file each, and the draft that their readers fill.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text_scanner.h"
#include "core/networks/formats/format.h"

namespace sortscope {

extern const NetworkFormat kSorterHunterFormat;
extern const NetworkFormat kTikzFormat;
extern const NetworkFormat kStageFormat;
extern const NetworkFormat kBracketFormat;
extern const NetworkFormat kArrayFormat;
extern const NetworkFormat kColonFormat;
extern const NetworkFormat kYukicoderFormat;
extern const NetworkFormat kTripleFormat;
extern const NetworkFormat kParberryFormat;

/// Longer texts that may be numbers are numbers.
inline constexpr std::size_t kMostGuessedBytes = std::size_t{1} << 20;

/// A network while it is read: comparators in the numbering of the text, with their places. Checks
/// are made once all is known, so that a message can name the first mistake.
class NetworkDraft {
 public:
  /// `first_wire`: what the text calls the first wire, 0 or 1.
  explicit NetworkDraft(std::string_view source, std::uint32_t first_wire = 0)
      : source_(source), first_wire_(first_wire) {}

  /// The text states how many wires there are. Errors: none or too many.
  Status state_wires(std::uint32_t wires, TextPlace place);
  [[nodiscard]] std::uint32_t stated_wires() const { return wires_; }
  /// What follows is a new stated layer. Without any call the list is flat.
  void begin_layer() { layer_first_.push_back(comparators_.size()); }
  /// Errors: too many comparators.
  Status add(std::uint32_t min_wire, std::uint32_t max_wire, TextPlace place);
  [[nodiscard]] std::size_t size() const { return comparators_.size(); }
  [[nodiscard]] std::vector<Comparator>& comparators() { return comparators_; }

  /// Checks everything and builds the network. Errors: kBadInput with the comparator's place.
  Result<std::shared_ptr<const ListedNetwork>> finish(std::string name);

 private:
  [[nodiscard]] Status check_layers(std::uint32_t wires) const;

  std::string_view source_;
  std::uint32_t first_wire_;
  std::uint32_t wires_ = 0;  // 0: not stated
  std::vector<Comparator> comparators_;
  std::vector<TextPlace> places_;
  std::vector<std::size_t> layer_first_;
};

/// A wire number, as the text counts. Errors: something else is next.
Result<std::uint32_t> read_wire(TextScanner& scanner);

/// finish() as a ParsedNetwork.
Result<ParsedNetwork> parsed(NetworkDraft& draft, std::string name,
                             std::vector<std::string> notes = {});

/// Lines that hold whole numbers between blanks; comments and empty lines left out.
struct NumberLine {
  std::vector<std::uint32_t> numbers;
  std::vector<TextPlace> places;
};
/// Errors: something that is no whole number; more numbers than a network can have.
Result<std::vector<NumberLine>> read_number_lines(std::string_view text, std::string_view source);

/// The first characters that are not white space or comments, at most `most`.
std::string start_of(std::string_view text, std::size_t most);

}  // namespace sortscope
