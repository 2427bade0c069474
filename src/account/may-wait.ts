import type { AccessMode } from '../model/access.js';
import { ACCOUNT_WAIT_MS, MAX_WAITING } from '../model/account.js';
import type { AskRequest } from '../model/intent.js';
import { askerOf } from '../model/question.js';
import type { AccountStore } from '../store/accounts.js';
import type { WaitingQuestionStore } from '../store/waiting-questions.js';

export interface MayWaitOptions {
  readonly mode: AccessMode;
  readonly accounts: Pick<AccountStore, 'load'>;
  readonly waiting: Pick<WaitingQuestionStore, 'enter'>;
  readonly now: () => number;
}

/** Whether a question may be accepted: few of a person wait for their account at a time. */
export function createMayWait({ mode, accounts, waiting, now }: MayWaitOptions) {
  return async (ask: AskRequest): Promise<boolean> => {
    if (mode !== 'linked') return true;
    const asker = askerOf(ask);
    if ((await accounts.load(asker)) !== undefined) return true;
    const at = now();
    return waiting.enter(asker, ask.id, {
      now: at,
      until: at + ACCOUNT_WAIT_MS,
      most: MAX_WAITING,
    });
  };
}
