import type { Cell, Thing } from './cells.js';
import { expectedVerdict } from './rules.js';

/** A rule for questions and conversations of a person's own account; it only takes away. */
interface AccountRule {
  /** One sentence, as docs/access.md shows it. */
  readonly says: string;
  readonly refuses: (cell: Cell) => boolean;
}

const OF_A_CONVERSATION: ReadonlySet<Thing> = new Set<Thing>([
  'show',
  'list',
  'share',
  'export',
  'delete',
]);

const isAdmin = ({ person }: Cell): boolean => person === 'admin' || person === 'admin elsewhere';

/** Written from SECURITY.md, separately from the code. */
export const ACCOUNT_RULES: readonly AccountRule[] = [
  {
    says: 'A conversation is there for the person who owns the account alone; to everybody else, admins included, it does not exist.',
    refuses: ({ thing, whose }) => OF_A_CONVERSATION.has(thing) && whose === 'another’s',
  },
  {
    says: 'A running question is stopped by the person who asked it and by admins, and by a command that names its conversation only by its owner.',
    refuses: (cell) =>
      cell.thing === 'stop' &&
      cell.whose === 'another’s' &&
      (!isAdmin(cell) || cell.way === 'slash command'),
  },
];

/** Whether a request about somebody's own account gets what it is after. */
export function isAllowedWithOwnAccount(cell: Cell): boolean {
  if (expectedVerdict(cell).kind !== 'allowed') return false;
  return !ACCOUNT_RULES.some(({ refuses }) => refuses(cell));
}
