import type { DeepSearch } from '../deepsearch/client.js';
import { Refused, ServiceError } from '../deepsearch/errors.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationCommand, ConversationRequest } from '../model/conversation-request.js';
import type { Ask, QuestionAction } from '../model/intent.js';
import type { Policy } from '../policy/policy.js';
import { type Message, note } from '../render/message.js';
import * as words from '../render/texts/conversations.js';
import * as endings from '../render/texts/outcome.js';
import type { Caller } from './caller.js';
import { type CheckOptions, createCheck } from './check.js';
import { createExport, type ExportOptions } from './export.js';
import { createKeep } from './keep.js';
import { createFind, createList } from './list.js';
import { createOpen } from './opened.js';
import { createReach, type ReachOptions } from './reach.js';
import { createRunning, type RunningOptions } from './running.js';
import { createShow } from './show.js';
import { createQuotaOf, createUsage } from './usage.js';

export interface BrowseOptions
  extends ReachOptions,
    Omit<RunningOptions, 'reach' | 'accept'>,
    Pick<CheckOptions, 'tools' | 'threads'> {
  readonly accept: (wanted: QuestionAction | Ask) => Promise<void>;
  readonly policy: Pick<Policy, 'mayAsk' | 'isPublic' | 'isAdmin'>;
  readonly instance: Pick<DeepSearch, 'list' | 'conversation' | 'delete'>;
  readonly baseUrl: string;
  readonly files: ExportOptions['files'];
  readonly messages: ReachOptions['messages'] & ExportOptions['messages'];
  readonly credentialFor: (who: WorkspaceUser) => Promise<string>;
  readonly postEphemeral: PostEphemeral;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Somebody waits for the note: a service that hangs is said to, ms. */
const SERVICE_MS = 20_000;

/**
 * Runs an errand and tells the caller alone what came of it. What the caller may reach is asked
 * anew each time, be it a command or a click on a note that showed it before.
 */
export function createBrowse(options: BrowseOptions) {
  const { postEphemeral, logger } = options;
  const reach = createReach(options);
  const open = createOpen({ ...options, reach });
  const list = createList(createFind({ ...options, reach }));

  const keep = createKeep({ ...options, open });
  const running = createRunning({ ...options, reach });
  const exported = createExport({ ...options, open });
  const usage = createUsage(createQuotaOf(options));
  const show = createShow({ ...options, open, reach });
  const check = createCheck({ ...options, open, reach });

  async function run(errand: ConversationCommand, caller: Caller): Promise<readonly Message[]> {
    switch (errand.do) {
      case 'list':
        return [await list(errand, caller)];
      case 'show':
        return show(errand, caller);
      case 'export':
        return [await exported(errand.of, caller)];
      case 'usage':
        return [await usage(caller)];
      case 'check':
      case 'owners':
      case 'ask-anew':
        return [await check(errand, caller)];
      case 'cancel':
      case 'stop':
        return [await running(errand, caller)];
      default:
        return [await keep(errand, caller)];
    }
  }

  async function answer(
    visit: ConversationRequest,
    signal: AbortSignal,
  ): Promise<readonly Message[]> {
    const { place, id, at } = visit;
    const who = { workspace: place.workspace, user: visit.user };
    try {
      const until = AbortSignal.any([signal, AbortSignal.timeout(SERVICE_MS)]);
      return await run(visit.command, { who, place, visit: id, at, signal: until });
    } catch (error) {
      if (signal.aborted || !isServiceTrouble(error)) throw error;
      logger.warn({ err: error, errand: visit.command.do }, 'an errand met trouble of the service');
      if (error instanceof Refused) return [note(endings.refused(error.refusal, options.baseUrl))];
      return [note(words.serviceTrouble)];
    }
  }

  return async (visit: ConversationRequest, signal: AbortSignal): Promise<void> => {
    const [first, ...more] = await answer(visit, signal);
    if (first !== undefined) await postEphemeral({ ...visit, replaces: visit.clicked }, first);
    for (const next of more) await postEphemeral(visit, next);
  };
}

function isServiceTrouble(error: unknown): boolean {
  return (
    error instanceof ServiceError ||
    (error instanceof DOMException && error.name === 'TimeoutError')
  );
}
