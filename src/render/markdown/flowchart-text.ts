import type { Arrow, Flowchart } from './flowchart.js';

/** A box that has several arrows to it is drawn once, with what follows it; elsewhere this stands behind it. */
const DRAWN_ELSEWHERE = ' …';
const MAX_LINES = 40;

/**
 * A flowchart as lines of text: a tree that begins with what no arrow leads to. With many more arrows than boxes a
 * tree would repeat itself: then each box is a line with what its arrows lead to. `undefined` if it is too long.
 */
export function flowchartLines(chart: Flowchart): string[] | undefined {
  const isTree = chart.arrows.length <= chart.boxes.size + 2;
  const lines = isTree ? treeLines(chart) : listLines(chart);
  return lines.length > 0 && lines.length <= MAX_LINES ? lines : undefined;
}

function listLines({ boxes, arrows }: Flowchart): string[] {
  const labelOf = (id: string) => boxes.get(id) ?? id;
  const isReached = new Set(arrows.map(({ to }) => to));
  return [...boxes.keys()].flatMap((id) => {
    const next = arrows.filter(({ from }) => from === id);
    if (next.length === 0) return isReached.has(id) ? [] : [labelOf(id)];
    const targets = next.map(
      ({ to, label }) => `${labelOf(to)}${label === undefined ? '' : ` (${label})`}`,
    );
    return wrapped(`${labelOf(id)} → `, [...new Set(targets)]);
  });
}

/** As wide as a thread shows without scrolling; what follows is indented. */
const MAX_WIDTH = 60;

function wrapped(start: string, names: readonly string[]): string[] {
  const lines: string[] = [];
  let line = start;
  for (const [n, name] of names.entries()) {
    const text = n < names.length - 1 ? `${name}, ` : name;
    const isTooLong = line.length + text.trimEnd().length > MAX_WIDTH && n > 0;
    if (isTooLong) lines.push(line.trimEnd());
    line = `${isTooLong ? '    ' : line}${text}`;
  }
  return [...lines, line];
}

function treeLines({ boxes, arrows }: Flowchart): string[] {
  const isReached = new Set(arrows.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const drawn = new Set<string>();
  const lines: string[] = [];
  const next = (id: string) => arrows.filter(({ from }) => from === id);
  const draw = (id: string, text: string, indent: string) => {
    const isNew = !drawn.has(id);
    lines.push(`${text}${isNew || next(id).length === 0 ? '' : DRAWN_ELSEWHERE}`);
    if (!isNew || lines.length > MAX_LINES) return;
    drawn.add(id);
    const below = next(id);
    below.forEach((arrow, n) => {
      const isLast = n === below.length - 1;
      const mark = isLast ? '└─ ' : '├─ ';
      draw(
        arrow.to,
        `${indent}${mark}${nameOf(arrow, boxes)}`,
        `${indent}${isLast ? '   ' : '│  '}`,
      );
    });
  };
  const roots = [...boxes.keys()].filter((id) => !isReached.has(id));
  // In a circle, nothing is first: then the first one of the source is.
  for (const id of [...roots, ...boxes.keys()]) {
    if (!drawn.has(id)) draw(id, boxes.get(id) ?? id, '');
  }
  return lines;
}

function nameOf({ to, label }: Arrow, boxes: ReadonlyMap<string, string>): string {
  return `${boxes.get(to) ?? to}${label === undefined ? '' : ` (${label})`}`;
}
