import { colourOf, escaped, round, svgDocument } from './chart-style.js';

/** Bars of one figure, one for each series. */
export interface BarGroup {
  readonly label: string;
  /** In the order of the series; null where there is nothing to show. */
  readonly values: readonly (number | null)[];
  /** Drawn as a line across the bars. */
  readonly goal?: number | undefined;
}

/** Groups with a common scale from 0. */
export interface BarPanel {
  readonly title: string;
  readonly groups: readonly BarGroup[];
}

export interface BarChartOptions {
  /** What the chart shows, for screen readers. */
  readonly title: string;
  readonly series: readonly string[];
}

const COLUMNS = 2;
const BAR = { height: 14, gap: 2 };
const GROUP_GAP = 10;
const PANEL = { left: 92, top: 30, right: 70, width: 260, bottom: 16 };
/** The figures are a column at the right, where no goal crosses them. */
const FIGURES_AT = PANEL.width + PANEL.right - 12;
const LEGEND = { height: 30, item: 170, sample: 24 };

/** Panels of horizontal bars, each with its own scale, as an SVG document. */
export function barChart(panels: readonly BarPanel[], { title, series }: BarChartOptions): string {
  const cellWidth = PANEL.left + PANEL.width + PANEL.right;
  const rows = Math.ceil(panels.length / COLUMNS);
  const rowHeights = Array.from({ length: rows }, (_, row) =>
    Math.max(...panels.slice(row * COLUMNS, (row + 1) * COLUMNS).map(heightOf)),
  );
  const topOf = (row: number) =>
    rowHeights.slice(0, row).reduce((sum, height) => sum + height, LEGEND.height);
  const drawn = panels.map((panel, index) => {
    const left = (index % COLUMNS) * cellWidth + PANEL.left;
    const top = topOf(Math.floor(index / COLUMNS)) + PANEL.top;
    return `<g transform="translate(${left} ${top})">\n${drawPanel(panel)}\n</g>`;
  });
  return svgDocument({
    width: COLUMNS * cellWidth,
    height: topOf(rows),
    title,
    elements: [legend(series), ...drawn],
  });
}

function heightOf({ groups }: BarPanel): number {
  const bars = groups.reduce((sum, group) => sum + groupHeight(group) + GROUP_GAP, 0);
  return PANEL.top + bars + PANEL.bottom;
}

function groupHeight({ values }: BarGroup): number {
  return values.length * (BAR.height + BAR.gap);
}

function legend(series: readonly string[]): string {
  const item = (at: number) => PANEL.left + at * LEGEND.item;
  const names = series.map(
    (name, index) =>
      `<rect x="${item(index)}" y="10" width="${LEGEND.sample}" height="12" fill="${colourOf(index)}"/>` +
      `<text x="${item(index) + LEGEND.sample + 6}" y="20">${escaped(name)}</text>`,
  );
  const at = item(series.length);
  const goal = `<path class="goal dashed" d="M${at} 16h${LEGEND.sample}"/><text x="${at + LEGEND.sample + 6}" y="20">goal</text>`;
  return [...names, goal].join('\n');
}

function drawPanel({ title, groups }: BarPanel): string {
  const all = groups.flatMap(({ values, goal }) => [...values, goal ?? null]);
  const most = Math.max(0, ...all.filter((value) => value !== null)) || 1;
  const across = (value: number) => round((value / most) * PANEL.width);
  let top = 0;
  const drawn = groups.map((group) => {
    const at = top;
    top += groupHeight(group) + GROUP_GAP;
    return `<g transform="translate(0 ${at})">\n${drawGroup(group, across)}\n</g>`;
  });
  const axis = `<path class="grid" d="M0 -4V${top - GROUP_GAP}"/>`;
  return [`<text class="title" x="0" y="-12">${escaped(title)}</text>`, axis, ...drawn].join('\n');
}

function drawGroup(group: BarGroup, across: (value: number) => number): string {
  const { label, values, goal } = group;
  const height = groupHeight(group);
  const name = `<text x="-6" y="${height / 2 + 4}" text-anchor="end">${escaped(label)}</text>`;
  const bars = values.map((value, index) => {
    const top = index * (BAR.height + BAR.gap);
    const width = value === null ? 0 : across(value);
    const said = value === null ? '–' : value.toLocaleString('en');
    return (
      `<rect x="0" y="${top}" width="${width}" height="${BAR.height}" fill="${colourOf(index)}"/>` +
      `<text x="${FIGURES_AT}" y="${top + 11}" text-anchor="end">${said}</text>`
    );
  });
  const line =
    goal === undefined ? [] : [`<path class="goal dashed" d="M${across(goal)} -3V${height}"/>`];
  return [name, ...bars, ...line].join('\n');
}
