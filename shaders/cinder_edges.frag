#version 450 core
// Appends every pixel of an edge as a sample to the pixel's chain. The depth test keeps the farthest
// edge for the faces.
#include "cinder_samples.glsl"
layout(binding = 0, r32ui) uniform coherent uimage2D heads;
flat in uint edge_owner;
flat in float end_depth;
noperspective in float edge_depth;
noperspective in float along;

// Depth of the edge at its nearest point to the pixel's centre, clamped to the edge's ends, beyond which the
// line would leave its body.
float nearest_depth() {
  if (along > 1.0) return end_depth;
  return along < 0.0 ? (edge_depth - along * end_depth) / (1.0 - along) : edge_depth;
}

void main() {
  const float depth = nearest_depth();
  gl_FragDepth = depth;
  const uint place = atomicAdd(used, 1u);
  if (place >= samples.length()) return;
  const uint next = imageAtomicExchange(heads, ivec2(gl_FragCoord.xy), place + 1u);
  samples[place] = Sample(next, depth, edge_owner, 0, 0u, 0u);
}
