package dev.parley.bench.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** This host as one that ssh logs in to. */
final class SshHost implements AutoCloseable {
  private final Path folder;
  private final int port;
  private final Process server;

  SshHost(Path parent) throws IOException, InterruptedException {
    this.folder = Files.createDirectories(parent.resolve("ssh"));
    this.port = TrialBroker.freePort();
    for (var name : List.of("host", "key")) {
      var made =
          new ProcessBuilder(
                  "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "" + folder.resolve(name))
              .start()
              .waitFor();
      if (made != 0) {
        throw new IOException("ssh-keygen has failed");
      }
    }
    Files.copy(folder.resolve("key.pub"), folder.resolve("authorized"));
    Files.writeString(
        folder.resolve("known"),
        "[127.0.0.1]:%d %s".formatted(port, Files.readString(folder.resolve("host.pub"))));
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(Path.of("/run/sshd"));
    }
    var line = new ArrayList<>(List.of("/usr/sbin/sshd", "-D", "-f", "/dev/null", "-p", "" + port));
    line.addAll(List.of("-h", folder.resolve("host").toString()));
    for (var option :
        List.of(
            "ListenAddress=127.0.0.1",
            "PidFile=none",
            "StrictModes=no",
            "PermitRootLogin=yes",
            "UsePAM=no",
            "PrintMotd=no",
            "AuthorizedKeysFile=" + folder.resolve("authorized"))) {
      line.addAll(List.of("-o", option));
    }
    this.server =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    while (!answers()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private boolean answers() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** A program on the other host. */
  Process run(String command) throws IOException {
    return new ProcessBuilder(
            "ssh",
            "-F",
            "none",
            "-i",
            folder.resolve("key").toString(),
            "-o",
            "IdentitiesOnly=yes",
            "-o",
            "UserKnownHostsFile=" + folder.resolve("known"),
            "-p",
            "" + port,
            "-l",
            System.getProperty("user.name"),
            "127.0.0.1",
            command)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Override
  public void close() {
    server.destroy();
  }
}
