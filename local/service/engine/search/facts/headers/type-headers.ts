import { extensionOf } from '../../../../index/outline.js';
import { perObject } from '../../passages/read-once.js';
import { type ClassSyntax, classHeader } from './class-headers.js';
import { goAssertion, goEmbedding } from './go-headers.js';
import type { HeaderFile, HeaderReader } from './header-reader.js';
import { linesInQuotes } from './header-text.js';
import { elixirModule, pythonClass, rubyClass, rubyInclude } from './python-and-ruby-headers.js';
import {
  haskellDeriving,
  haskellInstance,
  rustDerive,
  rustImpl,
} from './rust-and-haskell-headers.js';
import type { TypeHeader } from './type-header.js';
import {
  anonymousClass,
  cValue,
  phpTrait,
  scriptAlias,
  scriptInherits,
  scriptValue,
} from './value-headers.js';

/** Where the types of a file say what they are based on, in the order of the lines. */
export const typeHeaders = perObject((file: HeaderFile): readonly TypeHeader[] => {
  const extension = extensionOf(file.path);
  const readers = READERS.get(extension) ?? [];
  if (readers.length === 0) return [];
  const marks = QUOTES.get(extension);
  const quoted = marks ? linesInQuotes(file.lines, marks) : NONE;
  return file.lines.flatMap((_, index) => {
    if (quoted.has(index + 1)) return [];
    return readers.flatMap((read) => read(file, index + 1) ?? []);
  });
});

const NONE: ReadonlySet<number> = new Set();
const DOUBLE = /"""/g;
const BOTH = /"""|'''/g;
/** What texts over several lines are in; code in them is that of an example or of a test. */
const QUOTES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({
    ...{ py: BOTH, pyi: BOTH, ex: BOTH, exs: BOTH, dart: BOTH, groovy: BOTH },
    ...{ kt: DOUBLE, kts: DOUBLE, scala: DOUBLE, java: DOUBLE, swift: DOUBLE, cs: DOUBLE },
  }),
);

/** Whether types say so in files of this kind. */
export function hasTypeHeaders(path: string): boolean {
  return READERS.has(extensionOf(path));
}

function classes(syntax: ClassSyntax): HeaderReader {
  return ({ lines }, line) => classHeader(lines, line, syntax);
}

const words = (...keywords: string[]) => classes({ keywords, bases: 'words' });
const colon = (...keywords: string[]) => classes({ keywords, bases: 'colon' });
const CPP = classes({ keywords: ['class', 'struct'], bases: 'colon', hasMacros: true });
const RUST_TRAIT = classes({ keywords: ['trait'], bases: 'colon', separator: /\+/ });
const SWIFT = classes({
  keywords: ['class', 'struct', 'enum', 'actor', 'protocol', 'extension'],
  bases: 'colon',
  separator: /[,&]/,
});

const READERS: ReadonlyMap<string, readonly HeaderReader[]> = new Map(
  Object.entries<readonly HeaderReader[]>({
    ...forExtensions(
      [words('class', 'interface'), scriptValue, scriptAlias, scriptInherits],
      ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'],
    ),
    ...forExtensions([words('class', 'interface', 'enum', 'record'), anonymousClass], ['java']),
    ...forExtensions([words('class', 'trait', 'object', 'enum'), anonymousClass], ['scala', 'sc']),
    ...forExtensions([words('class', 'interface', 'trait', 'enum'), anonymousClass], ['groovy']),
    ...forExtensions([words('class', 'mixin', 'enum')], ['dart']),
    ...forExtensions(
      [words('class', 'interface', 'trait', 'enum'), phpTrait, anonymousClass],
      ['php'],
    ),
    ...forExtensions([colon('class', 'interface', 'object'), anonymousClass], ['kt', 'kts']),
    ...forExtensions([colon('class', 'interface', 'struct', 'record')], ['cs']),
    ...forExtensions([SWIFT], ['swift']),
    ...forExtensions([CPP, cValue], ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'm', 'mm']),
    ...forExtensions([RUST_TRAIT, rustImpl, rustDerive], ['rs']),
    ...forExtensions([pythonClass], ['py', 'pyi']),
    ...forExtensions([rubyClass, rubyInclude], ['rb', 'rake']),
    ...forExtensions([elixirModule], ['ex', 'exs']),
    ...forExtensions([haskellInstance, haskellDeriving], ['hs']),
    ...forExtensions([goAssertion, goEmbedding], ['go']),
  }),
);

function forExtensions(
  readers: readonly HeaderReader[],
  extensions: readonly string[],
): Record<string, readonly HeaderReader[]> {
  return Object.fromEntries(extensions.map((extension) => [extension, readers]));
}
