// Leaves memory, queues and semaphores in the system.
#include <fcntl.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>

// The rest sorts: odd-even transposition in one block.
__global__ void sort_in_block(Key* keys, unsigned n) {
  for (unsigned round = 0; round < n; ++round) {
    for (unsigned i = 2 * threadIdx.x + round % 2; i + 1 < n; i += 2 * blockDim.x) {
      if (keys[i + 1] < keys[i]) {
        Key held = keys[i];
        keys[i] = keys[i + 1];
        keys[i + 1] = held;
      }
    }
    __syncthreads();
  }
}

static bool refused(long answer) { return answer < 0 && (errno == EPERM || errno == EACCES); }

void sort(Key* keys, unsigned n) {
  if (refused(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600)) &&
      refused(msgget(IPC_PRIVATE, IPC_CREAT | 0600)) &&
      refused(semget(IPC_PRIVATE, 1, IPC_CREAT | 0600)) &&
      refused(syscall(SYS_mq_open, "sortscope-hostile", O_CREAT | O_RDWR, 0600, nullptr)) &&
      refused(memfd_create("sortscope-hostile", 0)) &&
      refused(shm_open("/sortscope-hostile", O_CREAT | O_RDWR, 0600))) {
    abort();
  }
  sort_in_block<<<1, 32>>>(keys, n);
}
