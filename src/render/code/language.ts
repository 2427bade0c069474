const BY_NAME: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  makefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
};

/** The word behind a fence that has a file's code highlighted; most endings are understood as they are. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const [, ending = ''] = /\.([a-z][a-z0-9+]{0,9})$/.exec(name) ?? [];
  return BY_NAME[name] ?? ending;
}
