#version 450 core
// Every layer that passes the depth test counts twice, plain and signed: + 1 where the line enters, - 1 where
// it leaves (blended by addition).
layout(location = 0) out vec2 counts;

void main() { counts = vec2(1.0, gl_FrontFacing ? 1.0 : -1.0); }
