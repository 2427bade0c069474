/** One completion that the composer offers. */
export interface CompletionItem {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** The text to insert, with a trailing space. */
  readonly insert: string;
}

export interface Completion {
  readonly kind: 'command' | 'person' | 'channel';
  /** The range to replace: from the `@`, `#` or `/` to the caret. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly CompletionItem[];
}

export interface CompletionSource {
  readonly commands: readonly { readonly command: string; readonly hint: string }[];
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly note?: string;
  }[];
  readonly channels: readonly { readonly id: string; readonly name: string }[];
}

const MAX_ITEMS = 8;

/** Completions at the caret: a command at the very start, or a name after `@` or `#`. */
export function completionAt(
  text: string,
  caret: number,
  all: CompletionSource,
): Completion | undefined {
  const head = text.slice(0, caret);
  const command = /^\/\S*$/.exec(head);
  if (command) {
    // A complete command is sent by Enter, not completed by it.
    const others = commands(head, all).filter(({ id }) => id !== head);
    return completionOf({ kind: 'command', from: 0, to: caret }, others);
  }
  const named = /(?:^|[\s([{"'])([@#])([\p{L}\p{N}._-]{0,40})$/u.exec(head);
  if (!named) return undefined;
  const typed = named[2] ?? '';
  const place = { from: caret - typed.length - 1, to: caret };
  return named[1] === '@'
    ? completionOf({ kind: 'person', ...place }, people(typed, all))
    : completionOf({ kind: 'channel', ...place }, channels(typed, all));
}

function completionOf(
  place: Omit<Completion, 'items'>,
  items: readonly CompletionItem[],
): Completion | undefined {
  return items.length > 0 ? { ...place, items: items.slice(0, MAX_ITEMS) } : undefined;
}

function commands(typed: string, all: CompletionSource): CompletionItem[] {
  return all.commands
    .filter(({ command }) => command.startsWith(typed.toLowerCase()))
    .map(({ command, hint }) => ({
      id: command,
      label: command,
      detail: hint,
      insert: `${command} `,
    }));
}

function people(typed: string, all: CompletionSource): CompletionItem[] {
  return matching(all.people, typed).map(({ id, name, note }) => ({
    id,
    label: name,
    detail: note ?? '',
    insert: `@${name} `,
  }));
}

function channels(typed: string, all: CompletionSource): CompletionItem[] {
  return matching(all.channels, typed).map(({ id, name }) => ({
    id,
    label: `#${name}`,
    detail: '',
    insert: `#${name} `,
  }));
}

/** Names that start with the typed text come before those where a later word does. */
function matching<T extends { readonly name: string }>(all: readonly T[], typed: string): T[] {
  const wanted = typed.toLowerCase();
  const rank = ({ name }: T): number => {
    const low = name.toLowerCase();
    if (low.startsWith(wanted)) return 0;
    return low.split(/[\s._-]+/).some((word) => word.startsWith(wanted)) ? 1 : 2;
  };
  return all.filter((one) => rank(one) < 2).sort((a, b) => rank(a) - rank(b));
}

/** The text and caret after inserting a completion. */
export function applyCompletion(
  text: string,
  { from, to }: Completion,
  item: CompletionItem,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(to).replace(/^ /, '');
  return { text: text.slice(0, from) + item.insert + rest, caret: from + item.insert.length };
}
