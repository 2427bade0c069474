/** More are not looked up. */
const MAX_REPOSITORIES = 5;

const CODE = /```[\s\S]*?```|`[^`]*`/g;
const LIMIT_AND_SPACE = /(?<![^\s(])repo:[\w.@~/+-]{1,200} ?/gi;
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

/** The question without the limits in it, for when it is asked elsewhere. */
export function withoutRepositories(question: string): string {
  const code = question.match(CODE) ?? [];
  return question
    .split(CODE)
    .map((text, i) => text.replace(LIMIT_AND_SPACE, '') + (code[i] ?? ''))
    .join('')
    .trim();
}

/** Whether a repository goes by this name: its own, or the end of it after a slash. */
export function isNamed(repository: string, name: string): boolean {
  const [full, typed] = [repository.toLowerCase(), name.toLowerCase()];
  return full === typed || full.endsWith(`/${typed}`);
}
