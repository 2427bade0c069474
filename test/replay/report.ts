import type { Message } from '../../src/render/blocks/message.js';
import { messageText } from '../support/message-text.js';
import type { Replay } from './replay.js';

/** A replay for people: the intent, and each step with what is then newly to be seen. */
export function report({ intent, steps }: Replay): string {
  const lines = ['intent', indent(JSON.stringify(intent, null, 2), '  '), '', 'steps'];
  if (steps.length === 0) lines.push('  none: nothing is asked');
  let seen = '';
  for (const { afterMs, step, messages } of steps) {
    lines.push(`  +${(afterMs / 1000).toFixed(1)} s  ${step}`);
    for (const { does, message } of messages) {
      const text = read(message);
      if (text !== seen) lines.push(`    ${does}`, indent(text, '      | '));
      seen = text;
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Its blocks as JSON carries them to Slack. */
function read(message: Message): string {
  return messageText(JSON.parse(JSON.stringify(message)));
}

function indent(text: string, by: string): string {
  return text.replace(/^/gm, by).replace(/ +$/gm, '');
}
