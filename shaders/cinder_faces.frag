#version 450 core
// The stencil counts; nothing else is drawn.
void main() {}
