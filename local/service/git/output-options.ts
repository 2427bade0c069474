/** Options that keep a repository's own configuration from changing git's output or running programs. */
export const PLAIN_LOG_OPTIONS = [
  '-c',
  'core.quotePath=false',
  '-c',
  'log.showSignature=false',
  '-c',
  'diff.noprefix=false',
  '-c',
  'diff.mnemonicPrefix=false',
] as const;

export const PLAIN_DIFF_OPTIONS = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--submodule=short',
  '--unified=3',
  '-O/dev/null',
  '--src-prefix=a/',
  '--dst-prefix=b/',
] as const;
