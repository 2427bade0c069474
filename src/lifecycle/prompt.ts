import { randomBytes } from 'node:crypto';
import type { Token } from '../http/credential.js';
import { threadOf } from '../model/place.js';
import { CONTEXT_SECTIONS, type QuestionSubject, writePrompt } from '../model/prompt.js';
import type { Question } from '../model/question.js';
import type { Scope } from '../model/scope.js';
import type { ChannelSettings } from '../model/settings.js';
import { MASK } from '../secret-patterns.js';
import type { QuestionHandle } from '../store/questions.js';
import type { SettingsStore } from '../store/settings.js';
import type { ThreadStore } from '../store/threads.js';
import { addNote } from './add-note.js';
import { conversationOf } from './conversation.js';
import {
  createEarlierMessages,
  type EarlierMessagesOptions,
  type Line,
} from './earlier-messages.js';
import { type QuestionScope, scopeSections } from './question-scope.js';
import { threadSections } from './thread-context.js';

export interface PromptOptions extends EarlierMessagesOptions {
  readonly threads: EarlierMessagesOptions['threads'] & Pick<ThreadStore, 'origin'>;
  readonly settings: Pick<SettingsStore, 'load'>;
  readonly questionScope: QuestionScope;
}

export interface WrittenPrompt {
  readonly text: string;
  /** Where the question looks; absent for a prompt that was written before. */
  readonly scope?: Scope;
}

/** `token`: what the question runs with. */
export type PromptFor = (held: QuestionHandle, token: Token) => Promise<WrittenPrompt>;

/**
 * The prompt of a question. The first question in a thread includes the thread's earlier messages; a
 * follow-up includes the messages between users since the previous question. Those that Slack does
 * not list are left out, and the answer says so.
 */
export function createPrompt(options: PromptOptions): PromptFor {
  const { threads, settings } = options;
  const earlierMessages = createEarlierMessages(options);

  /** The settings are those of the channel that it was asked in, also for private answers. */
  async function settingsOf(question: Question): Promise<ChannelSettings> {
    const { place, askedIn } = question;
    const thread = threadOf(question);
    const origin = askedIn ?? (thread && (await threads.origin(thread)));
    return settings.load(place.workspace, origin ?? place.channel);
  }

  async function scopeFor(
    question: Question,
    { said, ...about }: { token: Token; said: readonly Line[]; settings: ChannelSettings },
  ): Promise<Scope> {
    const earlier = said.map(({ text }) => text).join('\n');
    return options.questionScope(question, { ...about, earlier });
  }

  return async function promptFor(held, token) {
    const { question } = held;
    if (await followsMovedAnswer(question, threads)) await addNote(held, 'moved-conversation');
    const [said, set] = await Promise.all([earlierMessages(held), settingsOf(question)]);
    const scope = await scopeFor(question, { token, said, settings: set });
    const { language, instructions } = set;
    const sections = [
      ...(language === undefined ? [] : [CONTEXT_SECTIONS.language(language)]),
      ...scopeSections(scope),
      ...(instructions === undefined ? [] : [CONTEXT_SECTIONS.instructions(instructions)]),
      ...subjectSections(question.subject),
      ...threadSections(said),
    ];
    const marker = randomBytes(16).toString('base64url');
    const text = writePrompt(question.text, { marker, sections });
    if (text.includes(MASK)) await addNote(held, 'secrets-masked');
    return { text, scope };
  };
}

function subjectSections({ message, files }: QuestionSubject = { message: '', files: [] }) {
  return [
    ...(message === '' ? [] : [CONTEXT_SECTIONS.message(message)]),
    ...files.map(({ name, text }) => CONTEXT_SECTIONS.file(name, text)),
  ];
}

/**
 * Whether it replies to an answer that moved from a channel to this direct message. That answer's
 * conversation stays the channel's, since others may read it, and so the reply starts a new one.
 */
async function followsMovedAnswer(
  question: Question,
  threads: PromptOptions['threads'],
): Promise<boolean> {
  const thread = threadOf(question);
  if (thread === undefined || question.askedIn !== undefined) return false;
  const [conversation, origin] = await Promise.all([
    conversationOf(question, threads),
    threads.origin(thread),
  ]);
  return conversation === undefined && origin !== undefined;
}
