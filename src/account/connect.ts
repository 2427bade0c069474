import type { Logger } from '../log.js';
import type { Account, SentToken } from '../model/account.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ConnectProblem } from '../render/texts/account.js';
import type { AccountStore } from '../store/accounts.js';
import type { WaitingQuestionStore } from '../store/waiting-questions.js';
import type { CheckToken } from './check-token.js';
import type { Revoke } from './revoke.js';

export interface ConnectOptions {
  readonly checkToken: CheckToken;
  readonly accounts: Pick<AccountStore, 'load' | 'save'>;
  readonly revoke: Revoke;
  readonly waiting: Pick<WaitingQuestionStore, 'of'>;
  /** Runs a question's job now. */
  readonly wake: (questionId: string) => Promise<void>;
  readonly now: () => number;
  readonly logger: Logger;
}

export type Connected =
  /** `waiting`: how many questions have waited for it. */
  | { readonly kind: 'connected'; readonly account: Account; readonly waiting: number }
  | { readonly kind: 'problem'; readonly problem: ConnectProblem };

export type Connect = ReturnType<typeof createConnect>;

/** Checks a token, stores it as a person's account in place of one before, and asks what has waited for it. May be repeated. */
export function createConnect(options: ConnectOptions) {
  const { checkToken, accounts, waiting, wake, now, logger } = options;

  return async (
    person: WorkspaceUser,
    sent: SentToken,
    signal: AbortSignal,
  ): Promise<Connected> => {
    const problem = await checkToken(sent.token, signal);
    if (problem !== undefined) return { kind: 'problem', problem };
    const account = { v: 1, ...sent, connectedAt: now() } as const;
    const before = await accounts.load(person);
    await accounts.save(person, account);
    // Not where this job runs again.
    if (before?.token.value !== sent.token.value) await options.revoke(before);
    logger.info({ ...person }, 'account connected');
    const ids = await waiting.of(person);
    for (const id of ids) await wake(id);
    return { kind: 'connected', account, waiting: ids.length };
  };
}
