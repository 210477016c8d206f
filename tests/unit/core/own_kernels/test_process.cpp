// test_process.cpp: a child process keeps to what it is given.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <thread>

#include "core/base/output_file.h"
#include "core/own_kernels/confine.h"
#include "core/own_kernels/process.h"

namespace sortscope {
namespace {

Result<ChildEnd> shell(const std::string& line, const ScratchFolder& folder,
                       const Progress& progress, double limit_s = 60) {
  ChildProcess child;
  child.command = {"/bin/sh", "-c", line};
  child.folder = folder.path();
  child.wall_limit_s = limit_s;
  return run_child(child, progress);
}

TEST(OwnKernelProcess, ItEndsAsTheChildEnds) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  const auto end = shell("echo out; echo err >&2; exit 7", *folder, Progress{});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->exit_code, 7);
  EXPECT_EQ(end->output, "out\nerr\n");
}

TEST(OwnKernelProcess, ItIsStoppedInTime) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  const auto end = shell("while :; do :; done", *folder, Progress{}, 0.2);
  ASSERT_TRUE(end.ok());
  EXPECT_TRUE(end->timed_out);
}

// With Landlock in its folder only, without it nowhere; it reads as before.
TEST(OwnKernelProcess, ItWritesNothingOutside) {
  const auto folder = ScratchFolder::create();
  const auto outside = ScratchFolder::create();
  ASSERT_TRUE(folder.ok() && outside.ok());
  const std::filesystem::path other = outside->path();
  const std::string kept = (other / "kept").string();
  ASSERT_TRUE(write_file(kept, "kept\n").ok());
  for (const bool landlock : {true, false}) {
    setenv("SORTSCOPE_LANDLOCK", landlock ? "on" : "off", 1);
    for (const std::string line :
         {"echo x > OTHER/new", "echo x >> OTHER/kept", "exec rm OTHER/kept",
          "exec mkdir OTHER/folder", "exec mv OTHER/kept OTHER/moved", "exec ln -s /tmp OTHER/link",
          "exec ln OTHER/kept OTHER/second", "exec rmdir OTHER", "exec truncate -s 0 OTHER/kept",
          "exec chmod 777 OTHER/kept", "exec touch OTHER/touched"}) {
      std::string command = line;
      for (std::size_t at = 0; (at = command.find("OTHER", at)) != std::string::npos;) {
        command.replace(at, 5, other.string());
      }
      const auto end = shell(command, *folder, Progress{});
      ASSERT_TRUE(end.ok());
      EXPECT_NE(end->exit_code, 0) << landlock << line << end->output;
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(other),
                            std::filesystem::directory_iterator{}),
              1);
    const auto read = shell("exec cat " + kept, *folder, Progress{});
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->output, "kept\n");
  }
  unsetenv("SORTSCOPE_LANDLOCK");
}

TEST(OwnKernelProcess, ItStartsNoOther) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  const auto end = shell("/bin/ls / && echo started; echo $?", *folder, Progress{});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output.find("started"), std::string::npos) << end->output;
}

TEST(OwnKernelProcess, ItSignalsNobody) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  const auto end =
      shell("kill -0 " + std::to_string(getpid()) + " || echo refused", *folder, Progress{});
  ASSERT_TRUE(end.ok());
  EXPECT_NE(end->output.find("refused"), std::string::npos) << end->output;
}

TEST(OwnKernelProcess, ItIsCancelled) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  Progress progress;
  progress.cancel = true;
  const auto end = shell("while :; do :; done", *folder, progress);
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().code, ErrorCode::kCancelled);
}

TEST(OwnKernelProcess, WhatIsNotThereIsSaid) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.ok());
  ChildProcess child;
  child.command = {"/nowhere/compiler"};
  child.folder = folder->path();
  const auto end = run_child(child, Progress{});
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().code, ErrorCode::kIo);
}

// A process that this one starts and that makes one call, confined as a kernel is: 0 where the call
// is let through, else its errno.
template <typename Confine>
int errno_of(Confine confine, long call, long a = 0, long b = 0, long c = 0, long d = 0) {
  const pid_t child = fork();
  if (child == 0) {
    if (!confine()) _exit(255);
    errno = 0;
    const long answer = syscall(call, a, b, c, d);
    _exit(answer < 0 ? errno : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

// Arguments for which each would fail otherwise than by EPERM, were it let through; where that is
// not so, it is named twice or does no harm.
TEST(OwnKernelProcess, CallsOutsideTheListAreRefused) {
  struct Call {
    long number;
    long a = -1, b = -1, c = -1, d = -1;
  };
  const Call calls[] = {
      {SYS_kill, getppid(), 0},
      {SYS_tkill, getppid(), 0},
      {SYS_tgkill, getppid(), getppid(), 0},
      {SYS_rt_sigqueueinfo},
      {SYS_rt_tgsigqueueinfo},
      {SYS_pidfd_open},
      {SYS_pidfd_send_signal},
      {SYS_setsid},
      {SYS_setpgid},
      {SYS_prlimit64, 0, RLIMIT_CORE, 1, 0},
      {SYS_prctl, PR_SET_PDEATHSIG, 0, 0, 0},
      {SYS_fcntl, 0, F_SETOWN, 1, 0},
      {SYS_shmget},
      {SYS_shmat},
      {SYS_msgget, 0, 0},
      {SYS_semget},
      {SYS_mq_open, 0, 0},
      {SYS_ptrace},
      {SYS_process_vm_readv},
      {SYS_process_vm_writev},
      {SYS_io_uring_setup, 0, 0},
      {SYS_io_uring_enter},
      {SYS_io_uring_register},
      {SYS_bpf},
      {SYS_keyctl},
      {SYS_add_key, 0, 0, 0, 0},
      {SYS_request_key, 0, 0, 0, 0},
      {SYS_userfaultfd},
      {SYS_perf_event_open, 0, 0},
      {SYS_mount, 0, 0, 0, 0},
      {SYS_umount2, 0, 0},
      {SYS_pivot_root, 0, 0},
      {SYS_chroot, 0},
      {SYS_unshare},
      {SYS_setns},
      {SYS_reboot, 0, 0, 0, 0},
      {SYS_kexec_load},
      {SYS_swapon, 0, 0},
      {SYS_init_module, 0, 0, 0},
      {SYS_finit_module},
      {SYS_personality, 0xffffffff},
      {SYS_acct, 1},
      {SYS_quotactl, 0, 0, 0, 0},
      {SYS_name_to_handle_at, -1, 0, 0, 0},
      {SYS_open_by_handle_at},
  };
  const auto of_list = [] { return call_only_what_is_listed(); };
  const auto of_cuda = [] { return leave_others_alone() && stay_alone(); };
  for (const Call& call : calls) {
    EXPECT_EQ(errno_of(of_list, call.number, call.a, call.b, call.c, call.d), EPERM)
        << "call " << call.number;
    EXPECT_EQ(errno_of(of_cuda, call.number, call.a, call.b, call.c, call.d), EPERM)
        << "call " << call.number;
  }
  // Of all numbers there are and may come, the list lets through what is on it.
  std::set<long> through;
  for (long number = 0; number < 700; ++number) {
    if (number == SYS_exit || number == SYS_exit_group || number == SYS_pause) continue;
    if (number == SYS_rt_sigreturn || number == SYS_rt_sigsuspend) continue;
    // Arguments that nothing can be done with; what waits for nothing returns at once.
    if (errno_of(of_list, number, -1, -1, -1, -1) != EPERM) through.insert(number);
  }
  EXPECT_GT(through.size(), 50U);
  EXPECT_LT(through.size(), 110U);
  EXPECT_TRUE(through.contains(SYS_read) && through.contains(SYS_mmap));
  for (const long number : {SYS_clone, SYS_socket, SYS_memfd_create, SYS_mkdirat, SYS_unlinkat}) {
    EXPECT_FALSE(through.contains(number)) << number;
  }
#if defined(__x86_64__)
  // By the numbers of x32 none at all.
  for (long number = 0; number < 600; ++number) {
    EXPECT_EQ(errno_of(of_list, 0x40000000 | number, -1, -1, -1, -1), EPERM) << number;
  }
  EXPECT_EQ(errno_of(of_cuda, 0x40000000 | SYS_getpid), EPERM);
#endif
}

// Two limits of a folder, which the child is told of first and held to then.
TEST(OwnKernelProcess, ItsFilesTogetherAreBounded) {
  for (const char* line :
       {"i=0; while :; do echo xxxxxxxxxxxxxxxx > file-$i; i=$((i + 1)); done",
        "i=0; while :; do j=0; while [ $j -lt 4000 ]; do echo 0123456789012345678901234567890123456"
        "789; j=$((j + 1)); done > file-$i; i=$((i + 1)); done"}) {
    const auto folder = ScratchFolder::create();
    ASSERT_TRUE(folder.ok());
    ChildProcess child;
    child.command = {"/bin/sh", "-c", line};
    child.folder = folder->path();
    child.wall_limit_s = 300;
    child.folder_bytes = 4U << 20;
    const auto end = run_child(child, Progress{});
    ASSERT_TRUE(end.ok());
    EXPECT_TRUE(end->wrote_too_much) << line;
    EXPECT_FALSE(end->timed_out) << line;
  }
}

// The memory that is shared stays as large as it was.
TEST(OwnKernelProcess, SharedMemoryIsNotCut) {
  const auto memory = SharedMemory::create(8192);
  ASSERT_TRUE(memory.ok());
  EXPECT_NE(ftruncate(memory->file(), 0), 0);
  EXPECT_NE(ftruncate(memory->file(), 1 << 20), 0);
  static_cast<char*>(memory->data())[8191] = 1;
}

// Deeper than any path is long, wide, without permissions, and with links that lead out.
TEST(OwnKernelProcess, WhateverIsInAFolderGoes) {
  const auto outside = ScratchFolder::create();
  ASSERT_TRUE(outside.ok());
  ASSERT_TRUE(write_file(outside->path() + "/kept", "kept").ok());
  std::string path = (std::filesystem::temp_directory_path() / "sortscope-tree-XXXXXX").string();
  ASSERT_NE(mkdtemp(path.data()), nullptr);
  int at = open(path.c_str(), O_RDONLY | O_DIRECTORY);
  constexpr int kDeep = 20'000;
  for (int depth = 0; depth < kDeep; ++depth) {
    ASSERT_EQ(mkdirat(at, "d", 0700), 0);
    if (depth % 1000 == 0) {
      ASSERT_EQ(symlinkat(outside->path().c_str(), at, "link"), 0);
      ASSERT_EQ(symlinkat((outside->path() + "/kept").c_str(), at, "file"), 0);
      ASSERT_EQ(mkfifoat(at, "pipe", 0), 0);
      ASSERT_EQ(mkdirat(at, "sortscope-moved-0", 0700), 0);
    }
    const int below = openat(at, "d", O_RDONLY | O_DIRECTORY);
    ASSERT_GE(below, 0);
    if (depth % 1000 == 1) {
      ASSERT_EQ(fchmod(at, 0), 0);
    }
    close(at);
    at = below;
  }
  close(at);
  remove_tree(path);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(std::filesystem::exists(outside->path() + "/kept"));
}

TEST(OwnKernelProcess, TheFolderGoes) {
  std::string path;
  {
    const auto folder = ScratchFolder::create();
    ASSERT_TRUE(folder.ok());
    path = folder->path();
    ASSERT_TRUE(std::filesystem::is_directory(path));
    (void)shell("echo x > file", *folder, Progress{});
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace sortscope
