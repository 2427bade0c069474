import type { KnownBlock } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import type { Progress } from '../../model/outcome.js';
import type { Question } from '../../model/question.js';
import { actions, button, context, type Message, section } from '../blocks/message.js';
import { plan } from '../blocks/plan.js';
import { clip, escapeMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import * as labels from '../texts/buttons.js';
import * as questionTexts from '../texts/question.js';

export interface ProgressOptions {
  readonly questionId: string;
  /** What was asked, where the thread itself does not say it: after a button or a command. */
  readonly quote?: string;
  /** The user id of who asked; named beside the quote. */
  readonly user?: string;
}

/** The status message of an open question. */
export function renderStatus(question: Question, progress: Progress): Message {
  const unsaid = question.origin === 'suggestion' || question.origin === 'message';
  const quoted = unsaid ? { quote: question.text } : {};
  return renderProgress(progress, { questionId: question.id, user: question.user, ...quoted });
}

/** The status message while a question is open; it changes as steps and tool calls grow. */
export function renderProgress(progress: Progress, options: ProgressOptions): Message {
  const now = questionTexts.phaseText(progress.phase);
  const soFar = questionTexts.elapsedText(
    progress.elapsedMs,
    progress.toolCalls,
    progress.typicalMs,
  );
  const steps = stepsOf(progress);
  return {
    text: [now, soFar, ...steps.slice(-1).map(questionTexts.stepLine)].join(' '),
    blocks: [
      ...question(options),
      ...doing(now, steps, progress.phase),
      context(soFar),
      ...cancel(progress, options.questionId),
    ],
  };
}

function question({ quote, user }: ProgressOptions): KnownBlock[] {
  if (quote === undefined || quote.trim() === '') return [];
  if (user !== undefined) return [section(questionTexts.askedBy(user, quote))];
  return [section(escapeMrkdwn(clip(quote, SHOWN.quote)))];
}

/** With the state of each step while there is work. */
function doing(now: string, steps: readonly string[], { kind }: Progress['phase']): KnownBlock[] {
  if (kind === 'working' && steps.length > 0) return [plan(now, steps)];
  return [section(now), ...latest(steps)];
}

/** A line for each step; none where the service has not started on the question. */
function stepsOf({ phase, steps }: Progress): string[] {
  if (phase.kind === 'received' || phase.kind === 'queued') return [];
  return steps.map(({ text }) => oneLine(plainStep(text.slice(0, 1_000)))).filter(Boolean);
}

function latest(steps: readonly string[]): KnownBlock[] {
  if (steps.length === 0) return [];
  const last = steps.slice(-SHOWN.steps).map(questionTexts.stepLine);
  const earlier = steps.length - last.length;
  return [
    context([...(earlier > 0 ? [questionTexts.earlierSteps(earlier)] : []), ...last].join('\n')),
  ];
}

/** A step's own Markdown says nothing on one line: its marks go, its words stay. */
function plainStep(text: string): string {
  return text
    .replace(/^[ \t]{0,20}(?:#{1,6}|[-*+>])[ \t]+/gm, '')
    .replace(/!?\[([^\]\n]{0,200})\]\([^)\s]{0,500}\)/g, '$1')
    .replace(/(\*\*|__|`+)/g, '');
}

function cancel({ phase }: Progress, questionId: string): KnownBlock[] {
  if (phase.kind === 'stopping') return [];
  return [actions([button(labels.stop, { id: ACTIONS.stop, value: questionId })])];
}
