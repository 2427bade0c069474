import { codeSpan } from '../../../markdown/markdown.js';
import type { Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { settingRead } from '../facts/setting-lines.js';
import type { Passage } from '../passages/passage.js';

const MAX_SETTINGS = 3;

/** The environment variables and settings that the lines of a passage read, in one statement. */
export function settingsIn({ file, start, end }: Passage): Statement | undefined {
  const found = new Map<string, number>();
  for (let line = start; line <= end; line += 1) {
    const name = settingRead(file.lines[line - 1] ?? '');
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
