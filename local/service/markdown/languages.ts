import { extensionOf } from '../index/outline.js';

const NAMES: Readonly<Record<string, string>> = {
  ...{ ts: 'typescript', mts: 'typescript', cts: 'typescript', tsx: 'tsx', js: 'javascript' },
  ...{ mjs: 'javascript', cjs: 'javascript', jsx: 'jsx', py: 'python', pyi: 'python', rb: 'ruby' },
  ...{ rs: 'rust', go: 'go', java: 'java', kt: 'kotlin', kts: 'kotlin', cs: 'csharp', c: 'c' },
  ...{ h: 'c', cc: 'cpp', cpp: 'cpp', cxx: 'cpp', hh: 'cpp', hpp: 'cpp', m: 'objectivec' },
  ...{ swift: 'swift', scala: 'scala', php: 'php', sh: 'bash', bash: 'bash', zsh: 'bash' },
  ...{ md: 'markdown', json: 'json', yml: 'yaml', yaml: 'yaml', toml: 'toml', ini: 'ini' },
  ...{ cfg: 'ini', html: 'html', xml: 'xml', css: 'css', scss: 'scss', less: 'less', sql: 'sql' },
  ...{ dart: 'dart', lua: 'lua', r: 'r', ex: 'elixir', exs: 'elixir', hs: 'haskell', pl: 'perl' },
  ...{ vue: 'html', svelte: 'html', graphql: 'graphql', proto: 'protobuf', diff: 'diff' },
};

/** The word for a code fence; empty where we know none. */
export function languageOf(path: string): string {
  if (/(^|\/)(Dockerfile|Containerfile)[^/]*$/.test(path)) return 'dockerfile';
  if (/(^|\/)Makefile[^/]*$/.test(path)) return 'makefile';
  return NAMES[extensionOf(path)] ?? '';
}
