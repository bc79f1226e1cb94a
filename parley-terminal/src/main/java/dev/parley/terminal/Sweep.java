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

  Sweep(Styles styles, Clusters clusters) {
    this.styles = styles;
    this.clusters = clusters;
    oldStyles = styles.entries();
    oldClusters = clusters.texts();
    styles.clear();
    clusters.clear();
  }

  void over(Grid... grids) {
    for (Grid grid : grids) {
      for (int row = 0; row < grid.rows; row++) {
        if (grid.line(row).used > 0) {
          over(grid.line(row));
        }
      }
    }
  }

  private void over(Line line) {
    line.own();
    for (int column = 0; column < line.used; column++) {
      line.style[column] = styles.number(line.style[column], oldStyles);
      int cell = line.content[column];
      if (Cells.isCluster(cell)) {
        line.content[column] = clusters.cell(oldClusters[Cells.clusterIndex(cell)]);
      }
    }
  }
}
