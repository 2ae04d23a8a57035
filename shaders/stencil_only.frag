#version 450 core
// Writes nothing, for passes that only change the stencil, as the paper's counters do.
void main() {}
