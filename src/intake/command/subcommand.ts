import type { CodeArguments } from '../../model/code.js';
import type {
  CodeRequest,
  ConversationCommand,
  ConversationReference,
} from '../../model/conversation-request.js';
import type { Modal } from '../../model/modal.js';
import { parseCodeCommand } from './code-command.js';

/** The parsed text of `/deepsearch …`. */
export type Subcommand =
  | { readonly kind: 'help' | 'doctor' }
  | { readonly kind: 'forget'; readonly subject?: string }
  | { readonly kind: 'view'; readonly modal: Modal }
  | { readonly kind: 'ask'; readonly text: string }
  | { readonly kind: 'code'; readonly command: CodeRequest['command'] }
  | { readonly kind: 'conversation'; readonly command: ConversationCommand };

/** Encrypts a link, which may hold a read token. */
type SealLink = (link: string) => string;

/** Undefined if the text after the name does not fit the subcommand: it is a question then. */
type Parse = (rest: string, seal?: SealLink) => Subcommand | undefined;

/** The subcommands by their first word. What else a new one needs is in docs/architecture.md. */
const SUBCOMMANDS = new Map<string, Parse>([
  ['list', parseList],
  ['show', onConversation((conversation) => ({ kind: 'show', conversation, page: 0 }))],
  ['star', onConversation((conversation) => ({ kind: 'star', conversation }))],
  ['unstar', onConversation((conversation) => ({ kind: 'unstar', conversation }))],
  ['share', onConversation((conversation) => ({ kind: 'share', conversation }))],
  ['export', onConversation((conversation) => ({ kind: 'export', conversation }))],
  [
    'delete',
    onConversation((conversation) => ({ kind: 'delete', conversation, confirmed: false })),
  ],
  ['check', onOptionalConversation('check')],
  ['usage', withoutArguments({ kind: 'conversation', command: { kind: 'usage' } })],
  ['cancel', onOptionalConversation('cancel')],
  ['stop', onOptionalConversation('cancel')],
  ['settings', withoutArguments({ kind: 'view', modal: { kind: 'settings' } })],
  ['connect', withoutArguments({ kind: 'view', modal: { kind: 'connect' } })],
  [
    'disconnect',
    withoutArguments({ kind: 'view', modal: { kind: 'connect', step: 'disconnect' } }),
  ],
  ['forget', parseForget],
  ['doctor', withoutArguments({ kind: 'doctor' })],
  ['help', withoutArguments({ kind: 'help' })],
  ['ask', (rest) => (rest === '' ? { kind: 'help' } : { kind: 'ask', text: rest })],
  ['code', parseCode],
  ['who', parseWhoKnows],
]);

export const SUBCOMMAND_NAMES: readonly string[] = [...SUBCOMMANDS.keys()];

/**
 * Parses the decoded, trimmed text of a slash command. Any text that is not a subcommand is a
 * question. A link is sealed; without `seal`, a subcommand with a link is a question.
 */
export function parseSubcommand(text: string, seal?: SealLink): Subcommand {
  if (text === '') return { kind: 'view', modal: { kind: 'ask' } };
  return matchSubcommand(text, seal) ?? { kind: 'ask', text };
}

/** Undefined if the text is not a subcommand. */
export function matchSubcommand(text: string, seal?: SealLink): Subcommand | undefined {
  const [, name = '', rest = ''] = /^(\S+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  return SUBCOMMANDS.get(name.toLowerCase())?.(rest, seal);
}

/** Parses a button's value: a conversation subcommand, or a command that only buttons have. */
export function parseConversationButton(value: string): ConversationCommand | undefined {
  const [, questionId] = /^stop ([\w.-]{1,150})$/.exec(value) ?? [];
  if (questionId !== undefined) return { kind: 'stop', questionId };
  const [, again] = /^again ([1-9]\d{0,14})$/.exec(value) ?? [];
  if (again !== undefined) return { kind: 'ask-again', conversation: { id: Number(again) } };
  const [, text = '', page, confirmed] =
    /^(.{1,100}?)(?: page (\d{1,3})| (for good))?$/.exec(value) ?? [];
  const parsed = matchSubcommand(text);
  if (parsed?.kind !== 'conversation') return undefined;
  const { command } = parsed;
  // The button says "Running questions": it must not stop one.
  if (command.kind === 'cancel' && command.conversation === undefined) return { kind: 'running' };
  if (confirmed !== undefined) {
    return command.kind === 'delete' ? { ...command, confirmed: true } : undefined;
  }
  if (page === undefined) return command;
  return 'page' in command ? { ...command, page: Number(page) } : undefined;
}

/** A subcommand without arguments. */
function withoutArguments(subcommand: Subcommand): Parse {
  return (rest) => (rest === '' ? subcommand : undefined);
}

/** A subcommand that takes a conversation. */
function onConversation(
  command: (conversation: ConversationReference) => ConversationCommand,
): Parse {
  return (rest, seal) => {
    const conversation = referenceIn(oneLine(rest), seal);
    return conversation && { kind: 'conversation', command: command(conversation) };
  };
}

/** A subcommand whose conversation is optional. */
function onOptionalConversation(kind: 'check' | 'cancel' | 'owners'): Parse {
  return (rest, seal) => {
    if (rest === '') return { kind: 'conversation', command: { kind } };
    return onConversation((conversation) => ({ kind, conversation }))(rest, seal);
  };
}

const owners = onOptionalConversation('owners');

/** `who knows`, `who knows 12` */
function parseWhoKnows(rest: string, seal?: SealLink): Subcommand | undefined {
  const found = /^knows(?: (.+))?$/i.exec(oneLine(rest));
  return found === null ? undefined : owners(found[1] ?? '', seal);
}

/** `forget`, `forget @Ada Park`, `forget U012ABC`: only an ID says who is meant. */
function parseForget(rest: string): Subcommand | undefined {
  const named = oneLine(rest);
  if (named === '') return { kind: 'forget' };
  const [, id] = /^@?([UW][A-Z0-9]{5,20})$/.exec(named) ?? [];
  if (id !== undefined) return { kind: 'forget', subject: id };
  return /^@\S{1,80}( \S{1,80}){0,3}$/.test(named)
    ? { kind: 'forget', subject: 'unknown' }
    : undefined;
}

/** `list`, `list starred`, `list all by created` */
function parseList(rest: string): Subcommand | undefined {
  const found = /^(mine|starred|all)?(?:(?:^| )by (created|updated))?$/i.exec(oneLine(rest));
  if (found === null) return undefined;
  const [filter, sortBy] = found.slice(1).map((word) => word?.toLowerCase());
  return {
    kind: 'conversation',
    command: {
      kind: 'list',
      filter: filter === 'starred' || filter === 'all' ? filter : 'mine',
      sortBy: sortBy === 'created' ? 'created' : 'updated',
      page: 0,
    },
  };
}

/** `code …`; an incomplete call opens a form. */
function parseCode(rest: string): Subcommand | undefined {
  const command = parseCodeCommand(rest);
  if (command?.kind !== 'form') return command && { kind: 'code', command };
  const { tool, args } = command;
  const modal: Modal =
    tool === undefined
      ? { kind: 'code-menu' }
      : { kind: 'code-form', tool, values: fieldValues(args) };
  return { kind: 'view', modal };
}

/** Arguments as the values of a form's fields. */
function fieldValues(args: CodeArguments): Record<string, string> {
  const flags = Object.entries(args).flatMap(([param, value]) => (value === true ? [param] : []));
  const texts = Object.entries(args).flatMap(([param, value]): [string, string][] => {
    if (value === true) return [];
    return [[param, typeof value === 'object' ? value.join('\n') : String(value)]];
  });
  return Object.fromEntries([...texts, ['flags', flags.join(',')]]);
}

/** A longer text is a question. */
const MAX_LENGTH = 2_000;

function oneLine(rest: string): string {
  return rest.length > MAX_LENGTH ? rest : rest.trim().replace(/\s+/g, ' ');
}

const REFERENCE = /^(?:#?(?<id>[1-9]\d{0,14})|(?<link>https?:\/\/\S+))$/i;

/** A conversation by its id (`12` or `#12`) or its link. */
function referenceIn(text: string, seal?: SealLink): ConversationReference | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { id, link } = REFERENCE.exec(text)?.groups ?? {};
  if (id !== undefined) return { id: Number(id) };
  return link === undefined || seal === undefined ? undefined : { sealedLink: seal(link) };
}
