/** What a divided piece may take: `first` is what is left of the part at hand. */
export interface SplitBudget {
  readonly first: number;
  readonly full: number;
  readonly cost: (markdown: string) => number;
  /** How many containers were opened on the way here. */
  readonly depth: number;
}

/** A length (> 1) whose prefix of `text` costs at most `limit`, and not much less. */
export function longestPrefix(text: string, limit: number, { cost }: SplitBudget): number {
  let length = Math.min(text.length, Math.floor(limit));
  for (let spent = cost(text.slice(0, length)); spent > limit; ) {
    length = Math.min(length - 1, Math.floor((length * limit) / spent));
    spent = cost(text.slice(0, length));
  }
  return Math.max(2, length);
}
