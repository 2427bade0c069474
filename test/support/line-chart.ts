import { colourOf, escaped, round, svgDocument } from './chart-style.js';

/** One line of a chart; the points in the units of its axes. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Drawn as a dashed line: a bound, not a candidate. */
  readonly dashed?: boolean;
}

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

export interface ChartOptions {
  /** What the chart shows, for screen readers. */
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
}

interface Axis {
  readonly label: string;
  readonly max: number;
  readonly step: number;
}

const WIDTH = 280;
const HEIGHT = 170;
const COLUMNS = 3;
const MARGIN = { left: 36, top: 26, right: 12, bottom: 40 };
const CELL = {
  width: WIDTH + MARGIN.left + MARGIN.right,
  height: HEIGHT + MARGIN.top + MARGIN.bottom,
};
const LEGEND_HEIGHT = 30;
const LEGEND_ITEM_WIDTH = 190;

/** Panels of lines with common axes, as an SVG document. */
export function lineChart(panels: readonly Panel[], options: ChartOptions): string {
  const rows = Math.ceil(panels.length / COLUMNS);
  const width = COLUMNS * CELL.width;
  const height = LEGEND_HEIGHT + rows * CELL.height;
  const cells = panels.map((panel, index) => {
    const left = (index % COLUMNS) * CELL.width + MARGIN.left;
    const top = LEGEND_HEIGHT + Math.floor(index / COLUMNS) * CELL.height + MARGIN.top;
    return `<g transform="translate(${left} ${top})">\n${drawPanel(panel, options)}\n</g>`;
  });
  const elements = [legend(panels[0]?.lines ?? []), ...cells];
  return svgDocument({ width, height, title: options.title, elements });
}

function legend(lines: readonly Line[]): string {
  const items = lines.map((line, index) => {
    const left = MARGIN.left + index * LEGEND_ITEM_WIDTH;
    const sample = `<path class="${classOf(line)}" stroke="${colourOf(index)}" d="M${left} 16h24"/>`;
    return `${sample}<text x="${left + 30}" y="20">${escaped(line.name)}</text>`;
  });
  return items.join('\n');
}

function drawPanel({ title, lines }: Panel, { x, y }: ChartOptions): string {
  const across = (value: number) => round((Math.min(value, x.max) / x.max) * WIDTH);
  const down = (value: number) => round(HEIGHT - (Math.min(value, y.max) / y.max) * HEIGHT);
  const vertical = ticks(x).map(
    (at) =>
      `<path class="grid" d="M${across(at)} 0V${HEIGHT}"/><text x="${across(at)}" y="${HEIGHT + 15}" text-anchor="middle">${at}</text>`,
  );
  const horizontal = ticks(y).map(
    (at) =>
      `<path class="grid" d="M0 ${down(at)}H${WIDTH}"/><text x="-6" y="${down(at) + 4}" text-anchor="end">${at}</text>`,
  );
  const drawn = lines.map((line, index) => {
    const inside = line.points.filter(([px, py]) => px <= x.max && py <= y.max);
    const d = inside.map(([px, py]) => `${across(px)} ${down(py)}`).join('L');
    return `<path class="${classOf(line)}" stroke="${colourOf(index)}" d="M${d}"/>`;
  });
  return [
    `<text class="title" x="0" y="-10">${escaped(title)}</text>`,
    ...vertical,
    ...horizontal,
    `<text x="${WIDTH}" y="${HEIGHT + 31}" text-anchor="end">${escaped(x.label)}</text>`,
    `<text x="4" y="12">${escaped(y.label)}</text>`,
    ...drawn,
  ].join('\n');
}

function ticks({ max, step }: Axis): number[] {
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, index) => round(index * step));
}

function classOf({ dashed = false }: Line): string {
  return dashed ? 'line dashed' : 'line';
}
