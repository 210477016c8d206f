// tree_text.cpp: comparisons in bitonic trees in words.
#include "core/words/tree_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"

namespace sortscope {

namespace {

// The two keys of a comparison; in full where, shortened, they would look alike.
struct KeyTexts {
  std::string p, q;
};
KeyTexts texts_of(const Recording& recording, const TreeMeeting& meeting) {
  const auto text = [&](std::uint32_t place) { return short_key_text(recording, place); };
  KeyTexts texts{text(meeting.on_p), text(meeting.on_q)};
  if (texts.p != texts.q) return texts;
  const auto full = [&](std::uint32_t place) {
    return recording.is_padding(place) ? text(place) : recording.key_text(place);
  };
  return {full(meeting.on_p), full(meeting.on_q)};
}

// "v(p) = 12" and "v(q) = 7"; of r and e in phase 0.
KeyTexts values_of(const Recording& recording, const TreeMeeting& meeting) {
  const bool first = meeting.event.task.phase == 0;
  KeyTexts texts = texts_of(recording, meeting);
  if (recording.is_padding(meeting.on_p)) texts.p = "padding";
  if (recording.is_padding(meeting.on_q)) texts.q = "padding";
  return {fmt::format("v({}) = {}", first ? 'r' : 'p', texts.p),
          fmt::format("v({}) = {}", first ? 'e' : 'q', texts.q)};
}

bool has_sign(const Recording& recording, const TreeMeeting& meeting) {
  if (recording.is_padding(meeting.on_p) || recording.is_padding(meeting.on_q)) return false;
  return recording.key_text(meeting.on_p) != recording.key_text(meeting.on_q);
}

std::string_view opposite(std::string_view sign) { return sign == ">" ? "<" : ">"; }

// Between the names `p` and `q` of the two keys.
std::string relation(const Recording& recording, const TreeMeeting& meeting, const std::string& p,
                     const std::string& q) {
  const TreeEvent& event = meeting.event;
  if (has_sign(recording, meeting)) {
    const std::string_view sign = exchange_sign(recording, event.task);
    return fmt::format("{} {} {}", p, event.exchanged ? sign : opposite(sign), q);
  }
  // Which of the two comes later in the run's order.
  const bool p_later = event.exchanged != event.task.descending();
  if (recording.is_padding(meeting.on_p) != recording.is_padding(meeting.on_q)) {
    return fmt::format("{} sorts {} {}", p, p_later ? "after" : "before", q);
  }
  return fmt::format("{} = {}, a tie: the {} sorts later", p, q, p_later ? "first" : "second");
}

}  // namespace

std::string grouped_digits(std::uint64_t number) {
  std::string digits = fmt::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string_view exchange_sign(const Recording& recording, const TreeTask& task) {
  return task.descending() == (recording.request.order == Order::kDescending) ? ">" : "<";
}

std::string relation_text(const Recording& recording, const TreeMeeting& meeting) {
  const auto [p, q] = texts_of(recording, meeting);
  if (has_sign(recording, meeting)) return relation(recording, meeting, p, q);
  const bool p_later = meeting.event.exchanged != meeting.event.task.descending();
  if (recording.is_padding(meeting.on_p) != recording.is_padding(meeting.on_q)) {
    return fmt::format("{} {} {}", p, p_later ? "after" : "before", q);
  }
  return fmt::format("{} = {}", p, q);
}

std::string case_text(TreeRule rule, bool exchanged) {
  if (rule == TreeRule::kTwoCase) return exchanged ? "case 2" : "case 1";
  return exchanged ? "root swap" : "no root swap";
}

std::string meeting_text(const Recording& recording, const TreeMeeting& meeting) {
  const TreeEvent& event = meeting.event;
  const bool first = event.task.phase == 0;
  const auto [p, q] = values_of(recording, meeting);
  const std::string clause = relation(recording, meeting, p, q);
  const std::string head = fmt::format("Phase {}: {}", event.task.phase, clause);
  if (first) {
    const bool two_cases = recording.algorithm->rule == TreeRule::kTwoCase;
    if (two_cases) {
      return event.exchanged ? head + ": case 2, the keys of r and e change places."
                             : head + ": case 1.";
    }
    if (!event.exchanged) return head + ": no root swap.";
    return event.pointers ? head + ": root swap, keys of r and e and both links of r."
                          : head + ": the keys of r and e change places.";
  }
  const std::string_view side = event.second_case ? "right" : "left";
  const std::string way = event.task.last_phase() ? ""
                          : goes_right(event.second_case, event.exchanged)
                              ? " On to the right children."
                              : " On to the left children.";
  if (!event.exchanged) return head + ": nothing moves." + way;
  if (!event.pointers) return head + ": the keys change places." + way;
  return fmt::format("{}: the keys and the {} links change places.{}", head, side, way);
}

std::string running_text(const Recording& recording, const TreeMeeting& meeting, TreePart part) {
  const TreeEvent& event = meeting.event;
  const auto [p, q] = values_of(recording, meeting);
  if (part == TreePart::kCompare) {
    return fmt::format("Phase {}: is {} {} {}?", event.task.phase, p,
                       exchange_sign(recording, event.task), q);
  }
  if (part == TreePart::kKeys && event.pointers) {
    const bool first = event.task.phase == 0;
    return fmt::format(
        "Phase {}: {}: {}", event.task.phase, relation(recording, meeting, p, q),
        first ? "root swap, the keys of r and e change places." : "the keys change places.");
  }
  std::string text = meeting_text(recording, meeting);
  if (part != TreePart::kWalk) text.resize(std::min(text.find(" On to the"), text.size()));
  return text;
}

std::string question_text(const Recording& recording, const TreeMeeting& meeting) {
  const auto [p, q] = values_of(recording, meeting);
  return fmt::format("Next, phase {}: is {} {} {}?", meeting.event.task.phase, p,
                     exchange_sign(recording, meeting.event.task), q);
}

std::string short_question_text(const Recording& recording, const TreeMeeting& meeting) {
  const auto [p, q] = texts_of(recording, meeting);
  return fmt::format("{} {} {}?", p, exchange_sign(recording, meeting.event.task), q);
}

std::string_view rule_name(TreeRule rule) {
  return rule == TreeRule::kTwoCase ? "Algorithm 1" : "Algorithm 3";
}

std::string task_text(const Recording& recording, const TreeTask& task) {
  std::string text =
      fmt::format("{} · merge j = {} · stage k = {} · phase i = {}",
                  rule_name(recording.algorithm->rule), task.merge, task.stage, task.phase);
  const std::uint32_t blocks = recording.network.wires() >> task.merge;
  if (blocks > 1) text += fmt::format(" · block {} of {}", task.block, blocks);
  if (task.stage > 0) {
    text += fmt::format(" · instance {} of {}", task.instance, std::uint32_t{1} << task.stage);
  }
  return text;
}

std::string short_task_text(const Recording& recording, const TreeTask& task) {
  const bool two_cases = recording.algorithm->rule == TreeRule::kTwoCase;
  return fmt::format("Alg. {} · j = {} · k = {} · i = {}", two_cases ? 1 : 3, task.merge,
                     task.stage, task.phase);
}

}  // namespace sortscope
