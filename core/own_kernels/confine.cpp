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

// Calls that start processes, talk to others, or change what is not a file's content.
constexpr std::array kRefused{
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
    SYS_clone,
    SYS_clone3,
    SYS_socket,
    SYS_socketpair,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_pidfd_send_signal,
    SYS_pidfd_open,
    SYS_ptrace,
    SYS_process_vm_writev,
    SYS_process_vm_readv,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_setpriority,
    SYS_sched_setaffinity,
    SYS_sched_setscheduler,
    SYS_mount,
    SYS_umount2,
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_keyctl,
    SYS_add_key,
    SYS_io_uring_setup,
#ifdef SYS_chmod
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
#endif
    SYS_setxattr,
    SYS_utimensat,
    SYS_reboot,
    SYS_kexec_load,
    SYS_swapon,
    SYS_init_module,
    SYS_sethostname,
    SYS_settimeofday,
    SYS_clock_settime};

// Calls that change a file system without a file that is open.
constexpr std::array kChanges{
#ifdef SYS_creat
    SYS_creat,     SYS_mknod,     SYS_mkdir,    SYS_rmdir,
    SYS_unlink,    SYS_rename,    SYS_link,     SYS_symlink,
#endif
    SYS_openat2,   SYS_mknodat,   SYS_mkdirat,  SYS_unlinkat,
    SYS_renameat2,
#ifdef SYS_renameat
    SYS_renameat,
#endif
    SYS_linkat,    SYS_symlinkat, SYS_truncate, SYS_open_by_handle_at};
// What makes an open() one for writing.
constexpr std::uint32_t kForWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;

constexpr std::uint32_t kDeny = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t kNumber = offsetof(seccomp_data, nr);
constexpr std::uint32_t kArchitecture = offsetof(seccomp_data, arch);
constexpr std::uint32_t kFirst = offsetof(seccomp_data, args);

// A filter of calls: what it does not name is allowed.
class Filter {
 public:
  Filter() {
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0, kArchitecture);
    add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, kProcessor);
    add(BPF_RET | BPF_K, 0, 0, kDeny);
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0, kNumber);
#if defined(__x86_64__)
    add(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);  // the calls of x32 are others
    add(BPF_RET | BPF_K, 0, 0, kDeny);
#endif
  }
  void refuse(long call) {
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, static_cast<std::uint32_t>(call));
    add(BPF_RET | BPF_K, 0, 0, kDeny);
  }
  /// Where its argument `which`, counted from 0, has one of the bits.
  void refuse_bits(long call, std::uint32_t which, std::uint32_t bits) {
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, static_cast<std::uint32_t>(call));
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0, kFirst + 8 * which);
    add(BPF_JMP | BPF_JSET | BPF_K, 0, 1, bits);
    add(BPF_RET | BPF_K, 0, 0, kDeny);
    add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
  }
  /// Where its first argument is another number.
  void refuse_others(long call, std::uint32_t first) {
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, static_cast<std::uint32_t>(call));
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0, kFirst);
    add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, first);
    add(BPF_RET | BPF_K, 0, 0, kDeny);
  }
  bool install() {
    add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
    sock_fprog filter{static_cast<unsigned short>(at_), program_.data()};
    return kProcessor != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
  }

 private:
  void add(std::uint16_t code, std::uint8_t yes, std::uint8_t no, std::uint32_t k) {
    program_[at_++] = {code, yes, no, k};
  }
  std::array<sock_filter, 160> program_{};
  std::size_t at_ = 0;
};
static_assert(2 * kRefused.size() + 12 < 160 && 2 * kChanges.size() + 20 < 160);

}  // namespace

bool write_only_below(int folder) {
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
  landlock_path_beneath_attr below{};
  below.allowed_access = handled;
  below.parent_fd = folder;
  bool ok = syscall(kAddRule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0) == 0;
  const int nowhere = open("/dev/null", O_PATH | O_CLOEXEC);
  if (nowhere >= 0) {
    landlock_path_beneath_attr discard{};
    discard.allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE | (version >= 3 ? kTruncate : 0);
    discard.parent_fd = nowhere;
    (void)syscall(kAddRule, rules, LANDLOCK_RULE_PATH_BENEATH, &discard, 0);
    close(nowhere);
  }
  ok = ok && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(kRestrictSelf, rules, 0) == 0;
  close(rules);
  return ok;
}

bool write_nowhere() {
  Filter filter;
  for (const long call : kChanges) filter.refuse(call);
#ifdef SYS_open
  filter.refuse_bits(SYS_open, 1, kForWriting);
#endif
  filter.refuse_bits(SYS_openat, 2, kForWriting);
  return filter.install();
}

bool stay_alone() {
  Filter filter;
  for (const long call : kRefused) filter.refuse(call);
  // abort() signals its own process.
  filter.refuse_others(SYS_tgkill, static_cast<std::uint32_t>(getpid()));
  return filter.install();
}

}  // namespace sortscope
