import { parseAction } from '../../../src/intake/parse/action.js';
import { parseEvent, readEvent } from '../../../src/intake/parse/event.js';
import { parseShortcut } from '../../../src/intake/parse/shortcut.js';
import { parseSlashCommand } from '../../../src/intake/parse/slash-command.js';
import { parseViewSubmission } from '../../../src/intake/parse/view-submission.js';
import type { Intent } from '../../../src/model/intent.js';
import { type Cell, isInside } from '../cells.js';
import { commandOf, interactionOf, type Names } from '../requests.js';
import { BOT, WORKSPACE } from './world.js';

type Fields = Readonly<Record<string, unknown>>;

/** What the request of a cell means to the bot, in the order of the requests. */
export function intentsOf(cell: Cell, names: Names): Intent[] {
  switch (cell.way) {
    case 'message':
    case 'thread reply':
      return ofEvent(messageEvent(cell, names), names);
    case 'reaction':
      return ofEvent(reaction(names), names);
    case 'link':
      return [
        ...ofEvent(link(cell, names), names),
        ...ofResult(parseAction(preview(cell, names), 1)),
      ];
    case 'workflow step':
      return ofEvent(step(cell, names), names);
    case 'sign-in page':
      return [];
    case 'slash command':
      return ofResult(parseSlashCommand(command(cell, names), 1));
    case 'message shortcut':
      return [
        ...ofResult(parseShortcut(shortcut(names), 1)),
        ...ofResult(parseViewSubmission(interactionOf({ ...cell, way: 'forged form' }, names), 1)),
      ];
    default: {
      const body = interactionOf(cell, names);
      const isForm = body['type'] === 'view_submission';
      return ofResult(isForm ? parseViewSubmission(body, 1) : parseAction(body, 1));
    }
  }
}

type Result =
  | ReturnType<typeof parseAction>
  | ReturnType<typeof parseSlashCommand>
  | ReturnType<typeof parseShortcut>
  | ReturnType<typeof parseViewSubmission>;

function ofResult(result: Result): Intent[] {
  switch (result.kind) {
    case 'open-view':
    case 'update-view':
      return [result.request];
    case 'ignored':
    case 'form-errors':
    case 'run-command':
      return [];
    default:
      return [result];
  }
}

/** Replies and reactions are in a thread of the bot's. */
function ofEvent(event: Fields, { target }: Names): Intent[] {
  const read = readEvent({
    type: 'event_callback',
    authorizations: [{ enterprise_id: WORKSPACE, is_enterprise_install: true, user_id: BOT }],
    is_ext_shared_channel: event['is_ext_shared_channel'],
    event,
  });
  if (read.kind === 'ignored') return [];
  const parsed = parseEvent(read, { botUser: BOT, seal: (secret) => secret });
  switch (parsed.kind) {
    case 'reply':
      return [parsed.intent];
    case 'reaction':
      return [{ ...parsed.action, questionId: target.questionId }];
    case 'ignored':
    case 'side-message':
    case 'channels-changed':
      return [];
    default:
      return [parsed];
  }
}

function messageEvent({ way, thing, place, person }: Cell, names: Names): Fields {
  const isReply = way === 'thread reply';
  const { channel, threadTs } = names.target;
  const direct = place === 'direct';
  const text = thing === 'stop' ? 'stop' : names.text;
  const isApp = person === 'bot' || person === 'workflow';
  return {
    type: 'message',
    channel: isReply ? channel : names.place,
    channel_type: direct || channel.startsWith('D') ? 'im' : 'channel',
    user: names.person.id,
    ...(isApp ? { bot_id: 'B0OTHER' } : {}),
    text: isReply || direct ? text : `<@${BOT}> ${text}`,
    ts: '1700000009.000100',
    ...(isReply ? { thread_ts: threadTs, parent_user_id: BOT } : {}),
    is_ext_shared_channel: place === 'shared',
  };
}

function reaction({ person, target }: Names): Fields {
  return {
    type: 'reaction_added',
    user: person.id,
    reaction: 'x',
    item: { type: 'message', channel: target.channel, ts: target.threadTs },
    event_ts: '1700000009.000100',
  };
}

/** Where somebody pastes a link or types a command: in the place, if they are in it. */
function typedIn(cell: Cell, { place, elsewhere }: Names): string {
  return isInside(cell) ? place : elsewhere;
}

function link(cell: Cell, names: Names): Fields {
  return {
    type: 'link_shared',
    channel: typedIn(cell, names),
    user: names.person.id,
    message_ts: '1700000009.000100',
    is_bot_user_member: true,
    links: [{ url: `https://instance.example/deepsearch/${names.target.conversationId}` }],
    is_ext_shared_channel: cell.place === 'shared',
  };
}

/** The button of the preview, which opens the view of what the link leads to. */
function preview(cell: Cell, names: Names): Fields {
  const body = interactionOf({ ...cell, way: 'home', thing: 'show' }, names);
  const value = JSON.stringify({
    kind: 'conversation',
    id: names.target.conversationId,
    page: 0,
  });
  const { view: _none, ...click } = body;
  return {
    ...click,
    channel: { id: typedIn(cell, names) },
    container: { message_ts: '1700000009.000100' },
    actions: [{ action_id: 'modal.open.0', value, action_ts: '1.2' }],
  };
}

function step({ person, place }: Cell, names: Names): Fields {
  const asker = person === 'workflow' ? { asker: names.person.id } : { user_context: names.person };
  const channel = place === 'direct' && names.place === 'D0OWN' ? {} : { channel: names.place };
  return {
    type: 'function_executed',
    function: { callback_id: 'ask_deep_search' },
    function_execution_id: 'Fx0123',
    inputs: { question: names.text, ...asker, ...channel },
    event_ts: '1700000009.000100',
  };
}

function command(cell: Cell, names: Names): Fields {
  return {
    enterprise_id: WORKSPACE,
    is_enterprise_install: 'true',
    channel_id: typedIn(cell, names),
    user_id: names.person.id,
    text: commandOf(cell, names),
    trigger_id: '1.2.trigger',
  };
}

function shortcut({ source, person, target }: Names): Fields {
  return {
    type: 'message_action',
    callback_id: 'ask_about_message',
    ...source,
    user: person,
    channel: { id: target.channel },
    message: { ts: target.messageTs, thread_ts: target.threadTs, text: 'what was said' },
    trigger_id: '1.2.trigger',
  };
}
