/**
 * In Ruby and Elixir, names may end with a mark, which "who calls save!?" has before its own: the one behind a name in a
 * question; empty if that may be the question's.
 */
export function markBehind(name: string, question: string): string {
  const behind = question.slice(question.lastIndexOf(name) + name.length);
  const [mark = ''] = /^(?:!(?!=)|\?(?=[?`'"(/]))/.exec(behind) ?? [];
  return mark;
}

export function withoutMark(name: string): string {
  return name.replace(/[!?]$/, '');
}
