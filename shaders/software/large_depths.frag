#version 450 core
// The least depth at each pixel of faces that are too large for small_faces.glsl; see small_depths.comp.
layout(binding = 0, r32ui) uniform uimage2D depths;
void main() { imageAtomicMin(depths, ivec2(gl_FragCoord.xy), floatBitsToUint(gl_FragCoord.z)); }
