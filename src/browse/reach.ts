import type { Talk, TalkThread, Who } from '../model/talk.js';
import type { Policy } from '../policy/policy.js';
import type { SlackMessages } from '../slack/slack.js';
import type { TalkStore } from '../store/talks.js';

export interface ReachOptions {
  readonly policy: Pick<Policy, 'isPublic'>;
  readonly talks: TalkStore;
  readonly messages: Pick<SlackMessages, 'permalink'>;
}

/** A conversation that somebody may reach; `link`: its thread, where they can read one. */
export interface Reached {
  readonly talk: Talk;
  readonly asked: boolean;
  readonly link?: string;
}

export type Reach = ReturnType<typeof createReach>;

/**
 * Whose conversations are whose: behind one shared token the instance cannot tell people apart.
 * Reachable is what somebody asked in, and what stands in a public thread of their workspace; for
 * everybody else it does not exist.
 */
export function createReach({ policy, talks, messages }: ReachOptions) {
  async function publicThread(talk: Talk, workspace: string): Promise<TalkThread | undefined> {
    for (const thread of talk.threads) {
      if (thread.direct || thread.workspace !== workspace) continue;
      if (await policy.isPublic(workspace, thread.channel)) return thread;
    }
    return undefined;
  }

  async function linkTo(thread: TalkThread | undefined): Promise<{ link?: string }> {
    if (thread === undefined) return {};
    const link = await messages.permalink(thread, thread.threadTs).catch(() => undefined);
    return link === undefined ? {} : { link };
  }

  return {
    /** Undefined where nobody knows it, and where this person may not. */
    async reach(id: number, who: Who): Promise<Reached | undefined> {
      const talk = await talks.load(id);
      if (talk === undefined) return undefined;
      if (hasAsked(talk, who)) return { talk, asked: true, ...(await linkTo(own(talk, who))) };
      const open = await publicThread(talk, who.workspace);
      return open && { talk, asked: false, ...(await linkTo(open)) };
    },
  };
}

function hasAsked({ askers }: Talk, { workspace, user }: Who): boolean {
  return askers.some((asker) => asker.workspace === workspace && asker.user === user);
}

/** A private thread is named to those who asked; one outside a direct message can be read by more of them. */
function own({ threads }: Talk, { workspace }: Who): TalkThread | undefined {
  const here = threads.filter((thread) => thread.workspace === workspace);
  return here.find(({ direct }) => !direct) ?? here[0];
}
