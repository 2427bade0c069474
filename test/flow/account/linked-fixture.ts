import type { Person } from '../../../local/workspace/workspace.js';
import { messageText } from '../../support/message-text.js';
import { hasButton, type Scenario } from '../../support/scenario.js';
import { readAll, secretsIn } from '../../support/secrets.js';
import type { Stack } from '../../support/stack.js';
import { viewText, waitForModal } from '../../support/views.js';

export const CONNECT_BUTTON = 'modal.open.0';

/** More people than any file has tests for, each with an account on the service. */
const PEOPLE = 40;
let given = 0;

const accounts = Array.from({ length: PEOPLE }, (_, i) => ({
  id: i + 2,
  name: `owner${i}`,
  token: `sgp_own_token_number_${String(i).padStart(3, '0')}_of_somebody`,
}));

/** The users of a service where people have accounts of their own. */
export const USERS = [{ id: 1, name: 'bot', token: 'sgp_test_token_of_the_bot' }, ...accounts];

/** The token of an account that no other test uses. */
export function newToken(): string {
  const account = accounts[given++];
  if (account === undefined) throw new Error('more accounts are used than there are');
  return account.token;
}

/** Nobody's token is in a log, or in Redis other than sealed. */
export async function leakedTokens(stack: Stack): Promise<string[]> {
  const all = Object.fromEntries(accounts.map(({ name, token }) => [name, token]));
  const logs = stack.bots.map(({ log, stderr }) => JSON.stringify(log) + stderr()).join('\n');
  return [...secretsIn(logs, all), ...secretsIn(await readAll(stack.store), all)];
}

/** What the bot said to somebody in their direct message, oldest first. */
export function directMessages(stack: Stack, person: Person) {
  const { workspace } = stack;
  const channel = workspace.dm(person);
  const roots = workspace.messages({ channel });
  const all = roots.flatMap(({ ts }) => workspace.messages({ channel, threadTs: ts }));
  return all.filter((message) => message.bot_id === workspace.app.botId);
}

/** The message that asks somebody to connect their account for this question. */
export async function promptFor(stack: Stack, person: Person, text: string) {
  return stack.workspace.waitFor(
    () =>
      directMessages(stack, person).find(
        (message) => hasButton(message, CONNECT_BUTTON) && messageText(message).includes(text),
      ),
    { what: `the request to connect for "${text}"`, timeoutMs: 60_000 },
  );
}

/** Opens the form by command. */
export async function openForm(scenario: Scenario, as: Person = scenario.asker) {
  await scenario.stack.workspace.command({ as, channel: scenario.channel, text: 'connect' });
  return waitForModal(scenario.stack, as, 'Access token');
}

/** Sends the form on top; gives the errors under its fields. */
export async function send(stack: Stack, as: Person, token: string) {
  const { errors } = await stack.workspace.submit({ as, values: { token: { token } } });
  return errors;
}

/** Connects somebody's account, and gives what the view then says. */
export async function connect(scenario: Scenario, token: string, as: Person = scenario.asker) {
  const { stack } = scenario;
  await openForm(scenario, as);
  await send(stack, as, token);
  const text = viewText(await waitForModal(stack, as, 'is connected'));
  await stack.workspace.closeView({ as, all: true });
  return text;
}

/** Somebody else in the channel. */
export async function colleague(scenario: Scenario, options: { is_admin?: boolean } = {}) {
  const { workspace } = scenario.stack;
  const person = workspace.addPerson({ name: `colleague${given}${Math.random()}`, ...options });
  await workspace.invite({ channel: scenario.channel, user: person });
  return person;
}

/** The questions of the conversations that a token's account has on the service. */
export async function asksOf(stack: Stack, token: string): Promise<string[][]> {
  const response = await fetch(`${stack.service.url}/.api/deepsearch/v1`, {
    headers: { authorization: `token ${token}`, 'x-requested-with': 'test 1' },
  });
  const body = (await response.json()) as Conversation[] | { conversations: Conversation[] };
  const all = Array.isArray(body) ? body : body.conversations;
  return all.map(({ questions }) => questions.map(({ question }) => question));
}

interface Conversation {
  readonly questions: readonly { readonly question: string }[];
}
