#version 450 core
// Transforms a jaw's vertices, floats about its centre, to clip space. Every pass over a jaw uses this
// shader, so all passes find equal depths. Vertex f is the last corner, and the provoking vertex, of face f.
layout(location = 0) in vec3 position;
uniform mat4 clip_from_jaw;  // computed in double; its last row is 0 0 0 1
uniform float depth_shift;   // moves the jaw away from the viewer, as a share of the depth range
invariant gl_Position;
flat out int face_of_jaw;

void main() {
  gl_Position = clip_from_jaw * vec4(position, 1.0);
  gl_Position.z += depth_shift;
  face_of_jaw = gl_VertexID;
}
