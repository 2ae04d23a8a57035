#version 450 core
// Counts every layer that passes the depth test twice, plain and signed: + 1 where the line enters, - 1 where
// it leaves. Blending adds the counts.
layout(location = 0) out vec2 counts;

void main() { counts = vec2(1.0, gl_FrontFacing ? 1.0 : -1.0); }
