// The two jaws' sorted layers at a pixel. An upper with one interval has no chain, because its two planes
// suffice. The lower has a chain at every pixel that waits for layers. Needs layers.glsl and kept_upper.glsl.
layout(std430, binding = 1) readonly buffer UpperNodes {
  uint upper_used;
  Node upper_nodes[];
};
layout(std430, binding = 2) readonly buffer LowerNodes {
  uint lower_used;
  Node lower_nodes[];
};
layout(binding = 0) uniform sampler2D upper_near;
layout(binding = 1) uniform isampler2D upper_near_face;
layout(binding = 2) uniform sampler2D upper_far;
layout(binding = 3) uniform isampler2D upper_far_face;
layout(binding = 4) uniform usampler2D kept_upper;
layout(binding = 5) uniform usampler2D upper_heads;
layout(binding = 6) uniform usampler2D lower_heads;
layout(binding = 7) uniform usampler2D waits;

// Positions in a list: 0 is its end, these two are the planes, and all others are nodes.
const uint at_near_plane = 0xFFFFFFFEu;
const uint at_far_plane = 0xFFFFFFFFu;

uint upper_first(ivec2 pixel) {
  const uint head = texelFetch(upper_heads, pixel, 0).r;
  if (head != 0u) return head;
  return unpacked_upper(texelFetch(kept_upper, pixel, 0)).layers > 0u ? at_near_plane : 0u;
}

uint lower_first(ivec2 pixel) { return texelFetch(lower_heads, pixel, 0).r; }

Layer upper_layer(ivec2 pixel, uint place) {
  if (place == at_near_plane) {
    return Layer(texelFetch(upper_near, pixel, 0).r, texelFetch(upper_near_face, pixel, 0).r, true);
  }
  if (place == at_far_plane) {
    return Layer(texelFetch(upper_far, pixel, 0).r, texelFetch(upper_far_face, pixel, 0).r, false);
  }
  return layer_of(upper_nodes[place - 1u]);
}

uint upper_next(uint place) {
  if (place == at_near_plane) return at_far_plane;
  return place == at_far_plane ? 0u : upper_nodes[place - 1u].next;
}

Layer lower_layer(uint place) { return layer_of(lower_nodes[place - 1u]); }
uint lower_next(uint place) { return lower_nodes[place - 1u].next; }

// Whether the upper's next layer comes before the lower's, which is moved back by `shift`. At equal depth,
// exits come first, so that touching does not count as overlapping. One of both positions may be 0.
bool upper_is_next(ivec2 pixel, uint upper_place, uint lower_place, float shift) {
  if (upper_place == 0u) return false;
  if (lower_place == 0u) return true;
  const Layer upper = upper_layer(pixel, upper_place);
  const Layer lower = lower_layer(lower_place);
  const float lower_depth = lower.depth + shift;
  if (upper.depth != lower_depth) return upper.depth < lower_depth;
  return !upper.enters || lower.enters;
}
