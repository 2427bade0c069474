import { configurationRules } from './question-kinds/configuration.js';
import { definitionRules } from './question-kinds/definition.js';
import { failureRules } from './question-kinds/failure.js';
import { historyRules } from './question-kinds/history.js';
import { plainQuestion } from './question-kinds/plain-question.js';
import type { QuestionKind } from './question-kinds/rule.js';
import { structureRules } from './question-kinds/structure.js';
import { usageRules } from './question-kinds/usages.js';

/** What is longer tells a story, and its parts would be taken for the whole. */
const MAX_LENGTH = 300;

/** In this order: "what breaks if I remove X" asks for usages, not for a failure. */
const RULES = [
  ...usageRules,
  ...structureRules,
  ...historyRules,
  ...configurationRules,
  ...failureRules,
  ...definitionRules,
];

const EXPLANATION: QuestionKind = { kind: 'explanation' };

/**
 * Judged by the words of an English question alone. A rule has to fit the whole question: one that only
 * mentions a call, a change or an error asks for an explanation.
 */
export function questionKind(question: string): QuestionKind {
  if (question.length > MAX_LENGTH) return EXPLANATION;
  const plain = plainQuestion(question);
  for (const [pattern, kindOf] of RULES) {
    const match = pattern.exec(plain);
    const kind = match && kindOf(...match.slice(1).map((group) => group ?? ''));
    if (kind) return kind;
  }
  return EXPLANATION;
}

/** What to search for: the words around the subject of a question about the history are in no code. */
export function searchedText(question: string, asked: QuestionKind): string {
  if (asked.kind === 'history') return asked.subject;
  if (asked.kind !== 'structure') return question;
  return asked.wanted === 'call path' ? `${asked.subject} ${asked.target}` : asked.subject;
}
