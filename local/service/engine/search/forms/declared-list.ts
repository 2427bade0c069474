import { termsOf } from '../../../index/terms.js';
import type { Draft } from '../draft/draft.js';
import type { Declared } from '../facts/declared.js';
import type { DeclaredKind } from '../facts/declared-lines.js';
import { findDeclared } from '../facts/find-declared.js';
import { bestRepository } from '../facts/look-up.js';
import type { SearchedRepository } from '../passages/find.js';
import type { ListQuestion } from '../question-kinds/rule.js';
import { draftOf, type Group, groupOf } from './declared-draft.js';
import type { FormInput } from './form.js';

const MIN_FOUND = 2;

/** All of a kind that lines of the code declare: routes, tables, scheduled jobs. */
export async function declaredList(
  input: FormInput,
  { subject, owner }: ListQuestion,
  kinds: readonly DeclaredKind[],
): Promise<Draft | undefined> {
  const searched = bestRepository(input);
  if (!searched) return undefined;
  const words = subject.split(' ');
  const groups: Group[] = [];
  for (const kind of kinds) {
    if (groups.length > 0 && !kind.isBeside) continue;
    const length = [2, 1].find((n) => kind.asked.test(words.slice(-n).join(' ')));
    if (length === undefined) continue;
    const terms = termsAbout(`${words.slice(0, -length).join(' ')} ${owner}`, searched);
    const all = about(await findDeclared(kind, searched, input), terms);
    const found = ofApi(all, kind, `${subject} ${owner}`);
    if (found.length < (kind.least ?? MIN_FOUND)) continue;
    groups.push(
      groupOf(
        kind,
        found,
        all.filter((one) => !found.includes(one)),
      ),
    );
  }
  return draftOf(withoutTwice(groups.toSorted((a, b) => b.all.length - a.all.length)));
}

/** A model whose table is in the list says nothing new. */
function withoutTwice([first, ...others]: readonly Group[]): Group[] {
  if (!first) return [];
  const known = new Set(first.all.map(({ name }) => plainName(name)));
  const isKnown = ({ name, handler = name }: Declared) =>
    known.has(plainName(name)) || known.has(plainName(handler));
  const isTables = first.noun === 'table';
  const left = others.map(({ noun, all }) =>
    groupOf({ noun }, isTables ? all.filter((one) => !isKnown(one)) : all),
  );
  return [first, ...left.filter(({ all }) => all.length >= MIN_FOUND)];
}

/** `PlantPot` and `plant_pots` are alike. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
}

/** What a question says of them, without what says nothing. */
function termsAbout(text: string, { repo, repository }: SearchedRepository): string[] {
  const own = new Set([repo, repository.folderName].flatMap((name) => termsOf(name)));
  return termsOf(text).filter((term) => !own.has(term) && !SAYS_NOTHING.has(term));
}

const SAYS_NOTHING = new Set(
  termsOf(
    'the our all http https api rest web server backend database db sql data module service app part parts',
  ),
);
/** Those in files named so; of a route, else those with such paths or handlers. */
function about(all: readonly Declared[], terms: readonly string[]): Declared[] {
  if (terms.length === 0) return [...all];
  const inFiles = all.filter(({ file }) => hasAll(file.path, terms));
  if (inFiles.length > 0) return inFiles;
  return all.filter(({ file, name, handler = '' }) =>
    hasAll(`${name} ${handler} ${file.path}`, terms),
  );
}

/** Of routes, those of the API, if they can be told from others; "the API" may be all of them. */
function ofApi(all: readonly Declared[], { noun }: DeclaredKind, asked: string): Declared[] {
  if (noun !== 'route' || !/\b(?:api|rest)\b/i.test(asked)) return [...all];
  const found = all.filter(
    ({ file, name }) => hasAll(file.path, ['api']) || /^\/?api(?:\/|$)/i.test(name),
  );
  return found.length >= MIN_FOUND ? found : [...all];
}

function hasAll(text: string, about: readonly string[]): boolean {
  const own = new Set(termsOf(text));
  return about.every((term) => own.has(term));
}
