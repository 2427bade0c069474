import { z } from 'zod';
import { checkedHome, checkedModal } from '../blocks/view.js';
import { shownView } from '../interact/view.js';
import type { ViewRecord } from '../state/records.js';
import {
  changeModal,
  checkHash,
  modalBy,
  openModal,
  publishHome,
  pushModal,
} from '../state/views.js';
import { arg, type Caller, type Method, method } from './method.js';
import { Refusal } from './refusal.js';

const view = arg.json(z.unknown());
const byTrigger = z.object({ view, trigger_id: arg.string });

/** https://docs.slack.dev/reference/methods/views.open */
const open = method({
  name: 'views.open',
  limit: 'tier4PerMinute',
  args: byTrigger,
  run(args, { world, install }) {
    const given = checkedModal(args.view);
    const cause = world.triggers.exchange(args.trigger_id, install);
    return { view: shownView(world, openModal(world, cause, given)) };
  },
});

/** Upon the modal that the trigger came from: https://docs.slack.dev/reference/methods/views.push */
const push = method({
  name: 'views.push',
  limit: 'tier4PerMinute',
  args: byTrigger,
  run(args, { world, install }) {
    const given = checkedModal(args.view);
    const cause = world.triggers.exchange(args.trigger_id, install);
    if (cause.view === undefined) throw new Refusal('invalid_trigger_id');
    return { view: shownView(world, pushModal(world, modalBy(world, cause.view), given)) };
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
    const { world } = caller;
    const before = named(args, caller);
    checkHash(before, args.hash);
    if (before.type === 'modal') {
      return { view: shownView(world, changeModal(world, before, checkedModal(args.view))) };
    }
    return { view: shownView(world, publishHome(world, before, checkedHome(args.view))) };
  },
});

function named(
  by: { readonly view_id?: string | undefined; readonly external_id?: string | undefined },
  { world, install }: Caller,
): ViewRecord {
  const { view_id: id, external_id: external } = by;
  if ((id === undefined) === (external === undefined)) throw new Refusal('invalid_arguments');
  const all = [...[...world.modals.values()].flat(), ...world.homes.values()];
  const found = all.find(
    (it) =>
      it.install === install && (id === undefined ? it.external_id === external : it.id === id),
  );
  if (!found) throw new Refusal('not_found');
  return found;
}

/** https://docs.slack.dev/reference/methods/views.publish */
const publish = method({
  name: 'views.publish',
  limit: 'tier4PerMinute',
  args: z.object({ view, user_id: arg.string, hash: arg.string.optional() }),
  run(args, { world, install }) {
    if (!world.app.homeTab) throw new Refusal('not_enabled');
    const person = world.people.get(args.user_id);
    if (!person || person.is_bot) throw new Refusal('user_not_found');
    const given = checkedHome(args.view);
    const screen = { install, user: person.id, hash: args.hash };
    return { view: shownView(world, publishHome(world, screen, given)) };
  },
});

export const viewsMethods: readonly Method[] = [open, push, update, publish];
