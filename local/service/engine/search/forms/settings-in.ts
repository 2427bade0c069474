import { codeSpan } from '../../../markdown/markdown.js';
import type { Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import type { Passage } from '../passages/passage.js';

/** What is set is not read. */
const ENVIRONMENT =
  /\b(?:process\.env(?:\.|\[['"])|os\.environ(?:\.get\(|\[)['"]|(?:os\.)?[gG]etenv\(['"]|System\.getenv\("|env::var(?:_os)?\("|ENV(?:\.fetch\(|\[)['"]|std::getenv\(")([A-Z][A-Z0-9_]{2,60})\b(?!['"]?\]?\s{0,3}=(?!=))/;
const CONFIGURATION =
  /\b(?:config|settings|options|conf)(?:\[|\.get\()['"]([A-Za-z][\w.-]{2,60})['"](?!\]\s{0,3}=(?!=))/i;
const MAX_SETTINGS = 3;

/** The environment variables and settings that the lines of a passage read, in one statement. */
export function settingsIn({ file, start, end }: Passage): Statement | undefined {
  const found = new Map<string, number>();
  for (let line = start; line <= end; line += 1) {
    const text = file.lines[line - 1] ?? '';
    const name = (ENVIRONMENT.exec(text) ?? CONFIGURATION.exec(text))?.[1];
    if (name !== undefined && !found.has(name)) found.set(name, line);
  }
  const [first] = found.values();
  if (first === undefined) return undefined;
  const names = [...found].slice(0, MAX_SETTINGS);
  const last = names.at(-1)?.[1] ?? first;
  const { repo, commit, path } = file;
  return {
    markdown: `Reads ${names.map(([name]) => codeSpan(name)).join(', ')}`,
    reference: placeReference({ repo, commit, path, start: first, end: last }),
  };
}
