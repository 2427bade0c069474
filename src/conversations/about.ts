import type { Conversation } from '../deepsearch/conversation.js';
import type { ConversationCommand } from '../model/conversation-request.js';
import { renderAbout } from '../render/conversations/about.js';
import { type Message, note } from '../render/message.js';
import * as checkWords from '../render/texts/check.js';
import * as words from '../render/texts/conversations.js';
import type { Caller } from './caller.js';
import { type CitedFile, citedFiles } from './cited.js';
import { createNearest, type NearestOptions } from './nearest.js';
import type { Open } from './opened.js';
import type { Reach, Reached } from './reach.js';

export interface AboutOptions extends NearestOptions {
  readonly open: Open;
  readonly reach: Pick<Reach, 'link'>;
  /** Of the instance. */
  readonly baseUrl: string;
}

export type CheckErrand = ConversationCommand & { readonly do: 'check' | 'owners' | 'ask-anew' };

/** What an errand is about. */
export interface About {
  /** Absent where only its share link opens it again. */
  readonly id?: number;
  /** Raw. */
  readonly title: string;
  /** The last question. */
  readonly asked?: string;
  readonly files: readonly CitedFile[];
  /** It was found by where it was asked for; `link`: of its thread. */
  readonly meant?: { readonly link?: string };
}

/** Finds the conversation that is to be looked into, or the note that says why there is none. */
export function createAbout(options: AboutOptions) {
  const { open, reach, baseUrl } = options;
  const nearest = createNearest(options);

  /** Nobody named it, nor stands in its thread: they are told which one was meant. */
  async function meant(
    { of }: CheckErrand,
    { place }: Caller,
    reached: Reached,
  ): Promise<Pick<About, 'meant'>> {
    if (of !== undefined || place.threadTs !== undefined) return {};
    const here = reached.talk.threads.find(({ channel }) => channel === place.channel);
    return { meant: await reach.link(here === undefined ? reached : { ...reached, thread: here }) };
  }

  return async (errand: CheckErrand, caller: Caller): Promise<About | Message> => {
    const which = errand.of ?? (await nearest(caller));
    if (which === undefined) return note(checkWords.nothingHere);
    const opened = await open(which, caller);
    if (opened.kind === 'nowhere') return renderAbout({ text: words.notThere(opened.refused) });
    const { id, questions } = opened.conversation;
    const inIt = { ...askedIn(opened.conversation), files: citedFiles(questions, baseUrl) };
    if (opened.kind === 'shared') return { title: '', ...inIt };
    const { title } = opened.reached.talk;
    return { id, title, ...inIt, ...(await meant(errand, caller, opened.reached)) };
  };
}

function askedIn({ questions }: Conversation): { asked?: string } {
  const [newest] = [...questions].sort((a, b) => b.createdAt - a.createdAt);
  return newest === undefined ? {} : { asked: newest.text };
}
