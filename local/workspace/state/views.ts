import type { Entries } from '../api/workspace.js';
import type { HomePayload, ModalPayload } from '../block-kit/validate-view.js';
import { newId, newSecret } from '../protocol/ids.js';
import { SlackError } from '../protocol/slack-error.js';
import type { Install, ViewRecord } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

const MAX_STACK_DEPTH = 3;
const MAX_EXTERNAL_IDS = 10_000;

/** The viewer of a view, and the app's installation. */
export interface ViewOwner {
  readonly install: Install;
  readonly user: string;
  /** The conversation that the modal was opened from. */
  readonly channel?: string | undefined;
}

/** A person's open modals, the top one last. */
export function modalStack(state: WorkspaceState, user: string): readonly ViewRecord[] {
  return state.modals.get(user) ?? [];
}

export function homeView(
  state: WorkspaceState,
  install: Install,
  user: string,
): ViewRecord | undefined {
  return state.homes.get(homeKey(install, user));
}

function homeKey({ teamId }: Install, user: string): string {
  return `${teamId} ${user}`;
}

/** Finds an open modal by id. Throws a `SlackError`: `not_found`. */
export function requireModal(state: WorkspaceState, id: string): ViewRecord {
  const found = [...state.modals.values()].flat().find((it) => it.id === id);
  if (!found) throw new SlackError('not_found');
  return found;
}

/** Opens a modal in place of the person's current stack. */
export function openModal(
  state: WorkspaceState,
  owner: ViewOwner,
  payload: ModalPayload,
): ViewRecord {
  const view = newModal(state, owner, payload);
  setStack(state, owner.user, [view]);
  return view;
}

/** Pushes a modal on the stack. Throws a `SlackError`: `push_limit_reached`. */
export function pushModal(
  state: WorkspaceState,
  below: ViewRecord,
  payload: ModalPayload,
): ViewRecord {
  const stack = modalStack(state, below.user);
  if (stack.length >= MAX_STACK_DEPTH) throw new SlackError('push_limit_reached');
  const top = stack.at(-1) ?? below;
  const view = newModal(state, below, payload);
  const pushed = { ...view, root: top.root, previous: top.id };
  setStack(state, below.user, [...stack, pushed]);
  return pushed;
}

/** Updates a modal's content; entries of remaining fields are kept. */
export function updateModal(
  state: WorkspaceState,
  before: ViewRecord,
  payload: ModalPayload,
): ViewRecord {
  claimExternalId(state, before.install, {
    requested: payload.external_id,
    current: before.external_id,
  });
  const view = { ...before, ...viewFields(payload), hash: newHash(state), errors: {} };
  setModal(state, view);
  return view;
}

/** Replaces a modal's own state, such as entries and errors. */
export function setModal(state: WorkspaceState, view: ViewRecord): void {
  const stack = modalStack(state, view.user).map((it) => (it.id === view.id ? view : it));
  setStack(state, view.user, stack);
}

/** Stores what a person entered in a view. */
export function saveEntries(state: WorkspaceState, view: ViewRecord, values: Entries): ViewRecord {
  const filled = { ...view, entries: mergeEntries(view.entries, values) };
  if (view.type === 'modal') setModal(state, filled);
  else state.homes.set(homeKey(view.install, view.user), filled);
  return filled;
}

/** Closes a modal and those above it or, with `all`, the whole stack. Returns the closed ones, top first. */
export function closeModal(
  state: WorkspaceState,
  view: ViewRecord,
  all: boolean,
): readonly ViewRecord[] {
  const stack = modalStack(state, view.user);
  const at = all ? 0 : stack.findIndex((it) => it.id === view.id);
  if (at < 0) return [];
  setStack(state, view.user, stack.slice(0, at));
  return stack.slice(at).toReversed();
}

/** Throws a `SlackError`: `hash_conflict`, `duplicate_external_id`. */
export function publishHome(
  state: WorkspaceState,
  { install, user, hash }: ViewOwner & { readonly hash?: string | undefined },
  payload: HomePayload,
): ViewRecord {
  const before = homeView(state, install, user);
  checkHash(before, hash);
  claimExternalId(state, install, { requested: payload.external_id, current: before?.external_id });
  const id = before?.id ?? newId('V');
  const view: ViewRecord = { ...newView(state, { install, user }, id), ...viewFields(payload) };
  state.homes.set(homeKey(install, user), view);
  void state.emit({ kind: 'home-published', user, view });
  return view;
}

export function checkHash(view: ViewRecord | undefined, hash: string | undefined): void {
  if (hash !== undefined && hash !== '' && view?.hash !== hash)
    throw new SlackError('hash_conflict');
}

/** Merges new entries into earlier ones. */
function mergeEntries(before: Entries, more: Entries): Entries {
  const blocks = new Set([...Object.keys(before), ...Object.keys(more)]);
  return Object.fromEntries([...blocks].map((id) => [id, { ...before[id], ...more[id] }]));
}

function setStack(state: WorkspaceState, user: string, stack: readonly ViewRecord[]): void {
  if (stack.length === 0) state.modals.delete(user);
  else state.modals.set(user, stack);
  void state.emit({ kind: 'modals-changed', user, stack });
}

function newModal(state: WorkspaceState, owner: ViewOwner, payload: ModalPayload): ViewRecord {
  claimExternalId(state, owner.install, { requested: payload.external_id, current: undefined });
  return { ...newView(state, owner, newId('V')), ...viewFields(payload) };
}

function newView(state: WorkspaceState, { install, user, channel }: ViewOwner, id: string) {
  return {
    id,
    install,
    user,
    channel,
    root: id,
    previous: null,
    hash: newHash(state),
    entries: {},
    errors: {},
    failure: undefined,
  };
}

function viewFields(payload: ModalPayload | HomePayload) {
  const modal = payload.type === 'modal' ? payload : undefined;
  return {
    type: payload.type,
    title: modal?.title ?? null,
    submit: modal?.submit ?? null,
    close: modal?.close ?? null,
    clear_on_close: modal?.clear_on_close ?? false,
    notify_on_close: modal?.notify_on_close ?? false,
    blocks: payload.blocks,
    private_metadata: payload.private_metadata ?? '',
    callback_id: payload.callback_id ?? '',
    external_id: payload.external_id ?? '',
  };
}

/** An `external_id` can be used only once per workspace, even after its view is closed. */
function claimExternalId(
  state: WorkspaceState,
  { teamId }: Install,
  {
    requested: payload,
    current: own,
  }: { readonly requested: string | undefined; readonly current: string | undefined },
): void {
  if (!payload || payload === own) return;
  const key = `${teamId} ${payload}`;
  if (state.externalIds.has(key)) throw new SlackError('duplicate_external_id');
  state.externalIds.add(key);
  const oldest = state.externalIds.keys().next().value;
  if (state.externalIds.size > MAX_EXTERNAL_IDS && oldest !== undefined)
    state.externalIds.delete(oldest);
}

function newHash(state: WorkspaceState): string {
  return `${state.clock.seconds()}.${newSecret(4)}`;
}
