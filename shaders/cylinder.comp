#version 450 core
// cylinder.comp: what each bar of a cylinder shows: of the keys of its column the one that stands
// tallest. Found once a frame, so that the many vertices of a bar read one word each.

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Ranks { uint ranks[]; };
layout(std430, binding = 1) writeonly buffer Bars { uint bars[]; };

uniform uint u_first_bar;      // where this cylinder's bars stand
uniform uvec4 u_keys;          // first entry of ranks, n, keys a column, real keys
uniform uvec4 u_split;         // q, q', second case, descending instance
uniform uvec4 u_state;         // keys stand as after the stage, falling order, padding hidden, 0

const uint kPadding = 0xFFFFFFFFu;
const uint kMostLooks = 4096u;

// The rank of the key at a position before the stage, wherever it stands by now.
uint rank_at(uint position) {
  uint half_keys = u_keys.y / 2u;
  uint in_half = position % half_keys;
  bool moves = (u_split.z != 0u) == (in_half >= u_split.y);
  bool swapped = u_state.x != 0u && moves;
  uint at = swapped ? (position + half_keys) % u_keys.y : position;
  return ranks[u_keys.x + at];
}

// Greater where its key stands taller; padding is the greatest rank in either order.
uint tallness(uint rank) { return u_state.y != 0u ? ~rank : rank; }

void main() {
  uint bar = gl_GlobalInvocationID.x;
  if (bar >= u_keys.y / u_keys.z) return;
  uint position = bar * u_keys.z;
  uint rank = rank_at(position);
  uint stride = max(u_keys.z / kMostLooks, 1u);
  for (uint i = stride; i < u_keys.z; i += stride) {
    uint other = rank_at(position + i);
    if (tallness(other) > tallness(rank)) rank = other;
  }
  bars[u_first_bar + bar] = rank;
}
