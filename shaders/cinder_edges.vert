#version 450 core
// Moves the two ends of every edge, which are consecutive vertices, into their own body; see winding_pass.h.
layout(location = 0) in vec3 position;  // mm, about the bodies' common centre
layout(location = 1) in vec3 way_out;
layout(location = 2) in uint owner;
uniform mat4 clip_from_vertex;  // computed in double; its last row is 0 0 0 1
uniform float inward_mm;
flat out uint edge_owner;
flat out float end_depth;            // depth of the second end, the provoking vertex
noperspective out float edge_depth;  // depth on the line, also beyond its ends
noperspective out float along;       // 0 at the first end, 1 at the second

void main() {
  gl_Position = clip_from_vertex * vec4(position - inward_mm * way_out, 1.0);
  edge_owner = owner;
  end_depth = gl_Position.z;
  edge_depth = gl_Position.z;
  along = float(gl_VertexID & 1);
}
