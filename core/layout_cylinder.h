// layout_cylinder.h: what the drawings of the cylinder view share: the stage, its fold, the places
// on the page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bitonic_stage.h"
#include "core/cylinder_geometry.h"
#include "core/layout.h"

namespace sortscope {

/// The sequences of the stage in view, and how far their fold has come.
struct CylinderModel {
  StageId focus;                     // the sequence that captions and controls are about
  std::vector<BitonicStage> stages;  // those drawn, from left to right; the focus is one of them
  std::size_t focus_at = 0;
  float fold = 0;
  FoldMoments moments;
  float rotation = 0;               // of the keys, in positions: 0 .. n
  BitonicStage turned;              // the focus, rotated by the nearest whole number
  std::uint32_t below = 0;          // keys of the focus under the plane
  std::vector<float> heights;       // by place, 0 .. 1
  std::vector<std::uint32_t> lit;   // places that are pointed at
  std::vector<std::uint32_t> held;  // places that are selected

  [[nodiscard]] const BitonicStage& stage() const { return stages[focus_at]; }
};

/// The model of a scene; `keys`: of the stage in view, where the caller has them already. Nothing
/// where the layer in view splits no bitonic sequence. `most_row`: the most sequences in a row.
std::optional<CylinderModel> cylinder_model(const Scene& scene, std::uint32_t most_row,
                                            const StageKeys* keys = nullptr);

/// Keys beneath the plane at a percentile, 0 .. n: n/2 at 50.
std::uint32_t keys_below(float percentile, std::uint32_t n);
/// Height of a plane with `below` keys of the stage beneath it, 0 .. 1: between the keys next to
/// it.
float plane_height(const CylinderModel& model, const BitonicStage& stage, std::uint32_t below);
/// Where key i of the sequence stands while the keys are rotated: 0 .. n.
float slot_of(std::uint32_t i, float rotation, std::uint32_t n);

/// "a¹", "a²", "a³", "a⁴".
std::string part_name(std::size_t part);
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

/// One key's bar, back to front.
struct CylinderBar {
  std::uint32_t place = 0;
  std::uint32_t instance = 0;  // index into CylinderModel::stages
  std::uint32_t position = 0;  // in the sequence
  std::uint32_t group = 0;     // 0: goes to the lower half of the wires
  BarFaces faces;              // foot on the floor, top at the key's height
  float height = 0;            // pixels
};
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

// The drawings: layout_cylinder_solid.cpp, layout_cylinder_flat.cpp.
void draw_cylinders(Picture& picture, const Scene& scene, const CylinderModel& model, float width,
                    float height);
void draw_unrolled(Picture& picture, const Scene& scene, const CylinderModel& model, float width,
                   float height);
/// The network that rotates the sequence by j (figure 4): wires that cross, between y and y + h.
void draw_rotation_network(Picture& picture, const CylinderModel& model, float x, float y, float w,
                           float h);
/// The key under (x, y) of the flat drawing.
std::optional<std::uint32_t> pick_unrolled(const Scene& scene, const CylinderModel& model,
                                           float width, float height, float x, float y);

}  // namespace sortscope
