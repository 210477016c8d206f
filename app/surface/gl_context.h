// gl_context.h: what the two surfaces share: the loader, ImGui's context, a framebuffer, pixels.
#pragma once

#include <glad/gl.h>

#include <string>

#include "app/surface/damage.h"
#include "app/surface/view_renderer.h"
#include "core/base/error.h"

namespace sortscope {

/// Mesa reads ~/.drirc before it says anything. Errors: kUnavailable where that is a pipe, a device
/// or larger than 16 MB: it would wait for it, or read without end.
Status check_driver_files();

/// Loads OpenGL through `load` and checks for 4.5 and each of its functions; drivers that compile
/// on threads of their own are told to. Errors: kUnavailable, naming the version found or the
/// function that is not there.
Status load_gl(GLADloadfunc load);

/// Creates ImGui's context with our settings (no ini file, own fonts) and its OpenGL backend.
Status start_imgui();
void stop_imgui();

/// Draws ImGui's frame into the bound framebuffer of `width` x `height` pixels. `damage`: of the
/// frames in it, which nothing else draws into; only what changes is drawn then. Null: all of it.
void render_imgui(int width, int height, const float clear[4], FrameDamage* damage);

/// Reads the bound framebuffer, top row first. Errors: kUnavailable (OpenGL's error).
Result<Image> read_framebuffer(int width, int height);

/// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5".
std::string gl_description();

/// Errors: kUnavailable where the driver has reset the graphics: nothing that was made for them is
/// there any more.
Status check_graphics();

/// The next OpenGL error as text; empty if there is none.
std::string take_gl_error();

}  // namespace sortscope
