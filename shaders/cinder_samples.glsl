// Samples of edges, in chains: see winding_pass.h.
struct Sample {
  uint next;   // 1 + the next sample of the pixel, 0 at the end
  float depth;
  uint owner;  // 1 + body, like all names of bodies here
  int inside;  // faces of other bodies in front: entered minus left
  uint named, squared;  // likewise, with each face weighted by its body's name, and by the square of the name
};
layout(std430, binding = 0) buffer Samples {
  uint used;  // keeps counting when the samples run out, so it gives the number needed
  uint any_inside, any_unnamed, unused;
  Sample samples[];
};
