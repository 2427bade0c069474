import { setTimeout as sleep } from 'node:timers/promises';
import type { DeepSearch } from '../deepsearch/deep-search.js';
import { ServiceError } from '../deepsearch/errors.js';
import type { Token } from '../http/credential.js';
import type { Logger } from '../log.js';
import type { RecordAudit } from '../model/audit.js';
import type { Uninstalled } from '../model/intent.js';
import type { Question } from '../model/question.js';
import { SlackRefused } from '../slack/errors.js';
import { NotInstalled } from '../slack/workspaces.js';
import type { InstallationStore } from '../store/installations.js';
import type { QuestionStore } from '../store/questions.js';
import type { WorkspaceDataStore } from '../store/workspace-data.js';

export interface UninstallOptions {
  /** Asks Slack who we are in a workspace; throws `NotInstalled` without a token for it. */
  readonly identify: (workspace: string) => Promise<unknown>;
  readonly installations: Pick<InstallationStore, 'remove'>;
  readonly questions: Pick<QuestionStore, 'open' | 'load'>;
  readonly instance: Pick<DeepSearch, 'cancel'>;
  readonly credentialFor: (question: Question) => Promise<Token>;
  readonly removeJobs: (workspace: string) => Promise<void>;
  readonly workspaceData: Pick<WorkspaceDataStore, 'delete'>;
  readonly audit: RecordAudit;
  readonly logger: Logger;
}

/** What Slack answers to the token of an app that was uninstalled. */
const UNINSTALLED_ERRORS = new Set(['account_inactive', 'invalid_auth', 'token_revoked']);

/** More open questions than a workspace has; each is cancelled with one call. */
const MAX_QUESTIONS = 20_000;

/** How long questions that are being created are waited for, ms. */
const CREATING = { everyMs: 250, mostMs: 15_000 } as const;

/**
 * The app was uninstalled, or a token of it was revoked: if the bot's token no longer works, the
 * workspace's running questions are cancelled on the instance and everything stored for it is deleted.
 * If it still works, the token was a user's, or the app was installed again meanwhile.
 */
export function createUninstallHandler(options: UninstallOptions) {
  const { identify, installations, questions, instance, logger } = options;

  async function isInstalled(workspace: string): Promise<boolean> {
    try {
      await identify(workspace);
      return true;
    } catch (error) {
      const isGone = error instanceof SlackRefused && UNINSTALLED_ERRORS.has(error.error);
      if (isGone || error instanceof NotInstalled) return false;
      throw error;
    }
  }

  async function openQuestionsIn(workspace: string): Promise<Question[]> {
    const ids = (await questions.open(MAX_QUESTIONS)).filter((id) =>
      id.startsWith(`${workspace}-`),
    );
    const found = await Promise.all(ids.map((id) => questions.load(id)));
    return found.filter((question) => question !== undefined);
  }

  /** A question that is being created has no id yet by which it could be cancelled: waits for a while. */
  async function settledQuestionsIn(workspace: string, signal: AbortSignal): Promise<Question[]> {
    for (let waitedMs = 0; ; waitedMs += CREATING.everyMs) {
      const running = await openQuestionsIn(workspace);
      const isCreating = running.some(({ phase }) => phase === 'creating');
      if (!isCreating || waitedMs >= CREATING.mostMs) return running;
      await sleep(CREATING.everyMs, undefined, { signal });
    }
  }

  /** Best effort: nobody waits for the answer any more, and deleting comes first. */
  async function cancel(question: Question, signal: AbortSignal): Promise<void> {
    const { id, ref } = question;
    if (ref === undefined) return;
    try {
      await instance.cancel({ token: await options.credentialFor(question), ref, signal });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      logger.warn({ err: error, question: id }, 'question of uninstalled app not cancelled');
    }
  }

  return async ({ id, workspace }: Uninstalled, signal: AbortSignal): Promise<void> => {
    if (await isInstalled(workspace)) return;
    await options.audit({ action: 'app.uninstalled', id, workspace });
    await installations.remove(workspace);
    const running = await settledQuestionsIn(workspace, signal);
    for (const question of running) await cancel(question, signal);
    await options.removeJobs(workspace);
    await options.workspaceData.delete(workspace);
    logger.info({ workspace, cancelled: running.length }, 'app uninstalled: its data was deleted');
  };
}
