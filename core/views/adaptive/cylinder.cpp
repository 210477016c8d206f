// cylinder.cpp: a bitonic sequence around a cylinder, the median plane that cuts it twice,
// and its folding into L and U (Zachmann 2011, figures 2, 6, 9, 10): model, page, captions.
#include "core/views/adaptive/cylinder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/keys/value_range.h"
#include "core/pictures/caption_note.h"
#include "core/pictures/clauses.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/question_marks.h"
#include "core/scenes/scene.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kRim = 1.22F;       // of the plane, in radii of its cylinder
constexpr float kReach = 1.25F;     // of a ring with its band, in radii
constexpr float kPitch = 2.75F;     // from cylinder to cylinder, in radii
constexpr float kLeastRadius = 22;  // pixels: smaller cylinders do not stand in a row
constexpr std::uint32_t kMostBars = 1024;
constexpr float kTau = 2 * std::numbers::pi_v<float>;

// Heights of all places, 0 .. 1: the least key is not quite 0, so that it can be seen. `zero`:
// where their bars begin.
std::vector<float> heights_of(const Scene& scene, float* zero) {
  const Recording& recording = *scene.recording;
  const auto wires = static_cast<std::uint32_t>(scene.ranks.size());
  std::vector<float> heights(wires, 1);
  *zero = 0;
  const bool falling = recording.request.order == Order::kDescending;
  if (!scene.options->cylinder.by_value) {
    for (std::uint32_t place = 0; place < recording.real_keys(); ++place) {
      const float share = rank_fraction(scene, place);
      heights[place] = kLowestBarShare + (1 - kLowestBarShare) * (falling ? 1 - share : share);
    }
  } else {
    const ValueLevels levels{range_of(recording.request.keys)};
    *zero = levels.zero();
    for (std::uint32_t place = 0; place < recording.real_keys(); ++place) {
      heights[place] = levels.level(recording.request.keys.value(place), kLowestBarShare);
    }
  }
  if (falling) {
    std::fill(heights.begin() + recording.real_keys(), heights.end(), kLowestBarShare);
  }
  return heights;
}

std::vector<std::uint32_t> places_of(const Scene& scene, const Selection& selection) {
  std::vector<std::uint32_t> places;
  const auto add_wire = [&](Wire wire) {
    if (wire < scene.places.size()) places.push_back(scene.places[wire]);
  };
  if (selection.place) places.push_back(*selection.place);
  if (selection.wire) add_wire(*selection.wire);
  const Network& network = scene.recording->network;
  const auto& id = selection.comparator;
  if (id && id->layer < network.depth() && id->index < network.count(id->layer)) {
    const Comparator comparator = network.comparator(id->layer, id->index);
    add_wire(comparator.min_wire);
    add_wire(comparator.max_wire);
  }
  return places;
}

// Angle, before the fold, of the middle of the lower half of a sequence of n keys, order(i) of them
// smaller than key i: where one looks into it.
template <typename Order>
float valley_angle(std::uint32_t n, const Order& order) {
  if (n < 2) return 0;
  bool low_before = order(n - 1) < n / 2;
  for (std::uint32_t i = 0; i < n; ++i) {
    const bool low = order(i) < n / 2;
    if (low && !low_before) {
      return kTau * (static_cast<float>(i) + static_cast<float>(n) / 4) / static_cast<float>(n);
    }
    low_before = low;
  }
  return 0;
}

// The same of L (or U) alone.
float valley_of_half(const BitonicStage& stage, bool upper) {
  const std::uint32_t half = stage.half();
  return valley_angle(half, [&](std::uint32_t i) {
    const std::uint32_t a = stage.order[i];
    const std::uint32_t b = stage.order[i + half];
    return upper ? std::max(a, b) - half : std::min(a, b);
  });
}

void caption(Picture& picture, float y, float width, const std::string& text, Face face,
             Role role) {
  // The pane's menu stands on the right of the first line.
  const float room = width - 2 * kMargin - (y < 40 ? 140 : 0);
  picture.labels.push_back(fitted(
      {kMargin, y, clauses_within(text, 13, face, room), 13, face, Anchor::kStart, role}, room));
}

constexpr float kLeastCaption = 76;  // "The input"

// Which layer it is, in as many words as fit.
void caption_of_scene(Picture& picture, const Scene& scene, float width) {
  std::vector<std::string> texts = scene_captions(scene);
  // The layer that ran last is shown from its keys before it on.
  const std::string_view after = "After ";
  for (std::string& text : texts) {
    if (!text.starts_with(after)) continue;
    const std::size_t end = std::min(text.find(" · "), text.size());
    text = fmt::format("What {} does{}", text.substr(after.size(), end - after.size()),
                       text.substr(end));
  }
  picture.labels.push_back(
      fitted({kMargin, 24, {}, 13, Face::kSansBold, Anchor::kStart, Role::kMuted}, texts,
             std::max(width - 2 * kMargin - 140, kLeastCaption)));
}

// "Wires 0–15: q = 11, a² and a⁴ (5 keys each) change places: equation (6)."
std::string split_text(const CylinderModel& model) {
  const BitonicStage& stage = model.stage();
  const StageId& id = stage.id;
  const std::string wires = fmt::format("Wires {}–{}", id.base(), id.base() + id.size() - 1);
  if (!stage.bitonic) return wires + ": not a bitonic sequence, so the plane cuts it more often.";
  const std::uint32_t moved = stage.second_case ? stage.half() - stage.length : stage.length;
  const char* pair = stage.second_case ? "a² and a⁴" : "a¹ and a³";
  const std::string move = moved == 0 ? std::string("nothing changes places")
                                      : fmt::format("{} ({} {} each) change places", pair, moved,
                                                    moved == 1 ? "key" : "keys");
  return fmt::format("{}{}: q = {}, q′ = {}; {}: equation ({}).", wires,
                     stage.descending ? ", descending" : "", stage.q, stage.length, move,
                     stage.equation());
}

std::string rotation_text(const CylinderModel& model) {
  const BitonicStage& turned = model.turned();
  const BitonicStage& stage = model.stage();
  const auto j = static_cast<std::uint32_t>(std::lround(model.rotation)) % turned.size();
  const std::uint32_t by = j % turned.half();
  const auto is_rotation = [&](const std::vector<std::uint32_t>& of_turned,
                               const std::vector<std::uint32_t>& of_stage) {
    for (std::uint32_t i = 0; i < of_stage.size(); ++i) {
      if (of_turned[i] != of_stage[(i + by) % of_stage.size()]) return false;
    }
    return true;
  };
  if (!is_rotation(turned.lower, stage.lower) || !is_rotation(turned.upper, stage.upper)) {
    return fmt::format("Keys rotated by j = {} under the comparators: equal keys change roles.", j);
  }
  return fmt::format(
      "Keys rotated by j = {0} under the comparators: L(R{1}a) = R{2}L(a), U(R{1}a) = "
      "R{2}U(a): equations (1) and (2).",
      j, subscript(j), subscript(by));
}

void natural_size(const Recording& /*recording*/, const LayoutOptions& options, float& width,
                  float& height) {
  width = 1280;
  height = options.cylinder.unrolled ? 560 : 720;
}

Picture layout(const Scene& scene, float width, float height) {
  return cylinder_picture(scene, cylinder_model(scene, width), width, height);
}

bool inside(const std::array<CylinderCamera::Projected, 4>& corners, float x, float y) {
  bool left = true;
  bool right = true;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& a = corners[i];
    const auto& b = corners[(i + 1) % 4];
    const float side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    left = left && side >= 0;
    right = right && side <= 0;
  }
  return left || right;
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  const auto model = cylinder_model(scene, width);
  return model ? pick_cylinder(scene, *model, width, height, x, y) : Selection{};
}

}  // namespace

void draw_cylinder_captions(Picture& picture, const Scene& scene, const CylinderModel& model,
                            float width) {
  caption_of_scene(picture, scene, width);
  const std::size_t first = picture.labels.size() - 1;
  const float right = width - kMargin - 140;
  std::vector<std::string> texts = {"Height: the key's rank, not its value",
                                    "Height: the key's rank", "Height: rank"};
  if (scene.options->cylinder.by_value) texts = {"Height: the key's value", "Height: value"};
  // Phases are not told apart here: links change in each, keys move once.
  if (scene.tree != nullptr) {
    texts = texts_with(std::move(texts), " · all pointer swaps of the stage are one fold");
  }
  add_caption_note(picture, first, texts, right);
  if (shown_marks(scene) != CylinderMarks::kAll) return;
  const std::string split = model.rotation > 0 ? rotation_text(model) : split_text(model);
  caption(picture, 44, width, split, Face::kSans, Role::kMuted);
  // Who points at it is told whose equations these are.
  if (split.find("equation") != std::string::npos) {
    picture.labels.back().whole =
        split + "\nEquations are those of G. Zachmann: Adaptive Bitonic Sorting, 2011.";
  }
}

Picture cylinder_picture(const Scene& scene, const std::optional<CylinderModel>& model, float width,
                         float height, CylinderParts parts) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  if (!model) {
    if (!parts.names) return picture;
    caption_of_scene(picture, scene, width);
    caption(picture, 44, width,
            scene.recording->network.depth() == 0
                ? "One key is a sequence already: nothing is merged."
                : "This layer splits no bitonic sequence: choose a bitonic or adaptive algorithm.",
            Face::kSans, Role::kMuted);
    return picture;
  }
  if (parts.names) draw_cylinder_captions(picture, scene, *model, width);
  if (scene.options->cylinder.unrolled) {
    draw_unrolled(picture, scene, *model, width, height);
  } else {
    draw_cylinders(picture, scene, *model, width, height, parts);
  }
  return picture;
}

Selection pick_cylinder(const Scene& scene, const CylinderModel& model, float width, float height,
                        float x, float y) {
  Selection found;
  if (scene.options->cylinder.unrolled) {
    found.place = pick_unrolled(scene, model, width, height, x, y);
  } else {
    const CylinderPage page = cylinder_page(scene, model, width, height);
    for (std::uint32_t instance = 0; instance < model.stages->size(); ++instance) {
      for (const CylinderBar& bar : cylinder_bars(scene, model, page, instance)) {
        for (std::size_t side = 0; side < 4; ++side) {
          const std::size_t next = (side + 1) % 4;
          const std::array face = {bar.faces.foot[side], bar.faces.foot[next], bar.faces.top[next],
                                   bar.faces.top[side]};
          if (inside(face, x, y) || inside(bar.faces.top, x, y)) found.place = bar.place;
        }
      }
    }
  }
  if (!found.place) return found;
  const auto at = std::find(scene.places.begin(), scene.places.end(), *found.place);
  if (at != scene.places.end()) found.wire = static_cast<Wire>(at - scene.places.begin());
  if (scene.recording->is_padding(*found.place)) found.place.reset();
  return found;
}

std::uint32_t keys_below(float percentile, std::uint32_t n) {
  const auto below = std::lround(percentile / 100 * static_cast<float>(n));
  return static_cast<std::uint32_t>(std::clamp<long>(below, 0, n));
}

float plane_height(const CylinderModel& model, const BitonicStage& stage, std::uint32_t below) {
  float under = 0;
  float over = 1.04F;
  for (std::uint32_t i = 0; i < stage.size(); ++i) {
    if (stage.order[i] + 1 == below) under = model.height(stage.before[i]);
    if (stage.order[i] == below) over = model.height(stage.before[i]);
  }
  return (under + over) / 2;
}

float slot_of(std::uint32_t i, float rotation, std::uint32_t n) {
  const float slot = std::fmod(static_cast<float>(i) - rotation, static_cast<float>(n));
  return slot < 0 ? slot + static_cast<float>(n) : slot;
}

std::string subscript(std::uint32_t number) {
  constexpr const char* kDigits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  std::string text;
  for (const char digit : std::to_string(number)) text += kDigits[digit - '0'];
  return text;
}

std::string part_name(std::size_t part) {
  constexpr const char* kNames[] = {"a¹", "a²", "a³", "a⁴"};
  return kNames[part];
}

CylinderMarks shown_marks(const Scene& scene) {
  const CylinderMarks marks = scene.options->cylinder.marks;
  return marks == CylinderMarks::kAll && hides_what_comes(scene) ? CylinderMarks::kNone : marks;
}

bool names_parts(const Scene& scene) {
  const CylinderMarks marks = shown_marks(scene);
  const QuestionMarks* question = scene.laid_over->question.get();
  const bool asked = question != nullptr && question->veiled && question->about_parts;
  return marks == CylinderMarks::kAll || (marks == CylinderMarks::kPlane && asked);
}

Role part_role(std::size_t part) { return part % 2 == 0 ? Role::kPartOdd : Role::kPartEven; }

std::optional<CylinderModel> cylinder_model(const Scene& scene, float width,
                                            CylinderMemory* memory) {
  const auto focus = stage_in_view(scene);
  if (!focus) return std::nullopt;
  const Recording& recording = *scene.recording;
  const CylinderOptions& options = scene.options->cylinder;
  CylinderMemory own;
  if (memory == nullptr) memory = &own;
  const std::uint32_t count = recording.network.wires() >> focus->size_log2();
  const float radius = (width - 2 * kMargin) / (kPitch * static_cast<float>(count));
  const bool row = options.row && !options.unrolled && radius >= kLeastRadius;
  const bool same = row ? memory->focus.same_stage(*focus) : memory->focus == *focus;
  if (memory->stages == nullptr || memory->row != row || !same) {
    const StageKeys keys = stage_keys(scene, *focus);
    auto stages = std::make_shared<std::vector<BitonicStage>>();
    for (std::uint32_t number = 0; number < (row ? count : 1); ++number) {
      const StageId id = row ? focus->with_number(number) : *focus;
      stages->push_back(split_stage(recording, scene.ranks, id, keys));
    }
    memory->stages = std::move(stages);
    memory->row = row;
  }
  memory->focus = *focus;
  if (memory->heights == nullptr || memory->by_value != options.by_value) {
    memory->heights = std::make_shared<std::vector<float>>(heights_of(scene, &memory->zero));
    memory->by_value = options.by_value;
  }
  CylinderModel model;
  model.focus = *focus;
  model.stages = memory->stages;
  model.heights = memory->heights;
  model.zero = memory->zero;
  model.focus_at = row ? focus->number() : 0;
  const float progress = stage_progress(scene, *focus);
  model.fold = options.fold >= 0 && options.fold_cursor == scene.cursor
                   ? std::min(options.fold, 1.0F)
                   : progress;
  // A strip that folds shows which keys go where.
  if (progress < 1 && hides_what_comes(scene)) model.fold = 0;
  model.moments = fold_moments(model.fold);
  const std::uint32_t n = focus->size();
  model.rotation = slot_of(0, -options.rotation, n);
  const auto whole = static_cast<std::uint32_t>(std::lround(model.rotation)) % n;
  // Not rotated, it is the stage itself: the pointer shares its owner.
  model.turned_stage = whole == 0
                           ? std::shared_ptr<const BitonicStage>(model.stages, &model.stage())
                           : std::make_shared<const BitonicStage>(rotated(model.stage(), whole));
  model.below = keys_below(options.percentile, n);
  model.lit = places_of(scene, scene.hover);
  model.held = places_of(scene, scene.selected);
  return model;
}

CylinderPage cylinder_page(const Scene& scene, const CylinderModel& model, float width,
                           float height) {
  const CylinderOptions& options = scene.options->cylinder;
  CylinderPage page;
  const auto count = static_cast<float>(model.stages->size());
  page.top = 72;
  page.bottom = height - 64 - (model.rotation > 0 ? rotation_panel_height(height) : 0);
  const float room = std::max(page.bottom - page.top, 40.0F);
  // One looks from further above while the strip is rolled up.
  const float rolled = model.moments.roll * (1 - model.moments.separate);
  const auto lifted = [&](float elevation) {
    return elevation + 0.5F * rolled * (1.4F - elevation);
  };
  page.camera.elevation = lifted(options.elevation);
  const float sine = std::sin(page.camera.elevation);
  const float cosine = std::cos(page.camera.elevation);
  // Seen from the usual height, bars take half the height, more where the rings are small; the ring
  // has the rest, and its share of the width. All of it changes smoothly through a fold and from a
  // stage to the next. From other heights the same body is seen, as large as it fits.
  const float usual = lifted(CylinderOptions{}.elevation);
  const float crowd = count * (1 + model.moments.roll);
  page.height = (0.7F - 0.4F / std::max(crowd, 2.0F)) * room / std::cos(usual);
  const float reach =
      std::lerp(kReach, kReach / 2 + 0.12F * (1 - model.moments.separate), model.moments.roll);
  const float by_height = (room - page.height * std::cos(usual)) / (2 * reach * std::sin(usual));
  const float by_width = (width - 2 * kMargin) / (kPitch * count);
  page.full_radius = std::min(by_height, by_width);
  const float seen = page.height * cosine + 2 * reach * page.full_radius * sine;
  const float size = std::min(room / seen, by_width / page.full_radius) * options.zoom;
  page.full_radius *= size;
  page.height *= size;
  page.row.count = static_cast<std::uint32_t>(model.stages->size());
  const float half_width = 0.5F * kPitch * page.full_radius * count;
  page.row.left = width / 2 - half_width;
  page.row.right = width / 2 + half_width;
  page.row.radius = page.full_radius;
  page.foot_y = (page.top + page.bottom) / 2 + 0.5F * page.height * cosine;
  page.camera.radius = page.full_radius;
  const float ring = page.full_radius * (1 - 0.5F * model.moments.roll);
  page.camera.distance = 8 * std::max(ring, page.height);
  page.camera.center_y = page.foot_y;
  return page;
}

CylinderCamera half_camera(const Scene& scene, const CylinderModel& model, const CylinderPage& page,
                           std::uint32_t instance, std::uint32_t group) {
  const BitonicStage& stage = (*model.stages)[instance];
  const FoldMoments& moments = model.moments;
  const auto n = static_cast<float>(stage.size());
  const Ring ring{n, moments.roll, moments.separate};
  CylinderCamera camera = page.camera;
  camera.center_x = page.row.half_center(instance, group, moments.separate);
  // While the strip rolls, one keeps looking at the same keys.
  const float valley = valley_angle(stage.size(), [&](std::uint32_t i) { return stage.order[i]; });
  const float followed = ring.at(std::fmod(valley / kTau * n, n)).angle;
  const bool upper = (group == 1) != stage.descending;
  const float target = valley_of_half(stage, upper);
  const float turn = std::remainder(target - followed, kTau);
  camera.azimuth = followed + moments.separate * turn + scene.options->cylinder.azimuth;
  return camera;
}

std::uint32_t cylinder_bar_step(std::uint32_t n) { return std::max(n / kMostBars, 1U); }

float plane_radius(const FoldMoments& moments) {
  return std::lerp(1 - 0.5F * moments.roll, 0.5F, moments.separate) * kRim;
}

BarSize bar_size(const CylinderPage& page, const FoldMoments& moments, std::uint32_t n,
                 std::uint32_t step) {
  // Bars too narrow for gaps overlap a little, so that no seams show.
  const std::uint32_t bars = n / step;
  const float pitch = kTau / static_cast<float>(bars) * page.full_radius;
  const float share = std::lerp(1 + 0.8F / pitch, 0.8F, std::clamp((pitch - 3) / 5, 0.0F, 1.0F));
  const auto width_of = [&](float keys) {
    return keys <= 1.5F ? 0.62F : std::min(kTau / keys * share * static_cast<float>(step), 0.55F);
  };
  const auto depth_of = [&](float keys) {
    return keys <= 1.5F ? 0.62F : keys <= 2.5F ? 0.4F : std::min(width_of(keys), 0.13F);
  };
  // Those of the two cylinders that it becomes are half as large.
  const auto keys = static_cast<float>(n);
  return {std::lerp(width_of(keys), 0.5F * width_of(keys / 2), moments.separate),
          std::lerp(depth_of(keys), 0.5F * depth_of(keys / 2), moments.separate)};
}

std::vector<CylinderBar> cylinder_bars(const Scene& scene, const CylinderModel& model,
                                       const CylinderPage& page, std::uint32_t instance) {
  const BitonicStage& stage = (*model.stages)[instance];
  const FoldMoments& moments = model.moments;
  const std::uint32_t n = stage.size();
  const Ring ring{static_cast<float>(n), moments.roll, moments.separate};
  const std::array cameras = {half_camera(scene, model, page, instance, 0),
                              half_camera(scene, model, page, instance, 1)};
  const std::uint32_t step = cylinder_bar_step(n);
  const float rotation = instance == model.focus_at ? model.rotation : 0;
  const BarSize size = bar_size(page, moments, n, step);
  std::vector<CylinderBar> bars;
  bars.reserve(n / step);
  for (std::uint32_t i = 0; i < n; i += step) {
    CylinderBar bar;
    bar.place = stage.before[i];
    bar.instance = instance;
    bar.position = i;
    const std::uint32_t slot = static_cast<std::uint32_t>(slot_of(i, rotation, n)) % n;
    const bool turned = instance == model.focus_at && rotation > 0;
    const bool upper = turned ? model.turned().in_upper(slot) : stage.in_upper(i);
    bar.group = upper != stage.descending ? 1 : 0;
    // From the height of zero up, or down.
    const auto [from, to] = std::minmax({model.zero, model.height(bar.place)});
    bar.from = from * page.height;
    bar.height = to * page.height;
    RingPoint at = ring.at(slot_of(i, rotation, n) + 0.5F * static_cast<float>(step));
    // A single key stands in the middle.
    if (n == 2) at.radius *= 1 - moments.separate;
    bar.faces = bar_faces(cameras[bar.group], at, size.width, size.depth, bar.from, bar.height);
    bars.push_back(bar);
  }
  const auto toward = [](const CylinderBar& bar) {
    return bar.faces.foot[0].toward + bar.faces.foot[2].toward;
  };
  std::stable_sort(bars.begin(), bars.end(), [&](const CylinderBar& a, const CylinderBar& b) {
    return toward(a) < toward(b);
  });
  return bars;
}

const Layout kCylinderLayout = {
    "cylinder", "Cylinder",   "A bitonic sequence around a cylinder, folded into L and U.",
    0,          natural_size, layout,
    pick};

}  // namespace sortscope
