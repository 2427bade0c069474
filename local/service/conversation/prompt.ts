/** A question as a client sent it, taken apart. */
export interface Prompt {
  readonly question: string;
  /** What a client added in a frame after the question: messages, files, the language. May be empty. */
  readonly context: string;
}

const OPENING = /\[Slack context ([\w-]{22})\]/g;
const CLOSING = /\[End of Slack context ([\w-]{22})\]$/;
const CLOSING_LENGTH = 60;

/**
 * The frame is `[Slack context <marker>]` … `[End of Slack context <marker>]` at the end of the text, with
 * a marker that occurs nowhere else in it. A text without one is all question.
 */
export function readPrompt(given: string): Prompt {
  const sent = withoutControls(given);
  const text = sent.trim();
  const [closingLine, closing] = CLOSING.exec(text.slice(-CLOSING_LENGTH)) ?? [];
  if (closingLine === undefined) return { question: sent, context: '' };
  for (const { index, 0: opening, 1: marker } of text.matchAll(OPENING)) {
    if (marker !== closing) continue;
    const context = text.slice(index + opening.length, -closingLine.length).trim();
    return { question: text.slice(0, index).trimEnd(), context };
  }
  return { question: sent, context: '' };
}

/** No program takes a NUL in its arguments, and no other control character is a part of a word, either. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]/gu, ' ');
}

/** Only in front: further behind, it may be what somebody wrote. */
const REPOSITORIES = /^(?:Answer in \p{L}+\.\n\n)?Look only in: (.+)\.(?:\n\n|$)/u;

const ALL_REPOSITORIES = /^(?:Answer in \p{L}+\.\n\n)?Look in all repositories\.(?:\n\n|$)/u;

/** Whether a context asks to look in all repositories, whatever the question or the ones before it name. */
export function asksForAll(context: string): boolean {
  return ALL_REPOSITORIES.test(context);
}

/** The names of the repositories that a context limits the question to; none if it does not. */
export function repositoriesIn(context: string): readonly string[] {
  return REPOSITORIES.exec(context)?.[1]?.split(', ') ?? [];
}

const INTRODUCTIONS = [
  /^Look only in: .+\.$/,
  /^Look in all repositories\.$/,
  /^Answer in \p{L}+\.$/u,
  /^The message that this is about:$/,
  /^Its file .*:$/,
  /^Context: earlier messages of the Slack thread.*$/,
];

/** Whether a context asks for an answer in another language than English. */
export function asksForOtherLanguage(context: string): boolean {
  return /^Answer in (?!English\.)\p{L}+\.$/mu.test(context);
}

/** What a channel asks of every answer, each line of it marked. */
const INSTRUCTIONS = /^Follow these instructions:\n(?:> .*(?:\n|$))+/m;

/** The words of a context that say something about the code: without its instructions, headings and masks. */
export function searchableContext(context: string): string {
  const lines = context.replace(INSTRUCTIONS, '').split('\n');
  const said = lines.filter((line) => !INTRODUCTIONS.some((pattern) => pattern.test(line)));
  return withoutMasks(said.join('\n'));
}

/** A client puts `[secret]` where somebody pasted a secret: it is no word to search for. */
export function withoutMasks(text: string): string {
  return text.replaceAll('[secret]', ' ');
}
