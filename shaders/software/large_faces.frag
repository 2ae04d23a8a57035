#version 450 core
// The first of them that has the least depth of a pixel; see small_faces.comp.
layout(binding = 0, r32ui) readonly uniform uimage2D depths;
layout(binding = 1, r32ui) uniform uimage2D seen_faces;
flat in int face_of_jaw;
void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  if (imageLoad(depths, pixel).r == floatBitsToUint(gl_FragCoord.z)) {
    imageAtomicMin(seen_faces, pixel, uint(face_of_jaw));
  }
}
