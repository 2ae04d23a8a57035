#version 450 core
// Derives the bodies around a sample from its sums and resets the sums; see winding_pass.h. Sums and
// intermediate values may wrap. Names stay far below 65536, so differences of squares do not wrap.
layout(local_size_x = 256) in;
#include "cinder_samples.glsl"
layout(std430, binding = 1) buffer Found { uint found[]; };  // one row of bits per owner
uniform uint bodies;
uniform uint words_per_owner;

void note(uint owner, uint body) {
  const uint word = (owner - 1u) * words_per_owner + (body - 1u) / 32u;
  const uint bit = 1u << (body - 1u) % 32u;
  // Reads first, because a sample is rarely the first to find a pair, and atomics are slow.
  if ((found[word] & bit) == 0u) atomicOr(found[word], bit);
}

bool is_body(uint name) { return name - 1u < bodies; }

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= min(used, samples.length())) return;
  const Sample edge = samples[i];
  if (edge.inside == 0) return;
  samples[i].inside = 0;
  samples[i].named = samples[i].squared = 0u;
  if (edge.inside < 0) return;
  any_inside = 1u;
  const uint count = uint(edge.inside), mean = edge.named / count;
  if (count * mean == edge.named && mean * edge.named == edge.squared && is_body(mean)) {
    note(edge.owner, mean);  // all faces belong to one body
    return;
  }
  const uint square = 2u * edge.squared - edge.named * edge.named;  // square of the difference of two names
  const uint difference = uint(sqrt(float(square)) + 0.5);
  const uint larger = (edge.named + difference) / 2u, smaller = edge.named - larger;
  if (count == 2u && difference * difference == square && is_body(larger) && is_body(smaller)) {
    note(edge.owner, larger);
    note(edge.owner, smaller);
    return;
  }
  any_unnamed = 1u;
}
