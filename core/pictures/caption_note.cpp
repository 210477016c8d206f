// caption_note.cpp: what a picture's heights mean, behind its caption.
#include "core/pictures/caption_note.h"

#include <utility>

#include "core/pictures/label_fit.h"

namespace sortscope {

void add_caption_note(Picture& picture, std::size_t caption,
                      std::initializer_list<std::string> texts, float right) {
  if (caption >= picture.labels.size()) return;
  constexpr float kBetween = 14;
  Label& said = picture.labels[caption];
  const float x = said.x + estimated_width(said.text, said.size, said.face) + kBetween;
  const std::string text = first_fitting(texts, said.size, Face::kSans, right - x);
  if (text.empty()) {
    said.whole = (said.whole.empty() ? said.text : said.whole) + ". " + *texts.begin();
    return;
  }
  Label note{x, said.y, text, said.size, Face::kSans, Anchor::kStart, Role::kMuted};
  picture.labels.push_back(std::move(note));
}

}  // namespace sortscope
