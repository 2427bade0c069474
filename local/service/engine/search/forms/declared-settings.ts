import { buildQuery } from '../../../index/query.js';
import { termsOf, wordParts } from '../../../index/terms.js';
import { counted, listed } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft } from '../draft/draft.js';
import { declaresSettings } from '../facts/declared-options.js';
import type { DescribedOption } from '../facts/described-option.js';
import { optionsOf } from '../facts/described-options.js';
import { bestRepository, readFileAt } from '../facts/look-up.js';
import type { SourceFile } from '../passages/source-file.js';
import { optionLinks, rankOptions } from './fitting-options.js';
import type { FormInput } from './form.js';

const MAX_FILES = 24;
const MAX_BYTES = 400_000;
const MAX_LISTED = 8;
const MAX_NAMED = 5;

/** The settings that code declares, with their comments, and whose names have all words of the subject. */
export async function declaredSettings(
  input: FormInput,
  subject: string,
): Promise<Draft | undefined> {
  const terms = buildQuery(subject).terms.map(({ term }) => term);
  if (terms.length === 0) return undefined;
  const declared = await declaringFiles(input);
  const named = declared.flatMap(optionsOf).filter(({ name }) => hasAll(name, terms));
  const settings = rankOptions(named, input);
  const [first] = settings;
  if (!first || settings.length < MIN_SETTINGS) return undefined;
  input.context.report(`Found ${counted(settings.length, 'setting')}`);
  const shown = settings.slice(0, MAX_LISTED);
  const [link, ...links] = optionLinks(shown, []);
  if (!link) return undefined;
  const names = listed(
    settings.map(({ name }: DescribedOption) => codeSpan(name)),
    MAX_NAMED,
  );
  return {
    statements: [
      {
        markdown: `At least ${counted(settings.length, 'setting')} for ${codeSpan(subject)}: ${names}.`,
        reference: link.reference,
      },
    ],
    links: [link, ...links],
    followups: [`Where is ${first.name} used?`],
  };
}

const MIN_SETTINGS = 2;

async function declaringFiles(input: FormInput): Promise<SourceFile[]> {
  const searched = bestRepository(input);
  if (!searched) return [];
  const found = new Map(input.hits.map(({ found: { path } }, n) => [path, n]));
  const place = (path: string) => found.get(path) ?? found.size + path.split('/').length;
  const paths = [...(await input.filesOf(searched))]
    .filter(([path, { size }]) => declaresSettings(path) && size <= MAX_BYTES)
    .map(([path]) => path)
    .toSorted((a, b) => place(a) - place(b))
    .slice(0, MAX_FILES);
  const files = await Promise.all(paths.map((path) => readFileAt({ searched, path }, input)));
  return files.filter((file) => file !== undefined);
}

function hasAll(name: string, terms: readonly string[]): boolean {
  const own = new Set(wordParts(name).flatMap(termsOf));
  return terms.every((term) => own.has(term));
}
