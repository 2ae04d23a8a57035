#version 450 core
// Every pixel of an edge becomes a sample in the pixel's chain; the depth test keeps the farthest for the faces.
#include "cinder_samples.glsl"
layout(binding = 0, r32ui) uniform coherent uimage2D heads;
flat in uint edge_owner;
flat in float end_depth;
noperspective in float edge_depth;
noperspective in float along;

// The depth of the edge's point nearest to the pixel's centre. Beyond the ends the line would leave its body.
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
