/** What is said to a channel that the bot was invited to. */
import { mention } from './question.js';

export const hello = (bot: string) =>
  `Hi! I answer questions about your code, with links to the sources.
• Mention me: ${mention(bot)} how does checkout retry a failed payment? The answer comes in the thread; reply there to ask more.
• Or type \`/deepsearch where is the retry limit set?\`, here or anywhere else. \`/deepsearch help\` shows what else I can do.
• About an error or an alert: choose *Ask about this* from the menu of its message.`;
