import type {
  AckResult,
  InModalInput,
  Ref,
  ShortcutInput,
  SubmitResult,
  ViewClickInput,
} from '../api/workspace.js';
import { type DeliveryOutcome, succeeded } from '../delivery/delivery.js';
import type { Outbox } from '../delivery/outbox.js';
import { failureCode, failureText } from '../interactions/failure.js';
import type { ResponseUrls } from '../interactions/response-urls.js';
import { shortcutDelivery } from '../interactions/shortcut.js';
import {
  entryErrors,
  handleSubmissionOutcome,
  showConnectionFailure,
} from '../interactions/submission.js';
import {
  viewActionsDelivery,
  viewClosedDelivery,
  viewSubmissionDelivery,
} from '../interactions/view-payloads.js';
import { idOf, openDirectMessage } from '../state/directory.js';
import { postSlackbotEphemeral } from '../state/ephemerals.js';
import { requireChannel, requireInstall, requireMessage, requirePerson } from '../state/lookup.js';
import type { PersonRecord, ViewRecord } from '../state/records.js';
import { closeModal, modalStack, saveEntries, setModal } from '../state/views.js';
import type { WorkspaceState } from '../state/workspace-state.js';

interface Parts {
  readonly state: WorkspaceState;
  readonly outbox: Outbox;
  readonly responseUrls: ResponseUrls;
  /** The seeded workspace: people from other companies use the app there. */
  readonly teamId: string;
}

/** What people do in modals, on the Home tab and with shortcuts. Unknown ids throw. */
export class ViewActions {
  constructor(private readonly parts: Parts) {}

  /** Opens one of the app's tabs. Resolves when the event was sent. */
  async openHome(input: { readonly as: Ref; readonly tab?: 'home' | 'messages' }): Promise<void> {
    const { state } = this.parts;
    const person = requirePerson(state, input.as);
    const install = this.installFor(person);
    const channel = openDirectMessage(state, person.id, install.teamId);
    const { tab = 'home' } = input;
    await state.emit({ kind: 'tab-opened', install, channel, user: person.id, tab });
  }

  async shortcut(input: ShortcutInput): Promise<AckResult> {
    const { state, outbox } = this.parts;
    const person = requirePerson(state, input.as);
    const channel = input.channel === undefined ? undefined : requireChannel(state, input.channel);
    const install = channel ? requireInstall(state, channel) : this.installFor(person);
    const on = channel && this.messageIn(install, person, { channel, ts: input.ts ?? '' });
    const { callbackId } = input;
    const delivery = shortcutDelivery(state, {
      install,
      person,
      callbackId,
      ...(on ? { on } : {}),
    });
    const outcome = await outbox.send(delivery);
    const failure = failureCode(outcome);
    const where = channel ?? openDirectMessage(state, person.id, install.teamId);
    if (failure)
      postSlackbotEphemeral(state, { channel: where, user: person.id }, failureText(failure));
    return ackResult(outcome, delivery.id);
  }

  async click(input: ViewClickInput): Promise<AckResult> {
    const { state, outbox } = this.parts;
    const person = requirePerson(state, input.as);
    const { actionId, blockId, value: entry } = input;
    const view = saveEntries(state, this.view(person, input.view), input.values ?? {});
    const delivery = viewActionsDelivery(state, { person, view, actionId, blockId, entry });
    const outcome = await outbox.send(delivery);
    const open = modalStack(state, person.id).find((it) => it.id === view.id);
    if (open && !succeeded(outcome)) showConnectionFailure(state, open);
    return ackResult(outcome, delivery.id);
  }

  /** Submits a modal, unless a required field is empty, and applies the app's response. */
  async submit(input: InModalInput): Promise<SubmitResult> {
    const { state, outbox, responseUrls } = this.parts;
    const person = requirePerson(state, input.as);
    const before = this.view(person, input.view);
    if (!before.submit) throw new Error('that modal has no submit button');
    const filled = saveEntries(state, before, input.values ?? {});
    const errors = entryErrors(filled);
    const view = { ...filled, errors, failure: undefined };
    setModal(state, view);
    if (Object.keys(errors).length > 0) return { ...NOT_SENT, errors };
    const responseUrl = (channel: string) => {
      const target = {
        install: view.install,
        channel: requireChannel(state, channel),
        user: person.id,
      };
      return responseUrls.issue('actions', target);
    };
    const delivery = viewSubmissionDelivery(state, { person, view, responseUrl });
    const outcome = await outbox.send(delivery);
    handleSubmissionOutcome(state, view, outcome);
    const after = modalStack(state, person.id).find((it) => it.id === view.id);
    return { ...ackResult(outcome, delivery.id), errors: after?.errors ?? {} };
  }

  /** Closes a modal with its close button or, with `all`, the whole stack. */
  async close(input: { readonly as: Ref; readonly view?: Ref; readonly all?: boolean }) {
    const { state, outbox } = this.parts;
    const person = requirePerson(state, input.as);
    const view = this.view(person, input.view);
    const all = input.all === true || view.clear_on_close;
    const gone = closeModal(state, view, all).filter((it) => it.notify_on_close);
    await Promise.all(
      gone.map((it) => outbox.send(viewClosedDelivery(state, { person, view: it, all }))),
    );
  }

  private messageIn(
    install: ViewRecord['install'],
    person: PersonRecord,
    at: { readonly channel: ReturnType<typeof requireChannel>; readonly ts: string },
  ) {
    const { channel, ts } = at;
    const target = { install, channel, user: person.id, source: ts };
    const responseUrl = this.parts.responseUrls.issue('actions', target);
    return { channel, message: requireMessage(channel, ts), responseUrl };
  }

  /** One of the person's views, by default the top modal. */
  private view(person: PersonRecord, ref: Ref | undefined): ViewRecord {
    const { state } = this.parts;
    const stack = modalStack(state, person.id);
    if (ref === undefined) {
      const top = stack.at(-1);
      if (!top) throw new Error(`${person.name} has no modal open`);
      return top;
    }
    const all = [...stack, ...state.homes.values()];
    const found = all.find((it) => it.id === idOf(ref) && it.user === person.id);
    if (!found) throw new Error(`${person.name} sees no such view: ${idOf(ref)}`);
    return found;
  }

  private installFor(person: PersonRecord) {
    const { state, teamId } = this.parts;
    const own = state.botOf(person.team_id) ? person.team_id : teamId;
    return requireInstall(state, { teamId: own });
  }
}

const NOT_SENT: AckResult = { ackStatus: 0, ackMs: 0, triggerId: '' };

function ackResult({ status, ms }: DeliveryOutcome, triggerId: string): AckResult {
  return { ackStatus: status, ackMs: ms, triggerId };
}
