import type { Channel, Modal, Person, PersonChange } from '../../../local/workspace/workspace.js';
import { keys } from '../../../src/store/keys.js';
import type { Stack } from '../../support/stack.js';
import { mayHaveAsked } from '../applies.js';
import { type Cell, isAboutAccount, isInside, type Thing } from '../cells.js';
import type { Accounts } from '../own-accounts.js';
import type { Names, Target } from '../requests.js';
import { accountOf, changeAfter, connectBefore } from './accounts.js';
import { ORGANIZATION } from './stack.js';
import { askBefore, conversationOf } from './target.js';

/** The people, the place and the question of one cell: nothing of it is shared with other cells. */
export interface Stage {
  readonly stack: Stack;
  readonly cell: Cell;
  /** Differs for each cell. */
  readonly number: number;
  readonly person: Person;
  /** Who asked the question that the cell is about. */
  readonly asker: Person;
  readonly place: Channel;
  /** The direct message between the person and the app. */
  readonly own: Channel;
  /** A public channel with the person, in which nothing is asked. */
  readonly elsewhere: Channel;
  readonly names: Names;
  /** The blocks of the view that the person has open; empty if they have none. */
  readonly viewBefore: string;
  /** Who has connected one; undefined: everybody shares one. */
  readonly accounts: Accounts | undefined;
}

/** How a question of a stage is called in its text and its answer. */
export const caseOf = ({ number }: Pick<Stage, 'number'>): string => caseName(number);
/** More than anybody uses up. */
const budgetOf = (number: number): number => 1_000_000 + number;
const caseName = (number: number): string => `case-${number}-`;

/** The other workspaces and companies of each stack, by name. */
const TEAMS = new WeakMap<Stack, Map<string, string>>();

function teamOf(stack: Stack, name: string, enterprise: object): string {
  const teams = TEAMS.get(stack) ?? new Map<string, string>();
  TEAMS.set(stack, teams);
  const id = teams.get(name) ?? stack.workspace.addTeam({ name, install: false, ...enterprise }).id;
  teams.set(name, id);
  return id;
}

export interface StageOptions {
  readonly number: number;
  readonly accounts: Accounts | undefined;
}

/** Sets a cell up. */
export async function prepareStage(
  stack: Stack,
  cell: Cell,
  { number, accounts }: StageOptions,
): Promise<Stage> {
  const { workspace } = stack;
  const person = addPerson(stack, cell, number);
  const asker = cell.whose === 'own' ? person : workspace.addPerson({ name: `asker-${number}` });
  const elsewhere = workspace.addChannel({ name: `elsewhere-${number}`, members: [person] });
  const people = [asker, ...(isInside(cell) || cell.person === 'former member' ? [person] : [])];
  const place = addPlace(stack, cell, { number, people });
  await saveSettings(stack, cell, { place, asker });
  const isLimitedBefore = cell.thing === 'share outside';
  if (isLimitedBefore) await limitRepositories(stack, place);
  if (accounts !== undefined) {
    await connectBefore(stack, cell, { number, person, asker, accounts });
  }
  const target = needsTarget(cell)
    ? await askBefore(stack, cell, { name: caseName(number), asker, people, place })
    : noTarget(place);
  if (cell.place === 'limited' && !isLimitedBefore) await limitRepositories(stack, place);
  if (cell.person === 'former member') await workspace.kick({ channel: place, user: person });
  if (cell.thing === 'disconnect') workspace.changePerson(person, guestFlags(cell.person));
  const names: Names = {
    source: {
      team: null,
      enterprise: { id: ORGANIZATION, name: 'Acme' },
      is_enterprise_install: true,
    },
    asker: asker.id,
    person: { id: person.id, team_id: person.team_id },
    place: place.id,
    elsewhere: elsewhere.id,
    text: `what is new-${number}- about?`,
    token: accountOf(number, 'person').token,
    budget: budgetOf(number),
    viewId: 'VNONE',
    target,
  };
  const own = workspace.dm(person);
  const where = { place, own, elsewhere };
  return { stack, cell, number, person, asker, ...where, names, viewBefore: '[]', accounts };
}

/** The stage with the id of its conversation and the open view, once the questions of all stages have been answered. */
export async function completeStage(stage: Stage): Promise<Stage> {
  const { names, stack } = stage;
  await changeAfter(stage);
  const { target } = names;
  const conversationId = target.conversationId || (await conversationOf(stack, target.questionId));
  const view = needsView(stage.cell) ? await openView(stage) : undefined;
  return {
    ...stage,
    names: {
      ...names,
      viewId: view?.id ?? names.viewId,
      target: { ...target, conversationId },
    },
    viewBefore: JSON.stringify(view?.blocks ?? []),
  };
}

function guestFlags(kind: Cell['person']): PersonChange {
  if (kind === 'guest') return { is_restricted: true };
  return kind === 'single-channel guest' ? { is_restricted: true, is_ultra_restricted: true } : {};
}

function addPerson(stack: Stack, { person: kind, way, thing }: Cell, number: number): Person {
  const { workspace } = stack;
  const add = (flags: object = {}) => workspace.addPerson({ name: `person-${number}`, ...flags });
  const team = (name: string, enterprise: object) => teamOf(stack, name, enterprise);
  switch (kind) {
    case 'admin':
    case 'admin elsewhere':
      return add({ is_admin: true });
    case 'guest':
    case 'single-channel guest':
      // They connected while they were members.
      return add(thing === 'disconnect' ? {} : guestFlags(kind));
    case 'deactivated':
      return add({ deleted: true });
    case 'other admin':
      return add({ is_admin: true, team_id: team('South', { enterprise_id: ORGANIZATION }) });
    case 'organization admin':
    case 'organization admin elsewhere':
      return add({
        is_organization_admin: true,
        team_id: team('South', { enterprise_id: ORGANIZATION }),
      });
    case 'other workspace':
      return add({ team_id: team('South', { enterprise_id: ORGANIZATION }) });
    case 'other company':
      return add({ team_id: team('Globex', {}), is_stranger: true });
    case 'bot':
      return add({ is_bot: true });
    case 'workflow':
      return add({ is_bot: way !== 'workflow step' });
    case 'stranger': {
      const stranger = add();
      const where = (args: Readonly<Record<string, unknown>>) => args['user'] === stranger.id;
      workspace.faults.add({ method: 'users.info', kind: 'error', error: 'user_not_found', where });
      return stranger;
    }
    default:
      return add();
  }
}

interface PlaceOptions {
  readonly number: number;
  readonly people: readonly Person[];
}

function addPlace({ workspace }: Stack, cell: Cell, { number, people }: PlaceOptions): Channel {
  const [asker = ''] = people;
  const name = `place-${number}`;
  switch (cell.place) {
    case 'direct':
      return workspace.dm(isInside(cell) ? (people[1] ?? asker) : asker);
    case 'private':
    case 'group':
      return workspace.addChannel({ name, kind: cell.place, members: people });
    case 'shared':
      return workspace.addChannel({ name, members: people, isExtShared: true });
    default:
      return workspace.addChannel({ name, members: people });
  }
}

interface SettingsOptions {
  readonly place: Channel;
  readonly asker: Person;
}

async function saveSettings({ store }: Stack, cell: Cell, { place, asker }: SettingsOptions) {
  const key = keys.settings(ORGANIZATION, place.id);
  if (cell.place === 'restricted') {
    await store.set(key, JSON.stringify({ who: 'listed', people: [asker.id] }));
  }
  if (cell.place === 'private answers') await store.set(key, JSON.stringify({ answers: 'asker' }));
}

/** To none of those that the service has. */
async function limitRepositories({ store }: Stack, { id }: Channel): Promise<void> {
  await store.set(keys.settings(ORGANIZATION, id), JSON.stringify({ audience: ['others/*'] }));
}

function needsTarget({ person, whose, way, thing }: Cell): boolean {
  if (isAboutAccount({ thing })) return false;
  const isAsked = whose === 'another’s' || (whose === 'own' && mayHaveAsked(person));
  return isAsked || thing === 'overwrite' || (way === 'forged button' && thing === 'ask');
}

/** Ids of nothing. */
function noTarget({ id: channel }: Channel): Target {
  const ts = '1700000000.000100';
  const questionId = `${ORGANIZATION}-${channel}-${ts}`;
  return { channel, threadTs: ts, messageTs: ts, questionId, conversationId: 999_999_999 };
}

/** A view that somebody has open: the menu of the code tools, which shows nothing of a place. */
async function openView({ stack, person: as, elsewhere: channel }: Stage): Promise<Modal> {
  const { workspace } = stack;
  await workspace.command({ as, channel, text: 'code' });
  return workspace.waitFor(() => workspace.modals(as)[0], { what: 'the code menu' });
}

const WITHOUT_VIEW: readonly Thing[] = [
  'follow up',
  'rate',
  'change settings',
  'change workspace settings',
];

function needsView({ way, thing }: Cell): boolean {
  if (thing === 'overwrite') return true;
  if (way === 'forged form') return !WITHOUT_VIEW.includes(thing);
  if (way === 'form' && isAboutAccount({ thing })) return true;
  return (way === 'form' && thing === 'code') || (way === 'home' && thing === 'show');
}
