import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineReference } from '../draft/reference.js';
import { readFileAt } from '../facts/look-up.js';
import { findPath } from '../facts/named-path.js';
import type { SourceFile } from '../passages/source-file.js';
import type { FormInput } from './form.js';

const MAX_LISTED = 16;
const MAKEFILE = /(?:^|\/)(?:GNU)?makefile$|\.mk$/i;
/** `PREFIX ?= /usr`: what whoever calls it may set. */
const VARIABLE = /^\s*(?:export\s+)?([A-Za-z_]\w{0,60})\s*\?=([^#]{0,80})/;

/** The variables of a makefile that may be set from outside. */
export async function makefileOptions(
  input: FormInput,
  subject: string,
): Promise<Draft | undefined> {
  if (!MAKEFILE.test(subject)) return undefined;
  const found = await findPath(subject, input);
  const file = found?.kind === 'file' ? await readFileAt(found, input) : undefined;
  const [first, ...others] = file ? variablesOf(file) : [];
  if (!file || !first) return undefined;
  const all = [first, ...others];
  const more = all.length > MAX_LISTED ? `; the first ${MAX_LISTED} are` : '';
  const markdown = `${codeSpan(file.path)} has ${counted(all.length, 'variable')} that can be set${more}:`;
  return {
    statements: [{ markdown, reference: first.reference }],
    links: all.slice(0, MAX_LISTED),
  };
}

function variablesOf(file: SourceFile): Statement[] {
  const found = file.lines.flatMap((text, n) => {
    const [, name = '', value = ''] = VARIABLE.exec(text) ?? [];
    return name === '' ? [] : [{ name, value: value.trim(), line: n + 1 }];
  });
  return found
    .filter(({ name }, n) => found.findIndex((one) => one.name === name) === n)
    .map(({ name, value, line }) => {
      // Which of several values it has depends on the system.
      const isCertain = found.every((one) => one.name !== name || one.value === value);
      const standard = value === '' || !isCertain ? '' : `, default ${codeSpan(value)}`;
      const reference = lineReference(file, line);
      return { markdown: `${codeSpan(name)}${standard}`, reference };
    });
}
