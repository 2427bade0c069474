import { extensionOf } from '../../index/outline.js';
import type { LanguageName } from '../symbols/symbol-table.js';
import type { LanguageRules } from '../symbols/walk.js';
import { ecmascript } from './ecmascript.js';
import { go } from './go.js';
import { java } from './java.js';
import { python } from './python.js';

export type Grammar = keyof typeof GRAMMARS;

/** Named like the grammars' files. The JavaScript grammar includes JSX. */
const GRAMMARS = {
  typescript: ecmascript,
  tsx: ecmascript,
  javascript: ecmascript,
  python,
  go,
  java,
} as const;

const EXTENSIONS: Readonly<Record<string, Grammar>> = {
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
};

/** `undefined` for files that are not parsed. */
export function grammarOf(path: string): Grammar | undefined {
  return EXTENSIONS[extensionOf(path)];
}

export function languageOf(path: string): LanguageName | undefined {
  const grammar = grammarOf(path);
  return grammar && GRAMMARS[grammar].language;
}

export function languageRulesOf(grammar: Grammar): LanguageRules {
  return GRAMMARS[grammar];
}
