import type { Message, MessageChange } from '../../../local/workspace/workspace.js';
import { messageText } from '../../support/message-text.js';
import { CANCEL_BUTTON, hasButton } from '../../support/scenario.js';
import { createOutcomeWitness, questionOf } from '../../support/visible-outcomes.js';
import type { MessageStore } from './slack-messages.js';

/** What people saw of the questions, by their marks. */
export interface ShownOutcomes {
  /** When the answer was first shown, ms since the epoch. */
  shownAt(mark: string): number | undefined;
  /** Whether two messages showed the answer at the same moment, now or earlier. */
  shownTwice(mark: string): boolean;
  /**
   * How long a Cancel button was left after the answer, ms: 0 if there was none, infinite if there
   * still is.
   */
  cancelLeftMs(mark: string): number;
  /** How many questions showed more than one outcome of any kind at the same moment. */
  overlaps(): number;
}

interface Sight {
  readonly shownAt: number;
  /** The messages that show the answer now. */
  readonly shownBy: Set<string>;
  twice: boolean;
  /** Whose buttons belong to it. */
  readonly owner: string;
}

interface Buttons {
  /** The messages that have a Cancel button now. */
  readonly on: Set<string>;
  goneAt: number;
}

/** Watches every state of the messages that a person could have seen, from now on. */
export function watchOutcomes(messages: MessageStore): ShownOutcomes {
  const witness = createOutcomeWitness(messages);
  const sights = new Map<string, Sight>();
  const markOn = new Map<string, string>();
  const buttons = new Map<string, Buttons>();

  function noteAnswer({ at, channel, ts, message }: MessageChange): void {
    const key = `${channel} ${ts}`;
    const before = markOn.get(key);
    const mark = message && answerMark(message);
    if (before === mark) return;
    if (before !== undefined) sights.get(before)?.shownBy.delete(key);
    markOn.delete(key);
    if (message === undefined || mark === undefined) return;
    const owner = questionOf(message) ?? key;
    const sight = sights.get(mark) ?? { shownAt: at, shownBy: new Set(), twice: false, owner };
    sights.set(mark, sight);
    markOn.set(key, mark);
    sight.shownBy.add(key);
    sight.twice ||= sight.shownBy.size > 1;
  }

  function noteButton({ at, channel, ts, message }: MessageChange, known?: Message): void {
    const shown = message ?? known;
    if (shown?.bot_id === undefined) return;
    const key = `${channel} ${ts}`;
    const owner = questionOf(shown) ?? key;
    const its = buttons.get(owner) ?? { on: new Set(), goneAt: 0 };
    if (message !== undefined && hasButton(message, CANCEL_BUTTON)) {
      buttons.set(owner, its);
      its.on.add(key);
    } else if (its.on.delete(key)) its.goneAt = at;
  }

  messages.watchMessages((change) => {
    noteAnswer(change);
    noteButton(change, change.previous);
  });

  return {
    shownAt: (mark) => sights.get(mark)?.shownAt,
    shownTwice: (mark) => sights.get(mark)?.twice ?? false,
    cancelLeftMs(mark) {
      const sight = sights.get(mark);
      const its = sight && buttons.get(sight.owner);
      if (sight === undefined || its === undefined) return 0;
      return its.on.size > 0 ? Number.POSITIVE_INFINITY : Math.max(0, its.goneAt - sight.shownAt);
    },
    overlaps: () => witness.overlaps().length,
  };
}

function answerMark(message: Message): string | undefined {
  return messageText(message).match(/answer-(q\d+q)/)?.[1];
}
