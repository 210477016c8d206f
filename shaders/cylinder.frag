#version 450 core
// cylinder.frag: a bar's colour by rank under soft light; the plane.

uniform vec4 u_plane;
uniform vec3 u_ramp[9];  // cividis
uniform vec4 u_accent;
uniform vec4 u_ghost;

in vec3 v_normal;
flat in float v_rank;
flat in float v_mark;
out vec4 color;

void main() {
  if (u_plane.x > 0.5) {
    color = u_accent;
    return;
  }
  vec3 own = u_ghost.rgb;
  if (v_rank >= 0.0) {
    float x = clamp(v_rank, 0.0, 1.0) * 8.0;
    int i = min(int(x), 7);
    own = mix(u_ramp[i], u_ramp[i + 1], x - float(i));
  }
  if (v_mark > 0.5) own = u_accent.rgb;
  float light = v_normal.z > 0.5 ? 1.16 : 0.84 + 0.2 * (-0.5 * v_normal.x + 0.8 * v_normal.y);
  color = vec4(light < 1.0 ? own * light : mix(own, vec3(1.0), light - 1.0), 1.0);
}
