import { extensionOf } from '../../index/outline.js';
import type { LanguageName } from '../symbols/symbol-table.js';
import type { LanguageRules } from '../symbols/walk.js';
import { ecmascriptRules } from './ecmascript.js';
import { goRules } from './go.js';
import { javaRules } from './java.js';
import { pythonRules } from './python.js';

export type Grammar = keyof typeof GRAMMARS;

/** Named like the grammars' files. The JavaScript grammar includes JSX. */
const GRAMMARS = {
  typescript: ecmascriptRules,
  tsx: ecmascriptRules,
  javascript: ecmascriptRules,
  python: pythonRules,
  go: goRules,
  java: javaRules,
} as const;

const EXTENSIONS: ReadonlyMap<string, Grammar> = new Map(
  Object.entries<Grammar>({
    ts: 'typescript',
    mts: 'typescript',
    cts: 'typescript',
    tsx: 'tsx',
    js: 'javascript',
    jsx: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    py: 'python',
    pyi: 'python',
    go: 'go',
    java: 'java',
  }),
);

/** `undefined` for files that are not parsed. */
export function grammarOf(path: string): Grammar | undefined {
  return EXTENSIONS.get(extensionOf(path));
}

export function languageOf(path: string): LanguageName | undefined {
  const grammar = grammarOf(path);
  return grammar && GRAMMARS[grammar].language;
}

export function languageRulesOf(grammar: Grammar): LanguageRules {
  return GRAMMARS[grammar];
}
