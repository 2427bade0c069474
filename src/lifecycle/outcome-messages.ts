import { type OutcomeMessages, replacesStatus } from '../deliver/plan.js';
import type { Answer } from '../model/answer.js';
import type { Outcome } from '../model/outcome.js';
import type { Note, Question } from '../model/question.js';
import { context, type FileMessage, type Message } from '../render/blocks/message.js';
import { renderDelivered } from '../render/question/long-answer.js';
import { renderFinishedStatus, renderOutcome } from '../render/question/outcome.js';
import { renderFinishedOverdue } from '../render/question/overdue.js';
import * as notes from '../render/texts/notes.js';
import { withCitationIssues } from './citations/check-citations.js';

/** How a question ended, and its answer if there is one. */
export interface QuestionResult {
  readonly outcome: Outcome;
  readonly answer?: Answer | undefined;
  /** Its channel may not see in which repositories it looked. */
  readonly hidesScope?: true;
}

/** The result with the citation issues that the record has. */
export function withKnownIssues(
  ended: QuestionResult,
  { citationIssues: issues }: Question,
): QuestionResult {
  return { ...ended, answer: ended.answer && withCitationIssues(ended.answer, issues) };
}

type Unanswered = Exclude<Outcome, { kind: 'completed' }>;

/** The instance had an answer, and no longer returns it. */
export const ANSWER_GONE: Unanswered = {
  kind: 'refused',
  refusal: { reason: 'not-found', message: '' },
};

interface About {
  /** Of the instance. */
  readonly baseUrl: string;
  /** Who chose to keep waiting. */
  readonly keptBy: string | undefined;
  /** ms since the epoch, for a question whose record does not say when it ended. */
  readonly now: number;
}

/** The messages that deliver a question's outcome. Pure. */
export function outcomeMessages(
  question: Question,
  ended: QuestionResult,
  about: About,
): OutcomeMessages {
  const elapsedMs = (question.endedAt ?? about.now) - question.askedAt;
  const toolCalls = ended.answer?.stats.toolCalls ?? 0;
  const { parts, file } = partsOf(question, ended, { ...about, elapsedMs });
  return {
    parts: withNotes(parts, question.notes),
    ...(file === undefined ? {} : { file }),
    finishedStatus: renderFinishedStatus({ kind: ended.outcome.kind, elapsedMs, toolCalls }),
    finishedOverdue: renderFinishedOverdue(choiceMade(ended.outcome, about.keptBy)),
  };
}

function partsOf(
  question: Question,
  { outcome, answer, hidesScope }: QuestionResult,
  { baseUrl, elapsedMs }: { baseUrl: string; elapsedMs: number },
): { parts: Message[]; file?: FileMessage } {
  // Not where a direct message notifies anyway, or where the user is still looking or may not see it.
  const isWithheld = outcome.kind === 'withheld';
  const quiet = replacesStatus(question) || question.place.direct || isWithheld;
  if (outcome.kind === 'completed' && answer !== undefined) {
    const mention = quiet ? {} : { mention: question.user };
    const { scope: _hidden, ...unscoped } = question;
    const asked = hidesScope ? unscoped : question;
    const about = { question: asked, elapsedMs, afterStop: outcome.afterStop };
    const withoutFile = question.fileRejected === true;
    const input = { answer, baseUrl, asked: question.text, withoutFile };
    return renderDelivered({ ...input, ...about, ...mention });
  }
  const shown = outcome.kind === 'completed' ? ANSWER_GONE : outcome;
  const mention = quiet ? {} : { user: question.user };
  const again = isWithheld ? {} : { question };
  return { parts: [renderOutcome(shown, { baseUrl, ...mention, ...again })] };
}

/** How the question whether to keep waiting was answered. */
function choiceMade(outcome: Outcome, keptBy: string | undefined): { kept: boolean; by?: string } {
  if (outcome.kind === 'expired') return { kept: false };
  const by = outcome.kind === 'cancelled' ? outcome.by : keptBy;
  return { kept: outcome.kind !== 'cancelled', ...(by === undefined ? {} : { by }) };
}

function withNotes(parts: Message[], notes: readonly Note[] | undefined): Message[] {
  const [first, ...others] = parts;
  if (first === undefined || notes === undefined) return parts;
  const said = notes.map((note) => context(NOTES[note]));
  return [{ ...first, blocks: [...said, ...first.blocks] }, ...others];
}

const NOTES: Record<Note, string> = {
  'context-skipped': notes.contextSkipped,
  'context-shortened': notes.contextShortened,
  'new-conversation': notes.newConversation,
  'moved-conversation': notes.movedConversation,
  'secrets-masked': notes.secretsMasked,
  'outside-audience': notes.outsideAudience,
  'unknown-audience': notes.unknownAudience,
};
