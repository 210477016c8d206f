// headless.cpp: one view of a recording, rendered by the window's frame code without a
// window.
#include "app/state/app.h"
#include "app/state/opening.h"
#include "app/surface/gl_context.h"
#include "app/surface/view_renderer.h"
#include "app/window/frame.h"
#include "core/pictures/palette.h"

namespace sortscope {

namespace {

class HeadlessRenderer final : public ViewRenderer {
 public:
  explicit HeadlessRenderer(std::shared_ptr<const Recording> recording)
      : recording_(std::move(recording)) {}

  Result<Image> render(const ViewRequest& request) override {
    if (Status status = prepare(request); !status) return status.error();
    App& app = *app_;
    app.look.palette = request.palette != nullptr ? request.palette : &palettes()[0];
    app.session.options = request.options;
    app.session.measured = request.measured;
    // An open question holds a person, not a film.
    app.session.laid_over = {};
    app.session.pose(request.cursor, request.fraction, request.whole_layer);
    app.session.laid_over = request.laid_over;
    if (request.camera) {
      view_->set_camera({request.camera->zoom, request.camera->x, request.camera->y});
    }
    // The second frame sees what the first laid out.
    for (int i = 0; i < (fresh_ ? 2 : 1); ++i) {
      if (Status status = prepare_frame(app); !status) return status.error();
      surface_->begin_frame();
      compose_view(app, *view_);
      const Color ground = app.look.palette->color(Role::kGround);
      const float clear[4] = {ground.r, ground.g, ground.b, 1};
      surface_->end_frame(clear);
      if (Status status = check_graphics(); !status) return status.error();
    }
    fresh_ = false;
    return surface_->read_pixels();
  }

 private:
  Status prepare(const ViewRequest& request) {
    const ViewKind* kind = find_view_kind(request.view);
    if (kind == nullptr) {
      return Error{ErrorCode::kBadUsage, "there is no view '" + request.view + "'.",
                   "`sortscope list views` names them."};
    }
    if (!surface_ || surface_->width() != request.width || surface_->height() != request.height ||
        scale_ != request.scale) {
      view_.reset();
      app_.reset();
      surface_.reset();
      auto made = make_headless_surface(request.width, request.height, request.scale);
      if (!made) return made.error();
      surface_ = std::move(*made);
      scale_ = request.scale;
      app_ = std::make_unique<App>(*surface_);
      adopt(*app_, prepare_run(recording_));
    }
    if (!view_ || view_->id() != request.view) {
      view_ = kind->make();
      fresh_ = true;
    }
    return {};
  }

  std::shared_ptr<const Recording> recording_;
  // Declared in this order: views and app hold OpenGL objects of the surface's context.
  std::unique_ptr<Surface> surface_;
  std::unique_ptr<App> app_;
  std::unique_ptr<View> view_;
  float scale_ = 0;
  bool fresh_ = true;
};

}  // namespace

Result<std::unique_ptr<ViewRenderer>> make_view_renderer(
    std::shared_ptr<const Recording> recording) {
  // A context of the smallest size tells at once whether there is one to be had.
  auto probe = make_headless_surface(1, 1, 1);
  if (!probe) return probe.error();
  probe->reset();
  return std::unique_ptr<ViewRenderer>(std::make_unique<HeadlessRenderer>(std::move(recording)));
}

}  // namespace sortscope
