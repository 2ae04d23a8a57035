#version 450 core
// Notes whose edge lies inside the body that was counted. The stencil test comes first and lets no other pixels
// through; see winding_pass.h.
layout(early_fragment_tests) in;
layout(std430, binding = 0) buffer Found { uint found[]; };  // a row of bits an owner
layout(binding = 0) uniform usampler2D owners;
uniform uint body;
uniform uint words_per_owner;

void main() {
  const uint owner = texelFetch(owners, ivec2(gl_FragCoord.xy), 0).r;
  if (owner == 0u) return;
  const uint word = (owner - 1u) * words_per_owner + body / 32u;
  const uint bit = 1u << body % 32u;
  // Looked at first: a pixel is rarely the first to find a pair, and atomics are slow.
  if ((found[word] & bit) == 0u) atomicOr(found[word], bit);
}
