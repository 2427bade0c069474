import type { ConversationCommand } from '../model/conversation-request.js';
import type { Policy } from '../policy/policy.js';
import { renderAbout } from '../render/conversations/about.js';
import { pagesOf, renderPage, renderShared } from '../render/conversations/show.js';
import type { Message } from '../render/message.js';
import * as words from '../render/texts/conversations.js';
import type { TalkStore } from '../store/talks.js';
import type { Caller } from './caller.js';
import type { Open } from './opened.js';
import type { Reach } from './reach.js';

export interface ShowOptions {
  readonly open: Open;
  readonly reach: Pick<Reach, 'link'>;
  readonly talks: Pick<TalkStore, 'starred'>;
  readonly policy: Pick<Policy, 'isAdmin'>;
  readonly baseUrl: string;
}

/** A conversation to read: ours by pages, somebody else's shared one as the notes that fit. */
export function createShow({ open, reach, talks, policy, baseUrl }: ShowOptions) {
  return async (
    { of, page }: ConversationCommand & { do: 'show' },
    caller: Caller,
  ): Promise<readonly Message[]> => {
    const opened = await open(of, caller);
    if (opened.kind === 'nowhere') return [renderAbout({ text: words.notThere(opened.refused) })];
    const { conversation } = opened;
    const pages = pagesOf(conversation.questions, baseUrl);
    if (opened.kind === 'shared') return renderShared(pages);
    const stars = await talks.starred(caller.who);
    const { talk, asked } = opened.reached;
    const mayDelete = asked || (await policy.isAdmin(caller.who.workspace, caller.who.user));
    const about = { id: talk.id, at: talk.updatedAt, ...(await reach.link(opened.reached)) };
    return [renderPage(pages, { ...about, page, starred: stars.includes(talk.id), mayDelete })];
  };
}
