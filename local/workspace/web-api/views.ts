import { z } from 'zod';
import { validateHome, validateModal } from '../block-kit/validate-view.js';
import { SlackError } from '../protocol/slack-error.js';
import type { ViewRecord } from '../state/records.js';
import { viewObject } from '../state/view-object.js';
import {
  checkHash,
  openModal,
  publishHome,
  pushModal,
  requireModal,
  updateModal,
} from '../state/views.js';
import { arg, type Caller, type Method, method } from './method.js';

const view = arg.json(z.unknown());
const byTrigger = z.object({ view, trigger_id: arg.string });

/** https://docs.slack.dev/reference/methods/views.open */
const open = method({
  name: 'views.open',
  limit: 'tier4PerMinute',
  args: byTrigger,
  run(args, { state, install }) {
    const given = validateModal(args.view);
    const context = state.triggerIds.exchange(args.trigger_id, install);
    return { view: viewObject(state, openModal(state, context, given)) };
  },
});

/** Pushes on the modal that the trigger came from: https://docs.slack.dev/reference/methods/views.push */
const push = method({
  name: 'views.push',
  limit: 'tier4PerMinute',
  args: byTrigger,
  run(args, { state, install }) {
    const given = validateModal(args.view);
    const context = state.triggerIds.exchange(args.trigger_id, install);
    if (context.view === undefined) throw new SlackError('invalid_trigger_id');
    return { view: viewObject(state, pushModal(state, requireModal(state, context.view), given)) };
  },
});

/** https://docs.slack.dev/reference/methods/views.update */
const update = method({
  name: 'views.update',
  limit: 'tier4PerMinute',
  args: z.object({
    view,
    view_id: arg.string.optional(),
    external_id: arg.string.optional(),
    hash: arg.string.optional(),
  }),
  run(args, caller) {
    const { state } = caller;
    const before = requireView(args, caller);
    checkHash(before, args.hash);
    if (before.type === 'modal') {
      return { view: viewObject(state, updateModal(state, before, validateModal(args.view))) };
    }
    return { view: viewObject(state, publishHome(state, before, validateHome(args.view))) };
  },
});

function requireView(
  ref: { readonly view_id?: string | undefined; readonly external_id?: string | undefined },
  { state, install }: Caller,
): ViewRecord {
  const { view_id: id, external_id: external } = ref;
  if ((id === undefined) === (external === undefined)) throw new SlackError('invalid_arguments');
  const all = [...[...state.modals.values()].flat(), ...state.homes.values()];
  const found = all.find(
    (it) =>
      it.install === install && (id === undefined ? it.external_id === external : it.id === id),
  );
  if (!found) throw new SlackError('not_found');
  return found;
}

/** https://docs.slack.dev/reference/methods/views.publish */
const publish = method({
  name: 'views.publish',
  limit: 'tier4PerMinute',
  args: z.object({ view, user_id: arg.string, hash: arg.string.optional() }),
  run(args, { state, install }) {
    if (!state.app.homeTab) throw new SlackError('not_enabled');
    const person = state.people.get(args.user_id);
    if (!person || person.is_bot) throw new SlackError('user_not_found');
    const given = validateHome(args.view);
    const screen = { install, user: person.id, hash: args.hash };
    return { view: viewObject(state, publishHome(state, screen, given)) };
  },
});

export const viewsMethods: readonly Method[] = [open, push, update, publish];
