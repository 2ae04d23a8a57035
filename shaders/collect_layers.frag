#version 450 core
// Appends every layer of a jaw to the chain of its pixel, if the pixel waits for layers, in any
// order. sort_layers.comp sorts the chains. `used` keeps counting when the nodes run out, so it gives
// the number needed.
layout(early_fragment_tests) in;
#include "parameters.glsl"
#include "layers.glsl"
layout(std430, binding = 1) buffer Nodes {
  uint used;
  Node nodes[];
};
layout(binding = 0) uniform usampler2D waits;
layout(binding = 0, r32ui) uniform coherent uimage2D heads;
flat in int face_of_jaw;
uniform uint capacity;

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  if ((texelFetch(waits, pixel, 0).r & waits_layers) == 0u) return;
  const uint node = atomicAdd(used, 1u) + 1u;
  if (node > capacity) return;
  const uint next = imageAtomicExchange(heads, pixel, node);
  nodes[node - 1u] = Node(gl_FragCoord.z, uint(face_of_jaw) << 1 | (gl_FrontFacing ? 1u : 0u), next);
}
