// Layer lists: one chain of nodes per pixel and jaw; node n is nodes[n - 1], 0 ends a chain.
struct Node {
  float depth;
  uint face;  // face << 1 | 1 if the line enters
  uint next;
};
struct Layer {
  float depth;
  int face;
  bool enters;
};
Layer layer_of(Node node) { return Layer(node.depth, int(node.face >> 1), (node.face & 1u) == 1u); }
