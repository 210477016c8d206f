// theme.cpp: fonts found through fontconfig, and ImGui's style.
#include "app/painters/theme.h"

#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <deque>
#include <map>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/surface/damage.h"
#include "app/surface/letters.h"
#include "core/base/input_file.h"

namespace sortscope {

namespace {

struct LoadedFont {
  Face face;
  float em_pixels;
  ImFont* font;
};
struct LoadedFonts {
  const ImFontAtlas* atlas = nullptr;
  std::vector<LoadedFont> fonts;
  // Until the atlas is built.
  std::map<std::string, std::string> bytes;  // of fonts with further letters, by path
  std::deque<std::vector<ImWchar>> ranges;
};
LoadedFonts& loaded() {
  static LoadedFonts all;
  return all;
}

// Letters that texts have asked for beside those of every font. A letter is asked for in one font,
// that of the text; fonts are named by their place in LoadedFonts, which is the same at every
// scale.
struct FurtherLetters {
  std::map<std::size_t, std::set<ImWchar>> of_font;
  std::set<char32_t> lacking;  // no font here has them
  double pixels = 0;           // of all of them
  std::size_t count = 0;
  bool pending = false;  // some are not in the atlas yet
  bool told = true;      // of lacking ones
};
FurtherLetters& further() {
  static FurtherLetters all;
  return all;
}
constexpr std::size_t kMostFurther = 4096;
constexpr double kMostFurtherPixels = 1 << 24;
constexpr int kLargestTexture = 16384;

// Ascent + descent of the faces, in ems (hhea tables of Inter and JetBrains Mono).
constexpr float kSansLine = 1.2102F;
constexpr float kMonoLine = 1.32F;

struct FaceFile {
  Face face;
  std::array<float, 5> sizes;
};
constexpr std::array kFaces = {
    FaceFile{Face::kSans, {12, 13, 15, 18, 24}},
    FaceFile{Face::kSansBold, {10, 13, 15, 18, 24}},
    FaceFile{Face::kMono, {10, 12, 13, 15, 18}},
};

// Latin, punctuation, Greek, arrows and mathematics; Inter lacks some of them, DejaVu has them.
constexpr std::array<ImWchar, 19> kRanges = {0x0020, 0x00FF, 0x0370, 0x03FF, 0x1D47, 0x1D50, 0x1D57,
                                             0x1D57, 0x2000, 0x206F, 0x2070, 0x209F, 0x2190, 0x22FF,
                                             0x2300, 0x2300, 0,      0,      0};
constexpr std::array<ImWchar, 9> kExtraRanges = {0x2070, 0x209F, 0x2190, 0x22FF, 0x25A0,
                                                 0x25FF, 0xFFFD, 0xFFFD, 0};

// Small text, in which names of files and networks stand, has the letters of Polish, Czech,
// Turkish, Russian and Ukrainian too; very large ones would take more than a texture.
constexpr float kNamesEm = 15;
constexpr float kNamesScale = 4;
constexpr std::array<ImWchar, 23> kNameRanges = {
    0x0020, 0x017F, 0x0370, 0x03FF, 0x0400, 0x045F, 0x0490, 0x0491, 0x1D47, 0x1D50, 0x1D57, 0x1D57,
    0x2000, 0x206F, 0x2070, 0x209F, 0x2190, 0x22FF, 0x2300, 0x2300, 0,      0,      0};
constexpr std::array<ImWchar, 15> kExtraNameRanges = {0x0100, 0x017F, 0x0400, 0x045F, 0x0490,
                                                      0x0491, 0x2070, 0x209F, 0x2190, 0x22FF,
                                                      0x25A0, 0x25FF, 0xFFFD, 0xFFFD, 0};

constexpr std::uint64_t kMostFontBytes = std::uint64_t{64} << 20;

// The bytes of a font that ImGui takes: it ends the program on others.
Result<std::string> read_font(const std::string& path) {
  auto bytes = read_regular_file(path, kMostFontBytes);
  constexpr std::array<std::string_view, 4> kStarts = {std::string_view("\0\1\0\0", 4), "OTTO",
                                                       "true", "ttcf"};
  if (bytes && std::any_of(kStarts.begin(), kStarts.end(),
                           [&](std::string_view start) { return bytes->starts_with(start); })) {
    return bytes;
  }
  return Error{ErrorCode::kUnavailable, "the font " + path + " could not be read.",
               "Reinstall fonts-inter and fonts-jetbrains-mono."};
}

// To the font that was added last, from the fonts that have them.
void add_further_letters(ImFontAtlas& atlas, std::size_t font, Face face, float pixels) {
  const auto asked = further().of_font.find(font);
  if (asked == further().of_font.end()) return;
  std::map<std::pair<std::string, int>, std::vector<ImWchar>> by_file;
  for (const ImWchar letter : asked->second) {
    const FontFile file = face_has(face, letter) ? font_of(face) : font_with(letter);
    std::vector<ImWchar>& ranges = by_file[{file.path, file.index}];
    ranges.insert(ranges.end(), 2, letter);
  }
  for (auto& [file, letters] : by_file) {
    const auto [bytes, fresh] = loaded().bytes.try_emplace(file.first);
    if (fresh) {
      if (auto read = read_font(file.first)) bytes->second = std::move(*read);
    }
    if (bytes->second.empty()) continue;
    letters.push_back(0);
    ImFontConfig config;
    config.MergeMode = true;
    config.OversampleH = config.OversampleV = 1;
    config.FontNo = file.second;
    config.FontDataOwnedByAtlas = false;
    atlas.AddFontFromMemoryTTF(bytes->second.data(), static_cast<int>(bytes->second.size()), pixels,
                               &config, loaded().ranges.emplace_back(std::move(letters)).data());
  }
}

ImFont* add_font(ImFontAtlas& atlas, std::string_view bytes, float pixels, ImFontConfig& config,
                 const ImWchar* ranges) {
  // The atlas frees it.
  void* const copy = IM_ALLOC(bytes.size());
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, bytes.data(), bytes.size());
  return atlas.AddFontFromMemoryTTF(copy, static_cast<int>(bytes.size()), pixels, &config, ranges);
}

}  // namespace

float Fonts::line_pixels(Face face, float em_pixels) {
  return em_pixels * (face == Face::kMono ? kMonoLine : kSansLine);
}

ImFont* Fonts::nearest(Face face, float em_pixels) {
  // Those of an atlas that is not the context's may be gone.
  if (ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().Fonts != loaded().atlas)
    return ImGui::GetIO().Fonts->Fonts[0];
  ImFont* best = nullptr;
  float distance = 1e9F;
  for (const LoadedFont& font : loaded().fonts) {
    // A larger font drawn smaller stays crisp; a smaller one drawn larger blurs.
    const float larger = font.em_pixels - em_pixels;
    const float d = larger >= -0.25F ? std::abs(larger) : -2 * larger;
    if (font.face == face && d < distance) {
      distance = d;
      best = font.font;
    }
  }
  // Another atlas may have come where the one of these fonts was.
  const bool there = best != nullptr && (ImGui::GetCurrentContext() == nullptr ||
                                         ImGui::GetIO().Fonts->Fonts.contains(best));
  return there ? best : ImGui::GetIO().Fonts->Fonts[0];
}

Status add_fonts(ImFontAtlas& to, float scale) {
  ImFontAtlas* const atlas = &to;
  atlas->Clear();
  loaded() = {};
  loaded().atlas = atlas;
  atlas->Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
  // Signs that Inter lacks; without it there are boxes.
  const auto extra = read_font(font_of("DejaVu Sans").path);
  for (const FaceFile& entry : kFaces) {
    const std::string path = font_of(entry.face).path;
    if (path.empty()) {
      return Error{ErrorCode::kUnavailable, "no font was found through fontconfig.",
                   "Install fonts-inter, fonts-jetbrains-mono and fonts-dejavu-core."};
    }
    const auto bytes = read_font(path);
    if (!bytes) return bytes.error();
    for (const float size : entry.sizes) {
      const float em_pixels = size * scale;
      const float pixels = Fonts::line_pixels(entry.face, em_pixels);
      ImFontConfig config;
      config.OversampleH = em_pixels < 20 ? 3 : 1;
      config.OversampleV = 1;
      const bool names = size <= kNamesEm && scale <= kNamesScale;
      ImFont* font =
          add_font(*atlas, *bytes, pixels, config, names ? kNameRanges.data() : kRanges.data());
      if (extra) {
        config.MergeMode = true;
        config.OversampleH = 1;
        add_font(*atlas, *extra, pixels, config,
                 names ? kExtraNameRanges.data() : kExtraRanges.data());
      }
      add_further_letters(*atlas, loaded().fonts.size(), entry.face, pixels);
      loaded().fonts.push_back({entry.face, em_pixels, font});
    }
  }
  return {};
}

Status load_fonts(float scale) {
  ImFontAtlas* const atlas = ImGui::GetIO().Fonts;
  if (Status status = add_fonts(*atlas, scale); !status) return status;
  // ImGui's own widgets use the 13-pixel text.
  ImGui::GetIO().FontDefault = Fonts::nearest(Face::kSans, 13 * scale);
  const bool built = atlas->Build() && atlas->TexHeight <= kLargestTexture;
  further().pending = false;
  if (!built && !further().of_font.empty()) {
    // One of the fonts is none that ImGui reads.
    for (const auto& [font, letters] : further().of_font) {
      further().lacking.insert(letters.begin(), letters.end());
    }
    further().of_font.clear();
    further().told = false;
    return load_fonts(scale);
  }
  loaded().bytes.clear();
  if (!built) {
    return Error{ErrorCode::kUnavailable, "the font atlas could not be built.", ""};
  }
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  FrameDamage::forget_letters();
  return {};
}

void want_letters(const ImFont* font, std::string_view text) {
  FurtherLetters& all = further();
  while (!text.empty()) {
    if (static_cast<unsigned char>(text[0]) < 0x80) {
      text.remove_prefix(1);
      continue;
    }
    const char32_t letter = take_letter(text);
    const bool drawable = letter <= 0xFFFF;
    if (drawable && font->FindGlyphNoFallback(static_cast<ImWchar>(letter)) != nullptr) continue;
    if (!is_visible(letter) || all.lacking.contains(letter)) continue;
    const auto at = std::find_if(loaded().fonts.begin(), loaded().fonts.end(),
                                 [&](const LoadedFont& each) { return each.font == font; });
    if (at == loaded().fonts.end()) return;
    std::set<ImWchar>& letters = all.of_font[static_cast<std::size_t>(at - loaded().fonts.begin())];
    const double pixels = static_cast<double>(at->em_pixels) * at->em_pixels;
    const bool asked = drawable && letters.contains(static_cast<ImWchar>(letter));
    if (asked && all.pending) continue;
    // What was asked for and did not come does not come.
    if (!drawable || asked || all.count == kMostFurther ||
        all.pixels + pixels > kMostFurtherPixels ||
        (!face_has(at->face, letter) && font_with(letter).path.empty())) {
      all.lacking.insert(letter);
      all.told = false;
      continue;
    }
    letters.insert(static_cast<ImWchar>(letter));
    ++all.count;
    all.pixels += pixels;
    all.pending = true;
  }
}

bool letters_pending() { return further().pending; }

std::string take_lacking_letters() {
  constexpr std::size_t kMostNamed = 4;
  if (std::exchange(further().told, true)) return {};
  const std::set<char32_t>& lacking = further().lacking;
  std::string codes;
  std::size_t named = 0;
  for (const char32_t letter : lacking) {
    if (named++ == kMostNamed) break;
    codes += fmt::format("{}U+{:04X}", codes.empty() ? "" : ", ", static_cast<unsigned>(letter));
  }
  const std::size_t more = lacking.size() - std::min(lacking.size(), kMostNamed);
  if (more > 0) codes += fmt::format(" and {} more", more);
  return fmt::format(
      "These letters cannot be drawn here: {}. Debian's fonts-noto-core and fonts-noto-cjk have "
      "most.",
      codes);
}

unsigned pack(Color c) { return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, c.a}); }

void apply_theme(const Palette& palette, float scale) {
  ImGuiStyle style;
  const auto role = [&](Role r, float alpha = -1) {
    const Color c = palette.color(r);
    return ImVec4(c.r, c.g, c.b, alpha < 0 ? c.a : alpha);
  };
  style.WindowPadding = {20, 20};
  style.FramePadding = {12, 8};
  style.ItemSpacing = {8, 8};
  style.ItemInnerSpacing = {8, 4};
  style.ScrollbarSize = 10;
  style.WindowRounding = style.ChildRounding = style.FrameRounding = style.PopupRounding = 6;
  style.GrabRounding = style.ScrollbarRounding = 6;
  style.WindowBorderSize = style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.WindowMinSize = {16, 16};
  style.ScaleAllSizes(scale);
  ImVec4* c = style.Colors;
  c[ImGuiCol_Text] = role(Role::kText);
  c[ImGuiCol_TextDisabled] = role(Role::kMuted);
  c[ImGuiCol_WindowBg] = role(Role::kPanel);
  c[ImGuiCol_ChildBg] = role(Role::kPanel, 0);
  c[ImGuiCol_PopupBg] = role(Role::kPanel);
  c[ImGuiCol_Border] = role(Role::kLine);
  c[ImGuiCol_FrameBg] = role(Role::kGround);
  c[ImGuiCol_FrameBgHovered] = role(Role::kLine);
  c[ImGuiCol_FrameBgActive] = role(Role::kLine);
  c[ImGuiCol_Button] = role(Role::kLine);
  c[ImGuiCol_ButtonHovered] = role(Role::kAccent, 0.28F);
  c[ImGuiCol_ButtonActive] = role(Role::kAccent, 0.4F);
  c[ImGuiCol_Header] = role(Role::kAccent, 0.18F);
  c[ImGuiCol_HeaderHovered] = role(Role::kAccent, 0.14F);
  c[ImGuiCol_HeaderActive] = role(Role::kAccent, 0.28F);
  c[ImGuiCol_CheckMark] = c[ImGuiCol_SliderGrab] = c[ImGuiCol_SliderGrabActive] =
      role(Role::kAccent);
  c[ImGuiCol_ScrollbarBg] = role(Role::kPanel, 0);
  c[ImGuiCol_ScrollbarGrab] = role(Role::kLine);
  c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = role(Role::kMuted);
  c[ImGuiCol_Separator] = role(Role::kLine);
  c[ImGuiCol_PlotHistogram] = role(Role::kAccent);
  c[ImGuiCol_TextSelectedBg] = role(Role::kAccent, 0.35F);
  c[ImGuiCol_NavHighlight] = role(Role::kAccent);
  c[ImGuiCol_ModalWindowDimBg] = role(Role::kGround, 0.6F);
  c[ImGuiCol_TableBorderLight] = c[ImGuiCol_TableBorderStrong] = role(Role::kLine);
  c[ImGuiCol_TableHeaderBg] = role(Role::kPanel);
  ImGui::GetStyle() = style;
}

}  // namespace sortscope
