import type { Ref } from '../../../local/workspace/workspace.js';
import type { Stack } from '../../support/stack.js';
import { viewText } from '../../support/views.js';
import { type Cell, isAboutAccount, isInside } from '../cells.js';
import { commandOf, interactionOf, opensByTrigger } from '../requests.js';
import { signIn } from './sign-in.js';
import type { Stage } from './stage.js';

/** What Slack got as the answer to a request; empty for events. */
export type Reply = string;

/** Sends what the cell is about, as Slack would. `idle` resolves when the bot has dealt with it. */
export async function perform(stage: Stage, idle: () => Promise<void>): Promise<Reply> {
  const { stack, cell, person, names } = stage;
  const { workspace } = stack;
  const { target } = names;
  switch (cell.way) {
    case 'message':
      return say(stage, { channel: stage.place, text: `${mentionIn(stage)}${names.text}` });
    case 'thread reply': {
      const text = cell.thing === 'stop' ? 'stop' : names.text;
      return say(stage, { channel: target.channel, threadTs: target.threadTs, text });
    }
    case 'slash command':
      await workspace.command({
        as: person,
        channel: typedIn(stage),
        text: commandOf(cell, names),
      });
      if (showsView(cell)) await topModal(stage);
      return '';
    case 'reaction':
      await workspace.react({
        as: person,
        channel: target.channel,
        ts: target.threadTs,
        name: 'x',
      });
      return '';
    case 'workflow step':
      return runStep(stage);
    case 'link':
      return pasteLink(stage, idle);
    case 'message shortcut':
      return askAboutMessage(stage, idle);
    case 'sign-in page':
      return signIn(stage);
    default: {
      const trigger = opensByTrigger(cell) ? { triggerId: await triggerOf(stage) } : {};
      const reply = await send(stack, interactionOf(cell, { ...names, ...trigger }));
      // The bot fills the view after its reply.
      if (showsView(cell) || (cell.way === 'form' && cell.thing === 'code')) await topModal(stage);
      return reply;
    }
  }
}

/** What it leads to is shown in a view, or said there. */
function showsView(cell: Cell): boolean {
  if (cell.way === 'slash command' && cell.thing === 'see settings') return true;
  return cell.thing === 'see workspace settings' || isAboutAccount(cell);
}

/** Of a shortcut that the app does not know, so that it has not used it. */
async function triggerOf({ stack, person: as }: Stage): Promise<string> {
  const { triggerId } = await stack.workspace.shortcut({ as, callbackId: 'of_another_app' });
  return triggerId;
}

function mentionIn({ place, stack }: Stage): string {
  return place.kind === 'direct' ? '' : `<@${stack.workspace.app.botUserId}> `;
}

/** Where somebody types: in the place, if they are in it. */
function typedIn({ cell, place, elsewhere }: Stage): Ref {
  return isInside(cell) ? place : elsewhere;
}

interface Saying {
  readonly channel: Ref;
  readonly text: string;
  readonly threadTs?: string;
}

async function say({ stack, cell, person }: Stage, saying: Saying): Promise<Reply> {
  const subtype = cell.person === 'workflow' ? { subtype: 'bot_message' } : {};
  await stack.workspace.say({ as: person, ...saying, ...subtype });
  return '';
}

/** How often a request is sent that the bot does not answer in time: it has the same id each time. */
const ATTEMPTS = 4;

/** Signed, as all that Slack sends. */
async function send({ workspace }: Stack, payload: object): Promise<Reply> {
  const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`;
  for (let attempt = 1; ; attempt++) {
    const timestamp = Math.floor(Date.now() / 1000);
    const reply = await workspace.deliverRaw({
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': String(timestamp),
        'x-slack-signature': workspace.sign(body, timestamp),
      },
    });
    if (reply.status === 200) return reply.body;
    if (reply.status !== 0 || attempt === ATTEMPTS) {
      throw new Error(`the request was answered with ${reply.status}`);
    }
  }
}

async function runStep({ stack, cell, person, place, names }: Stage): Promise<Reply> {
  const { workspace } = stack;
  const isOwnDirect = cell.place === 'direct' && isInside(cell);
  const channel = isOwnDirect ? {} : { channel: place.id };
  const inputs = { question: names.text, ...channel };
  const callbackId = 'ask_deep_search';
  if (cell.person !== 'workflow') {
    await workspace.runStep({ as: person, callbackId, inputs });
    return '';
  }
  const author = workspace.addPerson({ name: `author-of-${person.name}` });
  const named = { ...inputs, asker: person.id };
  await workspace.runStep({ as: author, callbackId, inputs: named, outdated: true });
  return '';
}

/** Pastes a link to the conversation, and clicks on the preview if there is one. */
async function pasteLink(stage: Stage, idle: () => Promise<void>): Promise<Reply> {
  const { stack, person, names } = stage;
  const { workspace, service } = stack;
  const { conversationId } = names.target;
  const found = service.conversations().find(({ id }) => id === conversationId);
  const text = `see ${found?.share_url}`;
  const channel = typedIn(stage);
  const { ts } = await workspace.say({ as: person, channel, text });
  await idle();
  if ((workspace.message(channel, ts)?.attachments ?? []).length === 0) return '';
  await workspace.click({ as: person, channel, ts, actionId: 'modal.open.0' });
  await topModal(stage);
  return '';
}

/** Opens the form from the message's menu, and submits it if it can be. */
async function askAboutMessage(stage: Stage, idle: () => Promise<void>): Promise<Reply> {
  const { stack, person, names } = stage;
  const { workspace } = stack;
  const { channel, messageTs: ts } = names.target;
  await workspace.shortcut({ as: person, callbackId: 'ask_about_message', channel, ts });
  await topModal(stage);
  await idle();
  const form = workspace.modals(person).at(-1);
  if (form === undefined || form.submit === null) return '';
  await workspace.submit({ as: person, values: { question: { question: names.text } } });
  return '';
}

/** Waits until the view that a click opened or changed is filled. */
async function topModal({ stack, person, viewBefore }: Stage): Promise<void> {
  await stack.workspace.waitFor(
    () => {
      const top = stack.workspace.modals(person).at(-1);
      if (top === undefined) return false;
      return JSON.stringify(top.blocks) !== viewBefore && !viewText(top).includes('One moment');
    },
    { what: 'the opened view' },
  );
}
