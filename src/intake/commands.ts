import type { AckFn, RespondArguments, RespondFn, SlashCommand } from '@slack/bolt';
import type { Logger } from '../log.js';
import { renderMeant } from '../render/did-you-mean.js';
import { mrkdwnToText } from '../slack/mrkdwn.js';
import type { Door } from './door.js';
import { type commandClicked, commandMeant } from './meant.js';
import { parseCommand } from './parse.js';
import { type Opened, openedByCommand } from './parse-opening.js';
import type { Seal } from './shapes.js';

export interface CommandOptions {
  readonly door: Door;
  /** Encrypts a `response_url`, which is a capability, before it rests in a job. */
  readonly seal: Seal;
  /** How to ask, by the name that the command has in this app. */
  readonly helpText: (command: string) => string;
  readonly openBehind: (opened: Opened, ack: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
  readonly logger: Logger;
}

type Clicked = NonNullable<ReturnType<typeof commandClicked>>;

/** What people say by slash command; what is probably a slip in one is asked about first, in private. */
export function createCommands(options: CommandOptions) {
  const { door, seal, helpText, openBehind, now, logger } = options;

  return {
    async typed(body: SlashCommand, ack: AckFn<string | RespondArguments>): Promise<void> {
      const opened = openedByCommand(body, now(), seal);
      if (opened !== undefined) return openBehind(opened, ack);
      const parsed = parseCommand(body, now(), seal);
      const { command } = body;
      const said = mrkdwnToText(body.text ?? '').trim();
      const meant = parsed.kind === 'ask' ? commandMeant(said) : undefined;
      if (parsed.kind === 'help' || meant === 'help') {
        return ack({ response_type: 'ephemeral', text: helpText(command) });
      }
      if (meant !== undefined) {
        return ack({ response_type: 'ephemeral', ...renderMeant({ command, said, meant }) });
      }
      await door(parsed);
      await ack();
    },

    /** The note that the button was in goes; where it stays, it asks nothing twice. */
    async clicked({ said, trigger, once }: Clicked, ack: () => Promise<void>, respond: RespondFn) {
      const opened = openedByCommand({ ...said, trigger_id: trigger }, now(), seal);
      if (opened !== undefined) await openBehind(opened, ack);
      else {
        await door(parseCommand({ ...said, trigger_id: once }, now(), seal));
        await ack();
      }
      respond({ delete_original: true }).catch((error: unknown) => {
        logger.debug({ err: error }, 'a note stays');
      });
    },
  };
}
