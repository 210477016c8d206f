// text.h: a verdict in words, and as JSON.
#pragma once

#include <string>

#include "core/networks/lists/listed_network.h"
#include "core/verify/verify.h"

namespace sortscope {

/// "It sorts.", "It does not merge two sorted halves.", "It is a 0.25-halver.", "Not decided ...".
std::string verdict_sentence(const Verdict& verdict);
/// What the sentence rests on: "All 2^32 inputs of zeros and ones come out in order."
std::string verdict_reason(const Verdict& verdict);
/// "three-valued search, 11932 states, 1.2 ms".
std::string verdict_method(const Verdict& verdict);
/// "No comparator is redundant.", "3 comparators never exchange. ...", "Not decided which ...";
/// empty where it was not asked.
std::string redundant_sentence(const Verdict& verdict);
/// "comparator 3 of layer 2 (wires 4 and 7)", both counted from 1 as in the window.
std::string comparator_words(const ListedNetwork& network, std::uint32_t index);

/// All of it, lines for a terminal.
std::string verdict_text(const ListedNetwork& network, const Verdict& verdict);
/// One object (docs/verify.md), ends with a newline.
std::string verdict_json(const ListedNetwork& network, const Verdict& verdict);

}  // namespace sortscope
