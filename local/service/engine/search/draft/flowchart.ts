/** From one box to another one, by their names. */
export interface FlowchartEdge {
  readonly from: string;
  readonly to: string;
}

/** A Mermaid flowchart. The names are text of a repository: nothing in them can be read as Mermaid. */
export function flowchart(arrows: readonly FlowchartEdge[], boxes: readonly string[] = []): string {
  const names = [...new Set([...boxes, ...arrows.flatMap(({ from, to }) => [from, to])])];
  const ids = new Map(names.map((name, n) => [name, `n${n}`]));
  return [
    'flowchart LR',
    ...names.map((name) => `  ${ids.get(name)}["${escapeLabel(name)}"]`),
    ...arrows.map(({ from, to }) => `  ${ids.get(from)} --> ${ids.get(to)}`),
  ].join('\n');
}

/** Mermaid writes any character as `#`, its number and `;`. */
function escapeLabel(name: string): string {
  return name.replace(/[^\p{L}\p{N} _./@:()-]/gu, (mark) => `#${mark.codePointAt(0)};`);
}
