import { mrkdwnToText } from '../../slack/mrkdwn.js';
import { smallTalk } from '../command/small-talk.js';
import { parseSubcommand } from '../command/subcommand.js';
import { replyCommand } from '../command/thread-command.js';
import { correctTypo, withoutExtraWords } from '../command/typo.js';
import type { MessageClick } from './click.js';
import { digest } from './digest.js';
import { SlashCommand } from './payloads.js';
import {
  type CommandResult,
  openView,
  placeIn,
  type RunCommand,
  type Seal,
  type SealedResponse,
  sealResponseUrl,
  unreadable,
} from './result.js';

/** A slash command. `at`: now, ms since the epoch. Pure. */
export function parseSlashCommand(body: unknown, at: number, seal?: Seal): CommandResult {
  const parsed = SlashCommand.safeParse(body);
  if (!parsed.success) return unreadable(parsed.error);
  const { workspace, channel_id, user_id, text, trigger_id, response_url } = parsed.data;
  const typed = {
    workspace,
    channel: channel_id,
    user: user_id,
    at,
    text: mrkdwnToText(withUserIds(text)).trim(),
    triggerId: trigger_id,
    once: trigger_id,
    sealedResponse: sealResponseUrl(response_url, seal),
    seal,
  };
  const result = resultOf(typed);
  if (result.kind !== 'ask' || /^ask\s/i.test(typed.text)) return result;
  const suggestion = asksNothing(typed.text) ? 'help' : suggestionFor(typed.text);
  if (suggestion === undefined) return result;
  if (suggestion === 'help') return resultOf({ ...typed, text: suggestion });
  const { id, place, user } = result;
  return { kind: 'did-you-mean', id, place, user, at, text: typed.text, suggestion };
}

function suggestionFor(text: string): string | undefined {
  return correctTypo(text) ?? withoutExtraWords(text);
}

/** Where Slack says who is mentioned, the ID stays, not the name: `forget` needs it. */
function withUserIds(text: string): string {
  return text.replace(/^(\s*forget\s+)<@([UW][A-Z0-9]{1,30})(?:\|[^<>]*)?>(?=\s*$)/i, '$1@$2');
}

/** Also what works only as a reply in a thread, such as `mute`. */
function asksNothing(text: string): boolean {
  return smallTalk(text) !== undefined || replyCommand(text)?.kind === 'thread';
}

/** Value: the text of a command, as people read it, which the button's ephemeral message suggests. */
export function parseRunCommand(click: MessageClick): RunCommand | undefined {
  const { value, containerTs, triggerId, responseUrl } = click;
  const complete = containerTs !== undefined && responseUrl !== undefined;
  if (!complete || triggerId === undefined || !/^.{1,250}$/s.test(value)) return undefined;
  const text = value.trim();
  // The same however often the button is clicked.
  const once = `${containerTs} ${value}`;
  return { kind: 'run-command', result: resultOf({ ...click, text, triggerId, once }) };
}

/** Value: the text of a command. The message with the button stays: it has more of them. */
export function parseRunExample(click: MessageClick): CommandResult | undefined {
  const { value, actionTs, triggerId } = click;
  if (triggerId === undefined || !/^.{1,250}$/s.test(value)) return undefined;
  return resultOf({ ...click, text: value.trim(), triggerId, once: `${actionTs} ${value}` });
}

interface Typed {
  readonly workspace: string;
  readonly channel: string;
  readonly user: string;
  readonly at: number;
  /** As people read it. */
  readonly text: string;
  readonly triggerId: string;
  /** What the id is made of, so that a repeat has the same. */
  readonly once: string;
  readonly sealedResponse: SealedResponse;
  readonly seal: Seal | undefined;
}

function resultOf(typed: Typed): CommandResult {
  const { workspace, channel, user, at, triggerId, sealedResponse, seal } = typed;
  const command = parseSubcommand(typed.text, seal && ((link) => seal(link, 'pasted_link')));
  const id = `${workspace}-${channel}-c${digest(typed.once)}`;
  const place = { workspace, channel, direct: false };
  const about = { id, place, user, at };
  switch (command.kind) {
    case 'view': {
      const opener = { workspace, place: placeIn(workspace, channel), user, at };
      return openView(command.modal, { ...opener, triggerId, sealedResponse });
    }
    case 'help':
      return { kind: 'help', id, place, user, at };
    case 'doctor':
      return { kind: 'doctor', ...about, ...sealedResponse };
    case 'forget': {
      const { subject } = command;
      const named = subject === undefined ? {} : { subject };
      return { kind: 'forget', ...about, ...named, confirmed: false, ...sealedResponse };
    }
    case 'code':
      return {
        kind: 'code',
        ...about,
        command: command.command,
        clicked: false,
        ...sealedResponse,
      };
    case 'conversation': {
      const request = { ...about, command: command.command, clicked: false, ...sealedResponse };
      return { kind: 'conversation-request', ...request };
    }
    case 'ask':
      return {
        kind: 'ask',
        id,
        origin: 'command',
        place,
        user,
        text: command.text,
        externallyShared: false,
        at,
        ...sealedResponse,
      };
  }
}
