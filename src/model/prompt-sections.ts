/**
 * What goes to the service behind a person's own words: the message that they ask about, what was said
 * in their thread, the language of their channel. People are shown their own words alone.
 */
export const PROMPT_SECTIONS = {
  message: (text: string) => `The message that this is about:\n${text}`,
  file: (name: string, text: string) => `Its file ${name}:\n${text}`,
  language: (language: string) => `Answer in ${language}.`,
  /** `cut`: the earliest do not fit. */
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

/** What a person asked, of what was sent for them. */
export function questionTextIn(sent: string): string {
  const at = sent.search(FRAMED);
  return at < 0 ? sent : sent.slice(0, at);
}

/** A service that names a question by its first words names it by the person's own. */
export function titleFor(sent: string, title: string): string {
  const asked = oneLine(questionTextIn(sent));
  const first = title.replace(/…$/, '').trimEnd();
  const runsOn = first.length > asked.length && oneLine(sent).startsWith(first);
  return runsOn ? asked : title;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
