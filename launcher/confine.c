/*
 * The sandbox without bubblewrap: Landlock says which files can be opened and changed, and a filter which system calls
 * there are. Nothing is mounted, and no namespace is needed.
 *
 *   parley-inside confine TEMPORARY RULE… -- PATH NAME ARGUMENT…
 *
 * A rule is a letter and a path: r=PATH can be read and run, w=PATH can be changed too, d=PATH is a device, t=TCP
 * leaves TCP alone. TEMPORARY is made, belongs to the program alone, and is removed after it. The filter is read from
 * descriptor 9.
 *
 * Landlock does not know of permissions, owners and times of files, which an owner may change wherever the file is. So
 * the filter sends those calls to this process, which looks at the file that is meant and makes the change itself where
 * the program may write. It has no more rights than the program: the same user, and no capabilities.
 */
#define _GNU_SOURCE
#include "inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Written out: the headers of the host may be older than its kernel. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, OPENAT2 = 437, FCHMODAT2 = 452 };
enum { ASK_VERSION = 1, NEEDED_VERSION = 6, PATH_BENEATH = 1, NO_SYMLINKS = 4, NO_MAGIC_LINKS = 2 };

enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_DIR = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_CHAR = 1 << 6,
  MAKE_DIR = 1 << 7,
  MAKE_REG = 1 << 8,
  MAKE_SOCK = 1 << 9,
  MAKE_FIFO = 1 << 10,
  MAKE_BLOCK = 1 << 11,
  MAKE_SYM = 1 << 12,
  REFER = 1 << 13,
  TRUNCATE = 1 << 14,
  IOCTL_DEV = 1 << 15,
  EVERYTHING = (1 << 16) - 1,
  READING = EXECUTE | READ_FILE | READ_DIR,
  WRITING = EVERYTHING & ~(MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV),
  DEVICE = READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEV,
  OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
};

struct ruleset {
  uint64_t files, network, scopes;
};

struct beneath {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

struct how {
  uint64_t flags, mode, resolve;
};

enum { MOST_WRITABLE = 4096 };
static const char *writable[MOST_WRITABLE]; /* the program may change what is here */
static int writables;

/* ---- Rules -------------------------------------------------------------------------------------------------- */

/* A path that is gone, or has become a link meanwhile, is left out: then there is less, never more. */
static void allow(int rules, const char *path, uint64_t access) {
  struct how how = {.flags = O_PATH | O_CLOEXEC, .resolve = NO_SYMLINKS};
  int fd = (int)syscall(OPENAT2, AT_FDCWD, path, &how, sizeof how);
  if (fd < 0) return;
  struct stat is;
  if (fstat(fd, &is) == 0) {
    struct beneath rule = {.allowed = S_ISDIR(is.st_mode) ? access : access & OF_FILES, .parent = fd};
    if (syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) < 0) fail(path);
  }
  close(fd);
}

/* Processes are told apart by folders of /proc, and no rule can be for those that are still to come. So there is what
   tells of the host as a whole, and what tells of the program itself. */
static void allow_proc(int rules) {
  static const char *host[] = {"cpuinfo", "meminfo",     "stat",   "loadavg", "uptime", "version",
                               "vmstat",  "filesystems", "crypto", "devices", "swaps",  "sys"};
  static const char *own[] = {"maps",    "smaps", "stat",   "status", "statm", "limits", "cmdline",
                              "environ", "auxv",  "cgroup", "mounts", "mountinfo", "fd", "fdinfo"};
  char path[64];
  for (size_t i = 0; i < sizeof host / sizeof *host; i++) {
    snprintf(path, sizeof path, "/proc/%s", host[i]);
    allow(rules, path, READ_FILE | READ_DIR);
  }
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    snprintf(path, sizeof path, "/proc/%d/%s", (int)getpid(), own[i]);
    allow(rules, path, READ_FILE | READ_DIR);
  }
}

static void restrict_files(char **words, const char *temporary) {
  if (syscall(CREATE_RULESET, NULL, 0, ASK_VERSION) < NEEDED_VERSION) {
    fputs("parley: Landlock is missing or too old here; it takes Linux 6.12\n", stderr);
    exit(CANNOT_RUN);
  }
  struct ruleset all = {.files = EVERYTHING, .network = 3, .scopes = 3};
  for (char **word = words; *word != NULL && strcmp(*word, "--") != 0; word++) {
    if (strcmp(*word, "t=TCP") == 0) all.network = 0;
  }
  int rules = (int)syscall(CREATE_RULESET, &all, sizeof all, 0);
  if (rules < 0) fail("cannot make the rules of the sandbox");
  for (char **word = words; *word != NULL && strcmp(*word, "--") != 0; word++) {
    const char *path = *word + 2;
    switch ((*word)[0]) {
      case 'r': allow(rules, path, READING); break;
      case 'w': allow(rules, path, WRITING); break;
      case 'd': allow(rules, path, DEVICE); break;
      default: break;
    }
  }
  allow(rules, temporary, WRITING);
  char terminal[64];
  if (ttyname_r(0, terminal, sizeof terminal) == 0) allow(rules, terminal, DEVICE);
  allow_proc(rules);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) fail("cannot give up privileges");
  if (syscall(RESTRICT_SELF, rules, 0) < 0) fail("cannot enter the sandbox");
  close(rules);
}

/* For root: not to be had again by running a program either. */
static void drop_capabilities(void) {
  for (int each = 0; each < 64; each++) prctl(PR_CAPBSET_DROP, each, 0, 0, 0);
  prctl(PR_SET_SECUREBITS, 0x2f, 0, 0, 0); /* root is no special user, for good; nothing is kept or raised */
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct {
    uint32_t version;
    int pid;
  } header = {0x20080522, 0};
  uint32_t none[6] = {0};
  if (syscall(SYS_capset, &header, none) < 0) fail("cannot give up capabilities");
}

static int apply_filter(void) {
  static struct sock_filter steps[BPF_MAXINSNS];
  ssize_t size = read(FILTER, steps, sizeof steps);
  close(FILTER);
  if (size <= 0 || size % (ssize_t)sizeof *steps != 0) fail("the filter of the sandbox");
  struct sock_fprog program = {.len = (unsigned short)((size_t)size / sizeof *steps), .filter = steps};
  int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  if (listener < 0) fail("cannot set the filter of the sandbox");
  return listener;
}

static void send_descriptor(int through, int fd) {
  char byte = 0, control[CMSG_SPACE(sizeof fd)] = {0};
  struct iovec part = {&byte, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(head), &fd, sizeof fd);
  if (sendmsg(through, &message, 0) < 0) fail("cannot pass a descriptor");
}

static int receive_descriptor(int through) {
  int fd = -1;
  char byte, control[CMSG_SPACE(sizeof fd)] = {0};
  struct iovec part = {&byte, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  if (recvmsg(through, &message, MSG_CMSG_CLOEXEC) <= 0) return -1;
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  if (head != NULL && head->cmsg_type == SCM_RIGHTS) memcpy(&fd, CMSG_DATA(head), sizeof fd);
  return fd;
}

/* ---- What files are like ------------------------------------------------------------------------------------ */

static bool is_writable(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return false;
  path[length] = 0;
  for (int i = 0; i < writables; i++) {
    size_t prefix = strlen(writable[i]);
    if (strncmp(path, writable[i], prefix) == 0 && (path[prefix] == 0 || path[prefix] == '/')) return true;
  }
  return false;
}

static ssize_t read_memory(pid_t pid, uint64_t from, void *to, size_t size) {
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/mem", (int)pid);
  int memory = open(name, O_RDONLY | O_CLOEXEC);
  if (memory < 0) return -1;
  ssize_t got = pread(memory, to, size, (off_t)from);
  close(memory);
  return got;
}

/* Texts may end right before a page that is not there. */
static bool read_text(pid_t pid, uint64_t from, char *to, size_t size) {
  size_t done = 0;
  while (done < size) {
    size_t part = 4096 - ((from + done) & 4095);
    ssize_t got = read_memory(pid, from + done, to + done, part < size - done ? part : size - done);
    if (got <= 0) return false;
    if (memchr(to + done, 0, (size_t)got) != NULL) return true;
    done += (size_t)got;
  }
  return false;
}

/* The file that a call means, as the program would find it; negative with the reason. */
static int meant(pid_t pid, int folder, uint64_t text, int flags) {
  static char path[PATH_MAX], whole[PATH_MAX + 64];
  path[0] = 0;
  if (text != 0 && !read_text(pid, text, path, sizeof path)) return -EFAULT;
  if (path[0] == 0) {
    if (text != 0 && (flags & AT_EMPTY_PATH) == 0) return -ENOENT;
    snprintf(whole, sizeof whole, "/proc/%d/fd/%d", (int)pid, folder);
    int file = open(whole, O_PATH | O_CLOEXEC);
    return file < 0 ? -EBADF : file;
  }
  if (strncmp(path, "/proc/self/", 11) == 0) {
    snprintf(whole, sizeof whole, "/proc/%d/%s", (int)pid, path + 11);
  } else if (path[0] == '/') {
    snprintf(whole, sizeof whole, "%s", path);
  } else if (folder == AT_FDCWD) {
    snprintf(whole, sizeof whole, "/proc/%d/cwd/%s", (int)pid, path);
  } else {
    snprintf(whole, sizeof whole, "/proc/%d/fd/%d/%s", (int)pid, folder, path);
  }
  int file = open(whole, O_PATH | O_CLOEXEC | ((flags & AT_SYMLINK_NOFOLLOW) != 0 ? O_NOFOLLOW : 0));
  return file < 0 ? -errno : file;
}

static long change_mode(int file, uint64_t mode) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  return chmod(link, (mode_t)mode) < 0 ? -errno : 0;
}

static long change_owner(int file, uint64_t user, uint64_t group) {
  return fchownat(file, "", (uid_t)user, (gid_t)group, AT_EMPTY_PATH) < 0 ? -errno : 0;
}

static long change_times(pid_t pid, int file, uint64_t from) {
  struct timespec times[2];
  if (from != 0 && read_memory(pid, from, times, sizeof times) != sizeof times) return -EFAULT;
  return syscall(SYS_utimensat, file, "", from == 0 ? NULL : times, AT_EMPTY_PATH) < 0 ? -errno : 0;
}

/* Makes one change in place of the program; zero, or the negative reason why not. */
static long change(int listener, const struct seccomp_notif *call) {
  const __u64 *a = call->data.args;
  pid_t pid = (pid_t)call->pid;
  int file;
  switch (call->data.nr) {
#ifdef SYS_chmod
    case SYS_chmod:
    case SYS_chown: file = meant(pid, AT_FDCWD, a[0], 0); break;
    case SYS_lchown: file = meant(pid, AT_FDCWD, a[0], AT_SYMLINK_NOFOLLOW); break;
#endif
    case SYS_fchmod:
    case SYS_fchown: file = meant(pid, (int)a[0], 0, 0); break;
    case SYS_fchmodat: file = a[1] == 0 ? -EFAULT : meant(pid, (int)a[0], a[1], 0); break;
    case FCHMODAT2:
    case SYS_utimensat: file = meant(pid, (int)a[0], a[1], (int)a[3]); break;
    case SYS_fchownat: file = a[1] == 0 ? -EFAULT : meant(pid, (int)a[0], a[1], (int)a[4]); break;
    default: return -ENOSYS;
  }
  if (file < 0) return file;
  /* The number of the process may be another one's by now, and the file with it. */
  long result = -EACCES;
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &call->id) == 0 && is_writable(file)) {
    switch (call->data.nr) {
#ifdef SYS_chmod
      case SYS_chmod: result = change_mode(file, a[1]); break;
      case SYS_chown:
      case SYS_lchown: result = change_owner(file, a[1], a[2]); break;
#endif
      case SYS_fchmod: result = change_mode(file, a[1]); break;
      case SYS_fchmodat:
      case FCHMODAT2: result = change_mode(file, a[2]); break;
      case SYS_fchown: result = change_owner(file, a[1], a[2]); break;
      case SYS_fchownat: result = change_owner(file, a[2], a[3]); break;
      default: result = change_times(pid, file, a[2]); break;
    }
  }
  close(file);
  return result;
}

static void serve(int listener) {
  struct seccomp_notif call = {0};
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) < 0) return; /* it has changed its mind */
  struct seccomp_notif_resp answer = {.id = call.id, .error = (int)change(listener, &call)};
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* ---- The end ------------------------------------------------------------------------------------------------ */

static int remove_one(const char *path, const struct stat *is, int kind, struct FTW *where) {
  (void)is;
  (void)kind;
  (void)where;
  remove(path);
  return 0;
}

/* As in a namespace of processes, nothing outlives the program; what it has left behind is a child of ours. */
static void end_what_is_left(void) {
  for (;;) {
    char name[64], children[4096];
    snprintf(name, sizeof name, "/proc/self/task/%d/children", (int)getpid());
    int file = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, children, sizeof children - 1);
    if (file >= 0) close(file);
    if (size <= 0) return;
    children[size] = 0;
    for (char *next = children, *end; *next != 0; next = end) {
      long pid = strtol(next, &end, 10);
      if (end == next) break;
      if (*end != 0) kill((pid_t)pid, SIGKILL); /* the last one may be cut off */
    }
    if (waitpid(-1, NULL, 0) < 0 && errno != EINTR) return;
  }
}

static void woken(int number) { (void)number; }

/* Takes the ends of what was left to us; true once the program itself has ended. */
static bool has_ended(pid_t program) {
  for (;;) {
    siginfo_t seen = {0};
    if (waitid(P_ALL, 0, &seen, WEXITED | WNOHANG | WNOWAIT) < 0 || seen.si_pid == 0) return false;
    if (seen.si_pid == program) return true;
    waitpid(seen.si_pid, NULL, WNOHANG);
  }
}

static int supervise(pid_t program, int listener) {
  int own = (int)syscall(SYS_pidfd_open, program, 0), status = 0;
  if (own < 0) fail("cannot watch the program");
  struct sigaction action = {.sa_handler = woken};
  sigaction(SIGCHLD, &action, NULL);
  struct pollfd polled[] = {{.fd = own, .events = POLLIN}, {.fd = listener, .events = POLLIN}};
  while (!has_ended(program)) {
    if (poll(polled, 2, -1) < 0) continue;
    if ((polled[1].revents & POLLIN) != 0) serve(listener);
    if ((polled[1].revents & (POLLHUP | POLLERR)) != 0) polled[1].fd = -1;
  }
  if (waitpid(program, &status, 0) < 0) fail("cannot wait");
  return status;
}

int confine(char **words) {
  char *temporary = *words++;
  char **program = words;
  while (*program != NULL && strcmp(*program, "--") != 0) {
    if ((*program)[0] == 'w' && writables < MOST_WRITABLE - 1) writable[writables++] = *program + 2;
    program++;
  }
  if (*program == NULL || program[1] == NULL || program[2] == NULL) fail("there is no program");
  if (mkdir(temporary, 0700) < 0) fail(temporary);
  writable[writables++] = temporary;
  fcntl(STATUS, F_SETFD, FD_CLOEXEC);
  fcntl(FILTER, F_SETFD, FD_CLOEXEC);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  drop_capabilities();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) fail("cannot make a socket");
  pid_t pid = fork();
  if (pid < 0) fail("cannot make a process");
  if (pid == 0) {
    take_front();
    setenv("TMPDIR", temporary, 1);
    setenv("TMP", temporary, 1);
    setenv("TEMP", temporary, 1);
    restrict_files(words, temporary);
    send_descriptor(ends[1], apply_filter());
    block_signals(false);
    become(program + 1);
  }
  close(ends[1]);
  close(FILTER);
  setsid(); /* with no parent in its session Ctrl-Z does not stop the program, just as outside */
  int listener = receive_descriptor(ends[0]);
  int status = supervise(pid, listener);
  end_what_is_left();
  nftw(temporary, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  if (write(STATUS, &status, sizeof status) < 0) { /* then nobody is left who wants to know */
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
