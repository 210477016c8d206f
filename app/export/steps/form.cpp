// form.cpp: keys and places of a state, and splits, for every form of the steps.
#include "app/export/steps/form.h"

namespace sortscope {

namespace {

bool is_float(KeyType type) { return type == KeyType::kFloat32 || type == KeyType::kFloat64; }

}  // namespace

KeyTexts::KeyTexts(const Recording& recording, bool json) {
  const std::uint32_t real = recording.real_keys();
  const bool floats = is_float(recording.request.keys.type);
  begin_.reserve(real + std::size_t{1});
  begin_.push_back(0);
  for (std::uint32_t place = 0; place < real; ++place) {
    std::string text = recording.request.keys.text(place);
    if (json && floats) {
      if (text == "-0") text = "-0.0";  // as an integer it would lose its sign
      if (text.find_first_of("in") != std::string::npos) text = '"' + text + '"';
    }
    texts_ += text;
    begin_.push_back(texts_.size());
  }
}

void StepsForm::keys(std::string_view separator) {
  bool first = true;
  for (const std::uint32_t place : replay.places()) {
    if (!first) sink += separator;
    first = false;
    sink += texts.of(place);
    sink.flush_if_full();
  }
}

void StepsForm::place(std::uint32_t place) {
  if (recording.is_padding(place)) {
    sink += "null";
  } else {
    sink.put_number(place);
  }
}

void StepsForm::places() {
  bool first = true;
  for (const std::uint32_t p : replay.places()) {
    if (!first) sink += ",";
    first = false;
    place(p);
    sink.flush_if_full();
  }
}

SplitLine split_line(const Recording& recording, std::uint32_t layer, std::uint32_t index) {
  const TreeTask task = recording.network.task(layer, index);
  const Split split = recording.split(layer, index);
  SplitLine line{task.block, task.instance_of_all(), split.length, split.second_case ? 2U : 1U};
  if (split.second_case) line.q = (task.half() + split.length) % (2 * task.half());
  return line;
}

}  // namespace sortscope
