import { readPrompt } from '../conversation/prompt.js';
import { truncate } from '../markdown/truncate.js';

const MAX_LENGTH = 120;

/** What a conversation is called: its first answer's title, or until there is one what was asked. */
export function conversationTitle(title: string | undefined, asked: string | undefined): string {
  if (title !== undefined) return title;
  if (asked === undefined) return 'Conversation';
  return truncate(readPrompt(asked).question.replace(/\s+/g, ' ').trim(), MAX_LENGTH);
}
