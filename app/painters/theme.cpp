// theme.cpp: fonts found through fontconfig, and ImGui's style.
#include "app/painters/theme.h"

#include <backends/imgui_impl_opengl3.h>
#include <fontconfig/fontconfig.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <vector>

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
};
LoadedFonts& loaded() {
  static LoadedFonts all;
  return all;
}

// Path of the font file that fontconfig names for `family` and `weight`; empty if there is none.
std::string font_file(const char* family, int weight) {
  if (FcInit() != FcTrue) return {};
  FcPattern* pattern = FcPatternCreate();
  FcPatternAddString(pattern, FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
  FcPatternAddInteger(pattern, FC_WEIGHT, weight);
  FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
  FcPatternAddBool(pattern, FC_VARIABLE, FcFalse);
  FcConfigSubstitute(nullptr, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  FcResult result = FcResultNoMatch;
  FcPattern* match = FcFontMatch(nullptr, pattern, &result);
  std::string path;
  FcChar8* file = nullptr;
  if (match != nullptr && FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch) {
    path = reinterpret_cast<const char*>(file);
  }
  if (match != nullptr) FcPatternDestroy(match);
  FcPatternDestroy(pattern);
  return path;
}

// Ascent + descent of the faces, in ems (hhea tables of Inter and JetBrains Mono).
constexpr float kSansLine = 1.2102F;
constexpr float kMonoLine = 1.32F;

struct FaceFile {
  Face face;
  const char* family;
  int weight;
  std::array<float, 5> sizes;
};
constexpr std::array kFaces = {
    FaceFile{Face::kSans, "Inter", FC_WEIGHT_REGULAR, {12, 13, 15, 18, 24}},
    FaceFile{Face::kSansBold, "Inter", FC_WEIGHT_DEMIBOLD, {10, 13, 15, 18, 24}},
    FaceFile{Face::kMono, "JetBrains Mono", FC_WEIGHT_REGULAR, {10, 12, 13, 15, 18}},
};

// Latin, punctuation, Greek, arrows and mathematics; Inter lacks some of them, DejaVu has them.
constexpr std::array<ImWchar, 19> kRanges = {0x0020, 0x00FF, 0x0370, 0x03FF, 0x1D47, 0x1D50, 0x1D57,
                                             0x1D57, 0x2000, 0x206F, 0x2070, 0x209F, 0x2190, 0x22FF,
                                             0x2300, 0x2300, 0,      0,      0};
constexpr std::array<ImWchar, 9> kExtraRanges = {0x2070, 0x209F, 0x2190, 0x22FF, 0x25A0,
                                                 0x25FF, 0,      0,      0};

// Small text, in which names of files and networks stand, has the letters of Polish, Czech,
// Turkish, Russian and Ukrainian too; very large ones would take more than a texture.
constexpr float kNamesEm = 15;
constexpr float kNamesScale = 4;
constexpr std::array<ImWchar, 23> kNameRanges = {
    0x0020, 0x017F, 0x0370, 0x03FF, 0x0400, 0x045F, 0x0490, 0x0491, 0x1D47, 0x1D50, 0x1D57, 0x1D57,
    0x2000, 0x206F, 0x2070, 0x209F, 0x2190, 0x22FF, 0x2300, 0x2300, 0,      0,      0};
constexpr std::array<ImWchar, 15> kExtraNameRanges = {0x0100, 0x017F, 0x0400, 0x045F, 0x0490,
                                                      0x0491, 0x2070, 0x209F, 0x2190, 0x22FF,
                                                      0x25A0, 0x25FF, 0,      0,      0};

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
  loaded() = {atlas, {}};
  atlas->Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
  // Signs that Inter lacks; without it there are boxes.
  const auto extra = read_font(font_file("DejaVu Sans", FC_WEIGHT_REGULAR));
  for (const FaceFile& entry : kFaces) {
    const std::string path = font_file(entry.family, entry.weight);
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
  if (!atlas->Build()) {
    return Error{ErrorCode::kUnavailable, "the font atlas could not be built.", ""};
  }
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  return {};
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
