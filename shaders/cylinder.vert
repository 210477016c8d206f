#version 450 core
// cylinder.vert: a bar a column of keys, placed in closed form around the cylinder and its fold; or
// the translucent plane. The numbers are those of core/views/adaptive/cylinder_geometry.h and
// core/views/adaptive/cylinder.cpp.

// What cylinder.comp found of them.
layout(std430, binding = 1) readonly buffer Bars { uint bars[]; };

uniform vec2 u_pane;           // pixels
uniform vec4 u_camera;         // elevation, distance, foot's y, pixels a radius
uniform vec4 u_halves;         // azimuth and centre x of the lower half's cylinder, then the upper's
uniform vec4 u_fold;           // roll, separate, gap between the layers, rotation in positions
uniform uint u_first_bar;      // where this cylinder's bars stand
uniform uvec4 u_keys;          // first entry of ranks, n, keys a column, real keys
uniform uvec4 u_split;         // q, q', second case, descending instance
uniform uvec4 u_state;         // keys stand as after the stage, falling order, padding hidden, 0
uniform vec4 u_bar;            // width and depth in radii, pixels of the tallest, lowest share
uniform vec4 u_plane;          // part (0: bars, 1: plane), height in pixels, radius, half
uniform ivec4 u_held;          // positions that are selected; -1: none
uniform ivec4 u_lit;           // positions that are pointed at

out vec3 v_normal;             // right, towards the reader, up
flat out float v_rank;         // 0 to 1; below 0: padding
flat out float v_mark;         // 1: chosen
const float kTau = 6.28318530718;
const uint kPadding = 0xFFFFFFFFu;

vec2 ring(float slot) {
  float keys = float(u_keys.y);
  float around = keys * (1.0 - 0.5 * u_fold.x);
  float from_middle = slot - 0.5 * keys;
  float angle = kTau * from_middle / around + 0.5 * kTau * (1.0 + u_fold.x);
  float opened = min(4.0 * u_fold.x, 1.0) * (1.0 - u_fold.y) * u_fold.z;
  float radius = 1.0 - 0.5 * u_fold.x + opened * (from_middle / around);
  return vec2(radius, angle);
}

vec4 project(float right, float toward, float height, float center_x) {
  float sine = sin(u_camera.x);
  float cosine = cos(u_camera.x);
  float nearer = toward * cosine + height * sine;
  float perspective = u_camera.y / max(u_camera.y - nearer, 0.2 * u_camera.y);
  vec2 at = vec2(center_x + right * perspective,
                 u_camera.z + (toward * sine - height * cosine) * perspective);
  return vec4(2.0 * at.x / u_pane.x - 1.0, 1.0 - 2.0 * at.y / u_pane.y,
              clamp(-nearer / u_camera.y, -1.0, 1.0), 1.0);
}

float share_of(uint rank) {
  if (rank == kPadding) return u_state.y != 0u ? 0.0 : 1.0;
  float share = u_keys.w <= 1u ? 0.5 : min(float(rank) / float(u_keys.w - 1u), 1.0);
  return u_state.y != 0u ? 1.0 - share : share;
}

void draw_plane() {
  v_rank = 0.0;
  v_mark = 0.0;
  v_normal = vec3(0.0, 0.0, 1.0);
  int side = int(u_plane.w);
  float angle = kTau * float(gl_VertexID) / 96.0;
  float radius = u_plane.z * u_camera.w;
  gl_Position = project(radius * sin(angle), radius * cos(angle), u_plane.y,
                        side == 0 ? u_halves.y : u_halves.w);
}

void main() {
  if (u_plane.x > 0.5) {
    draw_plane();
    return;
  }
  uint n = u_keys.y;
  uint position = uint(gl_InstanceID) * u_keys.z;
  uint rank = bars[u_first_bar + uint(gl_InstanceID)];
  float share = share_of(rank);
  v_rank = rank == kPadding ? -1.0 : (u_keys.w <= 1u ? 0.5 : float(rank) / float(u_keys.w - 1u));
  v_mark = 0.0;
  for (int i = 0; i < 4; ++i) {
    int first = int(position);
    int last = int(position + u_keys.z);
    if ((u_held[i] >= first && u_held[i] < last) || (u_lit[i] >= first && u_lit[i] < last)) {
      v_mark = 1.0;
    }
  }
  bool lower = (position + n - u_split.x) % n < n / 2u;
  bool first_half = lower != (u_split.w != 0u);
  float slot = mod(float(position) - u_fold.w + float(n), float(n)) + 0.5 * float(u_keys.z);
  vec2 at = ring(slot);
  float angle = at.y - (first_half ? u_halves.x : u_halves.z);
  vec2 outward = vec2(sin(angle), cos(angle));
  vec2 along = vec2(cos(angle), -sin(angle));

  // Five faces of two triangles: outer, right, inner, left, top.
  const vec2 kCorners[4] = vec2[4](vec2(-0.5, 0.5), vec2(0.5, 0.5), vec2(0.5, -0.5),
                                   vec2(-0.5, -0.5));
  const int kTriangles[6] = int[6](0, 1, 2, 0, 2, 3);
  int face = gl_VertexID / 6;
  int corner = kTriangles[gl_VertexID % 6];
  vec2 flat_corner;
  float up;
  if (face < 4) {
    int side = corner == 0 || corner == 3 ? face : (face + 1) % 4;
    flat_corner = kCorners[side];
    up = corner >= 2 ? 1.0 : 0.0;
    vec2 normal = face == 0 ? outward : face == 1 ? along : face == 2 ? -outward : -along;
    v_normal = vec3(normal, 0.0);
  } else {
    flat_corner = kCorners[corner];
    up = 1.0;
    v_normal = vec3(0.0, 0.0, 1.0);
  }
  vec2 place = at.x * outward + flat_corner.x * u_bar.x * along + flat_corner.y * u_bar.y * outward;
  float height = up * u_bar.z * (u_bar.w + (1.0 - u_bar.w) * share);
  gl_Position = project(place.x * u_camera.w, place.y * u_camera.w, height,
                        first_half ? u_halves.y : u_halves.w);
  bool hidden = rank == kPadding && u_state.z != 0u;
  if (hidden) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
}
