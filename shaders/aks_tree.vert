#version 450 core
// aks_tree.vert: a point a key of the AKS tree, placed in closed form where it is, between two
// spots of its node, or on its way to the next step. The numbers are those of
// core/views/aks/tree_geometry.cpp.

layout(std430, binding = 0) readonly buffer Moves { uvec2 moves[]; };  // next spot, wire
layout(std430, binding = 1) readonly buffer Keys { uvec4 keys[]; };    // spot before, rank, final wire

const uint kMostLevels = 6u;
const uint kPadding = 0xFFFFFFFFu;

uniform uint u_now_count;
uniform uvec4 u_now_level[kMostLevels];   // base, a, level, up
uniform uvec4 u_now_shape[kMostLevels];   // keys in a column, columns of a half
uniform vec4 u_now_place[kMostLevels];    // left, span, y, radius
uniform vec4 u_now_cell[kMostLevels];     // width and height of a cell, gap, half height
uniform uint u_next_count;
uniform uvec4 u_next_level[kMostLevels];
uniform uvec4 u_next_shape[kMostLevels];
uniform vec4 u_next_place[kMostLevels];
uniform vec4 u_next_cell[kMostLevels];

uniform vec2 u_viewport;     // pixels
uniform vec4 u_page;         // origin in pixels, pixels a unit, least radius of strangers
uniform vec2 u_share;        // of the exchange, of the move
uniform uvec4 u_keys;        // spots a point, d, real keys, padding hidden
uniform uint u_strangers;    // 1: only strangers are drawn; 0: only the others

flat out float v_rank;       // 0 to 1; below 0: padding
flat out float v_stranger;
flat out float v_radius;     // pixels
flat out float v_size;       // of the point
flat out float v_alpha;

vec3 place_key(uvec4 level, uvec4 shape, vec4 place, vec4 cell, uint spot) {
  uint in_level = spot - level.x;
  uint node = in_level / level.y;
  uint slot = in_level - node * level.y;
  uint half_keys = level.y / 2u;
  bool right = slot >= half_keys;
  uint k = right ? slot - half_keys : half_keys - 1u - slot;
  uint column = k / shape.x;
  uint in_column = k - column * shape.x;
  if (!right) in_column = shape.x - 1u - in_column;
  float out_x = 0.5 * cell.z + (float(column) + 0.5) * cell.x;
  float x = place.x + (float(node) + 0.5) * place.y + (right ? out_x : -out_x);
  return vec3(x, place.z - cell.w + (float(in_column) + 0.5) * cell.y, place.w);
}

uint now_index(uint spot) {
  uint index = 0u;
  while (index + 1u < u_now_count && spot >= u_now_level[index + 1u].x) ++index;
  return index;
}

vec3 now_at(uint spot) {
  uint i = now_index(spot);
  return place_key(u_now_level[i], u_now_shape[i], u_now_place[i], u_now_cell[i], spot);
}

vec3 next_at(uint spot) {
  uint i = 0u;
  while (i + 1u < u_next_count && spot >= u_next_level[i + 1u].x) ++i;
  return place_key(u_next_level[i], u_next_shape[i], u_next_place[i], u_next_cell[i], spot);
}

float smooth_share(float share) {
  float s = clamp(share, 0.0, 1.0);
  return s * s * (3.0 - 2.0 * s);
}

void main() {
  uint spot = uint(gl_VertexID) * u_keys.x;
  uvec4 key = keys[spot];
  uint i = now_index(spot);
  uvec4 level = u_now_level[i];
  uint node = (spot - level.x) / level.y;
  bool stranger = (key.z >> (u_keys.y - level.z)) != node;
  bool padding = key.y == kPadding;
  gl_PointSize = 1.0;
  v_rank = padding ? -1.0 : (u_keys.z <= 1u ? 0.5 : float(key.y) / float(u_keys.z - 1u));
  v_stranger = stranger ? 1.0 : 0.0;
  v_radius = 1.0;
  v_size = 1.0;
  v_alpha = 1.0;
  if (stranger != (u_strangers != 0u) || (padding && u_keys.w != 0u)) {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    return;
  }
  vec3 at = now_at(spot);
  if (u_share.y > 0.0) {
    vec3 to = next_at(moves[spot].x);
    float leaves = to.y < at.y ? 0.0 : 0.2;
    float s = smooth_share((u_share.y - leaves) / 0.8);
    float fall = 1.5 * s * (1.0 - s) + s * s * s;
    at = vec3(mix(at.x, to.x, smooth_share(s)), mix(at.y, to.y, fall), mix(at.z, to.z, s));
  } else if (key.x != spot) {
    vec3 from = now_at(key.x);
    float s = smooth_share(u_share.x);
    vec2 way = at.xy - from.xy;
    float span = max(length(way), 1e-3);
    float most = max(1.1 * from.z, min(0.12 * span, 14.0));
    float out_of_way = 1.0 - 2.0 * s;
    float bow = most * (1.0 - out_of_way * out_of_way * out_of_way * out_of_way) / span;
    at.xy = mix(from.xy, at.xy, s) + bow * vec2(-way.y, way.x);
  }
  float radius = at.z * u_page.z;
  if (stranger) radius = max(1.35 * radius, u_page.w * u_page.z);
  // Smaller than a pixel: fainter instead, so that many make a tone.
  float least = 0.62;
  if (radius < least) {
    v_alpha = max(radius / least, 0.35);
    radius = least;
  }
  v_radius = radius;
  v_size = 2.0 * radius + 2.0;
  gl_PointSize = v_size;
  vec2 pixel = u_page.xy + at.xy * u_page.z;
  gl_Position = vec4(2.0 * pixel.x / u_viewport.x - 1.0, 1.0 - 2.0 * pixel.y / u_viewport.y, 0.0,
                     1.0);
}
