import type { LinksElsewhere } from '../render/links-elsewhere.js';
import { isFinalRefusal, SlackBusy } from '../slack/errors.js';
import type { QuestionHandle } from '../store/questions.js';
import type { AttachFile } from './attach-file.js';
import type { LeaveChannel } from './leave-channel.js';
import {
  type DeliveryStep,
  isOutcomeInStatus,
  type OutcomeMessages,
  planDelivery,
} from './plan.js';
import { createRecover, deleteForNewPost } from './recover.js';
import { createSendStep, type SendStepOptions } from './send-step.js';

export interface SendOutcomeOptions extends SendStepOptions {
  readonly leaveChannel: LeaveChannel;
  readonly attach: AttachFile;
  /** Whether Slack would show previews of an update, which only a post can forbid. */
  readonly linksElsewhere: LinksElsewhere;
}

/** Renders the outcome from the current record, since it depends on the question's place. */
export type RenderOutcome = (held: QuestionHandle) => OutcomeMessages;

export interface OutgoingOutcome {
  readonly render: RenderOutcome;
  /** An earlier attempt may have sent it, also one whose result is unknown. */
  readonly mayBeSent: boolean;
}

/** Sends what is missing of an outcome. Throws as a call to Slack does; then it may be sent. */
export type SendOutcome = (held: QuestionHandle, outcome: OutgoingOutcome) => Promise<void>;

/**
 * Takes the planned steps. If one is not possible as planned, another way is noted in the record and
 * the rest is planned again. An update with the outcome is left for a new message only if Slack
 * refused the update, or if none was sent: otherwise people could see the outcome twice.
 */
export function createSendOutcome(options: SendOutcomeOptions): SendOutcome {
  const { attach, messages, linksElsewhere } = options;
  const sendStep = createSendStep(options);
  const recover = createRecover(options);

  /** False: it was not possible as planned. */
  async function take(
    held: QuestionHandle,
    step: DeliveryStep,
    { finishedStatus, mayBeSent }: OutcomeMessages & Pick<OutgoingOutcome, 'mayBeSent'>,
  ): Promise<boolean> {
    if (step.kind === 'attach') return attach(held, step.file);
    const mayPostInstead = !mayBeSent && isOutcomeInStatus(held.question, step);
    if (step.kind === 'update' && linksElsewhere(step.message)) {
      if (mayPostInstead) await held.save({ outcomeInNewMessage: true });
      else await deleteForNewPost(messages, held, step.slot);
      return false;
    }
    try {
      await sendStep(held, step, mayPostInstead ? 'immediate' : 'final');
      return true;
    } catch (error) {
      if (error instanceof SlackBusy && mayPostInstead) {
        await held.save({ outcomeInNewMessage: true });
        return false;
      }
      if (!isFinalRefusal(error)) throw error;
      await recover(held, { step, refusal: error, finishedStatus });
      return false;
    }
  }

  return async function sendOutcome(held, outcome) {
    const rendered = outcome.render(held);
    let { mayBeSent } = outcome;
    for (const step of planDelivery(held.question, rendered)) {
      const isDone = await take(held, step, { ...rendered, mayBeSent });
      if (!isDone) return sendOutcome(held, { ...outcome, mayBeSent });
      mayBeSent = true;
    }
  };
}
