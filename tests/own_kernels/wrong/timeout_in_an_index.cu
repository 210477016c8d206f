// Merge sort from below: each thread finds by binary search how many keys of both runs stand before
// its place, and writes one key.
__device__ unsigned co_rank(const Key* a, unsigned a_length, const Key* b, unsigned b_length,
                            unsigned place) {
  unsigned least = place > b_length ? place - b_length : 0;
  unsigned most = place < a_length ? place : a_length;
  while (least < most) {
    unsigned taken = (least + most) / 2;  // of a; the others come from b
    if (b[place - taken - 1] < a[taken]) {
      most = taken;
    } else {
      least = taken + 1;
    }
  }
  return least;
}

__global__ void merge_runs(const Key* from, Key* to, unsigned n, unsigned run) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned begin = 0;
  while (begin + 2 * run <= i) begin = 2 * run;
  unsigned middle = min(begin + run, n), end = min(begin + 2 * run, n);
  const Key* a = from + begin;
  const Key* b = from + middle;
  unsigned place = i - begin;
  unsigned x = co_rank(a, middle - begin, b, end - middle, place);
  unsigned y = place - x;
  bool from_a = x < middle - begin && (y >= end - middle || !(b[y] < a[x]));
  to[i] = from_a ? a[x] : b[y];
}

void sort(Key* keys, Key* spare, unsigned n) {
  Key* from = keys;
  Key* to = spare;
  for (unsigned run = 1; run < n; run *= 2) {
    merge_runs<<<(n + 127) / 128, 128>>>(from, to, n, run);
    Key* held = from;
    from = to;
    to = held;
  }
  if (from != keys) cudaMemcpy(keys, from, n * sizeof(Key), cudaMemcpyDeviceToDevice);
}
