import type { Quota } from '../model/answer.js';
import type { BudgetedUsage, WorkspaceUsage } from '../model/usage.js';
import type { Policy } from '../policy/policy.js';
import { type Message, section } from '../render/blocks/message.js';
import * as usageTexts from '../render/texts/usage.js';
import type { SettingsStore } from '../store/settings.js';
import type { UsageStore } from '../store/usage.js';
import type { ReadQuota } from './quota.js';
import type { RequestContext } from './request-context.js';

export interface ReadUsageOptions {
  readonly usage: Pick<UsageStore, 'of' | 'top'>;
  readonly settings: Pick<SettingsStore, 'load'>;
  readonly policy: Pick<Policy, 'isAdmin'>;
  readonly readQuota: ReadQuota;
  readonly now: () => number;
}

/** What somebody sees of what is used: their own, and all of it if they are an admin of all that the app is installed in. */
export interface UsageReport {
  readonly own: BudgetedUsage;
  /** Of the channel that they ask in, where it has a budget. */
  readonly channel?: BudgetedUsage;
  readonly quota: Quota | 'away' | undefined;
  readonly workspace?: WorkspaceUsage;
}

/** How many people and channels are shown. */
const MAX_TOP = 10;

export type ReadUsage = ReturnType<typeof createReadUsage>;

/** Reads what was used today and this month, and what the service says of its quota. */
export function createReadUsage({ usage, settings, policy, readQuota, now }: ReadUsageOptions) {
  async function ofWorkspace(workspace: string, budget: BudgetedUsage['budget']) {
    const at = now();
    const top = (scope: 'person' | 'channel') => usage.top({ workspace, scope }, MAX_TOP, at);
    const [all, people, channels] = await Promise.all([
      usage.of({ workspace, scope: 'workspace' }, workspace, at),
      top('person'),
      top('channel'),
    ]);
    return { all: { usage: all, budget }, people, channels };
  }

  return async (context: RequestContext): Promise<UsageReport> => {
    const { workspace, user } = context.user;
    const { channel, direct } = context.place;
    const [own, ofChannel, set, quota, isAdmin] = await Promise.all([
      usage.of({ workspace, scope: 'person' }, user, now()),
      usage.of({ workspace, scope: 'channel' }, channel, now()),
      settings.load(workspace, channel),
      readQuota(context),
      policy.isAdmin(workspace, user),
    ]);
    const { personBudget, channelBudget, workspaceBudget } = set;
    const here = { usage: ofChannel, budget: channelBudget };
    return {
      own: { usage: own, budget: personBudget },
      ...(direct || channelBudget === undefined ? {} : { channel: here }),
      quota,
      ...(isAdmin ? { workspace: await ofWorkspace(workspace, workspaceBudget) } : {}),
    };
  };
}

export type ShowUsage = ReturnType<typeof createShowUsage>;

/** Shows what is used as a private note. */
export function createShowUsage(readUsage: ReadUsage) {
  return async (context: RequestContext): Promise<Message> => {
    const parts = usageTexts.usageReport(await readUsage(context));
    return { text: parts.join('\n\n'), blocks: parts.map(section) };
  };
}
