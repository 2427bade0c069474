/** What a question asks for; each kind has a form of answer. */
export type QuestionKind =
  /** How something works, what it is, or anything else. */
  { readonly kind: 'explanation' };

/** Judged by the words alone. */
export function questionKind(_question: string): QuestionKind {
  return { kind: 'explanation' };
}
