// Merge sort from one buffer into the other and back, a stream for each half, waiting by an event
// for the last merge.
__device__ int lowerBound(const int* a, int n, int x) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (a[mid] < x)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

__device__ int upperBound(const int* a, int n, int x) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (x < a[mid])
      hi = mid;
    else
      lo = mid + 1;
  }
  return lo;
}

// Each thread places one key: its own position plus how many keys of the other run come before it.
__global__ void mergePass(const int* src, int* dst, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int left = i / (2 * width) * (2 * width);
  int mid = min(left + width, n), right = min(left + 2 * width, n);
  int key = src[i];
  if (i < mid)
    dst[i + lowerBound(src + mid, right - mid, key)] = key;
  else
    dst[left + (i - mid) + upperBound(src + left, mid - left, key)] = key;
}

void merge_sort(int* data, int n) {
  int* buf[2];
  cudaMalloc(&buf[0], n * sizeof(int));
  cudaMalloc(&buf[1], n * sizeof(int));
  int half = 1;
  while (2 * half < n) half *= 2;
  if (half > n) half = n;
  cudaStream_t stream[2];
  cudaEvent_t done;
  cudaEventCreate(&done);
  int in = 0, passes = 0;
  for (int width = 1; width < half; width *= 2) passes++;
  for (int s = 0; s < 2; s++) {
    cudaStreamCreate(&stream[s]);
    int first = s * half, count = s == 0 ? half : n - half;
    if (count == 0) continue;
    cudaMemcpyAsync(buf[0] + first, data + first, count * sizeof(int), cudaMemcpyHostToDevice,
                    stream[s]);
    for (int p = 0; p < passes; p++)
      mergePass<<<(count + 255) / 256, 256, 0, stream[s]>>>(
          buf[p % 2] + first, buf[(p + 1) % 2] + first, 1 << p, count);
  }
  in = passes % 2;
  cudaEventRecord(done, stream[1]);
  cudaStreamWaitEvent(stream[0], done, 0);
  mergePass<<<(n + 255) / 256, 256, 0, stream[0]>>>(buf[in], buf[1 - in], half, n);
  cudaMemcpyAsync(data, buf[1 - in], n * sizeof(int), cudaMemcpyDeviceToHost, stream[0]);
  cudaStreamSynchronize(stream[0]);
  for (int s = 0; s < 2; s++) cudaStreamDestroy(stream[s]);
  cudaEventDestroy(done);
  cudaFree(buf[0]);
  cudaFree(buf[1]);
}
