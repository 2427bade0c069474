import type { SourceFile } from '../passages/source-file.js';
import { type DescribedOption, MAX_TEXT_LENGTH } from './described-option.js';

const SECTION = /^\s*\[([\w.-]+)\]/;
const FEATURE = /^\s*"?([A-Za-z][\w-]{0,60})"?\s*=\s*\[/;
const COMMENT = /^\s*#+\s?(.*)$/;
const MAX_VALUE_LINES = 40;

/** The features of a Rust crate that its `Cargo.toml` declares, each with the comment above it; the default is whether it is on. */
export function cargoFeatures(file: SourceFile): DescribedOption[] {
  const { lines } = file;
  const from = lines.findIndex((text) => SECTION.exec(text)?.[1] === 'features');
  if (from < 0) return [];
  const below = lines.slice(from + 1).findIndex((text) => SECTION.test(text));
  const end = below < 0 ? lines.length : from + 1 + below;
  const declared = lines
    .slice(from + 1, end)
    .map((text, n) => ({ name: FEATURE.exec(text)?.[1], at: from + 1 + n }));
  const preset = declared.find(({ name }) => name === 'default');
  const on = preset === undefined ? [] : namesIn(lines, preset.at);
  return declared.flatMap(({ name, at }) => {
    if (name === undefined || name === 'default') return [];
    const { text, start } = commentAbove(lines, at);
    const standard = on.includes(name) ? 'on' : 'off';
    return [{ file, name, text, start, end: at + 1, standard }];
  });
}

/** The strings of a list that begins on a line. */
function namesIn(lines: readonly string[], at: number): string[] {
  const rest = lines.slice(at, at + MAX_VALUE_LINES).join('\n');
  const [list = ''] = /\[[^\]]*\]/.exec(rest) ?? [];
  return [...list.matchAll(/"([^"]{1,60})"/g)].map(([, name = '']) => name);
}

function commentAbove(lines: readonly string[], at: number) {
  const said: string[] = [];
  let start = at + 1;
  for (let line = at; line > 0; line -= 1) {
    const [, text] = COMMENT.exec(lines[line - 1] ?? '') ?? [];
    if (text === undefined) break;
    said.unshift(text);
    start = line;
  }
  return { text: said.join(' ').slice(0, MAX_TEXT_LENGTH), start };
}
