/**
 * What the prompt has after the user's question: the message it is about, earlier messages of its
 * thread, the channel's language. Users are only shown their question.
 */
export const PROMPT_SECTIONS = {
  message: (text: string) => `The message that this is about:\n${text}`,
  file: (name: string, text: string) => `Its file ${name}:\n${text}`,
  language: (language: string) => `Answer in ${language}.`,
  /** `cut`: the earliest messages do not fit. */
  thread: (lines: string, cut: boolean) =>
    `Context: earlier messages of the Slack thread${cut ? ' (the earliest are left out)' : ''}, oldest first.\n${lines}`,
} as const;

const BEGINS = [
  'The message that this is about:\\n',
  'Its file [^\\n]*:\\n',
  'Answer in \\p{L}+\\.(?:\\n\\n|$)',
  'Context: earlier messages of the Slack thread[^\\n]*, oldest first\\.\\n',
];
const FRAMED = new RegExp(`\\n\\n(?:${BEGINS.join('|')})`, 'u');

/** The user's question in a prompt. */
export function questionTextIn(sent: string): string {
  const at = sent.search(FRAMED);
  return at < 0 ? sent : sent.slice(0, at);
}

/** A title that is the beginning of the prompt is cut to the user's question. */
export function titleFor(sent: string, title: string): string {
  const asked = oneLine(questionTextIn(sent));
  const first = title.replace(/…$/, '').trimEnd();
  const runsOn = first.length > asked.length && oneLine(sent).startsWith(first);
  return runsOn ? asked : title;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
