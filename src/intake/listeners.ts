import type { App, ViewUpdateResponseAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { ViewRequest, ViewTrigger } from '../model/view-request.js';
import { parseSessionStopped } from './agent.js';
import { parseAskAgain, parseChange, parseReaction } from './changes.js';
import { type CommandOptions, createCommands } from './commands.js';
import { workspaceOfEvent } from './envelope.js';
import { parseLinks } from './links.js';
import { commandClicked } from './meant.js';
import { parseEvent } from './parse.js';
import { openedByMessage } from './parse-about.js';
import { parseAction } from './parse-click.js';
import { openedAtHome, parseHomeClick, parseHomeOpened } from './parse-home.js';
import { type Opened, openedByClick, openedByShortcut } from './parse-opening.js';
import { parseSubmission, type Turned } from './parse-submission.js';
import { parseWorkflowStep } from './workflow.js';

export interface ListenerOptions extends Omit<CommandOptions, 'openBehind'> {
  /** The bot's own user id in a workspace. */
  readonly botUser: (workspace: string) => Promise<string>;
  /** Opens a view behind the ack; returns at once. */
  readonly openView: (opening: ViewRequest, trigger: ViewTrigger) => void;
  /** What stands in a view that is about to be filled, and having it filled. */
  readonly waitingView: (opening: ViewRequest) => ModalView;
  readonly fillView: (opening: ViewRequest) => Promise<void>;
  readonly observeAck: (kind: string, ms: number) => void;
}

type AckView = (update: ViewUpdateResponseAction) => Promise<void>;

type Timed = (kind: string, work: () => Promise<void>) => Promise<void>;

/**
 * Bolt's listeners: parse, hand to the door, ack. One that throws makes Bolt answer 500 (or leave
 * the envelope un-acked), and Slack sends it again.
 */
export function listen(app: App, options: ListenerOptions): void {
  const timed: Timed = async (kind, work) => {
    const startedAt = performance.now();
    await work();
    options.observeAck(kind, performance.now() - startedAt);
  };
  hearEvents(app, options, timed);
  hearClicks(app, options, timed);
  app.error(async (error) => {
    throw error;
  });
}

function hearEvents(app: App, { door, botUser, seal }: ListenerOptions, timed: Timed): void {
  app.event(/^(app_mention|message)$/, ({ body }) =>
    timed('event', async () => {
      const workspace = workspaceOfEvent(body);
      if (workspace === undefined) return;
      await door(botUser(workspace).then((bot) => parseChange(body, bot) ?? parseEvent(body, bot)));
    }),
  );

  app.event('app_home_opened', ({ body }) => timed('event', () => door(parseHomeOpened(body))));

  app.event('reaction_added', ({ body }) => timed('event', () => door(parseReaction(body))));

  app.event('function_executed', ({ body }) => timed('event', () => door(parseWorkflowStep(body))));

  app.event('link_shared', ({ body }) =>
    timed('event', async () => {
      const workspace = workspaceOfEvent(body);
      if (workspace === undefined) return;
      await door(botUser(workspace).then((bot) => parseLinks(body, bot, seal)));
    }),
  );
  app.event('agent_session_stopped', ({ body }) =>
    timed('event', () => door(parseSessionStopped(body))),
  );
}

/** Commands and all that is clicked or sent: of these Slack wants to hear at once. */
function hearClicks(app: App, options: ListenerOptions, timed: Timed): void {
  const { door, seal, now } = options;

  /** The trigger's 3 s run, and so does Slack's patience with the ack. */
  const openBehind = async ({ opening, trigger }: Opened, ack: () => Promise<void>) => {
    await ack();
    options.openView(opening, trigger);
  };

  /** What the worker writes would be lost if it came before the ack. */
  const turnBehind = async ({ opening }: Turned, ack: AckView) => {
    await ack({ response_action: 'update', view: options.waitingView(opening) });
    await options.fillView(opening);
  };

  const commands = createCommands({ ...options, openBehind });

  // Whatever an app calls it: Slack sends us no commands but our own.
  app.command(/./, ({ body, ack }) => timed('command', () => commands.typed(body, ack)));

  app.action(/./, ({ body, ack, respond }) =>
    timed('action', async () => {
      const clicked = commandClicked(body);
      if (clicked !== undefined) return commands.clicked(clicked, ack, respond);
      const opened = openedAtHome(body, now()) ?? openedByClick(body, now(), seal);
      if (opened?.kind === 'opened') return openBehind(opened, ack);
      const other = parseHomeClick(body, now()) ?? parseAskAgain(body, now(), seal);
      await door(opened ?? other ?? parseAction(body, now(), seal));
      await ack();
    }),
  );

  app.shortcut(/./, ({ body, ack }) =>
    timed('shortcut', async () => {
      const opened = openedByShortcut(body, now()) ?? openedByMessage(body, now(), seal);
      await (opened === undefined ? ack() : openBehind(opened, ack));
    }),
  );

  app.view(/./, ({ body, ack }) =>
    timed('view', async () => {
      const parsed = parseSubmission(body, now(), seal);
      if (parsed.kind === 'wrong') {
        await ack({ response_action: 'errors', errors: { ...parsed.errors } });
        return;
      }
      if (parsed.kind === 'turned') return turnBehind(parsed, (update) => ack(update));
      await door(parsed);
      await ack();
    }),
  );
}
