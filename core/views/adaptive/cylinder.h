// cylinder.h: what the drawings of the cylinder view share: the stage, its fold, the places
// on the page.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/scenes/bitonic_stage.h"
#include "core/scenes/layout.h"
#include "core/views/adaptive/cylinder_geometry.h"

namespace sortscope {

/// What is worked out once a stage: a view keeps it from frame to frame.
struct CylinderMemory {
  std::uint64_t generation = 0;  // of the recording: the view's to set
  bool row = false;
  StageId focus;
  std::shared_ptr<const std::vector<BitonicStage>> stages;
  bool by_value = false;
  std::shared_ptr<const std::vector<float>> heights;
  float zero = 0;
};

/// The sequences of the stage in view, and how far their fold has come.
struct CylinderModel {
  StageId focus;  // the sequence that captions and controls are about
  // Those drawn, from left to right; the focus is one of them.
  std::shared_ptr<const std::vector<BitonicStage>> stages;
  std::size_t focus_at = 0;
  float fold = 0;
  FoldMoments moments;
  float rotation = 0;                                // of the keys, in positions: 0 .. n
  std::shared_ptr<const BitonicStage> turned_stage;  // the focus, rotated by a whole number
  std::uint32_t below = 0;                           // keys of the focus under the plane
  std::shared_ptr<const std::vector<float>> heights;
  float zero = 0;                   // height where bars begin: those of negative values hang
  std::vector<std::uint32_t> lit;   // places that are pointed at
  std::vector<std::uint32_t> held;  // places that are selected

  [[nodiscard]] const BitonicStage& stage() const { return (*stages)[focus_at]; }
  [[nodiscard]] const BitonicStage& turned() const { return *turned_stage; }
  /// Height of the key with that place, 0 .. 1.
  [[nodiscard]] float height(std::uint32_t place) const { return (*heights)[place]; }
};

/// The model of a scene on a page of that width; nothing where the layer in view splits no bitonic
/// sequence. O(n log n), with a `memory` of the same stage O(n) at most.
std::optional<CylinderModel> cylinder_model(const Scene& scene, float width,
                                            CylinderMemory* memory = nullptr);

/// Keys beneath the plane at a percentile, 0 .. n: n/2 at 50.
std::uint32_t keys_below(float percentile, std::uint32_t n);
/// Height of a plane with `below` keys of the stage beneath it, 0 .. 1: between the keys next to
/// it.
float plane_height(const CylinderModel& model, const BitonicStage& stage, std::uint32_t below);
/// Where key i of the sequence stands while the keys are rotated: 0 .. n.
float slot_of(std::uint32_t i, float rotation, std::uint32_t n);

/// "₁₂": for the j of R_j.
std::string subscript(std::uint32_t number);
/// "a¹", "a²", "a³", "a⁴".
std::string part_name(std::size_t part);
/// What is drawn beside the keys: while a question is open nothing that shows the split before it
/// happens; a plane that was asked for stays.
CylinderMarks shown_marks(const Scene& scene);
/// The subsequences have their names: with all marks, or where an open question is about them and
/// the plane shows where they end.
bool names_parts(const Scene& scene);
/// kPartOdd for a1 and a3, kPartEven for a2 and a4.
Role part_role(std::size_t part);

/// Where the cylinders of a page stand.
struct CylinderPage {
  Row row;
  float full_radius = 100;  // pixels, of the focus' cylinder before the fold
  float height = 100;       // pixels, of the tallest bar
  float foot_y = 0;         // the axes' feet on the page
  float top = 0, bottom = 0;
  CylinderCamera camera;  // centre and azimuth differ from cylinder to cylinder
};
CylinderPage cylinder_page(const Scene& scene, const CylinderModel& model, float width,
                           float height);

/// Height of the least key's bar, of the tallest one's.
inline constexpr float kLowestBarShare = 0.07F;
/// Radius of the plane while the strip is rolled and its halves move apart, in radii.
float plane_radius(const FoldMoments& moments);

/// Sizes in radii of a bar of `step` keys of a sequence of n.
struct BarSize {
  float width = 0;  // along the ring
  float depth = 0;
};
BarSize bar_size(const CylinderPage& page, const FoldMoments& moments, std::uint32_t n,
                 std::uint32_t step);

/// One key's bar, back to front.
struct CylinderBar {
  std::uint32_t place = 0;
  std::uint32_t instance = 0;  // index into CylinderModel::stages
  std::uint32_t position = 0;  // in the sequence
  std::uint32_t group = 0;     // 0: goes to the lower half of the wires
  BarFaces faces;              // from `from` to `height`
  float from = 0;              // pixels above the floor
  float height = 0;
};
/// Neighbouring keys that share a bar, in a sequence of n: 1 up to 1024.
std::uint32_t cylinder_bar_step(std::uint32_t n);
/// The bars of one sequence, back to front.
std::vector<CylinderBar> cylinder_bars(const Scene& scene, const CylinderModel& model,
                                       const CylinderPage& page, std::uint32_t instance);
/// The camera of one half of a sequence's cylinder.
CylinderCamera half_camera(const Scene& scene, const CylinderModel& model, const CylinderPage& page,
                           std::uint32_t instance, std::uint32_t group);

/// What runs and what the split is, in two lines.
void draw_cylinder_captions(Picture& picture, const Scene& scene, const CylinderModel& model,
                            float width);
/// Height of the rotation network at the foot of a page.
float rotation_panel_height(float page_height);

/// What of a picture is wanted: a view may draw the bars itself, between floor and names.
struct CylinderParts {
  bool floor = true;
  bool bars = true;  // with the plane
  bool names = true;
};
/// The picture of a model; without one, why there is none.
Picture cylinder_picture(const Scene& scene, const std::optional<CylinderModel>& model, float width,
                         float height, CylinderParts parts = {});
/// The key under (x, y) of that picture, and the wire on which it stands at the cursor.
Selection pick_cylinder(const Scene& scene, const CylinderModel& model, float width, float height,
                        float x, float y);

// The drawings: cylinder_solid.cpp, cylinder_flat.cpp.
void draw_cylinders(Picture& picture, const Scene& scene, const CylinderModel& model, float width,
                    float height, CylinderParts parts);
void draw_unrolled(Picture& picture, const Scene& scene, const CylinderModel& model, float width,
                   float height);
/// Where one takes hold of the plane: lines on the page, and how many pixels further up a height of
/// 1 is.
struct PlaneEdge {
  std::vector<std::vector<ShapePoint>> lines;
  float rise = 1;
};
PlaneEdge plane_edge(const Scene& scene, const CylinderModel& model, float width, float height);
/// The same for the flat drawing.
PlaneEdge unrolled_plane_edge(const CylinderModel& model, float width, float height);

/// The network that rotates the sequence by j (figure 4): wires that cross, between y and y + h.
void draw_rotation_network(Picture& picture, const CylinderModel& model, float x, float y, float w,
                           float h);
/// The key under (x, y) of the flat drawing.
std::optional<std::uint32_t> pick_unrolled(const Scene& scene, const CylinderModel& model,
                                           float width, float height, float x, float y);

}  // namespace sortscope
