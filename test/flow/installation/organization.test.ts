import { describe, expect } from 'vitest';
import { freePort } from '../../../local/demo/free-port.js';
import { CANCEL_BUTTON, newScenario, rootOf, type Scenario } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { buttonId, viewText, waitForHome, waitForModal } from '../../support/views.js';

const ORGANIZATION = 'E0ACMEORG';
const workspace = { limits: 'off', enterpriseId: ORGANIZATION, orgInstall: true } as const;
const overHttp = stackTest({ workspace });
const overSocketMode = stackTest({ transport: 'socket', workspace });
const byOAuth = stackTest({ roles: [], workspace: { limits: 'off', enterpriseId: ORGANIZATION } });

/** Everything that a user does once the app is installed on the organization. */
async function askEverywhere(stack: Stack, scenario: Scenario): Promise<void> {
  await askFollowUpAndCancel(stack, scenario);
  await askByForm(stack, scenario);
  await useHome(stack, scenario);
  await runWorkflowStep(stack, scenario);
}

async function askFollowUpAndCancel(stack: Stack, scenario: Scenario): Promise<void> {
  const [first, second] = [scenario.text(), scenario.text()];
  const thread = await scenario.answered(first);
  await thread.reply(scenario.asker, second);
  await stack.engine.next(second);
  await thread.press(scenario.asker, CANCEL_BUTTON);
  expect((await thread.ended(2))[1]).toBe(`Stopped by <@${scenario.asker.id}>.`);
}

async function askByForm(stack: Stack, { asker, channel, text }: Scenario): Promise<void> {
  const question = text();
  expect(await stack.workspace.command({ as: asker, channel, text: '' })).toMatchObject({
    ackStatus: 200,
  });
  await waitForModal(stack, asker, 'Your question');
  const values = { question: { question } };
  expect(await stack.workspace.submit({ as: asker, values })).toMatchObject({ ackStatus: 200 });
  (await stack.engine.next(question)).answer();
  const thread = await rootOf(stack.workspace, channel, question);
  expect((await thread.ended())[0]).toContain('backoff()');
}

async function useHome(stack: Stack, { asker }: Scenario): Promise<void> {
  await stack.workspace.openHome({ as: asker });
  const home = await waitForHome(stack, asker, 'Conversations');
  const actionId = buttonId(home, 'Ask a question');
  await stack.workspace.clickInView({ as: asker, view: home, actionId });
  expect(viewText(await waitForModal(stack, asker, 'Your question'))).toContain('Ask Deep Search');
}

async function runWorkflowStep(stack: Stack, { asker, channel, text }: Scenario): Promise<void> {
  const question = text();
  const { execution } = await stack.workspace.runStep({
    as: asker,
    callbackId: 'ask_deep_search',
    inputs: { question, channel: channel.id },
  });
  (await stack.engine.next(question)).answer();
  await (await rootOf(stack.workspace, channel, question)).ended();
  await stack.workspace.waitFor(
    () =>
      stack.workspace.stepRuns().find((run) => run.execution === execution)?.state === 'completed',
    { what: 'the completed step' },
  );
}

describe('the app is installed on an organization', () => {
  overHttp('everything works over HTTP', ({ stack, scenario }) => askEverywhere(stack, scenario));

  overHttp('colleagues in another workspace can use the thread', async ({ stack, scenario }) => {
    const { id } = stack.workspace.addTeam({ name: 'Acme Labs', enterprise_id: ORGANIZATION });
    const colleague = stack.workspace.addPerson({ name: 'lee', team_id: id });
    await stack.workspace.invite({ channel: scenario.channel, user: colleague });
    const { thread } = await scenario.asked(scenario.text());
    await thread.press(colleague, CANCEL_BUTTON);
    expect((await thread.ended())[0]).toBe(`Stopped by <@${colleague.id}>.`);
  });

  overSocketMode('everything works over Socket Mode', async ({ stack, scenario }) => {
    await stack.workspace.socket.connected(2);
    await askEverywhere(stack, scenario);
  });

  byOAuth('the installation by OAuth is found for each workspace', async ({ stack }) => {
    const { clientId, clientSecret, teamId } = stack.workspace.app;
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await stack.startBot('both', {
      SLACK_BOT_TOKEN: '',
      SLACK_CLIENT_ID: clientId,
      SLACK_CLIENT_SECRET: clientSecret,
      SLACK_STATE_SECRET: 'a-long-state-secret-of-this-test-only',
      SLACK_WORKSPACES: ORGANIZATION,
      PUBLIC_URL: url,
      PORT: String(port),
    });
    await installOnOrganization(url, teamId);
    expect(await stack.store.hkeys('{deepsearch}:installations')).toEqual([ORGANIZATION]);
    await askEverywhere(stack, newScenario(stack));
  });
});

/** What an admin of the organization does in a browser. */
async function installOnOrganization(url: string, team: string): Promise<void> {
  const begun = await fetch(`${url}/slack/install`, { redirect: 'manual' });
  const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
  const consent = new URL(begun.headers.get('location') ?? '');
  const body = new URLSearchParams(consent.search);
  body.set('team', team);
  body.set('decision', 'allow-organization');
  const approved = await fetch(new URL(consent.pathname, consent), {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  const back = approved.headers.get('location') ?? '';
  expect((await fetch(back, { headers: { cookie } })).status).toBe(200);
}
