/** More are not looked up. */
const MAX_REPOSITORIES = 5;

const CODE = /```[\s\S]*?```|`[^`]*`/g;
const LIMIT = /(?<![^\s(])repo:([\w.@~/+-]{1,200})/gi;

/**
 * The repositories that a question is limited to, as they were typed: each `repo:NAME` in it, unless that is
 * in code marks.
 */
export function repositoriesIn(question: string): readonly string[] {
  const found = [...question.replace(CODE, ' ').matchAll(LIMIT)].map(([, name = '']) =>
    name.replace(/[./+-]+$/, ''),
  );
  return [...new Set(found.filter((name) => name !== ''))].slice(0, MAX_REPOSITORIES);
}

/** Whether a repository goes by this name: its own, or the end of it after a slash. */
export function isNamed(repository: string, name: string): boolean {
  const [full, typed] = [repository.toLowerCase(), name.toLowerCase()];
  return full === typed || full.endsWith(`/${typed}`);
}
