// tree.cpp: the tree view: its layout, and a button where the run has no trees.
#include "app/state/command_table.h"
#include "app/views/parts.h"
#include "app/views/views.h"
#include "app/widgets/widgets.h"
#include "core/scenes/tree_moment.h"

namespace sortscope {

namespace {

constexpr float kButtonTop = 104;  // below the layout's words

class TreeView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return picture_->id(); }
  [[nodiscard]] std::string_view title() const override { return picture_->title(); }

  void draw(const ViewParts& given, ImDrawList& list, const Pane& pane) override {
    picture_->draw(given, list, pane);
    if (has_trees(given.session.recording())) return;
    const Brush brush = Brush::of(given.look);
    const std::string_view words = "Record these keys with the adaptive sort";
    const Area button{pane.x + brush.px(20), pane.y + brush.px(kButtonTop),
                      text_button_width(brush, words), brush.px(32)};
    if (text_button(brush, "tree-record", button, words, ButtonLook::kPrimary)) {
      given.asked.ask("tree-record");
    }
    command_tooltip(given.look, "tree-record");
  }

  void fit() override { picture_->fit(); }
  void zoom(float factor) override { picture_->zoom(factor); }
  void pan(float dx, float dy) override { picture_->pan(dx, dy); }
  [[nodiscard]] std::optional<ViewCamera> camera() const override { return picture_->camera(); }
  void set_camera(const ViewCamera& camera) override { picture_->set_camera(camera); }

 private:
  std::unique_ptr<View> picture_ = make_layout_view(kTreeLayout);
};

}  // namespace

std::unique_ptr<View> make_tree_view() { return std::make_unique<TreeView>(); }

}  // namespace sortscope
