// caption_note.cpp: what a picture's heights mean, behind its caption.
#include "core/pictures/caption_note.h"

#include <algorithm>
#include <utility>

#include "core/pictures/label_fit.h"

namespace sortscope {

void add_caption_note(Picture& picture, std::size_t caption, const std::vector<std::string>& texts,
                      float right) {
  if (caption >= picture.labels.size()) return;
  constexpr float kBetween = 14;
  Label& said = picture.labels[caption];
  const float x = said.x + estimated_width(said.text, said.size, said.face) + kBetween;
  const auto text = std::find_if(texts.begin(), texts.end(), [&](const std::string& each) {
    return estimated_width(each, said.size, Face::kSans) <= right - x;
  });
  if (text == texts.end()) {
    said.whole = (said.whole.empty() ? said.text : said.whole) + ". " + texts.front();
    return;
  }
  Label note{x, said.y, *text, said.size, Face::kSans, Anchor::kStart, Role::kMuted};
  if (text != texts.begin()) note.whole = texts.front();
  picture.labels.push_back(std::move(note));
}

std::vector<std::string> texts_with(std::vector<std::string> texts, const std::string& more) {
  const std::size_t count = texts.size();
  for (std::size_t i = 0; i < count; ++i)
    texts.insert(texts.begin() + static_cast<std::ptrdiff_t>(i), texts[2 * i] + more);
  return texts;
}

}  // namespace sortscope
