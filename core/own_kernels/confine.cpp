#include "core/own_kernels/confine.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace sortscope {

namespace {

constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;

// Every way to change a file system that the first Landlock knew; REFER and TRUNCATE came later.
constexpr std::uint64_t kWrites = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                  LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                  LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                  LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                  LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
constexpr std::uint64_t kRefer = std::uint64_t{1} << 13;
constexpr std::uint64_t kTruncate = std::uint64_t{1} << 14;

#if defined(__x86_64__)
constexpr std::uint32_t kProcessor = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kProcessor = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kProcessor = 0;
#endif

// What a program calls that computes, reads, and writes to what it has opened. A kernel that is
// newer than this list adds nothing to it.
constexpr std::array kListed{
    // files that are there, and those that it opens
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_pwrite64,
    SYS_preadv,
    SYS_pwritev,
    SYS_preadv2,
    SYS_pwritev2,
    SYS_close,
    SYS_lseek,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_statfs,
    SYS_fstatfs,
    SYS_faccessat,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_chdir,
    SYS_fchdir,
    SYS_ftruncate,
    SYS_fsync,
    SYS_fdatasync,
    SYS_fadvise64,
    SYS_dup,
    SYS_dup3,
    SYS_pipe2,
    SYS_pselect6,
    SYS_ppoll,
    // memory
    SYS_brk,
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_mprotect,
    SYS_madvise,
    SYS_mincore,
    SYS_msync,
    // signals and time of its own
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigpending,
    SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_gettimeofday,
    SYS_times,
    SYS_getitimer,
    SYS_setitimer,
    // what it is, and how it begins and ends
    SYS_getpid,
    SYS_gettid,
    SYS_getppid,
    SYS_getpgid,
    SYS_getsid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getgroups,
    SYS_getresuid,
    SYS_getresgid,
    SYS_getrlimit,
    SYS_getrusage,
    SYS_getpriority,
    SYS_getcpu,
    SYS_sched_getaffinity,
    SYS_sched_yield,
    SYS_uname,
    SYS_sysinfo,
    SYS_getrandom,
    SYS_futex,
    SYS_set_robust_list,
    SYS_get_robust_list,
    SYS_set_tid_address,
    SYS_execve,
    SYS_exit,
    SYS_exit_group,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_close_range
    SYS_close_range,
#endif
#ifdef SYS_open
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_getdents,
    SYS_dup2,
    SYS_pipe,
    SYS_select,
    SYS_poll,
    SYS_pause,
    SYS_alarm,
    SYS_time,
    SYS_getpgrp,
    SYS_arch_prctl,
#endif
};

// Of these only some: by the number that their argument has.
constexpr std::array<std::uint32_t, 7> kOwnFileCalls{
    F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, 1032 /* F_GETPIPE_SZ */};
constexpr std::array<std::uint32_t, 4> kAsksOfFiles{0x5401 /* TCGETS */, 0x5413 /* TIOCGWINSZ */,
                                                    0x541B /* FIONREAD */, 0x5451 /* FIOCLEX */};
constexpr std::array<std::uint32_t, 3> kOwnNames{PR_SET_NAME, PR_GET_NAME,
                                                 0x53564D41 /* PR_SET_VMA: names of memory */};

// Calls that reach other processes, the machine, or leave something behind: nobody's kernel needs
// them, on a GPU neither.
constexpr std::array kOfOthers{
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_pidfd_send_signal,
    SYS_pidfd_open,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    SYS_setsid,
    SYS_setpgid,
    SYS_setpriority,
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_sched_setattr,
    SYS_ioprio_set,
    SYS_migrate_pages,
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_semget,
    SYS_semop,
    SYS_semtimedop,
    SYS_semctl,
    SYS_mq_open,
    SYS_mq_unlink,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_fanotify_init,
    SYS_quotactl,
    SYS_acct,
    SYS_swapon,
    SYS_swapoff,
    SYS_reboot,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_personality,
    SYS_vhangup,
    SYS_syslog,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_utimensat,
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
#ifdef SYS_process_madvise
    SYS_process_madvise,
#endif
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_open
    SYS_fork,
    SYS_vfork,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_iopl,
    SYS_ioperm,
#endif
};

// What CUDA calls as it begins, and nobody after.
constexpr std::array kOfBeginning{SYS_clone,        SYS_clone3,     SYS_socket,
                                  SYS_bind,         SYS_socketpair, SYS_sched_setaffinity,
                                  SYS_memfd_create, SYS_setrlimit};

// Calls that change a file system without a file that is open.
constexpr std::array kChanges{
#ifdef SYS_open
    SYS_creat,     SYS_mknod,     SYS_mkdir,    SYS_rmdir,
    SYS_unlink,    SYS_rename,    SYS_link,     SYS_symlink,
    SYS_chmod,     SYS_chown,     SYS_lchown,
#endif
    SYS_fchmod,    SYS_fchmodat,  SYS_fchown,   SYS_fchownat,
    SYS_openat2,   SYS_mknodat,   SYS_mkdirat,  SYS_unlinkat,
    SYS_renameat2,
#ifdef SYS_renameat
    SYS_renameat,
#endif
    SYS_linkat,    SYS_symlinkat, SYS_truncate, SYS_open_by_handle_at};
// What makes an open() one for writing; one of a file without a name.
constexpr std::uint32_t kForWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
constexpr std::uint32_t kNameless = 020000000;
constexpr std::uint32_t kThread = 0x10000;  // CLONE_THREAD

constexpr std::uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t kDeny = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t kUnknown = SECCOMP_RET_ERRNO | ENOSYS;
constexpr std::uint32_t kNumber = offsetof(seccomp_data, nr);
constexpr std::uint32_t kArchitecture = offsetof(seccomp_data, arch);

// Where an argument, counted from 0, begins; a pointer has a second half.
constexpr std::uint32_t argument_at(std::uint32_t which) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args)) + 8 * which;
}

// A filter of calls. Calls of other processors, and those of x32, are others: all are refused.
class Filter {
 public:
  Filter() {
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0, kArchitecture);
    add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, kProcessor);
    give(kDeny);
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0, kNumber);
#if defined(__x86_64__)
    add(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);
    give(kDeny);
#endif
  }
  /// Whatever its arguments.
  void answer(long call, std::uint32_t answer) {
    of(call, 1);
    give(answer);
  }
  /// `then` where its argument has one of the bits, else `otherwise`.
  void answer_bits(long call, std::uint32_t which, std::uint32_t bits, std::uint32_t then,
                   std::uint32_t otherwise) {
    of(call, 4);
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0, argument_at(which));
    add(BPF_JMP | BPF_JSET | BPF_K, 0, 1, bits);
    give(then);
    give(otherwise);
  }
  /// `then` where its argument is one of the numbers, else `otherwise`.
  template <std::size_t count>
  void answer_numbers(long call, std::uint32_t which,
                      const std::array<std::uint32_t, count>& numbers, std::uint32_t then,
                      std::uint32_t otherwise) {
    of(call, static_cast<std::uint8_t>(2 * count + 2));
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0, argument_at(which));
    for (const std::uint32_t number : numbers) {
      add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, number);
      give(then);
    }
    give(otherwise);
  }
  /// Allowed where its argument is a null pointer, else refused.
  void allow_null(long call, std::uint32_t which) {
    of(call, 6);
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0, argument_at(which));
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, 0);
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0, argument_at(which) + 4);
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    give(kAllow);
    give(kDeny);
  }
  /// `rest`: the answer to what is not named.
  bool install(std::uint32_t rest) {
    give(rest);
    sock_fprog filter{static_cast<unsigned short>(at_), program_.data()};
    return kProcessor != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
  }

 private:
  void of(long call, std::uint8_t instructions) {
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, instructions, static_cast<std::uint32_t>(call));
  }
  void give(std::uint32_t answer) { add(BPF_RET | BPF_K, 0, 0, answer); }
  void add(std::uint16_t code, std::uint8_t yes, std::uint8_t no, std::uint32_t k) {
    program_[at_++] = {code, yes, no, k};
  }
  std::array<sock_filter, 512> program_{};
  std::size_t at_ = 0;
};
static_assert(2 * kListed.size() + 120 < 512);
static_assert(2 * (kOfOthers.size() + kOfBeginning.size() + kChanges.size()) + 80 < 512);

// Of what a program may do with files, limits and names, in both ways.
void refuse_others(Filter& filter) {
  for (const long call : kOfOthers) filter.answer(call, kDeny);
  // abort() signals its own process.
  filter.answer_numbers(SYS_tgkill, 0, std::array{static_cast<std::uint32_t>(getpid())}, kAllow,
                        kDeny);
  // Who owns a file, or its lease, is sent signals.
  filter.answer_numbers(SYS_fcntl, 1,
                        std::array<std::uint32_t, 6>{F_SETOWN, 10 /* F_SETSIG */,
                                                     15 /* F_SETOWN_EX */, 1024 /* F_SETLEASE */,
                                                     1026 /* F_NOTIFY */, 1031 /* F_SETPIPE_SZ */},
                        kDeny, kAllow);
  filter.answer_numbers(SYS_prctl, 0, std::array<std::uint32_t, 1>{PR_SET_PDEATHSIG}, kDeny,
                        kAllow);
}

// What may be written to below a folder. False: this Linux has no Landlock.
bool restrict_writes(int folder, bool devices) {
  const long version =
      syscall(kCreateRuleset, nullptr, 0, std::uint32_t{1} /* LANDLOCK_CREATE_RULESET_VERSION */);
  if (version < 1) return false;
  std::uint64_t handled = kWrites;
  if (version >= 2) handled |= kRefer;
  if (version >= 3) handled |= kTruncate;
  struct {
    std::uint64_t handled_access_fs;
  } ruleset{handled};
  const int rules = static_cast<int>(syscall(kCreateRuleset, &ruleset, sizeof ruleset, 0));
  if (rules < 0) return false;
  const auto allow = [&](int below, std::uint64_t access) {
    landlock_path_beneath_attr rule{};
    rule.allowed_access = access;
    rule.parent_fd = below;
    return syscall(kAddRule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  };
  bool ok = allow(folder, handled);
  const auto allow_path = [&](const char* path, std::uint64_t access) {
    const int at = open(path, O_PATH | O_CLOEXEC);
    if (at < 0) return;
    (void)allow(at, access);
    close(at);
  };
  const std::uint64_t content = LANDLOCK_ACCESS_FS_WRITE_FILE | (version >= 3 ? kTruncate : 0);
  allow_path("/dev/null", content);
  // The driver opens the card, names threads, and shares memory with nobody.
  if (devices) {
    allow_path("/dev", content);
    allow_path("/proc/self", content);
    allow_path("/dev/shm", handled);
  }
  ok = ok && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(kRestrictSelf, rules, 0) == 0;
  close(rules);
  return ok;
}

}  // namespace

bool write_only_below(int folder) { return restrict_writes(folder, false); }

bool write_only_below_and_to_devices(int folder) { return restrict_writes(folder, true); }

bool write_nowhere() {
  Filter filter;
  for (const long call : kChanges) filter.answer(call, kDeny);
#ifdef SYS_open
  filter.answer_bits(SYS_open, 1, kForWriting, kDeny, kAllow);
#endif
  filter.answer_bits(SYS_openat, 2, kForWriting, kDeny, kAllow);
  return filter.install(kAllow);
}

bool call_only_what_is_listed() {
  Filter filter;
  for (const long call : kListed) filter.answer(call, kAllow);
#ifdef SYS_open
  filter.answer_bits(SYS_open, 1, kNameless, kDeny, kAllow);
#endif
  filter.answer_bits(SYS_openat, 2, kNameless, kDeny, kAllow);
  filter.answer_numbers(SYS_fcntl, 1, kOwnFileCalls, kAllow, kDeny);
  filter.answer_numbers(SYS_ioctl, 1, kAsksOfFiles, kAllow, kDeny);
  filter.answer_numbers(SYS_prctl, 0, kOwnNames, kAllow, kDeny);
  // Its own limits are read; nobody's are set.
  filter.answer_numbers(SYS_tgkill, 0, std::array{static_cast<std::uint32_t>(getpid())}, kAllow,
                        kDeny);
  filter.allow_null(SYS_prlimit64, 2);
  return filter.install(kDeny);
}

bool leave_others_alone() {
  Filter filter;
  refuse_others(filter);
  // Threads, but no processes; glibc takes the older call where there is no newer one.
  filter.answer_bits(SYS_clone, 0, kThread, kAllow, kDeny);
  filter.answer(SYS_clone3, kUnknown);
  return filter.install(kAllow);
}

bool stay_alone() {
  Filter filter;
  refuse_others(filter);
  for (const long call : kOfBeginning) filter.answer(call, kDeny);
  for (const long call : kChanges) filter.answer(call, kDeny);
#ifdef SYS_open
  filter.answer_bits(SYS_open, 1, kNameless, kDeny, kAllow);
#endif
  filter.answer_bits(SYS_openat, 2, kNameless, kDeny, kAllow);
  filter.allow_null(SYS_prlimit64, 2);
  return filter.install(kAllow);
}

}  // namespace sortscope
