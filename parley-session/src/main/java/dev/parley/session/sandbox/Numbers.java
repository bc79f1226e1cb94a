package dev.parley.session.sandbox;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The numbers of system calls on one kind of processor.
 *
 * @param architecture as the kernel's filter calls it
 * @param refused mounting, other namespaces, keyrings, tracing the kernel, modules, handles, clocks
 * @param unknown clone3, whose flags a filter cannot see, and io_uring, which gets around filters
 * @param namespaces clone and unshare
 * @param alone what is refused more where there are no namespaces
 */
record Numbers(
    int architecture,
    List<Integer> refused,
    List<Integer> unknown,
    List<Integer> namespaces,
    int ioctl,
    int socket,
    Alone alone) {

  /**
   * Calls that would reach out of a sandbox without namespaces.
   *
   * @param files permissions, owners and times, which Landlock leaves alone
   * @param attributes of files
   * @param shared memory, semaphores and queues by number or name, and older calls for times
   * @param processes limits and scheduling of the process whose number stands first
   * @param priorities of the process whose number stands second: setpriority and ioprio_set
   */
  record Alone(
      List<Integer> files,
      List<Integer> attributes,
      List<Integer> shared,
      List<Integer> processes,
      List<Integer> priorities) {}

  /** The same everywhere: open_tree to fspick, mount_setattr, quotactl_fd. */
  private static final List<Integer> RECENT = List.of(428, 429, 430, 431, 432, 433, 442, 443);

  private static final Numbers X64 =
      new Numbers(
          0xC000003E,
          with(
              165, 166, 155, 308, // mount, umount2, pivot_root, setns
              248, 249, 250, // add_key, request_key, keyctl
              321, 298, 323, // bpf, perf_event_open, userfaultfd
              175, 313, 176, 246, 320, 169, // modules, kexec, reboot
              303, 304, 212, // name_to_handle_at, open_by_handle_at, lookup_dcookie
              167, 168, 163, 179, 164, 227, 103, 172, 173), // swap, acct, quota, time, log, ports
          List.of(435, 425, 426, 427),
          List.of(56, 272),
          16,
          41,
          new Alone(
              List.of(90, 91, 92, 93, 94, 260, 268, 280, 452),
              List.of(188, 189, 190, 197, 198, 199, 463, 466, 469),
              List.of(29, 30, 31, 64, 65, 66, 220, 68, 69, 70, 71, 240, 241, 132, 235, 261),
              List.of(302, 203, 144, 142, 314),
              List.of(141, 251)));

  private static final Numbers ARM64 =
      new Numbers(
          0xC00000B7,
          with(
              40, 39, 41, 268, 217, 218, 219, 280, 241, 282, 105, 273, 106, 104, 294, 142, 264, 265,
              18, 224, 225, 89, 60, 170, 112, 116),
          List.of(435, 425, 426, 427),
          List.of(220, 97),
          29,
          198,
          new Alone(
              List.of(52, 53, 54, 55, 88, 452),
              List.of(5, 6, 7, 14, 15, 16, 463, 466, 469),
              List.of(194, 195, 196, 197, 190, 191, 192, 193, 186, 187, 188, 189, 180, 181),
              List.of(261, 122, 119, 118, 274),
              List.of(140, 30)));

  private static List<Integer> with(Integer... numbers) {
    return Stream.concat(List.of(numbers).stream(), RECENT.stream()).toList();
  }

  static Optional<Numbers> ofThisHost() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> Optional.of(X64);
      case "aarch64" -> Optional.of(ARM64);
      default -> Optional.empty();
    };
  }
}
