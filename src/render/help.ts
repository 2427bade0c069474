import type { Button, KnownBlock } from '@slack/types';
import { ACTIONS } from '../model/actions.js';
import { actions, button, context, type Message, section } from './blocks/message.js';
import { openViewButton } from './blocks/modal.js';
import * as helpTexts from './texts/help.js';

interface Group {
  readonly text: string;
  /** Commands that work as they are, without the name of the slash command. */
  readonly examples: readonly string[];
}

/**
 * How to ask and what else there is, in groups, each with examples that run when clicked. `ownAccounts`:
 * people may connect accounts of their own.
 */
export function renderHelp({
  command = '/deepsearch',
  ownAccounts,
}: {
  readonly command?: string;
  readonly ownAccounts: boolean;
}): Message {
  const groups = groupsFor(command, ownAccounts);
  const examples = groups.flatMap((group) => group.examples);
  const rows = groups.flatMap((group, i): KnownBlock[] => {
    const form = openViewButton(helpTexts.openFormLabel, { kind: 'ask' });
    const run = group.examples.map((example) => exampleButton(example, examples.indexOf(example)));
    return [section(group.text), actions(i === 0 ? [form, ...run] : run)];
  });
  const head = helpTexts.helpHead(command);
  return {
    text: groups.map(({ text }) => text).join('\n'),
    blocks: [...rows, context(head)],
    withoutButtons: helpTexts.helpCommands(command, examples),
  };
}

function groupsFor(command: string, ownAccounts: boolean): readonly Group[] {
  return [
    { text: helpTexts.askHelp(command), examples: [] },
    { text: helpTexts.steerHelp, examples: ['cancel'] },
    {
      text: helpTexts.findHelp(command),
      examples: ['list', 'list starred', 'list all', 'check', 'who knows', 'usage'],
    },
    {
      text: helpTexts.codeHelp(command),
      examples: ['code', 'code search retry', 'code repos', 'code help'],
    },
    ...(ownAccounts ? [{ text: helpTexts.accountHelp, examples: ['connect'] }] : []),
    { text: helpTexts.adminHelp, examples: ['settings', 'doctor'] },
  ];
}

/** `index`: action ids are unique in a message. */
function exampleButton(example: string, index: number): Button {
  return button(example, { id: `${ACTIONS.runExample}.${index}`, value: example });
}
