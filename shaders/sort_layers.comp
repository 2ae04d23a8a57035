#version 450 core
// Sorts every chain along the view by depth, then entries before exits, then by face. So touching parts form
// one interval, all coincident faces stay, and the result does not depend on the order of drawing. Chains are
// short; insertion sort by relinking needs no memory.
#include "parameters.glsl"
#include "layers.glsl"
#include "kept_upper.glsl"
// Results of the sort for the pixels that wait for layers.
layout(std430, binding = 3) buffer Overflow {
  uint max_layers;  // greatest sum of both jaws' layers at a pixel
  uint overflowed;  // undecided pixels with more layers than the code holds
  uint listed[];    // the first max_listed of them: row << 16 | column
};
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 1) buffer Nodes {
  uint used;
  Node nodes[];
};
layout(binding = 0, r32ui) uniform uimage2D heads;
layout(binding = 1, rgba32ui) uniform uimage2D kept_upper;  // corrected for the upper, read for the lower
layout(binding = 0) uniform usampler2D waits;
uniform int first_x, first_y;
uniform int is_upper;

bool comes_before(Node a, Node b) {
  if (a.depth != b.depth) return a.depth < b.depth;
  if (((a.face ^ b.face) & 1u) != 0u) return (a.face & 1u) == 1u;
  return a.face < b.face;
}

uint insert(uint sorted_head, uint node) {
  uint previous = 0u;
  uint current = sorted_head;
  while (current != 0u && comes_before(nodes[current - 1u], nodes[node - 1u])) {
    previous = current;
    current = nodes[current - 1u].next;
  }
  nodes[node - 1u].next = current;
  if (previous == 0u) return node;
  nodes[previous - 1u].next = node;
  return sorted_head;
}

// Counts the intervals inside by winding number.
uint count_intervals(uint head) {
  uint count = 0u;
  int winding = 0;
  for (uint node = head; node != 0u; node = nodes[node - 1u].next) {
    const bool enters = (nodes[node - 1u].face & 1u) == 1u;
    const int before = winding;
    winding += enters ? 1 : -1;
    if (before == 0 && winding == 1) ++count;
  }
  return count;
}

void main() {
  const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy) + ivec2(first_x, first_y);
  if (any(greaterThanEqual(pixel, imageSize(heads)))) return;
  uint unsorted = imageLoad(heads, pixel).r;
  if (unsorted == 0u) return;
  uint sorted_head = 0u;
  uint count = 0u;
  while (unsorted != 0u) {
    const uint node = unsorted;
    unsorted = nodes[node - 1u].next;
    sorted_head = insert(sorted_head, node);
    ++count;
  }
  imageStore(heads, pixel, uvec4(sorted_head));
  Upper upper = unpacked_upper(imageLoad(kept_upper, pixel));
  if (is_upper == 1) {
    upper.intervals = min(count_intervals(sorted_head), 255u);
    upper.all_layers = count;
    imageStore(kept_upper, pixel, packed_upper(upper));
    return;
  }
  const uint both = count + upper.all_layers;
  atomicMax(max_layers, both);
  if (both <= max_coded_layers) return;
  if ((texelFetch(waits, pixel, 0).r & (decided_pass1 | decided_pass2)) != 0u) return;
  const uint place = atomicAdd(overflowed, 1u);
  if (place < max_listed) listed[place] = uint(pixel.y) << 16 | uint(pixel.x);
}
