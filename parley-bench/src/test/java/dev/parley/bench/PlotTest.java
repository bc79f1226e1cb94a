package dev.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

class PlotTest {
  @Test
  void theLongestBarFillsItsPanelAndOthersFollowTheirShare() throws Exception {
    var plot =
        Plot.bars(
            "Calls & tokens",
            List.of(Plot.Panel.of("calls")),
            List.of(
                new Plot.Row("ours", true, List.of(20.0)),
                new Plot.Row("theirs", false, List.of(80.0))));

    var bars = parsed(plot).getElementsByTagName("rect");

    // The first is the background.
    var ours =
        Double.parseDouble(bars.item(1).getAttributes().getNamedItem("width").getNodeValue());
    var theirs =
        Double.parseDouble(bars.item(2).getAttributes().getNamedItem("width").getNodeValue());
    assertThat(ours * 4).isEqualTo(theirs);
    assertThat(plot.svg()).contains("Calls &amp; tokens", "prefers-color-scheme: dark");
  }

  @Test
  void linesRunFromTheLowerLeftToTheirNames() throws Exception {
    var plot =
        Plot.lines(
            "Growth",
            new Plot.Axis("sessions", Plot.Scale.LOGARITHMIC),
            new Plot.Axis("ms", Plot.Scale.LINEAR),
            List.of(
                new Plot.Line("one", List.of(new Plot.Point(1, 2), new Plot.Point(1000, 2))),
                new Plot.Line("two", List.of(new Plot.Point(1, 1), new Plot.Point(1000, 10)))));

    var paths = parsed(plot).getElementsByTagName("path");

    assertThat(paths.getLength()).isEqualTo(2);
    assertThat(plot.svg()).contains(">one<", ">two<", ">1,000<");
  }

  @Test
  void aMarkStandsWhereItsValueIsAndItsLineReachesBothWays() throws Exception {
    var plot =
        Plot.strips(
            "Right",
            new Plot.Axis("%", Plot.Scale.LINEAR, 50, 100),
            List.of(new Plot.Series("all", 2)),
            List.of(
                Plot.Strip.heading("kinds"),
                new Plot.Strip("one", true, List.of(new Plot.Mark(75, 50, 100, 0)), "3 of 4")));

    var document = parsed(plot);
    // The first circle is the legend's.
    var middle = attribute(document.getElementsByTagName("circle").item(1), "cx");
    var lines = document.getElementsByTagName("line");
    var interval = lines.item(lines.getLength() - 1);

    assertThat(middle)
        .isEqualTo((attribute(interval, "x1") + attribute(interval, "x2")) / 2, within(0.1));
    assertThat(plot.svg()).contains(">kinds<", ">one<", ">3 of 4<", ">all<");
  }

  private static double attribute(Node node, String name) {
    return Double.parseDouble(node.getAttributes().getNamedItem(name).getNodeValue());
  }

  private static org.w3c.dom.Document parsed(Plot plot) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(plot.svg())));
  }
}
