import type {
  ConversationRecord,
  ConversationThread,
  WorkspaceUser,
} from '../model/conversation-record.js';
import type { Policy } from '../policy/policy.js';
import type { SlackMessages } from '../slack/slack.js';
import type { TalkStore } from '../store/talks.js';

export interface ReachOptions {
  readonly policy: Pick<Policy, 'isPublic'>;
  readonly talks: TalkStore;
  readonly messages: Pick<SlackMessages, 'permalink'>;
}

/** A conversation that somebody may reach; `thread`: one of its threads that they can read. */
export interface Reached {
  readonly talk: ConversationRecord;
  readonly asked: boolean;
  readonly thread?: ConversationThread;
}

export type Reach = ReturnType<typeof createReach>;

/**
 * Whose conversations are whose: behind one shared token the instance cannot tell people apart.
 * Reachable is what somebody asked in, and what stands in a public thread of their workspace; for
 * everybody else it does not exist.
 */
export function createReach({ policy, talks, messages }: ReachOptions) {
  async function publicThread(
    talk: ConversationRecord,
    workspace: string,
  ): Promise<ConversationThread | undefined> {
    for (const thread of talk.threads) {
      if (thread.direct || thread.workspace !== workspace) continue;
      if (await policy.isPublic(workspace, thread.channel)) return thread;
    }
    return undefined;
  }

  async function judge(talk: ConversationRecord, who: WorkspaceUser): Promise<Reached | undefined> {
    const asked = hasAsked(talk, who);
    const thread = asked ? own(talk, who) : await publicThread(talk, who.workspace);
    if (asked) return thread === undefined ? { talk, asked } : { talk, asked, thread };
    return thread && { talk, asked, thread };
  }

  return {
    /** Undefined where this person may not. */
    judge,

    /** Undefined also where nobody knows it. */
    async reach(id: number, who: WorkspaceUser): Promise<Reached | undefined> {
      const talk = await talks.load(id);
      return talk && judge(talk, who);
    },

    /** Where its thread is read in Slack; nothing where Slack does not say. */
    async link({ thread }: Reached): Promise<{ link?: string }> {
      if (thread === undefined) return {};
      const link = await messages.permalink(thread, thread.threadTs).catch(() => undefined);
      return link === undefined ? {} : { link };
    },
  };
}

function hasAsked({ users }: ConversationRecord, { workspace, user }: WorkspaceUser): boolean {
  return users.some((asker) => asker.workspace === workspace && asker.user === user);
}

/** A private thread is named to those who asked; one outside a direct message can be read by more of them. */
function own(
  { threads }: ConversationRecord,
  { workspace }: WorkspaceUser,
): ConversationThread | undefined {
  const here = threads.filter((thread) => thread.workspace === workspace);
  return here.find(({ direct }) => !direct) ?? here[0];
}
