// damage.cpp: two frames compared, triangle by triangle.
#include "app/surface/damage.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace sortscope {

namespace {

std::uint64_t letters_made = 1;
// What callbacks have said in one frame of ImGui's; it ends with the frame, drawn or not.
struct Said {
  int frame = -1;
  std::vector<const void*> same;
};
Said said;

// Of the whole frame: more is drawn as soon whole.
constexpr double kMostShare = 0.9;

}  // namespace

PixelRect common(const PixelRect& a, const PixelRect& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
          std::min(a.bottom, b.bottom)};
}

PixelRect around(const PixelRect& a, const PixelRect& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
          std::max(a.bottom, b.bottom)};
}

PixelRect clip_of(const ImDrawCmd& command, const ImDrawData& data, int height) {
  const float left = command.ClipRect.x - data.DisplayPos.x;
  const float top = command.ClipRect.y - data.DisplayPos.y;
  const float right = command.ClipRect.z - data.DisplayPos.x;
  const float bottom = command.ClipRect.w - data.DisplayPos.y;
  if (right <= left || bottom <= top) return {};
  // OpenGL's rows begin below, and the backend rounds towards 0.
  const int x = static_cast<int>(left);
  const int y = static_cast<int>(static_cast<float>(height) - bottom);
  const int wide = static_cast<int>(right - left);
  const int high = static_cast<int>(bottom - top);
  return {x, height - y - high, x + wide, height - y};
}

void keep_within(ImDrawData& data, std::span<const PixelRect> rects, int height) {
  for (int i = 0; i < data.CmdListsCount; ++i) {
    ImDrawList& list = *data.CmdLists[i];
    ImVector<ImDrawCmd> kept;
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const PixelRect clip = clip_of(command, data, height);
      if (command.UserCallback != nullptr) {
        const bool drawn = std::ranges::any_of(
            rects, [&](const PixelRect& rect) { return !common(clip, rect).empty(); });
        if (drawn || command.UserCallback == ImDrawCallback_ResetRenderState) {
          kept.push_back(command);
        }
        continue;
      }
      for (const PixelRect& rect : rects) {
        const PixelRect part = common(clip, rect);
        if (part.empty()) continue;
        ImDrawCmd cut = command;
        cut.ClipRect = {static_cast<float>(part.left) + data.DisplayPos.x,
                        static_cast<float>(part.top) + data.DisplayPos.y,
                        static_cast<float>(part.right) + data.DisplayPos.x,
                        static_cast<float>(part.bottom) + data.DisplayPos.y};
        kept.push_back(cut);
      }
    }
    list.CmdBuffer.swap(kept);
  }
}

void FrameDamage::forget_letters() { ++letters_made; }

void FrameDamage::say_same(const void* callback_data) {
  const int frame = ImGui::GetFrameCount();
  if (std::exchange(said.frame, frame) != frame) said.same.clear();
  said.same.push_back(callback_data);
}

void FrameDamage::read(const ImDrawData& data) {
  is_.corners.clear();
  is_.commands.clear();
  is_.lists.clear();
  const auto letters = reinterpret_cast<std::uintptr_t>(ImGui::GetIO().Fonts->TexID);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    const std::size_t first = is_.commands.size();
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback == ImDrawCallback_ResetRenderState) continue;
      Command read;
      read.clip = common(clip_of(command, data, whole_.bottom), whole_);
      read.texture = reinterpret_cast<std::uintptr_t>(command.GetTexID());
      read.changes = command.UserCallback != nullptr || read.texture != letters;
      if (command.UserCallback != nullptr) read.callback = command.UserCallbackData;
      read.same = read.callback != nullptr && said.frame == ImGui::GetFrameCount() &&
                  std::ranges::find(said.same, read.callback) != said.same.end();
      read.first = is_.corners.size();
      if (command.UserCallback == nullptr && !read.clip.empty()) {
        const ImDrawIdx* const index = list.IdxBuffer.Data + command.IdxOffset;
        const ImDrawVert* const vertex = list.VtxBuffer.Data + command.VtxOffset;
        for (unsigned corner = 0; corner < command.ElemCount; ++corner) {
          const ImDrawVert& at = vertex[index[corner]];
          is_.corners.push_back({at.pos.x - data.DisplayPos.x, at.pos.y - data.DisplayPos.y,
                                 at.uv.x, at.uv.y, at.col});
        }
      }
      read.end = is_.corners.size();
      is_.commands.push_back(read);
    }
    is_.lists.emplace_back(list._OwnerName != nullptr ? list._OwnerName : "",
                           std::pair(first, is_.commands.size()));
  }
}

std::span<const PixelRect> FrameDamage::of(const ImDrawData& data, int width, int height,
                                           const float ground[4]) {
  rects_.clear();
  const PixelRect whole{0, 0, width, height};
  const bool same = known_ && whole == whole_ && letters_ == letters_made &&
                    std::equal(ground_.begin(), ground_.end(), ground);
  whole_ = whole;
  std::copy_n(ground, ground_.size(), ground_.begin());
  letters_ = letters_made;
  std::swap(was_, is_);
  read(data);
  known_ = true;
  // Windows that come to the front, or go, are another order of lists.
  if (same && was_.lists.size() == is_.lists.size()) {
    for (std::size_t i = 0; i < is_.lists.size(); ++i) {
      if (was_.lists[i].first != is_.lists[i].first) return rects_ = {whole};
    }
    for (std::size_t i = 0; i < is_.lists.size(); ++i) {
      compare_lists(was_.lists[i].second, is_.lists[i].second);
    }
    complete();
    std::int64_t changed = 0;
    for (const PixelRect& rect : rects_) changed += rect.area();
    if (static_cast<double>(changed) <= kMostShare * static_cast<double>(whole.area())) {
      return rects_;
    }
  }
  return rects_ = {whole};
}

void FrameDamage::compare_lists(std::pair<std::size_t, std::size_t> was,
                                std::pair<std::size_t, std::size_t> is) {
  const std::size_t both = std::min(was.second - was.first, is.second - is.first);
  for (std::size_t i = 0; i < both; ++i) {
    compare(was_.commands[was.first + i], is_.commands[is.first + i]);
  }
  for (std::size_t i = was.first + both; i < was.second; ++i) {
    const Command& command = was_.commands[i];
    command.changes ? add(command.clip) : add(was_, command, command.first, command.end);
  }
  for (std::size_t i = is.first + both; i < is.second; ++i) {
    const Command& command = is_.commands[i];
    command.changes ? add(command.clip) : add(is_, command, command.first, command.end);
  }
}

void FrameDamage::compare(const Command& was, const Command& is) {
  if (is.same && was.callback == is.callback && was.clip == is.clip) return;
  if (was.changes || is.changes) {
    was.changes ? add(was.clip) : add(was_, was, was.first, was.end);
    is.changes ? add(is.clip) : add(is_, is, is.first, is.end);
    return;
  }
  if (was.clip != is.clip || was.texture != is.texture) {
    add(was_, was, was.first, was.end);
    add(is_, is, is.first, is.end);
    return;
  }
  const auto same = [&](std::size_t a, std::size_t b) {
    return std::equal(was_.corners.begin() + static_cast<std::ptrdiff_t>(a),
                      was_.corners.begin() + static_cast<std::ptrdiff_t>(a + 3),
                      is_.corners.begin() + static_cast<std::ptrdiff_t>(b));
  };
  std::size_t a = was.first;
  std::size_t b = is.first;
  if (was.end - was.first == is.end - is.first) {
    for (; a < was.end; a += 3, b += 3) {
      if (same(a, b)) continue;
      add(was_, was, a, a + 3);
      add(is_, is, b, b + 3);
    }
    return;
  }
  // What stands between the first and the last triangle that is another.
  std::size_t a_end = was.end;
  std::size_t b_end = is.end;
  while (a < a_end && b < b_end && same(a, b)) a += 3, b += 3;
  while (a < a_end && b < b_end && same(a_end - 3, b_end - 3)) a_end -= 3, b_end -= 3;
  add(was_, was, a, a_end);
  add(is_, is, b, b_end);
}

void FrameDamage::add(const Frame& frame, const Command& command, std::size_t first,
                      std::size_t end) {
  if (first >= end) return;
  float left = frame.corners[first].x;
  float right = left;
  float top = frame.corners[first].y;
  float bottom = top;
  for (std::size_t i = first; i < end; ++i) {
    const Corner& corner = frame.corners[i];
    left = std::min(left, corner.x);
    right = std::max(right, corner.x);
    top = std::min(top, corner.y);
    bottom = std::max(bottom, corner.y);
  }
  const PixelRect& clip = command.clip;
  const auto within = [](float value, int least, int most) {
    return static_cast<int>(std::clamp(value, static_cast<float>(least), static_cast<float>(most)));
  };
  add(common(clip, {within(std::floor(left), clip.left, clip.right),
                    within(std::floor(top), clip.top, clip.bottom),
                    within(std::ceil(right), clip.left, clip.right),
                    within(std::ceil(bottom), clip.top, clip.bottom)}));
}

// Into the rectangle that grows least, once there are enough.
void FrameDamage::add(PixelRect rect) {
  if (rect.empty()) return;
  for (PixelRect& other : rects_) {
    if (common(other, rect).empty()) continue;
    other = around(other, rect);
    return;
  }
  rects_.push_back(rect);
  if (rects_.size() <= kMostRects) return;
  std::size_t best_a = 0;
  std::size_t best_b = 1;
  std::int64_t least = -1;
  for (std::size_t a = 0; a < rects_.size(); ++a) {
    for (std::size_t b = a + 1; b < rects_.size(); ++b) {
      const std::int64_t more =
          around(rects_[a], rects_[b]).area() - rects_[a].area() - rects_[b].area();
      if (least < 0 || more < least) {
        least = more;
        best_a = a;
        best_b = b;
      }
    }
  }
  rects_[best_a] = around(rects_[best_a], rects_[best_b]);
  rects_.erase(rects_.begin() + static_cast<std::ptrdiff_t>(best_b));
}

void FrameDamage::complete() {
  separate();
  for (bool again = true; again;) {
    again = false;
    for (const Command& command : is_.commands) {
      if (command.callback == nullptr) continue;
      for (PixelRect& rect : rects_) {
        if (common(rect, command.clip).empty()) continue;
        const PixelRect more = around(rect, command.clip);
        if (more == rect) continue;
        rect = more;
        again = true;
      }
    }
    separate();
  }
}

void FrameDamage::separate() {
  for (bool again = true; again;) {
    again = false;
    for (std::size_t a = 0; a < rects_.size() && !again; ++a) {
      for (std::size_t b = a + 1; b < rects_.size() && !again; ++b) {
        if (common(rects_[a], rects_[b]).empty()) continue;
        rects_[a] = around(rects_[a], rects_[b]);
        rects_.erase(rects_.begin() + static_cast<std::ptrdiff_t>(b));
        again = true;
      }
    }
  }
}

}  // namespace sortscope
