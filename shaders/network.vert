#version 450 core
// network.vert: one rectangle a visible layer (and one for each margin), so that what a pixel needs of
// its layer is the same for the whole rectangle.

struct Layer {
  uvec4 form_a;     // count (0: a margin, only wires), chunk_log2, start, distance; of a tree's
                    // step: count, log2 of the first stage's instances, word of its lower wires,
                    // comparisons a block
  uvec4 form_b;     // block_log2, block_count, direction_bit, mirror; of a tree's step: merge level,
                    // first stage, direction_bit, 0
  uvec4 place;      // layer number, 1: outcomes stand by columns (+ 2 * log2 of the words of columns
                    // that one stands for), sub-columns, first visible sub-column
  vec4 x;           // pixels: left, right, first visible sub-column, pitch
  uvec4 more;       // log2 of the chunks side by side; exchanges of 65536 comparators; how far a
                    // tile is from that, of 65536; 1: drawn by tiles
  uvec4 window;     // word where the outcomes stand; by columns: first period, words a period, first
                    // word of one; of a tree's step: first run of wires, comparisons a run, log2 of
                    // its wires
  vec4 part;        // pixels: top, bottom, left and right of what is drawn
};

layout(std430, binding = 0) readonly buffer Layers { Layer layers[]; };

uniform vec3 u_pane;          // left and top of the pane, rows of the framebuffer, in pixels
uniform vec2 u_viewport;      // of the framebuffer, in pixels

// Linked apart from network.frag: all of its variants share this one.
out gl_PerVertex { vec4 gl_Position; };
layout(location = 0) flat out uvec4 form_a;
layout(location = 1) flat out uvec4 form_b;
layout(location = 2) flat out uvec4 place;
layout(location = 3) flat out uvec4 window;
layout(location = 4) flat out vec4 layer_x;
layout(location = 5) flat out uint group_log2;
layout(location = 6) flat out float layer_share;
layout(location = 7) flat out float layer_spread;
layout(location = 8) flat out uint by_tiles;

void main() {
  Layer layer = layers[gl_InstanceID];
  form_a = layer.form_a;
  form_b = layer.form_b;
  place = layer.place;
  window = layer.window;
  layer_x = layer.x;
  group_log2 = layer.more.x;
  layer_share = float(layer.more.y) / 65536.0;
  layer_spread = float(layer.more.z) / 65536.0;
  by_tiles = layer.more.w;
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 p = u_pane.xy + vec2(mix(layer.part.z, layer.part.w, corner.x), mix(layer.part.x, layer.part.y, corner.y));
  gl_Position = vec4(2.0 * p.x / u_viewport.x - 1.0, 1.0 - 2.0 * p.y / u_viewport.y, 0.0, 1.0);
}
