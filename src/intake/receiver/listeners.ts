import type {
  AckFn,
  App,
  RespondArguments,
  RespondFn,
  ViewUpdateResponseAction,
} from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Logger } from '../../log.js';
import type { ViewRequest, ViewTrigger } from '../../model/view-request.js';
import type { Message } from '../../render/blocks/message.js';
import { renderDidYouMean } from '../../render/did-you-mean.js';
import { SlackRefused } from '../../slack/errors.js';
import type { AcceptEvent } from '../accept/accept-event.js';
import { parseAction } from '../parse/action.js';
import { EVENT_TYPES, parseEvent, readEvent, type SlackEvent } from '../parse/event.js';
import type { CommandResult, IncomingEvent, OpenView, Seal } from '../parse/result.js';
import { parseShortcut } from '../parse/shortcut.js';
import { parseSlashCommand } from '../parse/slash-command.js';
import { parseViewSubmission, type UpdateView } from '../parse/view-submission.js';

export interface ListenerOptions {
  readonly acceptEvent: AcceptEvent;
  /** Encrypts a `response_url` or a link before it is stored in a job. */
  readonly seal: Seal;
  /** The bot's own user id in a workspace. */
  readonly botUser: (workspace: string) => Promise<string>;
  /** The help text, with the name of the app's command. */
  readonly renderHelp: (command: string) => Pick<Message, 'text' | 'blocks'>;
  /** Opens a view in the background; returns at once. */
  readonly openView: (request: ViewRequest, trigger: ViewTrigger) => void;
  /** A placeholder for a view that is about to be filled, and having it filled. */
  readonly waitingView: (request: ViewRequest) => ModalView;
  readonly fillView: (request: ViewRequest) => Promise<void>;
  /** Stores a token that somebody has sent, until a worker checks it. */
  readonly keepToken: (request: ViewRequest, token: string) => Promise<void>;
  readonly observeAck: (kind: string, ms: number) => void;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
}

type Timed = (kind: string, work: () => Promise<void>) => Promise<void>;
type Ack = () => Promise<void>;

/**
 * Bolt's listeners: parse, accept, ack. One that throws makes Bolt answer 500 (or leave the envelope
 * unacknowledged): Slack sends events again, and shows the user an error for anything else.
 */
export function registerListeners(app: App, options: ListenerOptions): void {
  const timed: Timed = async (kind, work) => {
    const startedAt = performance.now();
    await work();
    options.observeAck(kind, performance.now() - startedAt);
  };
  listenToEvents(app, options, timed);
  listenToCommands(app, options, timed);
  listenToClicks(app, options, timed);
  listenToViews(app, options, timed);
  app.error(async (error) => {
    throw error;
  });
}

function listenToEvents(app: App, options: ListenerOptions, timed: Timed): void {
  const { acceptEvent, botUser, seal } = options;

  /** The event names it too, which helps where Slack refuses the look-up. */
  function botUserOf({ workspace, authorizedBot }: SlackEvent): Promise<string> {
    return botUser(workspace).catch((error: unknown) => {
      if (authorizedBot !== undefined && error instanceof SlackRefused) return authorizedBot;
      throw error;
    });
  }

  async function parse(body: unknown): Promise<IncomingEvent> {
    const received = readEvent(body);
    if (received.kind === 'ignored') return received;
    const { needsBotUser } = EVENT_TYPES[received.event.type];
    const bot = needsBotUser ? await botUserOf(received) : '';
    return parseEvent(received, { botUser: bot, seal });
  }

  const types = new RegExp(`^(${Object.keys(EVENT_TYPES).join('|')})$`);
  app.event(types, ({ body }) => timed('event', () => acceptEvent(parse(body))));
}

function listenToCommands(app: App, options: ListenerOptions, timed: Timed): void {
  const { seal, renderHelp, now } = options;

  async function onCommand(body: { command: string }, ack: AckFn<string | RespondArguments>) {
    const { command } = body;
    const result = parseSlashCommand(body, now(), seal);
    if (result.kind === 'help') {
      const { text, blocks } = renderHelp(command);
      return ack({ response_type: 'ephemeral', text, blocks });
    }
    if (result.kind === 'did-you-mean') {
      return ack({ response_type: 'ephemeral', ...renderDidYouMean(result, command) });
    }
    return acceptOrOpen(options, result, ack);
  }

  // Any name: Slack sends only the app's own command.
  app.command(/./, ({ body, ack }) => timed('command', () => onCommand(body, ack)));
}

function listenToClicks(app: App, options: ListenerOptions, timed: Timed): void {
  const { seal, now, logger } = options;

  async function onAction(body: unknown, ack: Ack, respond: RespondFn): Promise<void> {
    const result = parseAction(body, now(), seal);
    if (result.kind !== 'run-command') return acceptOrOpen(options, result, ack);
    await acceptOrOpen(options, result.result, ack);
    respond({ delete_original: true }).catch((error: unknown) => {
      logger.debug({ err: error }, 'ephemeral message not deleted');
    });
  }

  app.action(/./, ({ body, ack, respond }) => timed('action', () => onAction(body, ack, respond)));
  app.shortcut(/./, ({ body, ack }) =>
    timed('shortcut', () => acceptOrOpen(options, parseShortcut(body, now(), seal), ack)),
  );
}

/** A view has to be opened within 3 s, so Slack's ack comes first; anything else is stored first. */
async function acceptOrOpen(
  { acceptEvent, openView }: ListenerOptions,
  result: CommandResult | OpenView,
  ack: Ack,
): Promise<void> {
  if (result.kind === 'open-view') {
    await ack();
    openView(result.request, result.trigger);
    return;
  }
  await acceptEvent(result);
  await ack();
}

function listenToViews(app: App, options: ListenerOptions, timed: Timed): void {
  const { acceptEvent, seal, now } = options;

  /** The placeholder goes with the ack, and is filled after it: an earlier update would be lost. */
  async function updateView(
    { request, token }: UpdateView,
    ack: (update: ViewUpdateResponseAction) => Promise<void>,
  ): Promise<void> {
    if (token !== undefined) await options.keepToken(request, token);
    await ack({ response_action: 'update', view: options.waitingView(request) });
    await options.fillView(request);
  }

  app.view(/./, ({ body, ack }) =>
    timed('view', async () => {
      const result = parseViewSubmission(body, now(), seal);
      if (result.kind === 'form-errors') {
        return ack({ response_action: 'errors', errors: { ...result.errors } });
      }
      if (result.kind === 'update-view') return updateView(result, (update) => ack(update));
      await acceptEvent(result);
      await ack();
    }),
  );
}
