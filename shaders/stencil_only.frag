#version 450 core
// For the seed's own counters, which live in the stencil planes.
void main() {}
