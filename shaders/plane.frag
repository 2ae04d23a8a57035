#version 450 core
// Writes the item buffer of the nearest or farthest layer: the face that the depth test keeps.
flat in int face_of_jaw;
layout(location = 0) out int face;

void main() { face = face_of_jaw; }
