import { mayHaveAsked } from './applies.js';
import { type Cell, isAboutAccount, isAdminOfAsker, type Person, type Thing } from './cells.js';
import { type Applicable, expectedVerdict, type Note, type Verdict, wordsOf } from './rules.js';

/** Who has connected an account of their own. */
export interface Accounts {
  readonly mode: 'linked' | 'both';
  /** Whoever asked what the request is about, when they asked it. */
  readonly asker: boolean;
  /** Who sends the request, when they send it. */
  readonly person: boolean;
}

/** What `npm run adversarial` tries. */
export const SETUPS = {
  'linked, connected': { mode: 'linked', asker: true, person: true },
  'linked, not connected': { mode: 'linked', asker: true, person: false },
  'both, connected': { mode: 'both', asker: true, person: true },
  'both, not connected': { mode: 'both', asker: true, person: false },
  'both, connected later': { mode: 'both', asker: false, person: true },
} as const satisfies Record<string, Accounts>;

/** A rule for questions and conversations of a person's own account. */
interface AccountRule {
  /** One sentence, as docs/access.md shows it. */
  readonly says: string;
  /** What the person is told who is refused; undefined if it refuses nothing. */
  readonly refuses: (cell: Cell, accounts: Accounts) => Note | undefined;
}

const OF_A_CONVERSATION: readonly Thing[] = ['show', 'list', 'share', 'export', 'delete'];
const NEW_WORK: readonly Thing[] = ['ask', 'follow up', 'code', 'share code'];
const READS_OWN: readonly Thing[] = [
  'show',
  'share',
  'export',
  'delete',
  'read answer',
  'share answer',
  'share outside',
  'see trace',
];

/** What it is about belongs to the account of somebody else. */
const isOfAnother = ({ whose }: Cell, { asker }: Accounts): boolean =>
  asker && whose === 'another’s';

/** A link holds a read token: whether it opens anything is up to the instance, not to us. */
const LINK_RULE: AccountRule = {
  says: 'A share link opens what the instance shows to the account of whoever follows it, as in a browser; a channel that is limited to some repositories is shown nothing of others by it.',
  refuses: ({ place }, { mode, person }) => {
    if (mode === 'linked' && !person) return 'connect first';
    return place === 'limited' ? 'outside' : undefined;
  },
};

/** Whether the request follows a link that the person may follow there. */
export function followsLink(cell: Cell): boolean {
  if (cell.way !== 'link') return false;
  const verdict = expectedVerdict(cell);
  if (verdict.kind === 'refused') return verdict.note === 'not there' || verdict.note === 'outside';
  return verdict.kind === 'allowed';
}

/** What these refuse of what is allowed otherwise. The first that does counts. */
const TAKING_AWAY: readonly AccountRule[] = [
  {
    says: 'A conversation is there for the person who owns the account alone; to everybody else, admins included, it does not exist.',
    refuses: (cell, accounts) =>
      isOfAnother(cell, accounts) && OF_A_CONVERSATION.includes(cell.thing)
        ? wordsOf(cell, 'not there')
        : undefined,
  },
  {
    says: 'A running question is stopped by the person who asked it and by admins of their workspace or of the organization, and by a command that names its conversation only by its owner.',
    refuses: (cell, accounts) => {
      if (!isOfAnother(cell, accounts) || cell.thing !== 'stop') return undefined;
      if (cell.way === 'slash command') return 'not there';
      return isAdminOfAsker(cell) ? undefined : 'only its account';
    },
  },
  {
    says: 'In `linked`, whoever has not connected an account asks nothing and uses no code tools: a question is kept until they have connected one, and runs with it then.',
    refuses: ({ thing }, { mode, person }) =>
      mode === 'linked' && !person && NEW_WORK.includes(thing) ? 'connect first' : undefined,
  },
  {
    says: 'What one has asked with an account that is not connected any more is read again once it is; no other account reads it instead.',
    refuses: ({ thing, whose }, { asker, person }) => {
      if (whose !== 'own' || !asker || person) return undefined;
      return READS_OWN.includes(thing) ? 'connect first' : undefined;
    },
  },
];

/** What is allowed only where there are such accounts. */
const GIVING: readonly AccountRule[] = [
  {
    says: 'A sign-in in the browser connects an account for the person who was given the link, once somebody types the digits that only that person’s view in Slack shows.',
    refuses: ({ way, whose }) =>
      way === 'sign-in page' && whose === 'another’s' ? 'wrong digits' : undefined,
  },
  {
    says: 'Accounts are connected and disconnected by their owners, wherever they are: whoever forges a button or a form connects or disconnects their own, whomever it names.',
    refuses: ({ whose }) => (whose === 'another’s' ? 'nothing' : undefined),
  },
];

/** Written from SECURITY.md, separately from the code. */
export const ACCOUNT_RULES = [...TAKING_AWAY, ...GIVING, LINK_RULE];

/** What must come of a request where people have accounts of their own. */
export function verdictWith(cell: Cell, accounts: Accounts): Verdict {
  if (followsLink(cell)) return judged([LINK_RULE], cell, accounts);
  const verdict = expectedVerdict(cell);
  if (isGiven(cell, verdict)) return judged(GIVING, cell, accounts);
  if (verdict.kind !== 'allowed' && !isFound(verdict)) return verdict;
  const judgement = judged(TAKING_AWAY, cell, accounts);
  return judgement.kind === 'allowed' ? verdict : judgement;
}

/** It is there for the person, who may not do this with it, or not see all of it. */
function isFound(verdict: Verdict): boolean {
  if (verdict.kind !== 'refused') return false;
  return verdict.note === 'who may delete' || verdict.note === 'left out';
}

/** It is refused only where everybody shares an account. */
function isGiven({ way }: Cell, verdict: Verdict): boolean {
  if (verdict.kind !== 'refused') return false;
  return way === 'sign-in page' || verdict.note === 'shared account';
}

function judged(rules: readonly AccountRule[], cell: Cell, accounts: Accounts): Applicable {
  for (const { refuses } of rules) {
    const note = refuses(cell, accounts);
    if (note !== undefined) return { kind: 'refused', note };
  }
  return { kind: 'allowed' };
}

/** The things that have nothing to do with an account. */
const WITHOUT_ACCOUNT: readonly Thing[] = ['see settings', 'change settings', 'rate', 'overwrite'];
const OUTSIDE: readonly Person[] = ['colleague', 'admin elsewhere', 'organization admin elsewhere'];

/**
 * Whether accounts make a difference to a request: it is allowed without them, and is about what they ask or read.
 * Where everybody has one, also what is refused about somebody else's: nobody must get more than before.
 */
export function isChangedBy(cell: Cell, accounts: Accounts): boolean {
  const { person, thing, whose } = cell;
  const verdict = expectedVerdict(cell);
  if (isAboutAccount(cell)) return isGiven(cell, verdict) && isThere(cell, accounts);
  const canConnect = mayHaveAsked(person) || OUTSIDE.includes(person);
  if (!canConnect || WITHOUT_ACCOUNT.includes(thing)) return false;
  // Without a question before, it is the same as where both are connected.
  if (whose === 'none' && !accounts.asker) return false;
  const { kind } = verdict;
  if (kind === 'allowed' || followsLink(cell)) return true;
  const isTriedThough = accounts.mode === 'linked' && accounts.person && whose === 'another’s';
  return kind === 'refused' && isTriedThough;
}

/** What is to be disconnected is connected; a link to sign in is given to those who have not connected one. */
function isThere({ way, thing, whose }: Cell, { asker, person }: Accounts): boolean {
  if (way === 'sign-in page') return !person;
  return thing === 'connect' || (whose === 'own' ? person : asker);
}
