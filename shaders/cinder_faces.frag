#version 450 core
// Counts a face at the edges of other bodies behind it; see winding_pass.h. At other pixels the early depth
// test rejects the face.
layout(early_fragment_tests) in;
#include "cinder_samples.glsl"
layout(binding = 0, r32ui) uniform uimage2D heads;
flat in uint face_owner;

void main() {
  const int sign = gl_FrontFacing ? 1 : -1;
  const uint name = gl_FrontFacing ? face_owner : -face_owner, square = name * face_owner;
  uint place = imageLoad(heads, ivec2(gl_FragCoord.xy)).r;
  while (place != 0u) {
    const uint i = place - 1u;
    place = samples[i].next;
    if (samples[i].owner == face_owner || samples[i].depth <= gl_FragCoord.z) continue;
    atomicAdd(samples[i].inside, sign);
    atomicAdd(samples[i].named, name);
    atomicAdd(samples[i].squared, square);
  }
}
