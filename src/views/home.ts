import type { CancelQuestions } from '../conversations/cancel.js';
import type { FindConversations } from '../conversations/list.js';
import type { OpenQuestions } from '../conversations/open-questions.js';
import type { RequestContext } from '../conversations/request-context.js';
import type { ReadUsage } from '../conversations/usage.js';
import type { Logger } from '../log.js';
import type { AccessMode } from '../model/access.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { HomeState } from '../model/home.js';
import type { Denial } from '../model/verdict.js';
import type { HomeRequest } from '../model/view-request.js';
import type { Policy } from '../policy/policy.js';
import * as notes from '../render/texts/notes.js';
import { type HomeInput, renderClosedHome, renderHome } from '../render/views/home.js';
import { throwUnlessRefused } from '../slack/errors.js';
import type { SlackViews } from '../slack/views.js';
import type { AccountStore } from '../store/accounts.js';
import type { HomeStore } from '../store/homes.js';

export interface HomeOptions {
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly views: Pick<SlackViews, 'publish'>;
  readonly homes: HomeStore;
  readonly openQuestions: Pick<OpenQuestions, 'ofUser'>;
  readonly find: FindConversations;
  readonly readUsage: ReadUsage;
  /** Stops a question of the user's own. */
  readonly cancel: CancelQuestions;
  readonly baseUrl: string;
  readonly access: AccessMode;
  readonly accounts: Pick<AccountStore, 'load'>;
  readonly logger: Logger;
}

/** The user waits for Home: what the service has not returned by then is left out, ms. */
const SERVICE_TIMEOUT_MS = 10_000;

/** Publishes a user's Home when they open it, click in it, or one of their questions changes. */
export function createHomeRequestHandler(options: HomeOptions) {
  const { policy, views, homes, logger } = options;

  async function gather(state: HomeState, context: RequestContext): Promise<HomeInput> {
    const [running, list, usage, account] = await Promise.all([
      options.openQuestions.ofUser(context.user),
      options.find({ ...state, sortBy: 'updated' }, context),
      options.readUsage(context),
      accountOf(context.user),
    ]);
    const { baseUrl, access } = options;
    return { state, running, list, usage, baseUrl, access, ...account };
  }

  /** Nothing where everyone shares one. */
  async function accountOf(user: WorkspaceUser): Promise<Pick<HomeInput, 'isConnected'>> {
    if (options.access === 'shared') return {};
    return { isConnected: (await options.accounts.load(user)) !== undefined };
  }

  async function show(state: HomeState, context: RequestContext): Promise<void> {
    const { user, place } = context;
    const verdict = await policy.mayAsk({ user: user.user, place });
    const refusal = verdict.ok ? undefined : refusalText(verdict);
    if (!verdict.ok && refusal === undefined) return;
    const view =
      refusal === undefined
        ? renderHome(await gather(state, context))
        : renderClosedHome(state, refusal);
    await views.publish(user.workspace, user.user, view);
  }

  return async (request: HomeRequest, signal: AbortSignal): Promise<void> => {
    const { workspace, id: requestId, at, stop } = request;
    const user = { workspace, user: request.user };
    // A refresh keeps what the user looks at; without that they have not opened Home lately.
    const state = request.state ?? (await homes.load(user));
    if (state === undefined) return;
    if (request.state !== undefined) await homes.record(user, state);
    const context = {
      user,
      place: { workspace, channel: request.user, direct: true },
      requestId,
      at,
      signal: AbortSignal.any([signal, AbortSignal.timeout(SERVICE_TIMEOUT_MS)]),
    };
    if (stop !== undefined) await options.cancel({ kind: 'stop', questionId: stop }, context);
    await show(state, context).catch((error: unknown) => {
      // Home may be switched off in the app's settings.
      throwUnlessRefused(error);
      logger.warn({ err: error }, 'Home not published: refused by Slack');
    });
  };
}

/** Undefined if the user is not to be told, like people of other companies. */
function refusalText({ why, tell }: Denial): string | undefined {
  return tell ? notes.denied(why) : undefined;
}
