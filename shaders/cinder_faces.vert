#version 450 core
// The faces of all bodies, each with its body.
layout(location = 0) in vec3 position;  // mm, about the bodies' common centre
layout(location = 1) in uint owner;     // 1 + body
uniform mat4 clip_from_vertex;          // computed in double; its last row is 0 0 0 1
flat out uint face_owner;

void main() {
  gl_Position = clip_from_vertex * vec4(position, 1.0);
  face_owner = owner;
}
