import type { CodeArguments } from '../../model/code.js';
import type {
  CodeRequest,
  ConversationCommand,
  ConversationReference,
} from '../../model/conversation-request.js';
import type { Modal } from '../../model/modal.js';
import { parseCodeCommand } from './code-command.js';

/** What the text of `/deepsearch …` means. */
export type Subcommand =
  | { readonly kind: 'help' | 'doctor' }
  | { readonly kind: 'view'; readonly modal: Modal }
  | { readonly kind: 'ask'; readonly text: string }
  | { readonly kind: 'code'; readonly command: CodeRequest['command'] }
  | { readonly kind: 'conversation'; readonly command: ConversationCommand };

/** Encrypts a link, which may hold a read token. */
type SealLink = (link: string) => string;

/** Undefined where the text after the command's name does not fit it: then it is a question. */
type Parse = (rest: string, seal?: SealLink) => Subcommand | undefined;

/** The subcommands by their first word. To add one, add a line. */
const SUBCOMMANDS = new Map<string, Parse>([
  ['list', parseList],
  ['show', onConversation((of) => ({ do: 'show', of, page: 0 }))],
  ['star', onConversation((of) => ({ do: 'star', of }))],
  ['unstar', onConversation((of) => ({ do: 'unstar', of }))],
  ['share', onConversation((of) => ({ do: 'share', of }))],
  ['export', onConversation((of) => ({ do: 'export', of }))],
  ['delete', onConversation((of) => ({ do: 'delete', of, sure: false }))],
  ['check', onAnyConversation('check')],
  ['usage', alone({ kind: 'conversation', command: { do: 'usage' } })],
  ['cancel', onAnyConversation('cancel')],
  ['settings', alone({ kind: 'view', modal: { of: 'settings' } })],
  ['doctor', alone({ kind: 'doctor' })],
  ['help', alone({ kind: 'help' })],
  ['ask', (rest) => (rest === '' ? { kind: 'help' } : { kind: 'ask', text: rest })],
  ['code', parseCode],
  ['who', parseWhoKnows],
]);

export const SUBCOMMAND_NAMES: readonly string[] = [...SUBCOMMANDS.keys()];

/**
 * The text of a slash command, readable and trimmed. What is not a subcommand is a question. Links
 * are only kept as `seal` makes them; without it a subcommand with a link is a question.
 */
export function parseSubcommand(text: string, seal?: SealLink): Subcommand {
  if (text === '') return { kind: 'view', modal: { of: 'ask' } };
  return matchSubcommand(text, seal) ?? { kind: 'ask', text };
}

/** Undefined where the text is not a subcommand. */
export function matchSubcommand(text: string, seal?: SealLink): Subcommand | undefined {
  const [, name = '', rest = ''] = /^(\S+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  return SUBCOMMANDS.get(name.toLowerCase())?.(rest, seal);
}

/** The value of a button: a subcommand on conversations, with what only a click can mean. */
export function parseConversationButton(value: string): ConversationCommand | undefined {
  const [, questionId] = /^stop ([\w.-]{1,150})$/.exec(value) ?? [];
  if (questionId !== undefined) return { do: 'stop', questionId };
  const [, again] = /^again ([1-9]\d{0,14})$/.exec(value) ?? [];
  if (again !== undefined) return { do: 'ask-anew', of: { id: Number(again) } };
  const [, text = '', page, sure] =
    /^(.{1,100}?)(?: page (\d{1,3})| (for good))?$/.exec(value) ?? [];
  const parsed = matchSubcommand(text);
  if (parsed?.kind !== 'conversation') return undefined;
  const { command } = parsed;
  if (sure !== undefined) return command.do === 'delete' ? { ...command, sure: true } : undefined;
  if (page === undefined) return command;
  return 'page' in command ? { ...command, page: Number(page) } : undefined;
}

/** A subcommand without arguments. */
function alone(subcommand: Subcommand): Parse {
  return (rest) => (rest === '' ? subcommand : undefined);
}

/** A subcommand that takes a conversation. */
function onConversation(command: (of: ConversationReference) => ConversationCommand): Parse {
  return (rest, seal) => {
    const of = referenceIn(oneLine(rest), seal);
    return of && { kind: 'conversation', command: command(of) };
  };
}

/** A subcommand that takes a conversation or none. */
function onAnyConversation(name: 'check' | 'cancel' | 'owners'): Parse {
  return (rest, seal) => {
    if (rest === '') return { kind: 'conversation', command: { do: name } };
    return onConversation((of) => ({ do: name, of }))(rest, seal);
  };
}

const owners = onAnyConversation('owners');

/** `who knows`, `who knows 12` */
function parseWhoKnows(rest: string, seal?: SealLink): Subcommand | undefined {
  const found = /^knows(?: (.+))?$/i.exec(oneLine(rest));
  return found === null ? undefined : owners(found[1] ?? '', seal);
}

/** `list`, `list starred`, `list all by created` */
function parseList(rest: string): Subcommand | undefined {
  const found = /^(mine|starred|all)?(?:(?:^| )by (created|updated))?$/i.exec(oneLine(rest));
  if (found === null) return undefined;
  const [which, by] = found.slice(1).map((word) => word?.toLowerCase());
  return {
    kind: 'conversation',
    command: {
      do: 'list',
      which: which === 'starred' || which === 'all' ? which : 'mine',
      by: by === 'created' ? 'created' : 'updated',
      page: 0,
    },
  };
}

/** `code …`; a call that is incomplete opens a form. */
function parseCode(rest: string): Subcommand | undefined {
  const command = parseCodeCommand(rest);
  if (command?.what !== 'form') return command && { kind: 'code', command };
  const { of: verb, given } = command;
  const modal: Modal =
    verb === undefined
      ? { of: 'code-menu' }
      : { of: 'code-form', verb, given: asFieldTexts(given) };
  return { kind: 'view', modal };
}

/** Arguments as one would type them into the fields of a form. */
function asFieldTexts(given: CodeArguments): Record<string, string> {
  const flags = Object.entries(given).flatMap(([param, value]) => (value === true ? [param] : []));
  const typed = Object.entries(given).flatMap(([param, value]): [string, string][] => {
    if (value === true) return [];
    return [[param, typeof value === 'object' ? value.join('\n') : String(value)]];
  });
  return Object.fromEntries([...typed, ['flags', flags.join(',')]]);
}

/** Longer than a subcommand on a conversation: a question. */
const MAX_LENGTH = 2_000;

function oneLine(rest: string): string {
  return rest.length > MAX_LENGTH ? rest : rest.trim().replace(/\s+/g, ' ');
}

const REFERENCE = /^(?:#?(?<id>[1-9]\d{0,14})|(?<link>https?:\/\/\S+))$/i;

/** A conversation by its number (`12` or `#12`) or its link. */
function referenceIn(text: string, seal?: SealLink): ConversationReference | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { id, link } = REFERENCE.exec(text)?.groups ?? {};
  if (id !== undefined) return { id: Number(id) };
  return link === undefined || seal === undefined ? undefined : { sealedLink: seal(link) };
}
