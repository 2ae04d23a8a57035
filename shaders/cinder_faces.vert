#version 450 core
// The bodies' faces, as they stand.
layout(location = 0) in vec3 position;  // mm, about the bodies' common centre
uniform mat4 clip_from_vertex;          // from doubles; its last row is 0 0 0 1

void main() { gl_Position = clip_from_vertex * vec4(position, 1.0); }
