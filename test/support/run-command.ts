import type { Ephemeral, Person, Ref } from '../../local/workspace/workspace.js';
import { messageText } from './message-text.js';
import type { Stack } from './stack.js';

/** Runs a subcommand as a person, and returns the ephemeral message that responds to it. */
export async function runCommand(stack: Stack, by: { as: Person; channel: Ref }, text: string) {
  const { workspace } = stack;
  const notes = () => workspace.ephemerals({ user: by.as, channel: by.channel });
  const before = notes().length;
  const { ackStatus } = await workspace.command({ ...by, text });
  if (ackStatus !== 200) throw new Error(`the command was answered with ${ackStatus}`);
  const said = await workspace.waitFor(() => notes()[before], { what: `a note on "${text}"` });
  return noteOf(stack, by, said.ts);
}

/** An ephemeral message as its reader sees it. */
export function noteOf({ workspace }: Stack, by: { as: Person; channel: Ref }, ts: string) {
  const now = (): Ephemeral => {
    const found = workspace.ephemerals({ user: by.as }).find((note) => note.ts === ts);
    if (found === undefined) throw new Error(`the note ${ts} is gone`);
    return found;
  };
  const element = (label: string) =>
    elements(now()).find(({ text }) => (text as { text?: unknown } | undefined)?.text === label);
  return {
    now,
    read: () => messageText(now()),
    /** Labels of its buttons. */
    buttons: () => elements(now()).map(({ text }) => (text as { text: string }).text),
    /** Clicks a button that opens a view. */
    async open(label: string, as: Person = by.as): Promise<void> {
      const button = element(label);
      if (button === undefined) throw new Error(`no button "${label}" in: ${messageText(now())}`);
      const actionId = String(button['action_id']);
      await workspace.click({ as, channel: by.channel, ts, actionId });
    },
    /** Clicks a button, and returns the message's text after its update. */
    async press(label: string, as: Person = by.as): Promise<string> {
      const button = element(label);
      if (button === undefined) throw new Error(`no button "${label}" in: ${messageText(now())}`);
      const before = JSON.stringify(now());
      const actionId = String(button['action_id']);
      await workspace.click({ as, channel: by.channel, ts, actionId });
      await workspace.waitFor(() => JSON.stringify(now()) !== before, {
        what: `the note to change after "${label}"`,
      });
      return messageText(now());
    },
  };
}

function elements({ blocks = [] }: Ephemeral): Record<string, unknown>[] {
  return blocks
    .flatMap((block) => [block['accessory'], ...((block['elements'] as unknown[]) ?? [])])
    .filter((it): it is Record<string, unknown> => (it as { type?: unknown })?.type === 'button');
}

/** The id of the conversation with a question that begins with `text`, on the instance. */
export function conversationIdOf({ service }: Stack, text: string): number {
  const all = service.conversations();
  const found = all.find(({ questions }) =>
    questions.some(({ question }) => question.startsWith(text)),
  );
  if (found === undefined) throw new Error(`nobody has asked "${text}"`);
  return found.id;
}
