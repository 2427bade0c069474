import type { App } from '@slack/bolt';
import { parseOpened, parseSessionStopped } from './agent.js';
import { parseAskAgain, parseChange, parseReaction } from './changes.js';
import type { Door } from './door.js';
import { workspaceOfEvent } from './envelope.js';
import { parseCommand, parseEvent } from './parse.js';
import { parseAction } from './parse-click.js';
import type { Seal } from './shapes.js';

export interface ListenerOptions {
  readonly door: Door;
  /** The bot's own user id in a workspace. */
  readonly botUser: (workspace: string) => Promise<string>;
  /** Encrypts a `response_url`, which is a capability, before it rests in a job. */
  readonly seal: Seal;
  /** How to ask, by the name that the command has in this app. */
  readonly helpText: (command: string) => string;
  readonly now: () => number;
  readonly observeAck: (kind: string, ms: number) => void;
}

/**
 * Bolt's listeners: parse, hand to the door, ack. One that throws makes Bolt answer 500 (or leave
 * the envelope un-acked), and Slack sends it again.
 */
export function listen(app: App, options: ListenerOptions): void {
  const { door, botUser, seal, helpText, now } = options;

  const timed = async (kind: string, work: () => Promise<void>) => {
    const startedAt = performance.now();
    await work();
    options.observeAck(kind, performance.now() - startedAt);
  };

  app.event(/^(app_mention|message)$/, ({ body }) =>
    timed('event', async () => {
      const workspace = workspaceOfEvent(body);
      if (workspace === undefined) return;
      await door(botUser(workspace).then((bot) => parseChange(body, bot) ?? parseEvent(body, bot)));
    }),
  );

  app.event('reaction_added', ({ body }) => timed('event', () => door(parseReaction(body))));

  app.event('agent_session_stopped', ({ body }) =>
    timed('event', () => door(parseSessionStopped(body))),
  );

  app.event('app_home_opened', ({ body }) => timed('event', () => door(parseOpened(body))));

  // Whatever an app calls it: Slack sends us no commands but our own.
  app.command(/./, ({ body, ack }) =>
    timed('command', async () => {
      const parsed = parseCommand(body, now(), seal);
      if (parsed.kind === 'help') {
        await ack({ response_type: 'ephemeral', text: helpText(body.command) });
        return;
      }
      await door(parsed);
      await ack();
    }),
  );

  app.action(/./, ({ body, ack }) =>
    timed('action', async () => {
      await door(parseAskAgain(body, now()) ?? parseAction(body, now(), seal));
      await ack();
    }),
  );

  app.error(async (error) => {
    throw error;
  });
}
