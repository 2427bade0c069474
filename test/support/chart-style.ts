/** What the charts of the documentation have in common: SVG that is readable in dark and light mode. */

/** Distinguishable with any colour vision, on white and on black (Okabe and Ito's palette). */
const COLOURS = ['#e69f00', '#56b4e9', '#009e73', '#cc79a7'];

const STYLE = `text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-weight:600;fill:#1f2328}
.grid{stroke:#d0d7de;stroke-width:.5}.line{fill:none;stroke-width:2}.dashed{stroke-dasharray:5 4}
.goal{stroke:#1f2328;stroke-width:1.5}
@media (prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.grid{stroke:#3d444d}
.goal{stroke:#f0f6fc}}`;

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What it shows, for screen readers. */
  readonly title: string;
  /** The elements, as SVG. */
  readonly elements: readonly string[];
}

/** An SVG document. */
export function svgDocument({ width, height, title, elements }: Drawing): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`;
  const about = `<title>${escaped(title)}</title>\n<style>${STYLE}</style>`;
  return [head, about, ...elements, '</svg>', ''].join('\n');
}

export function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? '';
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
