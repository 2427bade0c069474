import { digestOf } from '../../src/render/question/share-anyway.js';
import { type Cell, isAboutAccount, isInside, type Thing, whoseOf } from './cells.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a request names. Ids are Slack's, unless said otherwise. */
export interface Names {
  /** The fields that say from which workspace an interaction comes. */
  readonly source: Fields;
  /** Who asked what it is about. */
  readonly asker: string;
  /** Who sends it. */
  readonly person: { readonly id: string; readonly team_id: string };
  /** The channel that the cell is about. */
  readonly place: string;
  /** A public channel in which nothing is asked: where a forged click comes from. */
  readonly elsewhere: string;
  /** The text of a new question. */
  readonly text: string;
  /** An access token of the person's own account. */
  readonly token: string;
  /** Of questions a day: differs for each request. */
  readonly budget: number;
  /** With which the app can open a view; it expires. */
  readonly triggerId?: string;
  /** A view that the person has open. */
  readonly viewId: string;
  readonly target: Target;
}

/** The question that a cell is about, its answer and its conversation. */
export interface Target {
  /** Where its answer is: the place, or a direct message. */
  readonly channel: string;
  readonly threadTs: string;
  /** The message with its answer, or with its status. */
  readonly messageTs: string;
  /** In the app's own form. */
  readonly questionId: string;
  /** On the instance. */
  readonly conversationId: number;
}

/** An interaction as Slack sends it, with what the cell forges. */
export function interactionOf(cell: Cell, names: Names): Fields {
  switch (cell.way) {
    case 'button':
      return clickInPlace(cell, names);
    case 'forged button':
      return cell.thing === 'overwrite'
        ? clickInView(names, { kind: 'smoke' }, answerOf(names))
        : clickElsewhere(names, forgedAction(cell.thing, names));
    case 'form':
    case 'global shortcut':
      return submittedForm(cell, names);
    case 'forged form':
      return forgedForm(cell, names);
    case 'home':
      return inHome(cell, names);
    default:
      throw new Error(`${cell.way} is no interaction`);
  }
}

/** The command that a person types. */
export function commandOf(
  { thing, whose }: Pick<Cell, 'thing' | 'whose'>,
  { text, target, asker }: Names,
): string {
  const { conversationId: id } = target;
  switch (thing) {
    case 'ask':
      return `ask ${text}`;
    case 'list':
      return 'list all';
    case 'forget':
      return whose === 'own' ? 'forget' : `forget ${asker}`;
    case 'see settings':
      return 'settings';
    case 'see workspace settings':
      return 'settings';
    case 'see usage':
    case 'see all usage':
      return 'usage';
    case 'run doctor':
      return 'doctor';
    case 'connect':
    case 'disconnect':
      return thing;
    case 'code':
      return CODE;
    case 'stop':
      return `cancel ${id}`;
    default:
      return `${thing} ${id}`;
  }
}

/** Finds `backoff` in the repository of the tests. */
const CODE = 'code search backoff';

function clickInPlace({ thing }: Cell, names: Names): Fields {
  const { target, place } = names;
  const action = actionOn(thing, names);
  const isInNote =
    thing === 'forget' || thing === 'connect' || action['action_id'] === 'conversation.command.0';
  if (isInNote || whoseOf(thing)[0] === 'none') {
    // The button of a private note, of which Slack tells no more than its place and time.
    const container = { message_ts: target.messageTs };
    return clicked(names, place, { container, ...actions(action) });
  }
  const message = { ts: target.messageTs, thread_ts: target.threadTs };
  return clicked(names, target.channel, { message, ...actions(action) });
}

function clickElsewhere(names: Names, action: Fields): Fields {
  const ts = '1700000000.000100';
  const on = { message: { ts, thread_ts: ts }, container: { message_ts: ts } };
  return clicked(names, names.elsewhere, { ...on, ...actions(action) });
}

/** `on`: the message, or what Slack tells of an ephemeral one. */
function clicked(names: Names, channel: string, on: Fields): Fields {
  return { ...from(names, 'block_actions'), channel: { id: channel, name: 'channel' }, ...on };
}

/** What whoever shares it was told that it shows: the repository of the tests. */
const TOLD = digestOf({ ok: false, why: 'outside', outside: ['shop'] });

/** What the genuine button of each thing carries. */
function actionOn(thing: Thing, { target, text, asker }: Names): Fields {
  const { questionId, conversationId } = target;
  switch (thing) {
    case 'follow up':
      return { action_id: 'question.ask.0', value: text };
    case 'stop':
      return { action_id: 'question.stop', value: questionId };
    case 'list':
      return { action_id: 'conversation.command.0', value: 'list all' };
    case 'show':
    case 'share':
    case 'export':
      return { action_id: 'conversation.command.0', value: `${thing} ${conversationId}` };
    case 'delete':
      return { action_id: 'conversation.command.0', value: `delete ${conversationId} for good` };
    case 'forget':
      return { action_id: 'data.forget', value: asker };
    case 'rate':
      return { action_id: 'answer.vote', value: `up::${questionId}` };
    case 'read answer':
    case 'see trace':
      return { action_id: 'answer.copy', value: questionId };
    case 'share outside':
      return { action_id: 'answer.share-anyway', value: `${TOLD}:${questionId}` };
    case 'see usage':
    case 'see all usage':
      return { action_id: 'command.run-example.0', value: 'usage' };
    case 'run doctor':
      return { action_id: 'command.run-example.0', value: 'doctor' };
    case 'connect':
      return opens({ kind: 'connect' });
    case 'share answer':
      return { action_id: 'answer.share-with-channel', value: questionId };
    case 'code':
      return { action_id: 'code.page.0', value: 'search backoff' };
    case 'share code':
      return { action_id: 'code.share', value: 'search backoff' };
    default:
      throw new Error(`no button to ${thing}`);
  }
}

/** What asks by a value: the question is another one's, or was edited. */
function forgedAction(thing: Thing, names: Names): Fields {
  const { questionId } = names.target;
  if (thing === 'ask') return { action_id: 'question.ask.again-by-id', value: questionId };
  if (thing === 'follow up') {
    return { action_id: 'question.ask-edited', value: `${questionId} ${names.text}` };
  }
  if (thing === 'connect') return opens({ kind: 'connect', step: 'check', ...ofAsker(names) });
  if (thing === 'disconnect') return opens(disconnecting(ofAsker(names)));
  return actionOn(thing, names);
}

const opens = (modal: Fields): Fields => ({
  action_id: 'modal.open.0',
  value: JSON.stringify(modal),
});

const disconnecting = (more: Fields = {}): Fields => ({
  kind: 'connect',
  step: 'disconnect',
  ...more,
});

/** Whose account it claims to be about. */
const ofAsker = ({ asker, target }: Names): Fields => ({
  user: asker,
  id: target.questionId,
});

type MetadataPlace = { readonly channel: string; readonly threadTs?: string };

const answerOf = ({ target }: Names): MetadataPlace => ({
  channel: target.channel,
  threadTs: target.messageTs,
});

function submittedForm(cell: Cell, names: Names): Fields {
  const { way, thing } = cell;
  switch (thing) {
    case 'ask': {
      const inDirect = cell.place === 'direct' && isInside(cell);
      const where = { selected_conversation: names.place };
      const audience = { selected_option: { value: inDirect ? 'me' : 'channel' } };
      const opened = way === 'form' ? { channel: names.elsewhere } : undefined;
      const values = { question: { value: names.text }, where, audience };
      return submission(names, { kind: 'ask' }, { place: opened, values });
    }
    case 'code': {
      const opened = { channel: names.place };
      const values = { query: { value: 'backoff' } };
      return submission(names, { kind: 'code-form', tool: 'search' }, { place: opened, values });
    }
    case 'change workspace settings':
      return changeOfWorkspace(names, undefined);
    case 'connect':
      return sentToken(names, {});
    case 'disconnect':
      return clickInView(names, disconnecting(), { channel: names.place });
    default:
      return aboutPlace(thing, names);
  }
}

function changeOfWorkspace(names: Names, place: MetadataPlace | undefined): Fields {
  const modal = { kind: 'settings', level: 'workspace', edit: 'budgets' };
  const values = { 'workspaceBudget.day.questions': { value: String(names.budget) } };
  return submission(names, modal, { place, values });
}

function sentToken(names: Names, more: Fields): Fields {
  const values = { token: { value: names.token } };
  const place = { channel: names.place };
  return submission(names, { kind: 'connect', ...more }, { place, values });
}

/** The forms that carry a place, genuine or forged. */
function aboutPlace(thing: Thing, names: Names): Fields {
  const { target, place } = names;
  const thread = { channel: target.channel, threadTs: target.threadTs };
  switch (thing) {
    case 'rate': {
      const modal = { kind: 'reason', questionId: target.questionId };
      return submission(names, modal, { place: thread, values: { reason: { value: 'wrong' } } });
    }
    case 'change settings': {
      const option = (value: string) => ({ selected_option: { value } });
      const values = {
        who: option('everyone'),
        replies: option('mention'),
        answers: option('asker'),
      };
      return submission(names, { kind: 'settings' }, { place: { channel: place }, values });
    }
    default: {
      const values = { question: { value: names.text }, message: { value: 'a message' } };
      return submission(names, { kind: 'about', files: [] }, { place: thread, values });
    }
  }
}

const OF_WORKSPACE = { kind: 'settings', level: 'workspace' };

function forgedForm({ thing }: Cell, names: Names): Fields {
  const { target, place } = names;
  switch (thing) {
    case 'show':
    case 'share':
    case 'export':
    case 'delete':
      return clickInView(names, conversationModal(thing, names), undefined);
    case 'read answer':
    case 'see trace':
      return clickInView(
        names,
        { kind: 'sources', questionId: target.questionId },
        { channel: target.channel },
      );
    case 'see settings':
      return clickInView(names, { kind: 'settings' }, { channel: place });
    case 'see workspace settings':
      return clickInView(names, OF_WORKSPACE, { channel: place });
    case 'change workspace settings':
      return changeOfWorkspace(names, { channel: place });
    case 'connect':
      return sentToken(names, ofAsker(names));
    case 'disconnect':
      return clickInView(names, disconnecting(ofAsker(names)), { channel: place });
    case 'overwrite':
      return clickInView(names, { kind: 'smoke' }, answerOf(names));
    default:
      return aboutPlace(thing, names);
  }
}

function conversationModal(thing: Thing, { target }: Names): Fields {
  const modal = { kind: 'conversation', id: target.conversationId, page: 0 };
  if (thing === 'show') return modal;
  return { ...modal, action: thing === 'delete' ? 'delete-for-good' : thing };
}

function inHome({ thing }: Cell, names: Names): Fields {
  const view = { id: 'VHOME', type: 'home', private_metadata: '{"filter":"mine","page":0}' };
  switch (thing) {
    case 'list':
    case 'see usage':
    case 'see all usage': {
      const value = JSON.stringify({ filter: 'all', page: 0 });
      return { ...blockActions(names, { action_id: 'home.change.0', value }), view };
    }
    case 'stop': {
      const action = { action_id: 'home.stop.0', value: names.target.questionId };
      return { ...blockActions(names, action), view };
    }
    case 'see workspace settings':
      return { ...blockActions(names, opens(OF_WORKSPACE)), view };
    case 'connect':
      return { ...blockActions(names, opens({ kind: 'connect' })), view };
    default:
      return clickInView(names, conversationModal('show', names), undefined);
  }
}

/** Whether an interaction opens a view, for which Slack gives it a trigger. */
export function opensByTrigger({ way, thing }: Pick<Cell, 'way' | 'thing'>): boolean {
  if (way === 'home') return thing === 'connect' || thing === 'see workspace settings';
  return way === 'forged button'
    ? isAboutAccount({ thing })
    : way === 'button' && thing === 'connect';
}

/** A click in a view, which is filled with this modal then. */
function clickInView(names: Names, modal: Fields, place: MetadataPlace | undefined): Fields {
  const metadata = { modal: { kind: 'code-menu' }, ...(place === undefined ? {} : { place }) };
  const action = { action_id: 'modal.update.0', value: JSON.stringify(modal) };
  const view = { id: names.viewId, type: 'modal', private_metadata: JSON.stringify(metadata) };
  return { ...blockActions(names, action), view };
}

function blockActions(names: Names, action: Fields): Fields {
  return { ...from(names, 'block_actions'), ...actions(action) };
}

function actions(action: Fields): Fields {
  return { actions: [{ type: 'button', block_id: 'b1', action_ts: nextTs(), ...action }] };
}

interface Submission {
  readonly place: MetadataPlace | undefined;
  /** What is entered in each field. */
  readonly values: Readonly<Record<string, Fields>>;
}

function submission(names: Names, modal: Fields, { place, values }: Submission): Fields {
  const metadata = { modal, ...(place === undefined ? {} : { place }) };
  const entries = Object.entries(values).map(([name, entry]) => [name, { [name]: entry }]);
  return {
    ...from(names, 'view_submission'),
    view: {
      id: names.viewId,
      type: 'modal',
      callback_id: modal['kind'],
      private_metadata: JSON.stringify(metadata),
      state: { values: Object.fromEntries(entries) },
    },
  };
}

function from({ source, person, triggerId }: Names, type: string): Fields {
  return {
    type,
    ...source,
    user: { id: person.id, team_id: person.team_id },
    trigger_id: triggerId ?? `${nextTs()}.trigger`,
  };
}

let requests = 0;

/** Differs for each request, as Slack's do. */
function nextTs(): string {
  requests += 1;
  return `${Math.floor(Date.now() / 1000)}.${String(requests).padStart(6, '0')}`;
}
