// text.cpp: sentences, lines and JSON of a verdict.
#include "core/verify/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/networks/wording.h"

namespace sortscope {

namespace {

constexpr std::size_t kMostNamed = 24;  // comparators named in text

std::string bits_text(const std::vector<std::uint8_t>& bits) {
  std::string text;
  for (const std::uint8_t bit : bits) text += bit == 0 ? '0' : '1';
  return text;
}

std::string_view does(Property property) {
  switch (property) {
    case Property::kSorts:
      return "sort";
    case Property::kMerges:
      return "merge two sorted halves";
    case Property::kMergesBitonic:
      return "merge bitonic sequences";
    case Property::kHalves:
      return "halve";
  }
  return "";
}

std::string inputs_text(const Verdict& verdict) {
  if (verdict.property == Property::kSorts || verdict.property == Property::kHalves) {
    return fmt::format("2^{}", verdict.wires);
  }
  return fmt::format("{:.0f}", verdict.inputs);
}

std::string wires_text(const std::vector<Wire>& wires) {
  return fmt::format("{} {}", wires.size() == 1 ? "wire" : "wires", fmt::join(wires, ", "));
}

std::string halver_words(const Verdict& verdict) {
  const HalverFinding& halver = verdict.halver;
  if (halver.k == 0) return "No key ends on the wrong side.";
  return fmt::format("At worst {} of the {} {} {} on the wrong side: epsilon {} {:.4g}{}.",
                     halver.errors, halver.k, halver.largest ? "largest" : "smallest",
                     halver.errors == 1 ? "ends" : "end", halver.exact ? "is" : "is at least",
                     halver.epsilon, halver.exact ? ", exactly" : "");
}

std::string given_up_words(const GivenUp& given_up) {
  if (given_up.wires == 0) return "";
  return fmt::format(
      " Its parts do not leave few sorted runs to be merged: {} would take {:.2g} combinations.",
      counted(given_up.wires, "wire"), given_up.combinations);
}

std::string named(const ListedNetwork& network, const std::vector<std::uint32_t>& indices) {
  std::string text;
  for (std::size_t i = 0; i < std::min(indices.size(), kMostNamed); ++i) {
    text += fmt::format("  {}\n", comparator_words(network, indices[i]));
  }
  if (indices.size() > kMostNamed) {
    text += fmt::format("  and {} more\n", indices.size() - kMostNamed);
  }
  return text;
}

// Removable, but exchange.
std::vector<std::uint32_t> spare(const Verdict& verdict) {
  std::vector<std::uint32_t> only;
  std::ranges::set_difference(verdict.removable, verdict.idle, std::back_inserter(only));
  return only;
}

}  // namespace

std::string verdict_sentence(const Verdict& verdict) {
  const std::string_view verb = does(verdict.property);
  if (verdict.property == Property::kHalves) {
    switch (verdict.answer) {
      case Answer::kYes:
        return fmt::format("It is a {:.4g}-halver.", verdict.epsilon);
      case Answer::kNo:
        return fmt::format("It is not a {:.4g}-halver.", verdict.epsilon);
      case Answer::kUnknown:
        return fmt::format("Not decided whether it is a {:.4g}-halver.", verdict.epsilon);
    }
  }
  switch (verdict.answer) {
    case Answer::kYes: {
      const auto space = verb.find(' ');
      const auto first = verb.substr(0, space);
      const auto rest = space == std::string_view::npos ? "" : verb.substr(space);
      return fmt::format("It {}s{}.", first, rest);
    }
    case Answer::kNo:
      return fmt::format("It does not {}.", verb);
    case Answer::kUnknown:
      return fmt::format("Not decided whether it {}s.",
                         verdict.property == Property::kSorts ? "sort" : "merge");
  }
  return "";
}

std::string verdict_reason(const Verdict& verdict) {
  if (verdict.property == Property::kHalves) return halver_words(verdict);
  if (!verdict.known.empty()) {
    return fmt::format(
        "Its network is that of {}, comparator for comparator, which sorts every input.",
        verdict.known);
  }
  if (verdict.method == VerifyMethod::kReverse && verdict.answer == Answer::kYes) {
    return "Every comparator joins neighbouring wires, and keys in reverse order come out sorted: "
           "then all do (Knuth, TAOCP 3, section 5.3.4).";
  }
  if (verdict.method == VerifyMethod::kRuns && verdict.answer == Answer::kYes) {
    return fmt::format(
        "All inputs come out in order: its parts leave sorted runs, and all {:.0f} combinations of "
        "runs of zeros and ones are merged (zero-one principle; Knuth, TAOCP 3, section 5.3.4).",
        verdict.inputs);
  }
  if (verdict.answer == Answer::kYes) {
    return fmt::format("All {} {}inputs of zeros and ones come out in order.", inputs_text(verdict),
                       verdict.property == Property::kSorts ? "" : "permitted ");
  }
  if (verdict.answer == Answer::kUnknown) {
    return fmt::format("{:.0f} inputs came out in order; there are too many to try them all.{}",
                       verdict.inputs, given_up_words(verdict.given_up));
  }
  const Counterexample& found = *verdict.counterexample;
  if (found.input.size() > 64)
    return fmt::format("An input of zeros and ones comes out wrong on {}.",
                       counted(found.wrong.size(), "wire"));
  return fmt::format("{} comes out as {}: wrong on {}.", bits_text(found.input),
                     bits_text(found.output), wires_text(found.wrong));
}

std::string verdict_method(const Verdict& verdict) {
  if (!verdict.known.empty()) {
    return fmt::format("comparison with known networks, {}",
                       time_text(static_cast<double>(verdict.elapsed_ns)));
  }
  const std::string_view what = verdict.method == VerifyMethod::kSearch ? "state"
                                : verdict.method == VerifyMethod::kRuns ? "combination"
                                                                        : "input";
  return fmt::format("{}, {} {}{}, {}", method_name(verdict.method), verdict.states, what,
                     verdict.states == 1 ? "" : "s",
                     time_text(static_cast<double>(verdict.elapsed_ns)));
}

std::string redundant_sentence(const Verdict& verdict) {
  const std::string given_up =
      verdict.wires > kMostSearchWires
          ? fmt::format("there are more than {} wires.", kMostSearchWires)
          : fmt::format("the search was given up after {} states.", kRedundantStates);
  if (!verdict.idle_known) {
    if (verdict.undecided == 0) return "";
    return "Not decided which comparators are redundant: " + given_up;
  }
  if (verdict.undecided > 0) {
    std::string text = verdict.idle.empty()
                           ? "No comparator is idle: some input makes each of them exchange."
                           : fmt::format("{} never exchange whatever the input.",
                                         counted(verdict.idle.size(), "comparator"));
    return fmt::format("{} Not decided for {} whether it can be left out: {}", text,
                       verdict.undecided == 1 ? "one" : fmt::format("{}", verdict.undecided),
                       given_up);
  }
  const std::size_t others = spare(verdict).size();
  if (verdict.idle.empty() && others == 0) {
    return verdict.removable_known
               ? "No comparator is redundant."
               : "No comparator is idle: some input makes each of them exchange.";
  }
  std::string text;
  if (!verdict.idle.empty()) {
    text = fmt::format("{} {} whatever the input.", counted(verdict.idle.size(), "comparator"),
                       verdict.idle.size() == 1 ? "never exchanges" : "never exchange");
  }
  if (others > 0) {
    text += fmt::format("{}{} can be left out{}.", text.empty() ? "" : " ",
                        counted(others, text.empty() ? "comparator" : "other"),
                        others == 1 ? "" : ", each by itself");
  }
  return text;
}

std::string comparator_words(const ListedNetwork& network, std::uint32_t index) {
  std::uint32_t layer = 0;
  while (network.first(layer + 1) <= index) ++layer;
  const Comparator c = network.comparators()[index];
  return fmt::format("layer {}, comparator {}: wires {} and {}", layer + 1,
                     index - network.first(layer) + 1, c.lower(), c.upper());
}

std::string verdict_text(const ListedNetwork& network, const Verdict& verdict) {
  std::string text =
      fmt::format("{}{}, {} in {}.\n{}\n", network.name().empty() ? "" : network.name() + ": ",
                  counted(network.wires(), "wire"), counted(network.size(), "comparator"),
                  counted(network.depth(), "layer"), verdict_sentence(verdict));
  if (verdict.property != Property::kHalves && verdict.answer == Answer::kNo) {
    const Counterexample& found = *verdict.counterexample;
    text += fmt::format(
        "  zeros and ones  {}\n  come out as     {}   wrong on {}\n  keys            {}\n  come "
        "out as     {}\n",
        bits_text(found.input), bits_text(found.output), wires_text(found.wrong),
        fmt::join(found.keys, ","), fmt::join(found.keys_output, ","));
  } else {
    text += verdict_reason(verdict) + "\n";
    if (verdict.counterexample && verdict.halver.k > 0) {
      text += fmt::format("  zeros and ones  {}\n  come out as     {}\n",
                          bits_text(verdict.counterexample->input),
                          bits_text(verdict.counterexample->output));
    }
  }
  text += fmt::format("By {}.\n", verdict_method(verdict));
  if (const std::string redundant = redundant_sentence(verdict); !redundant.empty()) {
    text += redundant + "\n";
  }
  if (!verdict.idle.empty()) text += "Never exchange:\n" + named(network, verdict.idle);
  if (const auto others = spare(verdict); !others.empty()) {
    text += "Can be left out, one of them:\n" + named(network, others);
  }
  return text;
}

std::string verdict_json(const ListedNetwork& network, const Verdict& verdict) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["network"] = network.name();
  json["wires"] = network.wires();
  json["comparators"] = network.size();
  json["layers"] = network.depth();
  json["property"] = property_id(verdict.property);
  json["holds"] = verdict.answer == Answer::kUnknown ? Json(nullptr) : Json(verdict.holds());
  json["method"] = verdict.known.empty() ? method_id(verdict.method) : "known";
  json["known"] = verdict.known.empty() ? Json(nullptr) : Json(verdict.known);
  // Readers keep numbers as doubles: beyond 2^53 the digits are a text.
  json["inputs"] = verdict.inputs <= 0x1p53 ? Json(static_cast<std::uint64_t>(verdict.inputs))
                                            : Json(fmt::format("{:.0f}", verdict.inputs));
  json["states"] = verdict.states;
  json["given_up"] = nullptr;
  if (verdict.given_up.wires > 0) {
    json["given_up"] = {{"wires", verdict.given_up.wires},
                        {"combinations", verdict.given_up.combinations}};
  }
  json["elapsed_ns"] = verdict.elapsed_ns;
  if (verdict.property == Property::kHalves) {
    json["halver"] = {{"permitted", verdict.epsilon},
                      {"epsilon", verdict.halver.epsilon},
                      {"exact", verdict.halver.exact},
                      {"k", verdict.halver.k},
                      {"errors", verdict.halver.errors},
                      {"end", verdict.halver.largest ? "largest" : "smallest"}};
  }
  json["counterexample"] = nullptr;
  if (verdict.counterexample) {
    const Counterexample& found = *verdict.counterexample;
    json["counterexample"] = {{"input", found.input},
                              {"output", found.output},
                              {"wrong", found.wrong},
                              {"keys", found.keys},
                              {"keys_output", found.keys_output},
                              {"keys_wrong", found.keys_wrong}};
  }
  const auto pairs = [&](const std::vector<std::uint32_t>& indices) {
    Json list = Json::array();
    for (const std::uint32_t i : indices) {
      std::uint32_t layer = 0;
      while (network.first(layer + 1) <= i) ++layer;
      const Comparator c = network.comparators()[i];
      list.push_back({{"layer", layer + 1}, {"comparator", {c.min_wire, c.max_wire}}});
    }
    return list;
  };
  json["never_exchange"] = verdict.idle_known ? pairs(verdict.idle) : Json(nullptr);
  json["removable"] = verdict.removable_known ? pairs(verdict.removable) : Json(nullptr);
  json["undecided"] = verdict.undecided;
  // A network's name need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sortscope
