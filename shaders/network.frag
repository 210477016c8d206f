#version 450 core
// network.frag: the body of a network diagram. Every pixel works out from the closed form
// (core/networks/network.h, LayerForm) which wire, comparator and outcome bit lie under it.
//
// Compiled in variants, because software renderers execute both sides of every branch:
//   LAYER    0: a margin, only wires; 1: comparators one by one; 2: too dense for that,
//            sampled; 3: dense, shown by their share of exchanges; 4: keys as a strip of colour at
//            the cursor, above the layers
//   TREE     a parallel step of adaptive bitonic merging: its lower wires come from the buffer
//   PADDING  the run is padded
//   FORMS    0: no layer of the run is mirrored or ends at blocks; 1: some end at blocks; 2: any

// Outcomes of the run, or of what is seen of it; of steps in trees lower wires too.
layout(std430, binding = 1) readonly buffer Bits { uint bits[]; };
layout(std430, binding = 2) readonly buffer Ranks { uint ranks[]; };
layout(std430, binding = 3) readonly buffer Padding { uint padding[]; };

#if LAYER == 3
layout(std430, binding = 5) readonly buffer Tiles { uint tiles[]; };
uniform uvec3 u_tiles;        // first word, tiles a layer, log2 of the wires of a tile
uniform int u_contrast;       // 0: absolute; 1: beside the layer's share; 2: beside a half
layout(location = 7) flat in float layer_spread;
layout(location = 8) flat in uint by_tiles;
#endif

uniform vec3 u_pane;          // left and top of the pane, rows of the framebuffer, in pixels
uniform vec2 u_unit;          // pixels a diagram unit across, pixels a wire
uniform int u_wire0;          // a wire near the pane ...
uniform float u_wire0_y;      // ... and its height in the pane
uniform vec2 u_wire_span;     // pixels: where wires begin and end
uniform uint u_wires;
uniform uvec4 u_cursor;       // layer, comparators run in it, comparator in motion or ~0, real keys
uniform float u_front;        // pixels: what of the cursor's layer lies left of it has run
#if LAYER == 4
uniform float u_strip;        // pixels: where the strip of keys stands ...
uniform float u_strip_width;  // ... and its width
uniform uvec2 u_ranks;        // wire of the first of the ranks, log2 of the wires that each stands for
uniform vec3 u_ramp[9];       // cividis
#endif
uniform uint u_padding_words; // words a row of the padding map
uniform ivec4 u_flags;        // arrows, outcome bits there, padding hidden, order descending
uniform float u_scale;        // of strokes
uniform vec4 u_exchanged, u_kept, u_future, u_wire, u_ghost, u_ground;

// What network.vert says of the layer: see its struct Layer.
layout(location = 0) flat in uvec4 form_a;
layout(location = 1) flat in uvec4 form_b;
layout(location = 2) flat in uvec4 place;
layout(location = 3) flat in uvec4 window;
layout(location = 4) flat in vec4 layer_x;
layout(location = 5) flat in uint group_log2;
layout(location = 6) flat in float layer_share;

out vec4 color;

void over(vec3 c, float alpha) { color = vec4(c * alpha, alpha) + color * (1.0 - alpha); }

float cover(float distance_px) { return clamp(0.5 - distance_px, 0.0, 1.0); }

uint remove_bit(uint x, uint bit) {
  uint low = (1u << bit) - 1u;
  return ((x >> 1) & ~low) | (x & low);
}

#if PADDING
bool padded(uint boundary, uint wire) {
  return (padding[boundary * u_padding_words + wire / 32u] >> (wire & 31u) & 1u) != 0u;
}
#endif

// `at`: word and bit.
bool outcome(uvec2 at) { return u_flags.y != 0 && (bits[at.x] >> at.y & 1u) != 0u; }

// The colour of a comparator that has run. Where there is no memory for outcome bits, all of a layer
// have the colour of its share.
vec3 tone_of(bool exchanged) {
  return u_flags.y != 0 ? (exchanged ? u_exchanged.rgb : u_kept.rgb)
                        : mix(u_kept.rgb, u_exchanged.rgb, layer_share);
}

float y_of(int wire) { return u_wire0_y + float(wire - u_wire0) * u_unit.y; }

#if TREE
// The comparison of sub-column (and so stage) `column` in the instance that height `y_offset` (from
// u_wire0) lies in; false if it starts below.
bool find_comparator(uint column, float y_offset, out int lower, out int upper,
                     out uint index, out uvec2 at) {
  int y_wire = u_wire0 + int(floor(y_offset + 0.5));
  if (y_wire < 0 || y_wire >= int(u_wires) || u_flags.y == 0) return false;
  uint size_log2 = form_a.y - column;
  uint first_stage = form_b.y;
  uint in_block = uint(y_wire) & ((1u << form_b.x) - 1u);
  index = (uint(y_wire) >> form_b.x) * form_a.w + (1u << (first_stage + column)) -
          (1u << first_stage) + (in_block >> size_log2);
  // Each run of wires has a comparison of each stage, or as many as it has instances.
  uint run_log2 = window.w;
  uint whole_log2 = min(form_a.y, run_log2);
  uint in_run = size_log2 > run_log2
      ? column
      : form_a.y - whole_log2 + (1u << (run_log2 - size_log2)) - (1u << (run_log2 - whole_log2)) +
            ((uint(y_wire) & ((1u << run_log2) - 1u)) >> size_log2);
  uint entry = ((uint(y_wire) >> run_log2) - window.y) * window.z + in_run;
  at = uvec2(window.x + (entry >> 5), entry & 31u);
  lower = int(bits[form_a.z + entry]);
  upper = lower + (1 << (int(size_log2) - 1));
  return y_wire >= lower;
}
#else
// Where the outcome of comparator `index` stands, in `period` of sub-column `column`.
uvec2 place_of(uint index, uint period, uint column) {
  if ((place.y & 1u) == 0u) return uvec2(window.x + (index >> 5), index & 31u);
  uint word = (column >> (5u + (place.y >> 1))) - window.w;
  return uvec2(window.x + (period - window.y) * window.z + word, column & 31u);
}

// The comparator of sub-column `column` that starts nearest above wire height `y_offset` (from
// u_wire0; half a wire more counts); false if there is none.
bool find_comparator(uint column, float y_offset, out int lower, out int upper,
                     out uint index, out uvec2 at) {
  uint chunk_log2 = form_a.y;
  int wires = int(u_wires);
  int y_wire = u_wire0 + int(floor(y_offset + 0.5));
  if (y_wire < 0) return false;
#if FORMS == 2
  if (form_b.w != 0u) {
    int size = 1 << form_b.x;
    int q = y_wire >> int(form_b.x);
    int rest = wires - (q << int(form_b.x));
    int r = int(column) + max(size - rest, 0);
    if (r >= size >> 1) return false;
    lower = q * size + r;
    upper = q * size + size - 1 - r;
    index = uint(q) * form_b.y + column;
    at = place_of(index, uint(q), column);
    return y_wire >= lower && upper < wires && index < form_a.x;
  }
#endif
  // The distance is 2^t - 1 chunks: comparators of a sub-column repeat every 2^t chunks.
  int mask = (1 << chunk_log2) - 1;
  int first = int(form_a.z) + ((int(column) & ~mask) << 1) + (int(column) & mask);
  int period_log2 = int(chunk_log2 + 1u + group_log2);
  if (y_wire < first) return false;
  lower = first + (((y_wire - first) >> period_log2) << period_log2);
  upper = lower + int(form_a.w);
  uint x = uint(lower) - form_a.z;
  index = remove_bit(x, chunk_log2);
#if FORMS > 0
  if (form_b.y > 0u) {
    uint q = uint(lower) >> form_b.x;
    if ((uint(upper) >> form_b.x) != q) return false;
    index = q * form_b.y + remove_bit(x - (q << form_b.x), chunk_log2);
  }
#endif
  at = place_of(index, x >> uint(period_log2), column);
  return upper < wires && index < form_a.x;
}
#endif

bool has_run(uint index, float column_px) {
  if (place.x != u_cursor.x) return place.x < u_cursor.x;
  return index < u_cursor.y || index == u_cursor.z || column_px <= u_front;
}

#if LAYER == 1
// One comparator in detail: line, dots, arrow.
void draw_comparator(vec2 p, float column_px, int lower, int upper, uint index,
                     uvec2 at, float detail) {
  bool run = has_run(index, column_px);
#if TREE
  if (!run) return;  // outcomes decide where it will be
#endif
  bool exchanged = run && outcome(at);
#if PADDING
  bool from_lower = padded(place.x, uint(lower));
  bool from_upper = padded(place.x, uint(upper));
  if (from_lower && from_upper && u_flags.z != 0) return;
  bool ghost = from_lower || from_upper;
#else
  const bool ghost = false;
#endif
  vec3 tone = !run ? u_future.rgb : ghost && !exchanged ? u_ghost.rgb : tone_of(exchanged);
  float y0 = y_of(lower);
  float y1 = y_of(upper);
  float width = exchanged ? max(2.2 * detail, 0.8) : max(1.2 * detail, 0.6);
  float radius = 3.4 * detail;
  bool dots = u_unit.y >= 5.0 * u_scale && detail > 0.3 * u_scale;
  float dx = abs(p.x - column_px);
  float inset = dots && !exchanged ? radius : 0.0;
  float along = max(y0 + inset - p.y, p.y - (y1 - inset));
  float line = min(cover(dx - max(width, 1.0) * 0.5) * min(width, 1.0), cover(along));
  if (ghost) line *= step(fract(p.y / (8.0 * u_scale)), 0.55);
  over(tone, line);
  if (u_flags.x != 0 && detail > 0.42 * u_scale) {
    bool descending = form_b.z != 0u && (uint(lower) & form_b.z) != 0u;
    bool down = descending == (u_flags.w != 0);
    float size = 5.0 * detail;
    float back = down ? y1 - radius - 1.0 - p.y : p.y - (y0 + radius + 1.0);
    if (back > -2.0 && back < size + 1.0) {
      float chevron = abs(dx - 0.7 * max(back, 0.0)) * 0.82;
      over(tone, min(cover(chevron - width * 0.5), min(cover(-back - 0.5), cover(back - size))));
    }
  }
  if (!dots) return;
  float to_dot = min(length(p - vec2(column_px, y0)), length(p - vec2(column_px, y1)));
  float stroke = max(1.2 * detail, 0.8);
  if (exchanged) {
    over(tone, cover(to_dot - radius));
  } else {
    over(u_ground.rgb, cover(to_dot - radius));
    over(tone, cover(abs(to_dot - radius + stroke * 0.5) - stroke * 0.5));
  }
}

#elif LAYER == 3
// 0 to 1, from fewer exchanges to more: a share of `comparators`, as u_contrast has it.
float contrasted(float share, float comparators) {
  if (u_contrast == 1) {
    return clamp(0.5 + 0.5 * (share - layer_share) / max(layer_spread, 1.0 / 256.0), 0.0, 1.0);
  }
  if (u_contrast == 2) {
    // Four standard deviations from half are the full colour.
    return clamp(0.5 + (share - 0.5) * sqrt(comparators) / 4.0, 0.0, 1.0);
  }
  return share;
}

// Comparators of a short layer that start above height `wire`.
float comparators_above(float wire) {
#if FORMS > 0
  if (form_b.y != 0u) {
    uint block = uint(max(wire, 0.0)) >> form_b.x;
    float in_block = (wire - float(block << form_b.x) - float(form_a.z)) * 0.5;
    return float(block * form_b.y) + clamp(in_block, 0.0, float(form_b.y));
  }
#endif
  return (wire - float(form_a.z)) * 0.5;
}

// Comparators closer than pixels: the share of exchanges over the wires of this pixel, looked up in
// the tiles or counted in the outcome bits of short ones.
void draw_share(vec2 p, float y_offset) {
  float first_px = layer_x.z - float(place.w) * layer_x.w;
  float last_px = first_px + float(place.z - 1u) * layer_x.w;
  if (u_contrast != 0) {
    // A map has no gaps.
    first_px = layer_x.x;
    last_px = layer_x.y;
  }
  float share = 0.0;
  float comparators = 0.0;
  uint index = 0u;
  if (by_tiles != 0u) {
    float wire = float(u_wire0) + y_offset + 0.5;
    if (wire < 0.0 || wire >= float(u_wires)) return;
    uint tile = tiles[u_tiles.x + place.x * u_tiles.y + min(uint(wire) >> u_tiles.z, u_tiles.y - 1u)];
    if ((tile >> 16) == 0u) return;
    share = float(tile & 0xFFFFu) / 65535.0;
    comparators = float(tile >> 16) / 65535.0 * 0.5 * float(1u << u_tiles.z);
    index = min(uint(wire / float(u_wires) * float(form_a.x)), form_a.x - 1u);
  } else {
    float y_wire = float(u_wire0) + y_offset;
    float begin = comparators_above(y_wire - 0.5 / u_unit.y);
    float end = comparators_above(y_wire + 0.5 / u_unit.y);
    if (end < 0.0 || begin >= float(form_a.x) || begin >= end) return;
    uint from = uint(max(begin, 0.0)) >> 5;
    uint to = min(uint(max(end, 0.0)), form_a.x - 1u) >> 5;
    uint stride = max((to - from + 1u) / 12u, 1u);
    uint ones = 0u;
    uint all = 0u;
    for (uint w = from; w <= to; w += stride) {
      ones += u_flags.y != 0 ? bitCount(bits[window.x + w]) : 0u;
      all += min(form_a.x - w * 32u, 32u);
    }
    share = u_flags.y != 0 ? float(ones) / float(max(all, 1u)) : layer_share;
    comparators = float(all);
    index = min(from * 32u, form_a.x - 1u);
  }
  bool run = has_run(index, 0.5 * (first_px + last_px));
  vec3 tone = run ? mix(u_kept.rgb, u_exchanged.rgb, contrasted(share, comparators)) : u_future.rgb;
  float edge = clamp(min(p.x - first_px, last_px - p.x) + 1.0, 0.0, 1.0);
  over(tone, edge * 0.85);
}
#elif LAYER == 2 && TREE
// A step too dense for single comparisons: lines of one pixel, four heights of each. Where the
// wires are not known, the share of the step's exchanges.
void draw_dense(vec2 p, float y_offset) {
  float column = place.z == 1u ? 0.0 : floor((p.x - layer_x.z) / layer_x.w + 0.5);
  float c = column + float(place.w);
  if (c < 0.0 || c >= float(place.z)) return;
  float column_px = layer_x.z + column * layer_x.w;
  float line = cover(abs(p.x - column_px) - 0.5);
  if (u_flags.y == 0) {
    if (has_run(0u, column_px)) over(mix(u_kept.rgb, u_exchanged.rgb, layer_share), line * 0.5);
    return;
  }
  vec3 sum = vec3(0.0);
  float hits = 0.0;
  for (int i = 0; i < 4; ++i) {
    float y = y_offset + (float(i) - 1.5) * 0.25 / u_unit.y;
    int lower, upper;
    uint index;
    uvec2 at;
    if (!find_comparator(uint(c), y, lower, upper, index, at)) continue;
    if (float(u_wire0) + y > float(upper) + 0.5) continue;
    if (!has_run(index, column_px)) continue;  // outcomes decide where it will be
    sum += tone_of(outcome(at));
    hits += 1.0;
  }
  if (hits > 0.0) over(sum / hits, line * hits / 4.0);
}
#elif LAYER == 2
// A layer too dense for single comparators: how many lines pass here, and what share exchanged.
void draw_dense(vec2 p, float y_offset) {
  uint columns = place.z;
  float pitch = layer_x.w;
  float first_px = layer_x.z - float(place.w) * pitch;
  int samples = clamp(int(ceil(1.0 / pitch)), 1, 3);
  // Of columns within half a pixel those of one word stand for all.
  uint left_out = ((32u << (place.y >> 1)) - 1u) & ~31u;
  vec3 sum = vec3(0.0);
  float hits = 0.0;
  float y_wire = float(u_wire0) + y_offset;
  for (int i = 0; i < samples; ++i) {
    float x = p.x - 0.5 + (float(i) + 0.5) / float(samples);
    float column = floor((x - first_px) / pitch + 0.5);
    if (column < 0.0 || column >= float(columns)) continue;
    int lower, upper;
    uint index;
    uvec2 at;
    if (!find_comparator(uint(column) & ~left_out, y_offset, lower, upper, index, at)) continue;
    if (y_wire > float(upper) + 0.5) continue;
    bool run = has_run(index, first_px + column * pitch);
    sum += run ? tone_of(outcome(at)) : u_future.rgb;
    hits += 1.0;
  }
  if (hits > 0.0) over(sum / hits, hits / float(samples) * 0.85);
}

#endif

#if LAYER == 1 && PADDING && !TREE
// Where a key leaves `wire` (`nearest` from u_wire0): at its comparator, else at `otherwise`.
float change_x(int wire, float nearest, float otherwise) {
  for (uint column = 0u; column < min(place.z, 256u); ++column) {
    int lower, upper;
    uint index;
    uvec2 at;
    if (!find_comparator(column, nearest, lower, upper, index, at)) continue;
    if (lower == wire || upper == wire) {
      return layer_x.z + (float(column) - float(place.w)) * layer_x.w;
    }
  }
  return otherwise;
}
#endif

void draw_wire(vec2 p, float y_offset, float nearest, uint wire, uint boundary) {
  float width = clamp(u_unit.y / 20.0, 0.35, 1.1 * u_scale);
  vec4 tone = u_wire;
  float alpha = u_unit.y >= 3.0 ? cover(abs(y_offset - nearest) * u_unit.y - max(width, 1.0) * 0.5) *
                                      min(width, 1.0)
                                : 0.3;
#if PADDING
  if (padded(boundary, wire)) {
    tone = u_ghost;
    alpha *= u_flags.z != 0 ? 0.0 : step(fract(p.x / (8.0 * u_scale)), 0.5);
  }
#endif
  over(tone.rgb, alpha);
}

void main() {
  vec2 p = vec2(gl_FragCoord.x - u_pane.x, u_pane.z - gl_FragCoord.y - u_pane.y);
  color = vec4(0.0);
  float y_offset = (p.y - u_wire0_y) / u_unit.y;
  float nearest = floor(y_offset + 0.5);
  int wire = u_wire0 + int(nearest);
  bool on_wires = wire >= 0 && wire < int(u_wires);
#if LAYER != 4
  if (on_wires && p.x >= u_wire_span.x && p.x <= u_wire_span.y) {
    uint boundary = place.x;
#if LAYER != 0
    float change = 0.5 * (layer_x.x + layer_x.y);
#if LAYER == 1 && PADDING && !TREE
    if (padded(boundary, uint(wire)) != padded(boundary + 1u, uint(wire))) {
      change = change_x(wire, nearest, change);
    }
#endif
    boundary += p.x > change ? 1u : 0u;
#endif
    draw_wire(p, y_offset, nearest, uint(wire), boundary);
  }
#endif

#if LAYER == 1
  // Marks stay within half a pitch of their sub-column: only the nearest can be here.
  float pitch = layer_x.w;
  float room = min(u_unit.y / 24.0, min(place.z == 1u ? u_unit.x : pitch, u_unit.x) / 11.0);
  float detail = clamp(room, 0.3 * u_scale, 1.35 * u_scale);
  float column = place.z == 1u ? 0.0 : floor((p.x - layer_x.z) / pitch + 0.5);
  float c = column + float(place.w);
  int lower, upper;
  uint index;
  uvec2 at;
  if (c >= 0.0 && c < float(place.z) &&
      find_comparator(uint(c), y_offset, lower, upper, index, at) &&
      float(u_wire0) + y_offset <= float(upper) + 0.5) {
    draw_comparator(p, layer_x.z + column * pitch, lower, upper, index, at, detail);
  }
#elif LAYER == 2
  draw_dense(p, y_offset);
#elif LAYER == 3
  draw_share(p, y_offset);
#elif LAYER == 4
  if (on_wires && abs(p.x - u_strip) < u_strip_width * 0.5) {
    uint rank = ranks[(uint(wire) - u_ranks.x) >> u_ranks.y];
    if (rank != 0xFFFFFFFFu) {
      float t = clamp(float(rank) / float(max(u_cursor.w, 2u) - 1u), 0.0, 1.0) * 8.0;
      int i = min(int(t), 7);
      over(mix(u_ramp[i], u_ramp[i + 1], t - float(i)), 1.0);
    }
  }
#endif
}
