package dev.parley.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

/** Holds the map of ARCHITECTURE.md: who may know whom. */
class ModuleMapTest {
  private static final JavaClasses PARLEY =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("dev.parley");

  @Test
  void theTerminalKnowsNobody() {
    noClasses()
        .that()
        .resideInAPackage("dev.parley.terminal..")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages("dev.parley.terminal..", "java..", "org.jspecify..")
        .check(PARLEY);
  }

  @Test
  void aPtyKnowsNoTerminalAndNoSession() {
    noClasses()
        .that()
        .resideInAPackage("dev.parley.pty..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.parley.terminal..", "dev.parley.session..", "dev.parley.server..")
        .check(PARLEY);
  }

  @Test
  void aSessionKnowsNoDoor() {
    noClasses()
        .that()
        .resideInAPackage("dev.parley.session..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.parley.server..", "dev.parley.client..", "dev.parley.cli..")
        .check(PARLEY);
  }

  @Test
  void whatTestsOfOthersUseKnowsSessionsAndNobodyKnowsIt() {
    noClasses()
        .that()
        .resideInAPackage("dev.parley.junit..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.parley.server..", "dev.parley.client..", "dev.parley.cli..")
        .check(PARLEY);
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.parley.junit..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.parley.junit..")
        .check(PARLEY);
  }

  @Test
  void theProtocolKnowsNothingOfTerminals() {
    noClasses()
        .that()
        .resideInAPackage("dev.parley.server.mcp..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.parley.session..",
            "dev.parley.terminal..",
            "dev.parley.pty..",
            "dev.parley.server.tools..",
            "dev.parley.server.daemon..")
        .check(PARLEY);
  }

  @Test
  void accessKnowsNeitherSessionsNorDoors() {
    noClasses()
        .that()
        .resideInAPackage("dev.parley.server.access..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.parley.session..",
            "dev.parley.terminal..",
            "dev.parley.pty..",
            "dev.parley.server.mcp..",
            "dev.parley.server.http..",
            "dev.parley.server.tools..",
            "dev.parley.server.daemon..",
            "org.eclipse.jetty..")
        .check(PARLEY);
  }

  @Test
  void theHttpDoorDoesNotKnowTheDaemonItIsPartOf() {
    noClasses()
        .that()
        .resideInAPackage("dev.parley.server.http..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.parley.server.daemon..", "dev.parley.client..")
        .check(PARLEY);
  }

  @Test
  void onlyTheFleetKnowsTheBroker() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.parley.fleet..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.nats..")
        .check(PARLEY);
  }

  @Test
  void noDoorKnowsTheFleet() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.parley.server..", "dev.parley.session..", "dev.parley.client..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.parley.fleet..")
        .check(PARLEY);
  }

  @Test
  void nativeCallsAreMadeInThePtyAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.parley.pty..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.foreign.Linker")
        .check(PARLEY);
  }

  @Test
  void packagesKnowEachOtherInNoCircle() {
    slices().matching("dev.parley.(**)").should().beFreeOfCycles().check(PARLEY);
  }
}
