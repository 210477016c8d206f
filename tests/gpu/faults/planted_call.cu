// planted_call.cu: what stands between our code and CUDA's runtime.
#include "tests/gpu/faults/planted_call.h"

#include <cuda_runtime_api.h>

#include <atomic>

namespace {

std::atomic<std::uint64_t> calls{0};
std::atomic<std::uint64_t> failing{0};
std::atomic<cudaError_t> planted{cudaSuccess};

std::atomic<const char*> name_of_failed{""};

// Whether this call, of the function `wrapper`, is the one that fails.
bool fails(const char* wrapper) {
  const std::uint64_t number = ++calls;
  if (number != failing.load()) return false;
  name_of_failed = wrapper;
  return true;
}

}  // namespace

namespace sortscope {

void plant_failing_call(std::uint64_t number, PlantedError error) {
  calls = 0;
  planted = error == PlantedError::kNoMemory ? cudaErrorMemoryAllocation : cudaErrorLaunchFailure;
  failing = number;
}

std::uint64_t end_planting() {
  failing = 0;
  return calls;
}

std::string failed_call() { return name_of_failed.load(); }

}  // namespace sortscope

// The linker's names.
// NOLINTBEGIN(readability-identifier-naming, bugprone-reserved-identifier)
extern "C" {

// Of a launch with <<< >>> this tells that it failed. What CUDA knew is forgotten, as ever.
cudaError_t __real_cudaGetLastError();
cudaError_t __wrap_cudaGetLastError() {
  const cudaError_t real = __real_cudaGetLastError();
  return fails(__func__) ? planted.load() : real;
}

// A capture that fails is over all the same.
cudaError_t __real_cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t __wrap_cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  const bool failed = fails(__func__);
  const cudaError_t real = __real_cudaStreamEndCapture(stream, graph);
  if (!failed) return real;
  if (*graph != nullptr) (void)cudaGraphDestroy(*graph);
  *graph = nullptr;
  return planted.load();
}

cudaError_t __real_cudaMalloc(void** a, size_t b);
cudaError_t __wrap_cudaMalloc(void** a, size_t b) {
  return fails(__func__) ? planted.load() : __real_cudaMalloc(a, b);
}

cudaError_t __real_cudaMallocHost(void** a, size_t b);
cudaError_t __wrap_cudaMallocHost(void** a, size_t b) {
  return fails(__func__) ? planted.load() : __real_cudaMallocHost(a, b);
}

cudaError_t __real_cudaMemGetInfo(size_t* a, size_t* b);
cudaError_t __wrap_cudaMemGetInfo(size_t* a, size_t* b) {
  return fails(__func__) ? planted.load() : __real_cudaMemGetInfo(a, b);
}

cudaError_t __real_cudaMemcpyAsync(void* a, const void* b, size_t c, cudaMemcpyKind d,
                                   cudaStream_t e);
cudaError_t __wrap_cudaMemcpyAsync(void* a, const void* b, size_t c, cudaMemcpyKind d,
                                   cudaStream_t e) {
  return fails(__func__) ? planted.load() : __real_cudaMemcpyAsync(a, b, c, d, e);
}

cudaError_t __real_cudaMemsetAsync(void* a, int b, size_t c, cudaStream_t d);
cudaError_t __wrap_cudaMemsetAsync(void* a, int b, size_t c, cudaStream_t d) {
  return fails(__func__) ? planted.load() : __real_cudaMemsetAsync(a, b, c, d);
}

cudaError_t __real_cudaSetDevice(int a);
cudaError_t __wrap_cudaSetDevice(int a) {
  return fails(__func__) ? planted.load() : __real_cudaSetDevice(a);
}

cudaError_t __real_cudaGetDeviceProperties(cudaDeviceProp* a, int b);
cudaError_t __wrap_cudaGetDeviceProperties(cudaDeviceProp* a, int b) {
  return fails(__func__) ? planted.load() : __real_cudaGetDeviceProperties(a, b);
}

cudaError_t __real_cudaDeviceSynchronize();
cudaError_t __wrap_cudaDeviceSynchronize() {
  return fails(__func__) ? planted.load() : __real_cudaDeviceSynchronize();
}

cudaError_t __real_cudaStreamCreateWithFlags(cudaStream_t* a, unsigned b);
cudaError_t __wrap_cudaStreamCreateWithFlags(cudaStream_t* a, unsigned b) {
  return fails(__func__) ? planted.load() : __real_cudaStreamCreateWithFlags(a, b);
}

cudaError_t __real_cudaStreamSynchronize(cudaStream_t a);
cudaError_t __wrap_cudaStreamSynchronize(cudaStream_t a) {
  return fails(__func__) ? planted.load() : __real_cudaStreamSynchronize(a);
}

cudaError_t __real_cudaStreamBeginCapture(cudaStream_t a, cudaStreamCaptureMode b);
cudaError_t __wrap_cudaStreamBeginCapture(cudaStream_t a, cudaStreamCaptureMode b) {
  return fails(__func__) ? planted.load() : __real_cudaStreamBeginCapture(a, b);
}

cudaError_t __real_cudaGraphInstantiate(cudaGraphExec_t* a, cudaGraph_t b, unsigned long long c);
cudaError_t __wrap_cudaGraphInstantiate(cudaGraphExec_t* a, cudaGraph_t b, unsigned long long c) {
  return fails(__func__) ? planted.load() : __real_cudaGraphInstantiate(a, b, c);
}

cudaError_t __real_cudaGraphUpload(cudaGraphExec_t a, cudaStream_t b);
cudaError_t __wrap_cudaGraphUpload(cudaGraphExec_t a, cudaStream_t b) {
  return fails(__func__) ? planted.load() : __real_cudaGraphUpload(a, b);
}

cudaError_t __real_cudaGraphLaunch(cudaGraphExec_t a, cudaStream_t b);
cudaError_t __wrap_cudaGraphLaunch(cudaGraphExec_t a, cudaStream_t b) {
  return fails(__func__) ? planted.load() : __real_cudaGraphLaunch(a, b);
}

cudaError_t __real_cudaEventCreate(cudaEvent_t* a);
cudaError_t __wrap_cudaEventCreate(cudaEvent_t* a) {
  return fails(__func__) ? planted.load() : __real_cudaEventCreate(a);
}

cudaError_t __real_cudaEventRecord(cudaEvent_t a, cudaStream_t b);
cudaError_t __wrap_cudaEventRecord(cudaEvent_t a, cudaStream_t b) {
  return fails(__func__) ? planted.load() : __real_cudaEventRecord(a, b);
}

cudaError_t __real_cudaEventSynchronize(cudaEvent_t a);
cudaError_t __wrap_cudaEventSynchronize(cudaEvent_t a) {
  return fails(__func__) ? planted.load() : __real_cudaEventSynchronize(a);
}

cudaError_t __real_cudaEventElapsedTime(float* a, cudaEvent_t b, cudaEvent_t c);
cudaError_t __wrap_cudaEventElapsedTime(float* a, cudaEvent_t b, cudaEvent_t c) {
  return fails(__func__) ? planted.load() : __real_cudaEventElapsedTime(a, b, c);
}

cudaError_t __real_cudaFuncGetAttributes(cudaFuncAttributes* a, const void* b);
cudaError_t __wrap_cudaFuncGetAttributes(cudaFuncAttributes* a, const void* b) {
  return fails(__func__) ? planted.load() : __real_cudaFuncGetAttributes(a, b);
}

cudaError_t __real_cudaFuncSetAttribute(const void* a, cudaFuncAttribute b, int c);
cudaError_t __wrap_cudaFuncSetAttribute(const void* a, cudaFuncAttribute b, int c) {
  return fails(__func__) ? planted.load() : __real_cudaFuncSetAttribute(a, b, c);
}

cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t* a, const void* b, void** c);
cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* a, const void* b, void** c) {
  return fails(__func__) ? planted.load() : __real_cudaLaunchKernelExC(a, b, c);
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming, bugprone-reserved-identifier)

namespace sortscope {

std::string device_error() {
  const cudaError_t error = __real_cudaDeviceSynchronize();
  return error == cudaSuccess ? "" : cudaGetErrorString(error);
}

}  // namespace sortscope
