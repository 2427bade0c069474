import leven from 'leven';
import type { Language } from 'linguist-languages';
import { fileNameOf } from '../git/file-path.js';
import { extensionOf } from '../index/outline.js';
import type { TextPredicate } from './patterns.js';
import { ToolError } from './tool.js';

/** The files of a language. */
interface LanguageFiles {
  readonly name: string;
  /** In lower case. */
  readonly aliases: readonly string[];
  /** Of a dialect, such as TSX: the language that it belongs to. */
  readonly group: string | undefined;
  /** Each with its dot. */
  readonly extensions: ReadonlySet<string>;
  readonly filenames: ReadonlySet<string>;
}

let loading: Promise<readonly LanguageFiles[]> | undefined;

/**
 * Which paths are files of a language, by the data of GitHub's Linguist: its name or an alias, such as
 * `TypeScript` or `ts`, or an extension, such as `.tsx`. Throws a `ToolError` with the nearest names.
 */
export async function languageFilter(wanted: string): Promise<TextPredicate> {
  const asked = wanted.trim().toLowerCase();
  if (asked.startsWith('.')) return (path) => path.toLowerCase().endsWith(asked);
  loading ??= loadLanguages();
  const languages = await loading;
  const fitting = languagesNamed(asked, languages);
  if (fitting.length === 0) throw unknownLanguage(asked, languages);
  return (path) => {
    const name = fileNameOf(path);
    const extension = `.${extensionOf(path)}`;
    return fitting.some(
      ({ extensions, filenames }) => extensions.has(extension) || filenames.has(name),
    );
  };
}

/** With its dialects: TypeScript includes TSX. */
function languagesNamed(asked: string, languages: readonly LanguageFiles[]): LanguageFiles[] {
  const named = languages.filter(({ aliases }) => aliases.includes(asked));
  const byExtension = languages.filter(({ extensions }) => extensions.has(`.${asked}`));
  const fitting = named.length > 0 ? named : byExtension;
  const dialects = languages.filter(({ group }) => fitting.some(({ name }) => name === group));
  return [...fitting, ...dialects];
}

/** Loaded by the first search for a language: there are over 700 of them. */
async function loadLanguages(): Promise<readonly LanguageFiles[]> {
  const languages: readonly Language[] = Object.values(await import('linguist-languages'));
  const firstExtensions = new Set(languages.flatMap(({ extensions = [] }) => extensions[0] ?? []));
  return languages.map((language) => filesOf(language, firstExtensions));
}

/** Qt's translations are XML in files named `.ts`; that extension is TypeScript's, of which it is the first. */
function filesOf(
  { name, aliases = [], group, extensions = [], filenames = [] }: Language,
  firstExtensions: ReadonlySet<string>,
): LanguageFiles {
  const own = extensions.filter((each, n) => n === 0 || !firstExtensions.has(each));
  return {
    name,
    aliases: [name, ...aliases].map((each) => each.toLowerCase()),
    group,
    extensions: new Set(own.map((each) => each.toLowerCase())),
    filenames: new Set(filenames),
  };
}

const MAX_DISTANCE = 2;
const MAX_NAME_LENGTH = 50;

function unknownLanguage(given: string, languages: readonly LanguageFiles[]): ToolError {
  const asked = given.slice(0, MAX_NAME_LENGTH);
  const near = languages
    .map(({ name, aliases }) => ({
      name,
      distance: Math.min(...aliases.map((each) => leven(each, asked))),
    }))
    .filter(({ distance }) => distance <= MAX_DISTANCE && distance < asked.length / 2)
    .sort((a, b) => a.distance - b.distance);
  const names = near.slice(0, 3).map(({ name }) => name);
  const hint =
    names.length > 0
      ? `Did you mean ${names.join(' or ')}?`
      : 'Give a name such as Go, or an extension such as .ts.';
  return new ToolError(`There is no language ${JSON.stringify(asked)}. ${hint}`);
}
