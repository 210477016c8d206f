#version 450 core
// passes.vert: bars of the pass strip from the time stamps of a sort: instance 3 i is what lies
// behind all bars (i = 0 alone), 3 i + 1 the bar of pass i, 3 i + 2 the share of its floor.
layout(std430, binding = 0) readonly buffer Stamps { uvec4 stamps[]; };  // begin and end, 64 bits each
layout(std430, binding = 1) readonly buffer Floors { float floor_ns[]; };

uniform vec2 u_viewport;  // pixels
uniform vec4 u_track;     // left, top, width, height in pixels, y down
uniform uvec2 u_from;     // the track's begin in nanoseconds since the sort's, 64 bits
uniform float u_span_ns;
uniform vec4 u_behind;
uniform vec4 u_bar;
uniform vec4 u_floor;

flat out vec4 v_color;

uvec2 minus(uvec2 a, uvec2 b) {
  uint borrow;
  uint low = usubBorrow(a.x, b.x, borrow);
  return uvec2(low, a.y - b.y - borrow);
}

// Nanoseconds of the difference, which may be negative.
float nanoseconds(uvec2 time) {
  bool negative = (time.y & 0x80000000u) != 0u;
  if (negative) time = minus(uvec2(0u), time);
  float value = float(time.y) * 4294967296.0 + float(time.x);
  return negative ? -value : value;
}

float x_of(uvec2 stamp) {
  float ns = nanoseconds(minus(minus(stamp, stamps[0].xy), u_from));
  return u_track.x + u_track.z * clamp(ns / u_span_ns, -1.0, 2.0);
}

void main() {
  uint part = uint(gl_InstanceID) % 3u;
  uint pass = uint(gl_InstanceID) / 3u;
  float right_end = u_track.x + u_track.z;
  float left = u_track.x;
  float right = right_end;
  float share = 1.0;
  v_color = u_behind;
  if (part == 0u) {
    if (pass > 0u) right = left;
  } else {
    uvec4 stamp = stamps[pass];
    float end = x_of(stamp.zw);
    left = max(x_of(stamp.xy), u_track.x);
    // A pass is never invisible; a hairline between neighbours where there is room for one.
    right = max(end, left + 1.0);
    if (right - left > 4.0) right -= 1.0;
    right = min(right, right_end);
    if (end < u_track.x || left > right_end) right = left;
    v_color = u_bar;
    if (part == 2u) {
      float took = nanoseconds(minus(stamp.zw, stamp.xy));
      share = took > 0.0 ? min(floor_ns[pass] / took, 1.0) : 0.0;
      v_color = u_floor;
    }
  }
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  float x = mix(left, right, corner.x);
  float y = u_track.y + u_track.w * (1.0 - share * corner.y);
  gl_Position = vec4(2.0 * x / u_viewport.x - 1.0, 1.0 - 2.0 * y / u_viewport.y, 0.0, 1.0);
}
