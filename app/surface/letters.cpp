// letters.cpp: asks fontconfig, and remembers what it said.
#include "app/surface/letters.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace sortscope {

namespace {

struct Destroy {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
  void operator()(FcCharSet* letters) const { FcCharSetDestroy(letters); }
};
using Pattern = std::unique_ptr<FcPattern, Destroy>;
using Letters = std::unique_ptr<FcCharSet, Destroy>;

struct Found {
  FontFile font;
  Letters letters;

  [[nodiscard]] bool has(char32_t letter) const {
    return letters != nullptr && FcCharSetHasChar(letters.get(), letter) == FcTrue;
  }
};

constexpr std::string_view kFamilies[] = {"Inter", "Inter", "JetBrains Mono"};

struct Known {
  std::mutex mutex;
  std::map<std::pair<std::string, int>, Found> fonts;  // by family and weight
  std::vector<Found> others;                           // that were found for some letter
  std::map<char32_t, std::size_t> with;                // which of them; their number: none
};
Known& known() {
  static Known all;
  return all;
}

Found match(Pattern pattern) {
  FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
  FcPatternAddBool(pattern.get(), FC_VARIABLE, FcFalse);
  FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  const Pattern best(FcFontMatch(nullptr, pattern.get(), &result));
  Found found;
  FcChar8* text = nullptr;
  if (best == nullptr || FcPatternGetString(best.get(), FC_FILE, 0, &text) != FcResultMatch) {
    return found;
  }
  found.font.path = reinterpret_cast<const char*>(text);
  int index = 0;
  // The upper half names an instance of a variable font.
  if (FcPatternGetInteger(best.get(), FC_INDEX, 0, &index) == FcResultMatch) {
    found.font.index = index & 0xFFFF;
  }
  if (FcPatternGetString(best.get(), FC_FAMILY, 0, &text) == FcResultMatch) {
    found.font.family = reinterpret_cast<const char*>(text);
  }
  FcCharSet* letters = nullptr;
  if (FcPatternGetCharSet(best.get(), FC_CHARSET, 0, &letters) == FcResultMatch) {
    found.letters.reset(FcCharSetCopy(letters));
  }
  return found;
}

// With the mutex locked.
const Found& by_family(Known& all, const std::string& family, int weight) {
  const auto [at, fresh] = all.fonts.try_emplace({family, weight});
  if (fresh && FcInit() == FcTrue) {
    Pattern pattern(FcPatternCreate());
    FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family.c_str()));
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, weight);
    at->second = match(std::move(pattern));
  }
  return at->second;
}

const Found& by_face(Known& all, Face face) {
  return by_family(all, std::string(kFamilies[static_cast<std::size_t>(face)]),
                   face == Face::kSansBold ? FC_WEIGHT_DEMIBOLD : FC_WEIGHT_REGULAR);
}

}  // namespace

FontFile font_of(Face face) {
  const std::scoped_lock lock(known().mutex);
  return by_face(known(), face).font;
}

FontFile font_of(const char* family) {
  const std::scoped_lock lock(known().mutex);
  return by_family(known(), family, FC_WEIGHT_REGULAR).font;
}

bool face_has(Face face, char32_t letter) {
  const std::scoped_lock lock(known().mutex);
  return by_face(known(), face).has(letter);
}

FontFile font_with(char32_t letter) {
  Known& all = known();
  const std::scoped_lock lock(all.mutex);
  if (const auto at = all.with.find(letter); at != all.with.end()) {
    return at->second < all.others.size() ? all.others[at->second].font : FontFile();
  }
  // One that has others already: a text is in few fonts, and few are looked for.
  auto found = std::find_if(all.others.begin(), all.others.end(),
                            [&](const Found& each) { return each.has(letter); });
  if (found == all.others.end() && FcInit() == FcTrue) {
    const Letters wanted(FcCharSetCreate());
    FcCharSetAddChar(wanted.get(), letter);
    Pattern pattern(FcPatternCreate());
    FcPatternAddCharSet(pattern.get(), FC_CHARSET, wanted.get());
    FcPatternAddBool(pattern.get(), FC_OUTLINE, FcTrue);
    FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
    FcPatternAddBool(pattern.get(), FC_COLOR, FcFalse);
    if (Found other = match(std::move(pattern)); other.has(letter)) {
      all.others.push_back(std::move(other));
      found = all.others.end() - 1;
    }
  }
  if (found == all.others.end()) {
    all.with[letter] = static_cast<std::size_t>(-1);
    return {};
  }
  all.with[letter] = static_cast<std::size_t>(found - all.others.begin());
  return found->font;
}

char32_t take_letter(std::string_view& text) {
  constexpr char32_t kNone = 0xFFFD;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t more = first < 0xC0 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  char32_t letter = first < 0x80 ? first : first < 0xC0 ? kNone : first & (0x3FU >> more);
  if (more >= text.size()) {
    text.remove_prefix(1);
    return kNone;
  }
  for (std::size_t i = 1; i <= more; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) {
      text.remove_prefix(1);
      return kNone;
    }
    letter = letter << 6U | (byte(i) & 0x3FU);
  }
  text.remove_prefix(1 + more);
  return letter;
}

bool is_visible(char32_t letter) {
  const auto within = [letter](char32_t first, char32_t last) {
    return letter >= first && letter <= last;
  };
  return letter >= 0x20 && !within(0x7F, 0xA0) && !within(0x2000, 0x200F) &&
         !within(0x2028, 0x202F) && !within(0x205F, 0x206F) && !within(0xFE00, 0xFE0F) &&
         letter != 0xAD && letter != 0x3000 && letter != 0xFEFF && !within(0xFFF9, 0xFFFF) &&
         letter < 0xE0000;
}

std::vector<LetterRun> letter_runs(std::string_view text, Face face) {
  std::vector<LetterRun> runs;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t letter = take_letter(text);
    std::string family;
    if (letter >= 0x80 && is_visible(letter) && !face_has(face, letter)) {
      family = font_with(letter).family;
    }
    if (runs.empty() || runs.back().family != family) runs.push_back({{}, std::move(family)});
    runs.back().text += before.substr(0, before.size() - text.size());
  }
  return runs;
}

}  // namespace sortscope
