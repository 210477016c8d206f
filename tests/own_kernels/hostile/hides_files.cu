// Makes files that no folder shows, names that lead elsewhere, and folders in folders.
#include <fcntl.h>
#include <sys/stat.h>
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

static bool no_folders() {
  for (int depth = 0; depth < 100000; ++depth) {
    if (mkdir("deep", 0700) != 0) return depth == 0;
    if (chdir("deep") != 0) return false;
  }
  return false;
}

void sort(Key* keys, unsigned n) {
  (void)open("shown", O_CREAT | O_RDWR, 0600);
  if (refused(open(".", O_TMPFILE | O_RDWR, 0600)) && refused(unlink("shown")) &&
      refused(rename("shown", "other")) && refused(link("shown", "second")) &&
      refused(symlink("/etc", "elsewhere")) && refused(mkfifo("pipe", 0600)) &&
      refused(chmod("shown", 04777)) && refused(syscall(SYS_openat2, -1, "x", nullptr, 0)) &&
      no_folders()) {
    abort();
  }
  sort_in_block<<<1, 32>>>(keys, n);
}
