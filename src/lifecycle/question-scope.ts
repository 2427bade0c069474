import type { Token } from '../http/credential.js';
import { threadOf } from '../model/place.js';
import { CONTEXT_SECTIONS } from '../model/prompt.js';
import type { Question } from '../model/question.js';
import type { Scope } from '../model/scope.js';
import type { ChannelSettings } from '../model/settings.js';
import type { ThreadStore } from '../store/threads.js';
import { conversationOf, isRoot } from './conversation.js';
import type { ListedNames } from './scope/list-repositories.js';
import { chosenScope, scopeOf } from './scope/scope-of.js';

export interface QuestionScopeOptions {
  readonly threads: Pick<ThreadStore, 'cited'> & Parameters<typeof conversationOf>[1];
  readonly listedNames: ListedNames;
}

/** A list is no older than this where a name is not in it, ms. */
const NEW_LIST_MS = 10_000;

/** What is known of a question besides its record. */
interface About {
  readonly token: Token;
  /** What was said in its thread before; may be empty. */
  readonly earlier: string;
  readonly settings: Pick<ChannelSettings, 'repositories'>;
}

export type QuestionScope = (question: Question, about: About) => Promise<Scope>;

/** Gathers what `scopeOf` needs to know. */
export function createQuestionScope({ threads, listedNames }: QuestionScopeOptions): QuestionScope {
  /** If it starts a new conversation, what the thread was about before does not matter. */
  async function citedBefore(question: Question): Promise<readonly string[]> {
    const thread = threadOf(question);
    if (thread === undefined || isRoot(question)) return [];
    const cited = await threads.cited(thread);
    if (cited.length === 0) return [];
    return (await conversationOf(question, threads)) === 'new' ? [] : cited;
  }

  return async (question, { token, earlier, settings }) => {
    const [names, cited] = await Promise.all([listedNames(token), citedBefore(question)]);
    const { chosenRepositories: chosen } = question;
    if (chosen !== undefined) return chosenScope(chosen, names);
    const channel = settings.repositories ?? [];
    const context = { message: messageOf(question), earlier, thread: cited, channel };
    const scope = scopeOf(question.text, { ...context, names });
    if (scope.unknown === undefined) return scope;
    // The repository may be newer than the list.
    const newer = await listedNames(token, NEW_LIST_MS);
    return scopeOf(question.text, { ...context, names: newer });
  };
}

function messageOf({ subject }: Question): string {
  if (subject === undefined) return '';
  return [subject.message, ...subject.files.map(({ text }) => text)].join('\n');
}

/** What the instance is told of it. */
export function scopeSections({ repositories, from }: Scope): string[] {
  if (repositories.length > 0) return [CONTEXT_SECTIONS.repositories(repositories)];
  // Else what was asked before in the conversation would still limit it, or a name that no repository has.
  const isSaid = from === 'click' || from === 'question' || from === 'filter';
  return isSaid ? [CONTEXT_SECTIONS.allRepositories] : [];
}
