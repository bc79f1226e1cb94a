"""Tries to get out of a sandbox. Prints one line per attempt: its kind, its name, and what came of it.

An attempt is a function that returns something true when it got out, and raises or returns something
false when it did not. What it needs to know of the outside comes as JSON in the first argument.
"""
import ctypes
import fcntl
import json
import os
import socket
import struct
import subprocess
import sys

OUT = json.loads(sys.argv[1])
LIBC = ctypes.CDLL(None, use_errno=True)
ATTEMPTS = []
X64 = os.uname().machine == "x86_64"


def attempt(kind):
    def add(function):
        ATTEMPTS.append((SECTION, kind, function.__name__, function))
        return function
    return add


def call(x64, arm64, *arguments):
    """A system call by its number; true when the kernel did it."""
    result = LIBC.syscall(ctypes.c_long(x64 if X64 else arm64), *arguments)
    return result >= 0


def long(value):
    return ctypes.c_long(value)


def text(value):
    return ctypes.c_char_p(value.encode())


def wrote(path):
    with open(path, "a") as file:
        file.write("out")
    return True


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, timeout=20).returncode == 0


def inside(name):
    return os.path.join(OUT["workspace"], name)


# --- writing where it may not ------------------------------------------------------------------

SECTION = "files elsewhere"

@attempt("write")
def write_a_file_of_the_host(): return wrote(OUT["outside"])
@attempt("write")
def create_beside_it(): return wrote(OUT["outside"] + ".new")
@attempt("write")
def write_to_etc(): return wrote("/etc/parley-attempt")
@attempt("write")
def write_to_usr(): return wrote("/usr/local/bin/parley-attempt")
@attempt("write")
def write_to_var(): return wrote("/var/lib/parley-attempt")
@attempt("write")
def write_to_root(): return wrote("/parley-attempt")
@attempt("write")
def write_through_proc_self_root(): return wrote("/proc/self/root" + OUT["outside"])
@attempt("write")
def write_through_proc_one_root(): return wrote("/proc/1/root" + OUT["outside"])
@attempt("write")
def write_through_a_descriptor_path():
    fd = os.open(os.path.dirname(OUT["outside"]), os.O_PATH)
    return wrote("/proc/self/fd/%d/%s" % (fd, os.path.basename(OUT["outside"])))
@attempt("write")
def truncate_it(): os.truncate(OUT["outside"], 0); return True
@attempt("write")
def remove_it(): os.unlink(OUT["outside"]); return True
@attempt("write")
def rename_it(): os.rename(OUT["outside"], OUT["outside"] + ".moved"); return True
@attempt("write")
def change_its_mode(): os.chmod(OUT["outside"], 0o777); return True
@attempt("write")
def change_its_owner(): os.chown(OUT["outside"], os.getuid(), os.getgid()); return True
@attempt("write")
def change_its_times(): os.utime(OUT["outside"], (1, 1)); return True
@attempt("write")
def set_an_attribute(): os.setxattr(OUT["outside"], "user.parley", b"x"); return True
@attempt("write")
def change_its_mode_by_a_descriptor(): os.fchmod(os.open(OUT["outside"], os.O_RDONLY), 0o777); return True
@attempt("write")
def change_its_mode_by_a_folder():
    os.chmod(os.path.basename(OUT["outside"]), 0o777, dir_fd=os.open(os.path.dirname(OUT["outside"]), os.O_PATH))
    return True
@attempt("write")
def change_its_mode_through_a_link():
    os.symlink(OUT["outside"], inside("mode"))
    os.chmod(inside("mode"), 0o777)
    return True
@attempt("write")
def change_its_mode_through_proc():
    fd = os.open(OUT["outside"], os.O_PATH)
    os.chmod("/proc/self/fd/%d" % fd, 0o777)
    return True
@attempt("write")
def change_its_mode_by_the_newest_call(): return call(452, 452, long(-100), text(OUT["outside"]), long(0o777), long(0))
@attempt("write")
def change_its_times_by_a_descriptor(): os.utime(os.open(OUT["outside"], os.O_RDONLY), (1, 1)); return True
@attempt("write")
def change_its_times_by_an_older_call(): return X64 and call(132, 0, text(OUT["outside"]), None)
@attempt("write")
def change_its_owner_by_a_descriptor():
    os.fchown(os.open(OUT["outside"], os.O_RDONLY), os.getuid(), os.getgid())
    return True
@attempt("write")
def set_its_flags():
    fcntl.ioctl(os.open(OUT["outside"], os.O_RDONLY), 0x40086602, struct.pack("<q", 0x40))
    return True
@attempt("write")
def make_a_folder_beside_it(): os.mkdir(OUT["outside"] + ".folder"); return True
@attempt("write")
def make_a_pipe_beside_it(): os.mkfifo(OUT["outside"] + ".pipe"); return True
@attempt("write")
def make_a_link_beside_it(): os.symlink("/", OUT["outside"] + ".link"); return True
@attempt("write")
def make_a_nameless_file_there():
    return os.open(os.path.dirname(OUT["outside"]), os.O_TMPFILE | os.O_RDWR, 0o600)
@attempt("write")
def map_it_to_write():
    import mmap
    fd = os.open(OUT["outside"], os.O_RDWR)
    return mmap.mmap(fd, 4)
@attempt("write")
def write_to_the_hosts_tmp(): return os.path.exists(OUT["socket_in_tmp"]) and wrote(os.path.dirname(OUT["socket_in_tmp"]) + "/new")
@attempt("write")
def write_through_a_symlink():
    os.symlink(OUT["outside"], inside("link"))
    return wrote(inside("link"))
@attempt("write")
def write_through_a_symlinked_folder():
    os.symlink(os.path.dirname(OUT["outside"]), inside("folder"))
    return wrote(inside("folder/" + os.path.basename(OUT["outside"])))
@attempt("write")
def write_through_a_hard_link():
    os.link(OUT["outside"], inside("hard"))
    return wrote(inside("hard"))
@attempt("write")
def move_it_into_the_workspace(): os.rename(OUT["outside"], inside("stolen")); return True
@attempt("write")
def swap_it_with_a_file_inside():
    wrote(inside("mine"))
    return call(316, 276, long(-100), text(inside("mine")), long(-100), text(OUT["outside"]), long(2))

# --- mounting ----------------------------------------------------------------------------------

SECTION = "mounts"

@attempt("all")
def remount_the_root(): return LIBC.mount(None, b"/", None, ctypes.c_ulong(32 | 4096), None) == 0
@attempt("all")
def mount_a_tmpfs(): return LIBC.mount(b"x", b"/mnt", b"tmpfs", ctypes.c_ulong(0), None) == 0
@attempt("all")
def bind_a_folder(): return LIBC.mount(b"/etc", b"/mnt", None, ctypes.c_ulong(4096), None) == 0
@attempt("all")
def mount_the_disk(): return LIBC.mount(OUT["disk"].encode(), b"/mnt", b"ext4", ctypes.c_ulong(0), None) == 0
@attempt("all")
def mount_proc_anew(): return LIBC.mount(b"proc", b"/mnt", b"proc", ctypes.c_ulong(0), None) == 0
@attempt("all")
def unmount_what_hides(): return LIBC.umount2(OUT["hidden"].encode(), 2) == 0
@attempt("all")
def unmount_the_kernels_settings(): return LIBC.umount2(b"/proc/sys", 2) == 0
@attempt("all")
def pivot_the_root(): return call(155, 41, text("/"), text("/"))
@attempt("all")
def change_the_root(): os.chroot("/usr"); return True
@attempt("all")
def open_a_tree(): return call(428, 428, long(-100), text("/"), long(1))
@attempt("all")
def open_a_file_system(): return call(430, 430, text("tmpfs"), long(0))
@attempt("all")
def change_a_mounts_attributes():
    return call(442, 442, long(-100), text("/"), long(0x8000), ctypes.create_string_buffer(32), long(32))
@attempt("all")
def mount_with_fuse(): return run("fusermount3", inside("."))

# --- other namespaces --------------------------------------------------------------------------

SECTION = "namespaces"

@attempt("all")
def unshare_a_user_namespace(): return call(272, 97, long(0x10000000))
@attempt("all")
def unshare_a_mount_namespace(): return call(272, 97, long(0x00020000))
@attempt("all")
def unshare_a_network(): return call(272, 97, long(0x40000000))
@attempt("all")
def clone_a_user_namespace():
    pid = LIBC.syscall(ctypes.c_long(56 if X64 else 220), ctypes.c_long(0x10000000 | 17), 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    return pid > 0
@attempt("all")
def clone3_a_user_namespace():
    arguments = struct.pack("<8Q", 0x10000000, 0, 0, 0, 17, 0, 0, 0)
    pid = LIBC.syscall(ctypes.c_long(435), arguments, ctypes.c_long(len(arguments)))
    if pid == 0:
        os._exit(0)
    return pid > 0
@attempt("all")
def enter_the_first_mount_namespace():
    fd = os.open("/proc/1/ns/mnt", os.O_RDONLY)
    return LIBC.setns(fd, 0) == 0
@attempt("all")
def enter_the_hosts_namespaces():
    fd = os.open("/proc/%d/ns/mnt" % OUT["pid"], os.O_RDONLY)
    return LIBC.setns(fd, 0) == 0
@attempt("all")
def use_unshare(): return run("unshare", "-Urm", "true")
@attempt("all")
def use_nsenter(): return run("nsenter", "-t", "1", "-m", "true")
@attempt("all")
def use_bwrap(): return run("bwrap", "--bind", "/", "/", "true")

# --- other processes ---------------------------------------------------------------------------

SECTION = "processes of the host"

@attempt("all")
def see_a_process_of_the_host(): return OUT["word"] in open("/proc/%d/cmdline" % OUT["pid"]).read()
@attempt("all")
def read_its_memory(): return open("/proc/%d/mem" % OUT["pid"], "rb") is not None
@attempt("all")
def read_its_environment(): return OUT["word"] in open("/proc/%d/environ" % OUT["pid"]).read()
@attempt("all")
def look_into_its_root(): return os.listdir("/proc/%d/root" % OUT["pid"])
@attempt("all")
def trace_it(): return LIBC.ptrace(16, OUT["pid"], 0, 0) == 0
@attempt("all")
def seize_it(): return LIBC.ptrace(0x4206, OUT["pid"], 0, 0) == 0
@attempt("all")
def read_it_by_process_vm():
    buffer = ctypes.create_string_buffer(8)
    vector = struct.pack("<QQ", ctypes.addressof(buffer), 8)
    return call(310, 270, long(OUT["pid"]), vector, long(1), vector, long(1), long(0))
# Inside a namespace of its own the number could be another process; a large one is not.
FAR = OUT["pid"] > 300
@attempt("all")
def signal_it(): os.kill(OUT["pid"], 0); return FAR
@attempt("all")
def signal_one_of_its_threads(): return call(234, 131, long(OUT["pid"]), long(OUT["pid"]), long(0)) and FAR
@attempt("all")
def signal_it_by_a_descriptor():
    import signal
    signal.pidfd_send_signal(os.pidfd_open(OUT["pid"]), 0)
    return FAR
@attempt("all")
def queue_a_signal_for_it():
    return call(129, 138, long(OUT["pid"]), long(0), ctypes.create_string_buffer(128)) and FAR
@attempt("all")
def limit_it():
    return call(302, 261, long(OUT["pid"]), long(7), struct.pack("<QQ", 64, 1000), None) and FAR
@attempt("all")
def slow_it_down(): os.setpriority(os.PRIO_PROCESS, OUT["pid"], 19); return FAR
@attempt("all")
def slow_everything_of_the_user_down():
    call(141, 140, long(2), long(OUT["user"]), long(5))
    return False  # whether it reached anybody outside is seen outside
@attempt("all")
def bind_it_to_a_processor(): os.sched_setaffinity(OUT["pid"], {0}); return FAR
@attempt("all")
def make_it_idle(): os.sched_setscheduler(OUT["pid"], os.SCHED_IDLE, os.sched_param(0)); return FAR
@attempt("all")
def take_its_disk_time(): return call(251, 30, long(1), long(OUT["pid"]), long(3 << 13)) and FAR
@attempt("all")
def take_a_descriptor_of_it(): return call(438, 438, long(os.pidfd_open(OUT["pid"])), long(1), long(0))
@attempt("all")
def compare_it_with_itself(): return call(312, 272, long(OUT["pid"]), long(os.getpid()), long(0), long(1), long(1))
@attempt("all")
def walk_into_its_folder(): os.chdir("/proc/%d/cwd" % OUT["pid"]); return True
@attempt("all")
def open_its_descriptors(): return os.listdir("/proc/%d/fd" % OUT["pid"])
@attempt("all")
def read_its_statistics(): return open("/proc/%d/stat" % OUT["pid"]).read()
@attempt("all")
def signal_every_process():
    # Inside there is only what is inside: 1, which ignores it, and this.
    return len([name for name in os.listdir("/proc") if name.isdigit()]) > 30
@attempt("all")
def find_the_host_among_processes():
    for name in os.listdir("/proc"):
        if name.isdigit() and OUT["word"] in open("/proc/%s/cmdline" % name).read().split("\0"):
            return True
@attempt("all")
def open_a_pidfd_of_it():
    fd = os.pidfd_open(OUT["pid"])
    return "Pid:\t%d" % OUT["pid"] in open("/proc/self/fdinfo/%d" % fd).read() and find_the_host_among_processes()
@attempt("all")
def raise_its_priority(): os.nice(-5); return True
@attempt("all")
def become_another_user(): os.setresuid(12345, 12345, 12345); return os.getuid() == 12345
@attempt("all")
def become_root(): os.setresuid(0, 0, 0); return os.getuid() == 0 and OUT["user"] != 0
@attempt("all")
def gain_a_capability():
    header = struct.pack("<Ii", 0x20080522, 0)
    data = struct.pack("<6I", 1 << 21, 1 << 21, 0, 0, 0, 0)
    return call(126, 91, header, data)
@attempt("all")
def have_a_capability():
    for line in open("/proc/self/status"):
        # What an ordinary user could get at most does not matter, since nothing gives it.
        if line.startswith(("CapEff", "CapPrm", "CapInh", "CapAmb")) and int(line.split()[1], 16):
            return True
        if line.startswith("CapBnd") and OUT["user"] == 0 and int(line.split()[1], 16):
            return True
@attempt("all")
def gain_from_setuid_programs():
    return "NoNewPrivs:\t1" not in open("/proc/self/status").read()
@attempt("all")
def make_a_setuid_program_and_run_it():
    path = inside("setuid")
    subprocess.run(["cp", "/usr/bin/id", path], check=True)
    os.chmod(path, 0o4755)
    before = subprocess.run(["id", "-u"], capture_output=True).stdout
    return subprocess.run([path, "-u"], capture_output=True).stdout != before

# --- the terminal ------------------------------------------------------------------------------

SECTION = "terminals"

@attempt("all")
def type_into_the_terminal(): fcntl.ioctl(0, 0x5412, b"x"); return True
@attempt("all")
def type_with_a_wider_number():
    return LIBC.ioctl(0, ctypes.c_ulong(0x7700005412), b"x") == 0
@attempt("all")
def use_the_consoles_selection(): fcntl.ioctl(0, 0x541C, b"\x03"); return True
@attempt("all")
def take_the_consoles_output(): fcntl.ioctl(0, 0x541D); return True
@attempt("all")
def write_to_another_terminal():
    # A file system of terminals of its own: the number may exist, and is another terminal.
    fd = os.open(OUT["terminal"], os.O_WRONLY | os.O_NOCTTY)
    return os.fstat(fd).st_dev == OUT["terminal_device"]
@attempt("all")
def open_a_virtual_console(): return os.open("/dev/tty1", os.O_WRONLY)

# --- devices -----------------------------------------------------------------------------------

SECTION = "devices"

@attempt("all")
def read_memory(): return open("/dev/mem", "rb").read(1)
@attempt("all")
def read_the_kernels_log(): return open("/dev/kmsg", "rb") is not None
@attempt("all")
def read_the_disk(): return open(OUT["disk"], "rb").read(1)
@attempt("all")
def make_a_device():
    path = inside("disk")
    os.mknod(path, 0o600 | 0o060000, os.makedev(254, 0))
    return open(path, "rb").read(1)
@attempt("all")
def open_kvm(): return open("/dev/kvm", "rb") is not None
@attempt("all")
def read_the_hosts_shared_memory(): return OUT["word"] in open(OUT["shared_memory"]).read()
@attempt("all")
def open_the_hosts_terminals_master():
    return any(os.open("/dev/pts/%d" % number, os.O_RDWR | os.O_NOCTTY) >= 0 and
               os.stat("/dev/pts/%d" % number).st_dev == OUT["terminal_device"] and
               "/dev/pts/%d" % number != os.ttyname(0) for number in range(64) if os.path.exists("/dev/pts/%d" % number))
@attempt("all")
def write_to_the_kernels_log(): return os.open("/dev/kmsg", os.O_WRONLY)
@attempt("all")
def open_fuse(): return os.open("/dev/fuse", os.O_RDWR)
@attempt("all")
def open_a_loop_device(): return os.open("/dev/loop-control", os.O_RDWR)

# --- the kernel --------------------------------------------------------------------------------

SECTION = "kernel"

@attempt("all")
def use_bpf(): return call(321, 280, long(0), ctypes.create_string_buffer(128), long(128))
@attempt("all")
def use_performance_events():
    return call(298, 241, ctypes.create_string_buffer(b"\x01\0\0\0\x70\0\0\0", 112), long(0), long(-1), long(-1), long(0))
@attempt("all")
def use_userfaultfd(): return call(323, 282, long(0))
@attempt("all")
def use_io_uring(): return call(425, 425, long(4), ctypes.create_string_buffer(120))
@attempt("all")
def load_a_module(): return call(175, 105, ctypes.create_string_buffer(8), long(8), text(""))
@attempt("all")
def load_a_kernel(): return call(246, 104, long(0), long(0), None, long(0))
@attempt("all")
def reboot(): return LIBC.reboot(0) == 0
@attempt("all")
def set_the_clock(): return call(227, 112, long(0), struct.pack("<qq", 1, 0))
@attempt("all")
def set_the_hosts_name(): socket.sethostname("parley"); return True
@attempt("all")
def read_the_log(): return call(103, 116, long(3), ctypes.create_string_buffer(99), long(99))
@attempt("all")
def name_a_file_by_handle():
    return call(303, 264, long(-100), text("/"), struct.pack("<Ii", 128, 0) + bytes(128), ctypes.create_string_buffer(8), long(0))
@attempt("all")
def open_a_file_by_handle():
    return call(304, 265, long(0), struct.pack("<Ii", 8, 1) + bytes(8), long(0))
@attempt("all")
def set_the_pattern_of_cores(): open("/proc/sys/kernel/core_pattern", "w").write("|/bin/false"); return True
@attempt("all")
def set_another_setting(): open("/proc/sys/vm/drop_caches", "w").write("1"); return True
@attempt("all")
def press_the_magic_key(): open("/proc/sysrq-trigger", "w").write("h"); return True
@attempt("all")
def write_to_sys(): open("/sys/kernel/mm/ksm/run", "w").write("0"); return True
@attempt("all")
def make_a_control_group(): os.mkdir(OUT["cgroup"] + "/parley-attempt"); return True
@attempt("all")
def leave_its_control_group(): open(OUT["cgroup"] + "/cgroup.procs", "w").write("0"); return True
@attempt("all")
def set_a_release_agent(): open(OUT["cgroup"] + "/release_agent", "w").write("/bin/false"); return True

# --- keys --------------------------------------------------------------------------------------

SECTION = "keyrings"

@attempt("all")
def read_the_session_keyring(): return call(250, 219, long(0), long(-3), long(0))
@attempt("all")
def read_the_users_keyring(): return call(250, 219, long(0), long(-4), long(0))
@attempt("all")
def add_a_key(): return call(248, 217, text("user"), text("parley"), text("x"), long(1), long(-3))
@attempt("all")
def ask_for_a_key(): return call(249, 218, text("user"), text("parley"), None, long(0))

# --- sockets and the network -------------------------------------------------------------------

SECTION = "sockets and network"

def connected(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as one:
        one.settimeout(2)
        one.connect(address)
        return True

@attempt("all")
def connect_to_a_socket_in_tmp(): return connected(socket.AF_UNIX, OUT["socket_in_tmp"])
@attempt("all")
def connect_to_a_socket_elsewhere(): return connected(socket.AF_UNIX, OUT["socket_elsewhere"])
@attempt("all")
def connect_to_parley(): return connected(socket.AF_UNIX, OUT["parley_socket"])
@attempt("all")
def connect_to_an_abstract_socket(): return connected(socket.AF_UNIX, "\0" + OUT["abstract"])
@attempt("net")
def connect_by_tcp(): return connected(socket.AF_INET, ("127.0.0.1", OUT["port"]))
@attempt("net")
def connect_by_tcp6(): return connected(socket.AF_INET6, ("::1", OUT["port6"]))
@attempt("net")
def reach_by_udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.settimeout(1)
        one.sendto(b"ping", ("127.0.0.1", OUT["udp"]))
        return one.recv(9) == b"pong"
@attempt("net")
def see_the_hosts_addresses():
    return OUT["address"] in subprocess.run(["cat", "/proc/net/fib_trie"], capture_output=True, text=True).stdout
@attempt("net")
def open_a_netlink_socket_that_sees_the_host():
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as one:
        return OUT["interface"] and OUT["interface"] in [name for _, name in socket.if_nameindex()]
@attempt("all")
def make_a_queue_of_messages(): return LIBC.msgget(OUT["shm_key"], 0) >= 0
@attempt("all")
def use_a_named_queue():
    LIBC.mq_open.argtypes = None
    return OUT["queue"] and call(240, 180, text(OUT["queue"]), long(0), long(0), None)
@attempt("all")
def open_a_raw_socket(): return socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)
@attempt("all")
def open_a_packet_socket(): return socket.socket(17, socket.SOCK_RAW, 768)
@attempt("all")
def open_a_vsock(): return socket.socket(40, socket.SOCK_STREAM)
@attempt("all")
def open_a_bluetooth_socket(): return socket.socket(31, socket.SOCK_SEQPACKET, 0)
@attempt("all")
def open_a_crypto_socket(): return socket.socket(38, socket.SOCK_SEQPACKET, 0)
@attempt("all")
def add_an_address():
    return run("ip", "addr", "add", "10.99.0.1/24", "dev", "lo")
@attempt("all")
def use_the_hosts_shared_memory_of_system_v():
    return LIBC.shmget(OUT["shm_key"], 0, 0) >= 0

# --- secrets -----------------------------------------------------------------------------------

SECTION = "secrets"

@attempt("all")
def read_a_secret(): return OUT["word"] in open(OUT["secret"]).read()
@attempt("all")
def read_it_through_proc_self_root(): return OUT["word"] in open("/proc/self/root" + OUT["secret"]).read()
@attempt("all")
def read_it_through_proc_one(): return OUT["word"] in open("/proc/1/root" + OUT["secret"]).read()
@attempt("all")
def read_it_through_a_link():
    os.symlink(OUT["secret"], inside("secret"))
    return OUT["word"] in open(inside("secret")).read()
@attempt("all")
def read_it_through_a_hard_link():
    os.link(OUT["secret"], inside("secret2"))
    return OUT["word"] in open(inside("secret2")).read()
@attempt("all")
def read_parleys_token(): return OUT["word"] in open(OUT["token"]).read()
@attempt("all")
def read_the_history(): return OUT["word"] in open(OUT["history"]).read()
@attempt("all")
def put_something_in_place_of_the_secret(): return wrote(OUT["secret"])
@attempt("all")
def read_the_shadow_file(): return "root:" in open("/etc/shadow").read()
@attempt("all")
def find_a_token_in_the_environment(): return any(OUT["word"] in value for value in os.environ.values())
@attempt("all")
def find_it_in_the_environment_of_the_first():
    return OUT["word"] in open("/proc/1/environ").read()

# --- repositories ------------------------------------------------------------------------------

SECTION = "repositories"

@attempt("git")
def write_a_hook(): return wrote(inside(".git/hooks/pre-commit"))
@attempt("git")
def write_the_configuration(): return wrote(inside(".git/config"))
@attempt("git")
def set_the_path_of_hooks(): return run("git", "-C", OUT["workspace"], "config", "core.hooksPath", "x")
@attempt("git")
def move_the_repository(): os.rename(inside(".git"), inside("git2")); return True
@attempt("git")
def remove_the_hooks(): os.rmdir(inside(".git/hooks")); return True
@attempt("git")
def replace_the_configuration():
    wrote(inside(".git/new"))
    os.replace(inside(".git/new"), inside(".git/config"))
    return True
@attempt("git")
def link_the_hooks_elsewhere():
    os.rename(inside(".git/hooks"), inside(".git/old"))
    os.symlink("/tmp", inside(".git/hooks"))
    return True
@attempt("git")
def write_a_hook_of_a_repository_further_down(): return wrote(inside("lib/deep/.git/hooks/pre-commit"))


ALLOWED = sys.argv[2].split(",")
for section, kind, name, function in ATTEMPTS:
    if kind in ALLOWED:
        continue
    try:
        outcome = "ESCAPED" if function() else "held"
    except BaseException as refused:
        outcome = "held " + type(refused).__name__
    print("attempt|%s|%s|%s" % (section, name, outcome), flush=True)
print("attempts over", flush=True)
