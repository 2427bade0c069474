import { changesIn } from './changes-in-message.js';
import { plainQuestion } from './plain-question.js';
import type { HistoryQuestion, QuestionKind, UsageQuestion } from './rule.js';
import { isPronoun } from './subject.js';
import { usagesIn } from './usages-in-message.js';
import { kindByWords } from './words-in-message.js';

/**
 * What a message asks for that says more than its question, such as why it is asked: who uses something that has a name,
 * or what was changed. "Who calls drain, is it only the worker?", "DateOnly was off in 2.1. Did it just come back?"
 */
export function kindOfMessage(
  message: string,
  kindOf: (sentence: string) => QuestionKind | undefined,
): UsageQuestion | HistoryQuestion | undefined {
  const sentences = message.replace(/\s+/g, ' ').trim().split(SENTENCE_END).map(plainQuestion);
  for (const [n, sentence] of sentences.entries()) {
    const before = sentences.slice(0, n);
    const kind = usagesIn(sentence, before) ?? changesIn(sentence, before, sentences.slice(n + 1));
    if (kind) return kind;
    const own = n > 0 ? kindOf(sentence) : undefined;
    if (own?.kind === 'history' && own.subject !== '' && !isPronoun(own.subject)) return own;
  }
  return kindByWords(message);
}

/** "I want to change drain, who calls it?", "A leak: who calls drain?" */
const SENTENCE_END =
  /(?<=[.?!;])(?<!\b(?:i\.e|e\.g|etc|vs)\.)\s+|(?::|\s[-–—])\s+(?=(?:who|what|which|where|was|were|did|has|have|is|are)\b)|,\s+(?:i\.e\.,? )?(?=(?:who|what(?: all| else)?|which|where) |(?:was|is) (?:that|this|it) |(?:when|why) (?:did|was|were|has) (?:that|this|it|they) )/i;
