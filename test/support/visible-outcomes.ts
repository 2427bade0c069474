import type { Message, MessageChange, Workspace } from '../../local/workspace/workspace.js';
import { messageText } from './message-text.js';
import { CANCEL_BUTTON, hasButton, KEEP_WAITING_BUTTON } from './scenario.js';

/** A question whose outcome was visible in more than one message at the same moment. */
export interface Overlap {
  readonly question: string;
  /** The largest number of messages at one moment. */
  readonly messages: number;
  /** How long there was more than one, ms. */
  readonly forMs: number;
}

/** Watches every state of the bot's messages that a person could have seen. */
export interface OutcomeWitness {
  /** The largest number of messages that showed the outcome of one question at the same moment. */
  mostAtOnce(): number;
  /** The questions that showed their outcome more than once at the same moment, so far. */
  overlaps(): readonly Overlap[];
}

/** What was seen of one question's outcome. */
interface Sight {
  /** The messages that show it now. */
  readonly shownBy: Set<string>;
  most: number;
  /** Since when more than one message shows it, and how long more than one did before, ms. */
  since?: number | undefined;
  overlapMs: number;
}

/** Watches from now on. */
export function createOutcomeWitness(workspace: Pick<Workspace, 'watchMessages'>): OutcomeWitness {
  const sights = new Map<string, Sight>();
  /** The question whose outcome a message shows, by the message. */
  const questions = new Map<string, string>();

  function update(question: string, at: number, change: (shownBy: Set<string>) => void): void {
    const sight = sights.get(question) ?? { shownBy: new Set(), most: 0, overlapMs: 0 };
    sights.set(question, sight);
    change(sight.shownBy);
    sight.most = Math.max(sight.most, sight.shownBy.size);
    if (sight.shownBy.size > 1) sight.since ??= at;
    else if (sight.since !== undefined) {
      sight.overlapMs += at - sight.since;
      sight.since = undefined;
    }
  }

  workspace.watchMessages(({ at, channel, ts, message }: MessageChange) => {
    const key = `${channel} ${ts}`;
    const before = questions.get(key);
    const now = message !== undefined && showsOutcome(message) ? questionOf(message) : undefined;
    if (before === now) return;
    if (before !== undefined) update(before, at, (shownBy) => shownBy.delete(key));
    if (now === undefined) questions.delete(key);
    else {
      questions.set(key, now);
      update(now, at, (shownBy) => shownBy.add(key));
    }
  });

  return {
    mostAtOnce: () => [...sights.values()].reduce((most, sight) => Math.max(most, sight.most), 0),
    overlaps: () =>
      [...sights]
        .filter(([, { most }]) => most > 1)
        .map(([question, { most, since, overlapMs }]) => ({
          question,
          messages: most,
          forMs: overlapMs + (since === undefined ? 0 : Date.now() - since),
        })),
  };
}

/** The role of a bot message for its question: `status`, `answer.0`, … */
export function slotOf(message: Message): string {
  return String(message.metadata?.event_payload['slot']);
}

/** The id of the question that a bot message belongs to. */
export function questionOf(message: Message): string | undefined {
  const id = message.metadata?.event_payload['question'];
  return typeof id === 'string' ? id : undefined;
}

/** What a status message says while its question is open. */
const OPEN =
  /Got it\. Starting|Searching the code|Next in line|^Number [\d,]+ in line|Queued by the service|Still trying|^Stopping…/m;
/** What it is shortened to when the outcome is a message of its own. */
const POINTER =
  /^(Answered below|Answered in private|Ended( ·|$)|Continued in a direct message|No answer: |No answer in time|Stopped( ·|$)|Done( ·|$))/;

/** Whether an outcome starts with this message. */
export function showsOutcome(message: Message): boolean {
  const slot = slotOf(message);
  if (slot === 'answer.0' || slot === 'internal-error') return true;
  return slot === 'status' && !isOpen(message) && !POINTER.test(messageText(message));
}

/** Whether it says or offers something that ends with its question. */
export function isOpen(message: Message): boolean {
  const waits = hasButton(message, CANCEL_BUTTON) || hasButton(message, KEEP_WAITING_BUTTON);
  return waits || (slotOf(message) === 'status' && OPEN.test(messageText(message)));
}
