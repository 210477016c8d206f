// tree.h: parts of the picture of the AKS construction's tree: where they stand, the
// table of sizes, the plot of strangers.
#pragma once

#include <memory>
#include <string>

#include "core/scenes/aks_tree_moment.h"
#include "core/scenes/layout.h"
#include "core/views/aks/tree_geometry.h"

namespace sortscope::aks_tree_picture {

inline constexpr float kMargin = 20;
inline constexpr float kText = 12;

/// A rectangle of the page.
struct Place {
  float left = 0, top = 0, width = 0, height = 0;
  [[nodiscard]] bool there() const { return width > 0 && height > 0; }
  [[nodiscard]] bool contains(float x, float y) const {
    return there() && x >= left && x < left + width && y >= top && y < top + height;
  }
  [[nodiscard]] float right() const { return left + width; }
  [[nodiscard]] float bottom() const { return top + height; }
};

/// Table 2.1: a row a level, a column a step; as many columns as fit, around the cursor's.
struct SizeTable {
  Place place;  // of the cells
  float cell = 44;
  float row = 16;
  bool beside_tree = false;  // its rows are those of the tree
  std::uint32_t first = 0;   // step of the first column
  std::uint32_t columns = 0;
};

/// Where everything stands. The page is laid out in units that are `magnified` times as large.
struct AksTreePage {
  float magnified = 1;
  float width = 0, height = 0;
  float gutter = 0;  // names of the levels, left of the tree
  AksTreeField field;
  SizeTable table;
  Place plot;   // axes of the strangers
  Place notes;  // what is scaled, true constants
};
AksTreePage aks_tree_page(const Scene& scene, std::uint32_t t, float width, float height);

/// What a picture is made of; the screen draws keys with shaders between the others.
struct AksTreeParts {
  bool floor = true;  // boxes, edges, table, plot
  bool keys = true;
  bool names = true;  // texts, the followed key
};
/// The picture on a page of `width` x `height` units; a line of text where the run is no AKS run.
Picture draw_aks_tree(const Scene& scene, const AksTreeMoment* moment, float width, float height,
                      AksTreeParts parts, AksTreeMemory* memory);

/// The node or key at (x, y) of a page, both empty elsewhere.
struct AksTreeHit {
  std::uint32_t level = 0, node = 0;
  std::uint32_t place = 0, spot = 0;
  bool found = false;
};
AksTreeHit aks_tree_hit(const Scene& scene, const AksTreeMoment& moment, float width, float height,
                        float x, float y);
/// The command that pressing the table or the plot at (x, y) runs.
std::string aks_tree_seek(const Scene& scene, std::uint32_t t, float width, float height, float x,
                          float y);

/// The step in words: "Step t = 5 of 16".
std::string step_title(const Scene& scene, std::uint32_t t);
/// What stands above the tree: what happens, the key or node that is pointed at.
std::string step_story(const Scene& scene, const AksTreeMoment& moment);
std::string hit_text(const Scene& scene, const AksTreeMoment& moment, const AksTreeHit& hit);
/// Of a followed key: where it is, where it goes (not where `brief`), when it was a stranger.
std::string path_text(const Scene& scene, const AksTreeMoment& moment, const AksTreePath& path,
                      bool brief);

/// a as the table has it: at most five characters up to 2^16, "1008Ki" above.
std::string size_text(std::uint32_t wires);

void draw_table(Picture& picture, const Scene& scene, const AksTreePage& page, std::uint32_t t,
                const AksTreePath* path);
void draw_plot(Picture& picture, const Scene& scene, const AksTreePage& page, std::uint32_t t,
               float share);
void draw_notes(Picture& picture, const Scene& scene, const AksTreePage& page);
/// A diamond, the shape of strangers; `radius`: to its corners.
void add_stranger(Picture& picture, float x, float y, float radius, float rank);
/// Keys as dots, or where they are many as cells of their mean rank.
void draw_keys(Picture& picture, const Scene& scene, const AksTreeMoment& moment,
               const AksTreeRows& now, const AksTreeRows& next);
/// Half the height of the boxes of `level`.
float reach_of(const AksTreeRows& rows, std::uint32_t level);
/// The way of a key through all steps along the edges of the tree: where it was, and dashed where
/// it will be. `rows`: of the step whose boxes are drawn.
void draw_path(Picture& picture, const Scene& scene, const AksTreePage& page,
               const AksTreeRows& rows, const AksTreeMoment& moment, const AksTreePath& path);
/// Where the key on `spot` is drawn at the scene's fraction.
AksTreeDot dot_at(const Scene& scene, const AksTreeMoment& moment, const AksTreeRows& now,
                  const AksTreeRows& next, std::uint32_t spot);

}  // namespace sortscope::aks_tree_picture
