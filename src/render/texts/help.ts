/** What `/deepsearch help` says; escaped as in `question.ts`. `command`: the name of the slash command. */

export const helpHead = (command: string) =>
  `A button runs the command on it: *list* is \`${command} list\`.`;

export const askHelp = (command: string) =>
  [
    `*Ask* \`${command} where do we retry failed jobs?\`, mention me, or send me a direct message.`,
    'Reply in the thread to ask a follow-up. `repo:acme/shop` in a question limits it to that repository.',
  ].join('\n');

export const steerHelp =
  '*Steer* Reply `stop`, `mute`, `private` or `new: QUESTION` in a thread, or react to a question with :x:. `unmute` and `public` undo that.';

export const findHelp = (command: string) =>
  `*Find* \`${command} show 12\` opens a conversation by its number or link; \`star\`, \`share\`, \`export\` and \`delete\` take one too. \`${command} forget\` deletes all of your data, once you confirm it.`;

export const codeHelp = (command: string) =>
  `*Code* \`${command} code read acme/shop src/queue.ts:10-40\` shows lines of a file.`;

export const accountHelp =
  '*Your account* Connect your own account, and ask with what it may read.';

export const adminHelp =
  "*Admin* This channel's settings; for workspace admins, what is wrong with the installation.";

/** For where there are no buttons. `commands`: without the name of the slash command. */
export const helpCommands = (command: string, commands: readonly string[]) =>
  commands.map((each) => `\`${command} ${each}\``).join(', ');

// Buttons (plain text)

export const openFormLabel = 'Ask with a form';
