import type { ServiceUser } from '../../../local/service/api/users.js';
import type { Channel, Person } from '../../../local/workspace/workspace.js';
import { type Stack, TOKEN } from '../../support/stack.js';
import { viewText } from '../../support/views.js';
import type { Cell } from '../cells.js';
import type { Accounts } from '../own-accounts.js';
import type { Sight } from './observe.js';
import type { Stage } from './stage.js';

/** Cells of one stack have numbers below it. */
const MOST_CELLS = 8_000;

/** The account that everybody shares. */
const SHARED: ServiceUser = { id: 1, name: 'bot', token: TOKEN };

/** Of whoever sends the request of a cell, and of whoever asked what it is about, if that is somebody else. */
export const accountOf = (number: number, who: 'person' | 'asker'): ServiceUser => {
  const id = 2 * number + (who === 'person' ? 0 : 1);
  return { id, name: `owner-${id}`, token: `sgp_own_token_number_${id}_of_somebody` };
};

/** Everybody's on the service. */
export function allAccounts(): ServiceUser[] {
  const numbers = Array.from({ length: MOST_CELLS }, (_, i) => i + 1);
  const own = numbers.flatMap((number) => [
    accountOf(number, 'person'),
    accountOf(number, 'asker'),
  ]);
  return [SHARED, ...own];
}

/** Slack's form is filled in with an access token. */
export async function connect(stack: Stack, as: Person, { token }: ServiceUser): Promise<void> {
  const { workspace } = stack;
  await openAccount(stack, { as, text: 'connect', shows: 'Access token' });
  await workspace.submit({ as, values: { token: { token } } });
  await viewThatShows(stack, as, 'is connected');
  await workspace.closeView({ as, all: true });
}

async function disconnect(stack: Stack, as: Person): Promise<void> {
  await openAccount(stack, { as, text: 'disconnect', shows: 'is disconnected' });
  await stack.workspace.closeView({ as, all: true });
}

interface AccountView {
  readonly as: Person;
  readonly text: string;
  readonly shows: string;
}

async function openAccount(stack: Stack, { as, text, shows }: AccountView): Promise<void> {
  const channel: Channel = stack.workspace.dm(as);
  await stack.workspace.command({ as, channel, text });
  await viewThatShows(stack, as, shows);
}

const SLOW_MS = 180_000;

async function viewThatShows({ workspace }: Stack, as: Person, text: string): Promise<void> {
  const isShown = () => workspace.modals(as).some((view) => viewText(view).includes(text));
  await workspace.waitFor(isShown, { what: `a view with "${text}"`, timeoutMs: SLOW_MS });
}

/** Before anything is asked: whoever asks, and whoever sends the request where nothing was asked before. */
export async function connectBefore(
  stack: Stack,
  { whose, way }: Cell,
  {
    number,
    person,
    asker,
    accounts,
  }: Pick<Stage, 'number' | 'person' | 'asker'> & { accounts: Accounts },
): Promise<void> {
  // They sign in.
  if (way === 'sign-in page') return;
  const [own, other] = [accountOf(number, 'person'), accountOf(number, 'asker')];
  const isOwn = whose === 'own';
  if (isOwn ? accounts.asker : accounts.person) await connect(stack, person, own);
  if (whose === 'another’s' && accounts.asker) await connect(stack, asker, other);
}

/** After one's own question was answered with an account, or without. */
export async function changeAfter({ stack, cell, number, person, accounts }: Stage): Promise<void> {
  if (accounts === undefined || cell.whose !== 'own' || cell.way === 'sign-in page') return;
  if (accounts.asker && !accounts.person) await disconnect(stack, person);
  if (!accounts.asker && accounts.person) {
    await connect(stack, person, accountOf(number, 'person'));
  }
}

/** What is wrong with the accounts that were used: nobody drives that of somebody else. */
export function accountComplaints(stage: Stage, before: Sight, after: Sight): string[] {
  const { cell, accounts, number } = stage;
  if (accounts === undefined) return [];
  const own = accountOf(number, 'person');
  const expected = accounts.person ? own : SHARED;
  const isNew = (owner: number) => owner !== expected.id;
  const used = after.calledBy.has(own.name) && !accounts.person && cell.thing !== 'connect';
  const isForeign = cell.whose === 'another’s' && accounts.asker && !mayUseForeign(cell);
  const foreign = after.calledBy.has(accountOf(number, 'asker').name);
  const wasAskedElsewhere = isForeign && after.conversation !== before.conversation;
  return [
    ...(after.newOwners.some(isNew)
      ? [`the question was asked with account ${after.newOwners.join()}, not ${expected.id}`]
      : []),
    ...(used ? ['an account was used that is not connected'] : []),
    ...(isForeign && foreign ? ['the account of whoever asked before was used'] : []),
    ...(wasAskedElsewhere ? ['the conversation of somebody else changed'] : []),
    ...(needsOwnCall(cell, accounts) && !after.calledBy.has(own.name)
      ? ['it did not run with the account of the person']
      : []),
  ];
}

/** The exceptions of SECURITY.md: reading one answer that one can read in Slack, and what admins may stop and delete. */
function mayUseForeign({ thing }: Cell): boolean {
  return ['read answer', 'see trace', 'stop', 'forget'].includes(thing);
}

/** An allowed request that reads with the person's own account. */
function needsOwnCall({ thing, whose, way }: Cell, { asker, person }: Accounts): boolean {
  if (!person) return false;
  if (way === 'link') return true;
  if (thing === 'code' || thing === 'share code') return true;
  return whose === 'own' && asker && ['show', 'share', 'export'].includes(thing);
}
