import { maskSecrets } from '../secret-patterns.js';

/**
 * What is sent to the instance: the question, and after it one frame with everything that we add.
 *
 *     How does retry work?
 *
 *     [Slack context K7tq0f5mXw2c9ZrYb1LdVQ]
 *
 *     Answer in Français.
 *
 *     [End of Slack context K7tq0f5mXw2c9ZrYb1LdVQ]
 *
 * The marker is random and new for each question, so no text inside can end the frame, and what bears
 * it was sent for that question. People are only ever shown what is in front of the frame. Secrets
 * are masked in all of it.
 */

/** What a user chose to ask about: the text of a message, and its files. */
export interface QuestionSubject {
  /** Empty if the message has only files. */
  readonly message: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

export const CONTEXT_SECTIONS = {
  message: (text: string) => `The message that this is about:\n${text}`,
  file: (name: string, text: string) => `Its file ${name}:\n${text}`,
  repositories: (names: readonly string[]) => `Look only in: ${names.join(', ')}.`,
  allRepositories: 'Look in all repositories.',
  language: (language: string) => `Answer in ${language}.`,
  /** Marked line by line, so that no line of them reads as another section. */
  instructions: (text: string) => `Follow these instructions:\n${text.replace(/^/gm, '> ')}`,
  /** `cut`: the earliest messages do not fit. */
  thread: (lines: string, cut: boolean) =>
    `Context: earlier messages of the Slack thread${cut ? ' (the earliest are left out)' : ''}, oldest first.\n${lines}`,
} as const;

export interface Prompt {
  readonly question: string;
  /** Absent if nothing was added by this app: somebody asked it elsewhere. */
  readonly marker?: string;
}

/** `marker`: 22 characters of base64url. */
export function writePrompt(
  question: string,
  context: { readonly marker: string; readonly sections: readonly string[] },
): string {
  const { marker, sections } = context;
  const [asked = '', ...added] = [question, ...sections].map((text) => maskSecrets(text).text);
  const frame = [`[Slack context ${marker}]`, ...added, `[End of Slack context ${marker}]`];
  return [asked.trim(), ...frame].join('\n\n');
}

const OPENING = /\[Slack context ([\w-]{22})\]/g;
const CLOSING = /\[End of Slack context ([\w-]{22})\]$/;
const CLOSING_LENGTH = 60;

/** Takes a prompt apart. If its end is missing, everything after the first opening is context. */
export function readPrompt(sent: string): Prompt {
  const text = sent.trim();
  const [, closing] = CLOSING.exec(text.slice(-CLOSING_LENGTH)) ?? [];
  for (const { index, 1: marker } of text.matchAll(OPENING)) {
    if (marker === undefined || (closing !== undefined && marker !== closing)) continue;
    return { question: text.slice(0, index).trimEnd(), marker };
  }
  return { question: withoutUnframedContext(sent) };
}

const UNFRAMED = [
  'The message that this is about:\\n',
  'Its file [^\\n]*:\\n',
  'Answer in \\p{L}+\\.(?:\\n\\n|$)',
  'Context: earlier messages of the Slack thread[^\\n]*, oldest first\\.\\n',
];
const UNFRAMED_CONTEXT = new RegExp(`\\n\\n(?:${UNFRAMED.join('|')})`, 'u');

/** Conversations on the instance may be older than the frame. */
function withoutUnframedContext(sent: string): string {
  const at = sent.search(UNFRAMED_CONTEXT);
  return at < 0 ? sent : sent.slice(0, at);
}

/** A title that is the beginning of the prompt is cut to the user's question. */
export function titleFor(sent: string, title: string): string {
  const asked = oneLine(readPrompt(sent).question);
  const first = title.replace(/…$/, '').trimEnd();
  const runsOn = first.length > asked.length && oneLine(sent).startsWith(first);
  return runsOn ? asked : title;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
