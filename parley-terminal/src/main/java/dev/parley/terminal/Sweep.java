package dev.parley.terminal;

/**
 * Numbers the styles and clusters that are still on the screens anew, and forgets the others. Rows
 * that were given away keep the tables they were made with; the scrollback refers to none.
 */
final class Sweep {
  private final Styles styles;
  private final Clusters clusters;
  private final Styles.Entries oldStyles;
  private final String[] oldClusters;
  private final int[] newStyles;

  Sweep(Styles styles, Clusters clusters) {
    this.styles = styles;
    this.clusters = clusters;
    oldStyles = styles.entries();
    oldClusters = clusters.texts();
    newStyles = new int[styles.size()];
    styles.clear();
    clusters.clear();
  }

  void over(Grid... grids) {
    for (Grid grid : grids) {
      for (Line line : grid.lines) {
        if (line.used > 0) {
          over(line);
        }
      }
    }
  }

  private void over(Line line) {
    line.own();
    for (int column = 0; column < line.used; column++) {
      int style = line.style[column];
      int id = style & Cells.STYLE_ID;
      if (id != 0) {
        if (newStyles[id] == 0) {
          newStyles[id] = styles.id(oldStyles.colors[id], oldStyles.rest[id], oldStyles.links[id]);
        }
        line.style[column] = (style & ~Cells.STYLE_ID) | newStyles[id];
      }
      int cell = line.content[column];
      if (Cells.isCluster(cell)) {
        line.content[column] = clusters.cell(oldClusters[Cells.clusterIndex(cell)]);
      }
    }
  }
}
