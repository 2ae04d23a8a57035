#version 450 core
// The item buffer of the nearest or farthest layer: the face that the depth test keeps.
uniform uint first_face;
layout(location = 0) out int face;

void main() { face = int(first_face + uint(gl_PrimitiveID)); }
