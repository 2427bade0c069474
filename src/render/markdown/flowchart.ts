/** A Mermaid flowchart as far as a text can show it: boxes with their labels, and the arrows between them. */
export interface Flowchart {
  /** Labels by id, in the order of the source. */
  readonly boxes: ReadonlyMap<string, string>;
  readonly arrows: readonly Arrow[];
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
}

const HEADER = /^(?:flowchart|graph)(?:\s+(?:TB|TD|BT|RL|LR))?$/;
/** Lines that only say how it looks. */
const LOOK =
  /^(?:%%|classDef |class |style |linkStyle |click |direction |subgraph\b|end$|accTitle|accDescr)/;
const MAX_LENGTH = 20_000;
const MAX_BOXES = 200;

/** `undefined` for other diagrams, and for what is not understood: half a diagram would be wrong. */
export function parseFlowchart(source: string): Flowchart | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  const lines = source.split(/\r?\n|;(?=\s*(?:\n|$))/).map((line) => line.trim());
  const [header = '', ...statements] = lines.filter(
    (line) => line !== '' && !/^(?:%%|---$)/.test(line),
  );
  if (!HEADER.test(header)) return undefined;
  const boxes = new Map<string, string>();
  const arrows: Arrow[] = [];
  for (const statement of statements.filter((line) => !LOOK.test(line))) {
    if (!readStatement(statement, boxes, arrows) || boxes.size > MAX_BOXES) return undefined;
  }
  return { boxes, arrows };
}

/** `a --> b & c -->|label| d`: whether all of it was read. */
function readStatement(statement: string, boxes: Map<string, string>, arrows: Arrow[]): boolean {
  const scan = scannerOf(statement);
  let before = readGroup(scan, boxes);
  if (before.length === 0) return false;
  while (!scan.isDone()) {
    const link = readLink(scan);
    const next = link && readGroup(scan, boxes);
    if (!link || !next || next.length === 0) return false;
    for (const from of before) {
      for (const to of next) arrows.push({ from, to, ...link });
    }
    before = next;
  }
  return true;
}

interface Scanner {
  isDone(): boolean;
  /** The groups of a pattern at this place, which is then behind the match. */
  read(pattern: RegExp): readonly (string | undefined)[] | undefined;
}

function scannerOf(text: string): Scanner {
  let at = 0;
  return {
    isDone: () => at >= text.length,
    read(pattern) {
      const found = new RegExp(`\\s*(?:${pattern.source})\\s*`, 'yu');
      found.lastIndex = at;
      const match = found.exec(text);
      if (match) at = found.lastIndex;
      return match?.slice(1);
    },
  };
}

const ID = /([\p{L}\p{N}_]+(?:[.-](?=[\p{L}\p{N}_])[\p{L}\p{N}_]+)*)(?::::\w+)?/u;
/** Quoted in any shape, or not. */
const SHAPE =
  /(?:\[\[|\[\(|\(\[|\(\(|\{\{|\[\/|\[\\|[[({>])(?:\s{0,3}"([^"]*)"\s{0,3}|([^"[\](){}|]*))(?:\]\]|\)\]|\]\)|\)\)|\}\}|\/\]|\\\]|[\])}])(?::::\w+)?/u;
const AND = /&/u;

function readGroup(scan: Scanner, boxes: Map<string, string>): string[] {
  const ids: string[] = [];
  do {
    const [id] = scan.read(ID) ?? [];
    if (id === undefined) return [];
    const shape = scan.read(SHAPE);
    if (shape) boxes.set(id, plainLabel(shape[0] ?? shape[1] ?? id));
    else if (!boxes.has(id)) boxes.set(id, id);
    ids.push(id);
  } while (scan.read(AND));
  return ids;
}

const PLAIN_LINK = /<?(?:-{2,}|={2,}|-\.{1,3}-)(?:>|[ox](?=\s))?(?:\s{0,3}\|"?([^|"]*)"?\|)?/u;
const LINK_WITH_TEXT =
  /<?(?:--|==|-\.)\s{1,3}"?([^"<>|=\s-][^"<>|=-]{0,80}?)"?\s{1,3}(?:-{2,}>|={2,}>|\.{1,3}->|-{3,}|={3,})/u;

function readLink(scan: Scanner): { readonly label?: string } | undefined {
  const found = scan.read(LINK_WITH_TEXT) ?? scan.read(PLAIN_LINK);
  if (!found) return undefined;
  const label = plainLabel(found[0] ?? '');
  return label === '' ? {} : { label };
}

/** Mermaid writes characters as `#35;` or `#quot;`, and new lines as `<br>`. */
function plainLabel(label: string): string {
  return label
    .replace(/<br\s*\/?>|\\n/gi, ' ')
    .replace(/#(\d{1,7});/g, (all, code: string) =>
      Number(code) > 31 && Number(code) < 0x11_0000 ? String.fromCodePoint(Number(code)) : all,
    )
    .replace(/#quot;/g, '"')
    .replace(/#amp;/g, '&')
    .replace(/#lt;/g, '<')
    .replace(/#gt;/g, '>')
    .replace(/\s+/g, ' ')
    .trim();
}
