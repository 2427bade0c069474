import type { CheckedHome, CheckedModal } from '../blocks/view.js';
import { Refusal } from '../web-api/refusal.js';
import type { Entries } from '../workspace-api.js';
import { newId, newSecret } from './ids.js';
import type { Install, ViewRecord } from './records.js';
import type { World } from './world.js';

const DEEPEST = 3;
const KEPT_IDS = 10_000;

/** Whose screen, and which app's view. */
export interface Screen {
  readonly install: Install;
  readonly user: string;
  /** The conversation behind the modal. */
  readonly channel?: string | undefined;
}

/** The modals that somebody has open, the one on top last. */
export function stackOf(world: World, user: string): readonly ViewRecord[] {
  return world.modals.get(user) ?? [];
}

export function homeOf(world: World, install: Install, user: string): ViewRecord | undefined {
  return world.homes.get(homeKey(install, user));
}

function homeKey({ teamId }: Install, user: string): string {
  return `${teamId} ${user}`;
}

/** A modal by its id, wherever it stands in a stack. Throws a `Refusal`: `not_found`. */
export function modalBy(world: World, id: string): ViewRecord {
  const found = [...world.modals.values()].flat().find((it) => it.id === id);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** A first modal: what was open before it is gone. */
export function openModal(world: World, screen: Screen, given: CheckedModal): ViewRecord {
  const view = newModal(world, screen, given);
  show(world, screen.user, [view]);
  return view;
}

/** A modal upon another one, which must be on top of its stack. Throws a `Refusal`: `push_limit_reached`. */
export function pushModal(world: World, below: ViewRecord, given: CheckedModal): ViewRecord {
  const stack = stackOf(world, below.user);
  if (stack.length >= DEEPEST) throw new Refusal('push_limit_reached');
  const top = stack.at(-1) ?? below;
  const view = newModal(world, below, given);
  const pushed = { ...view, root: top.root, previous: top.id };
  show(world, below.user, [...stack, pushed]);
  return pushed;
}

/** Another content for an open modal; what was entered stays where the fields stay. */
export function changeModal(world: World, before: ViewRecord, given: CheckedModal): ViewRecord {
  claim(world, before.install, { given: given.external_id, own: before.external_id });
  const view = { ...before, ...contentOf(given), hash: newHash(world), errors: {} };
  replaceModal(world, view);
  return view;
}

/** Something about a modal that is not the app's: what was entered, what is wrong with it. */
export function replaceModal(world: World, view: ViewRecord): void {
  const stack = stackOf(world, view.user).map((it) => (it.id === view.id ? view : it));
  show(world, view.user, stack);
}

/** Keeps what was entered into a view. */
export function fillIn(world: World, view: ViewRecord, values: Entries): ViewRecord {
  const filled = { ...view, entries: entered(view.entries, values) };
  if (view.type === 'modal') replaceModal(world, filled);
  else world.homes.set(homeKey(view.install, view.user), filled);
  return filled;
}

/** Takes a modal away, and whatever is on top of it; with `all`, the whole stack. Returns what went, the top first. */
export function closeModal(world: World, view: ViewRecord, all: boolean): readonly ViewRecord[] {
  const stack = stackOf(world, view.user);
  const at = all ? 0 : stack.findIndex((it) => it.id === view.id);
  if (at < 0) return [];
  show(world, view.user, stack.slice(0, at));
  return stack.slice(at).toReversed();
}

/** Throws a `Refusal`: `hash_conflict`, `duplicate_external_id`. */
export function publishHome(
  world: World,
  { install, user, hash }: Screen & { readonly hash?: string | undefined },
  given: CheckedHome,
): ViewRecord {
  const before = homeOf(world, install, user);
  checkHash(before, hash);
  claim(world, install, { given: given.external_id, own: before?.external_id });
  const id = before?.id ?? newId('V');
  const view: ViewRecord = { ...blank(world, { install, user }, id), ...contentOf(given) };
  world.homes.set(homeKey(install, user), view);
  void world.announce({ kind: 'home', user, view });
  return view;
}

export function checkHash(view: ViewRecord | undefined, hash: string | undefined): void {
  if (hash !== undefined && hash !== '' && view?.hash !== hash) throw new Refusal('hash_conflict');
}

/** What was entered, on top of what was entered before. */
function entered(before: Entries, more: Entries): Entries {
  const blocks = new Set([...Object.keys(before), ...Object.keys(more)]);
  return Object.fromEntries([...blocks].map((id) => [id, { ...before[id], ...more[id] }]));
}

function show(world: World, user: string, stack: readonly ViewRecord[]): void {
  if (stack.length === 0) world.modals.delete(user);
  else world.modals.set(user, stack);
  void world.announce({ kind: 'modals', user, stack });
}

function newModal(world: World, screen: Screen, given: CheckedModal): ViewRecord {
  claim(world, screen.install, { given: given.external_id, own: undefined });
  return { ...blank(world, screen, newId('V')), ...contentOf(given) };
}

function blank(world: World, { install, user, channel }: Screen, id: string) {
  return {
    id,
    install,
    user,
    channel,
    root: id,
    previous: null,
    hash: newHash(world),
    entries: {},
    errors: {},
    trouble: undefined,
  };
}

function contentOf(given: CheckedModal | CheckedHome) {
  const modal = given.type === 'modal' ? given : undefined;
  return {
    type: given.type,
    title: modal?.title ?? null,
    submit: modal?.submit ?? null,
    close: modal?.close ?? null,
    clear_on_close: modal?.clear_on_close ?? false,
    notify_on_close: modal?.notify_on_close ?? false,
    blocks: given.blocks,
    private_metadata: given.private_metadata ?? '',
    callback_id: given.callback_id ?? '',
    external_id: given.external_id ?? '',
  };
}

/** An `external_id` is used once in a workspace, closed views' included: Slack says "has already been used". */
function claim(
  world: World,
  { teamId }: Install,
  { given, own }: { readonly given: string | undefined; readonly own: string | undefined },
): void {
  if (!given || given === own) return;
  const key = `${teamId} ${given}`;
  if (world.externalIds.has(key)) throw new Refusal('duplicate_external_id');
  world.externalIds.add(key);
  const oldest = world.externalIds.keys().next().value;
  if (world.externalIds.size > KEPT_IDS && oldest !== undefined) world.externalIds.delete(oldest);
}

function newHash(world: World): string {
  return `${world.clock.seconds()}.${newSecret(4)}`;
}
