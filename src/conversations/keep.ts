import type { DeepSearch } from '../deepsearch/client.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ConversationCommand, ConversationReference } from '../model/conversation-request.js';
import type { Policy } from '../policy/policy.js';
import { renderAbout, renderDelete } from '../render/conversations/about.js';
import { absolute } from '../render/markdown/link.js';
import { type Message, note } from '../render/message.js';
import * as words from '../render/texts/conversations.js';
import type { TalkStore } from '../store/talks.js';
import type { Caller } from './caller.js';
import type { Open, Opened } from './opened.js';

export interface KeepOptions {
  readonly open: Open;
  readonly talks: TalkStore;
  readonly instance: Pick<DeepSearch, 'delete'>;
  readonly policy: Pick<Policy, 'isAdmin'>;
  readonly credentialFor: (who: WorkspaceUser) => Promise<string>;
  readonly baseUrl: string;
  readonly now: () => number;
}

export type Keep = ReturnType<typeof createKeep>;

type Ours = Opened & { readonly kind: 'ours' };
type Act = (ours: Ours, caller: Caller) => Promise<Message>;

/** What is done to one conversation that the caller may reach: star, share, delete. */
export function createKeep(options: KeepOptions) {
  const { open, talks, now } = options;

  /** What cannot be reached answers as what is not there. */
  async function withOurs(of: ConversationReference, caller: Caller, act: Act): Promise<Message> {
    const opened = await open(of, caller);
    if (opened.kind === 'nowhere') return renderAbout({ text: words.notThere(opened.refused) });
    return opened.kind === 'ours' ? act(opened, caller) : note(words.notYours);
  }

  const star: Act = async ({ reached: { talk } }, { who }) => {
    await talks.star(who, talk.id, now());
    return renderAbout({ text: words.starred(talk.title), id: talk.id, starred: true });
  };

  const unstar: Act = async ({ reached: { talk } }, { who }) => {
    await talks.unstar(who, talk.id);
    return renderAbout({ text: words.unstarred(talk.title), id: talk.id, starred: false });
  };

  const share: Act = async ({ reached: { talk }, conversation }) => {
    const link = absolute(conversation.shareUrl ?? '', options.baseUrl);
    const text = link === undefined ? words.noShareLink : words.shareLink(talk.title, link);
    return renderAbout({ text, id: talk.id });
  };

  const remove = (sure: boolean): Act => {
    return async ({ reached: { talk, asked }, conversation }, { who, signal }) => {
      if (!asked && !(await options.policy.isAdmin(who.workspace, who.user))) {
        return renderAbout({ text: words.mayNotDelete, id: talk.id });
      }
      if (!sure) {
        const questions = conversation.questions.length;
        const askers = talk.users.map(({ user }) => user);
        return renderDelete({ id: talk.id, title: talk.title, questions, askers });
      }
      const token = await options.credentialFor(who);
      await options.instance.delete({ token, id: talk.id, signal });
      await talks.forget(talk.id);
      return renderAbout({ text: words.deleted(talk.title) });
    };
  };

  return (errand: KeepErrand, caller: Caller): Promise<Message> => {
    switch (errand.do) {
      case 'star':
        return withOurs(errand.of, caller, star);
      case 'unstar':
        return withOurs(errand.of, caller, unstar);
      case 'share':
        return withOurs(errand.of, caller, share);
      case 'delete':
        return withOurs(errand.of, caller, remove(errand.sure));
    }
  };
}

type KeepErrand = ConversationCommand & { readonly do: 'star' | 'unstar' | 'share' | 'delete' };
