#version 450 core
// aks_tree.frag: a disc in the colour of its rank; a stranger is a diamond with an outline.

uniform vec3 u_ramp[9];  // cividis
uniform vec4 u_outline;
uniform vec4 u_stranger;
uniform vec4 u_ghost;

flat in float v_rank;
flat in float v_stranger;
flat in float v_radius;
flat in float v_size;
flat in float v_alpha;
out vec4 color;

void main() {
  vec2 from = abs((gl_PointCoord - 0.5) * v_size);
  bool diamond = v_stranger > 0.5;
  // Distance in from the edge, pixels.
  float inside = diamond ? (v_radius - from.x - from.y) * 0.7071 : v_radius - length(from);
  float cover = clamp(inside + 0.5, 0.0, 1.0) * v_alpha;
  if (cover <= 0.0) discard;
  vec3 own = u_ghost.rgb;
  if (v_rank >= 0.0) {
    float x = clamp(v_rank, 0.0, 1.0) * 8.0;
    int i = min(int(x), 7);
    own = mix(u_ramp[i], u_ramp[i + 1], x - float(i));
  } else if (!diamond && v_radius > 2.0) {
    cover *= clamp(2.0 - inside, 0.0, 1.0);  // padding is hollow
  }
  if (diamond) {
    float width = v_radius > 5.0 ? 1.9 : 1.3;
    own = mix(own, u_stranger.rgb, clamp(width + 0.5 - inside, 0.0, 1.0));
  } else if (v_rank >= 0.0 && v_radius >= 3.5) {
    own = mix(own, u_outline.rgb, clamp(1.3 - inside, 0.0, 1.0));
  }
  color = vec4(own * cover, cover);
}
