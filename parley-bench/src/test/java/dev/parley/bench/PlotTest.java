package dev.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
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

  private static org.w3c.dom.Document parsed(Plot plot) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(plot.svg())));
  }
}
