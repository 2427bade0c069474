import type { Outbox } from './events/outbox.js';
import { type Outcome, succeeded } from './events/parcel.js';
import { failureOf, note } from './interact/command.js';
import type { ResponseUrls } from './interact/response-urls.js';
import { shortcutParcel } from './interact/shortcut.js';
import { settleSubmission, troubled, unfit } from './interact/submission.js';
import { closedParcel, submissionParcel, usedParcel } from './interact/view.js';
import { idOf, openDirect } from './state/directory.js';
import { channelOf, installIn, messageOf, personOf } from './state/found.js';
import type { PersonRecord, ViewRecord } from './state/records.js';
import { closeModal, fillIn, replaceModal, stackOf } from './state/views.js';
import type { World } from './state/world.js';
import type { Acked, ClickInView, InView, Ref, ShortcutInput, Submitted } from './workspace-api.js';

interface Parts {
  readonly world: World;
  readonly outbox: Outbox;
  readonly responseUrls: ResponseUrls;
  /** The workspace that the app was made for: people from elsewhere use it there. */
  readonly teamId: string;
}

/** What people do in modals, in the app's Home tab, and by shortcuts. As in `Deeds`, wrong names throw. */
export class ViewDeeds {
  constructor(private readonly parts: Parts) {}

  /** Looks at one of the app's tabs. Resolves when the app was told. */
  async openHome(input: { readonly as: Ref; readonly tab?: 'home' | 'messages' }): Promise<void> {
    const { world } = this.parts;
    const person = personOf(world, input.as);
    const install = this.installFor(person);
    const channel = openDirect(world, person.id, install.teamId);
    const { tab = 'home' } = input;
    await world.announce({ kind: 'looked', install, channel, user: person.id, tab });
  }

  async shortcut(input: ShortcutInput): Promise<Acked> {
    const { world, outbox } = this.parts;
    const person = personOf(world, input.as);
    const channel = input.channel === undefined ? undefined : channelOf(world, input.channel);
    const install = channel ? installIn(world, channel) : this.installFor(person);
    const on = channel && this.messageIn(install, person, { channel, ts: input.ts ?? '' });
    const { callbackId } = input;
    const parcel = shortcutParcel(world, { install, person, callbackId, ...(on ? { on } : {}) });
    const outcome = await outbox.send(parcel);
    const failure = failureOf(outcome);
    const where = channel ?? openDirect(world, person.id, install.teamId);
    if (failure) note(world, { channel: where, user: person.id }, unanswered(failure));
    return acked(outcome, parcel.id);
  }

  async click(input: ClickInView): Promise<Acked> {
    const { world, outbox } = this.parts;
    const person = personOf(world, input.as);
    const { actionId, blockId, value: entry } = input;
    const view = fillIn(world, this.view(person, input.view), input.values ?? {});
    const parcel = usedParcel(world, { person, view, actionId, blockId, entry });
    const outcome = await outbox.send(parcel);
    const open = stackOf(world, person.id).find((it) => it.id === view.id);
    if (open && !succeeded(outcome)) troubled(world, open);
    return acked(outcome, parcel.id);
  }

  /** Sends a modal's form, unless a field that is needed is empty, and does what the app answers. */
  async submit(input: InView): Promise<Submitted> {
    const { world, outbox, responseUrls } = this.parts;
    const person = personOf(world, input.as);
    const before = this.view(person, input.view);
    if (!before.submit) throw new Error('that modal has nothing to submit');
    const filled = fillIn(world, before, input.values ?? {});
    const errors = unfit(filled);
    const view = { ...filled, errors, trouble: undefined };
    replaceModal(world, view);
    if (Object.keys(errors).length > 0) return { ...NOT_SENT, errors };
    const responseUrl = (channel: string) => {
      const target = { install: view.install, channel: channelOf(world, channel), user: person.id };
      return responseUrls.issue('actions', target);
    };
    const parcel = submissionParcel(world, { person, view, responseUrl });
    const outcome = await outbox.send(parcel);
    settleSubmission(world, view, outcome);
    const after = stackOf(world, person.id).find((it) => it.id === view.id);
    return { ...acked(outcome, parcel.id), errors: after?.errors ?? {} };
  }

  /** The modal's own close button, or with `all` the cross that closes the whole stack. */
  async close(input: { readonly as: Ref; readonly view?: Ref; readonly all?: boolean }) {
    const { world, outbox } = this.parts;
    const person = personOf(world, input.as);
    const view = this.view(person, input.view);
    const all = input.all === true || view.clear_on_close;
    const gone = closeModal(world, view, all).filter((it) => it.notify_on_close);
    await Promise.all(
      gone.map((it) => outbox.send(closedParcel(world, { person, view: it, all }))),
    );
  }

  private messageIn(
    install: ViewRecord['install'],
    person: PersonRecord,
    at: { readonly channel: ReturnType<typeof channelOf>; readonly ts: string },
  ) {
    const { channel, ts } = at;
    const target = { install, channel, user: person.id, source: ts };
    const responseUrl = this.parts.responseUrls.issue('actions', target);
    return { channel, message: messageOf(channel, ts), responseUrl };
  }

  /** A modal of theirs, their Home, or by default the modal on top. */
  private view(person: PersonRecord, ref: Ref | undefined): ViewRecord {
    const { world } = this.parts;
    const stack = stackOf(world, person.id);
    if (ref === undefined) {
      const top = stack.at(-1);
      if (!top) throw new Error(`${person.name} has no modal open`);
      return top;
    }
    const all = [...stack, ...world.homes.values()];
    const found = all.find((it) => it.id === idOf(ref) && it.user === person.id);
    if (!found) throw new Error(`${person.name} sees no such view: ${idOf(ref)}`);
    return found;
  }

  private installFor(person: PersonRecord) {
    const { world, teamId } = this.parts;
    const own = world.botOf(person.team_id) ? person.team_id : teamId;
    return installIn(world, { teamId: own });
  }
}

const NOT_SENT: Acked = { ackStatus: 0, ackMs: 0, triggerId: '' };

function acked({ status, ms }: Outcome, triggerId: string): Acked {
  return { ackStatus: status, ackMs: ms, triggerId };
}

function unanswered(failure: string): string {
  return `That did not work: ${failure}. Is the app running?`;
}
