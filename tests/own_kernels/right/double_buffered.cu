// Reads one array and writes the other. Every comparator puts the smaller key on the lower wire, so
// wires beyond n can be thought full of infinitely large keys, and nothing has to be padded.
constexpr unsigned kThreads = 64;

__global__ void pass(const Key* in, Key* out, unsigned n, unsigned mask) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned partner = i ^ mask;
  Key mine = in[i];
  if (partner >= n) {
    out[i] = mine;
    return;
  }
  Key other = in[partner];
  out[i] = i < partner ? min(mine, other) : max(mine, other);
}

void sort(Key* keys, Key* spare, unsigned n) {
  const unsigned blocks = (n + kThreads - 1) / kThreads;
  Key *in = keys, *out = spare;
  for (unsigned k = 2; k / 2 < n; k *= 2) {
    // The first layer of a phase mirrors a run; the others go on with halves of it.
    pass<<<blocks, kThreads>>>(in, out, n, k - 1);
    Key* held = in;
    in = out;
    out = held;
    for (unsigned j = k / 4; j > 0; j /= 2) {
      pass<<<blocks, kThreads>>>(in, out, n, j);
      held = in;
      in = out;
      out = held;
    }
  }
  if (in != keys) cudaMemcpy(keys, in, n * sizeof(Key), cudaMemcpyDeviceToDevice);
}
