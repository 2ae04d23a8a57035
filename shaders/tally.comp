#version 450 core
// Counts the waiting pixels of every tile again.
layout(local_size_x = INVOCATIONS) in;
#include "parameters.glsl"
#include "tally.glsl"
layout(binding = 0) uniform usampler2D waits;

void main() {
  clear_counts();
  barrier();
  // For this invocation's pixels, because software OpenGL adds to shared numbers one by one.
  uvec3 tally = uvec3(0u);
  bool covers = false;
  for (uint i = gl_LocalInvocationIndex; i < 256u; i += INVOCATIONS) {
    const ivec2 pixel = ivec2(gl_WorkGroupID.xy * 16u + uvec2(i % 16u, i / 16u));
    const uint waiting = all(lessThan(pixel, textureSize(waits, 0))) ? texelFetch(waits, pixel, 0).r : 0u;
    tally += tally_of(waiting);
    covers = covers || is_covered(waiting);
  }
  count(0u, tally, covers);
  barrier();
  if (gl_LocalInvocationIndex == 0u) tiles[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x].xyz = counted(0u);
}
