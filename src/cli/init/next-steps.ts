import { existsSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Variable } from '../../config/environment.js';
import { isLoopback } from '../../config/formats.js';
import { describeSettings } from '../../config.js';
import { installAddresses } from '../../intake/receiver/install-pages.js';
import { type Finding, hasNoProblems } from '../../ops/doctor.js';
import { findingsText } from '../commands/doctor.js';
import { type Draft, instanceOf, type Transport, usesLocalSlack } from './draft.js';

interface Written {
  readonly draft: Draft;
  readonly transport: Transport;
  /** Nothing said which transport to use. */
  readonly byDefault: boolean;
  /** The path of the app's program. */
  readonly program: string;
  /** Of the settings, if they were checked. */
  readonly findings?: readonly Finding[];
}

/** What `init` has written without asking anything, what it found, and what is left to do. */
export function nextSteps(written: Written): string {
  const { draft, transport, byDefault, program, findings } = written;
  const { paths, keptKey } = draft;
  const key = keptKey ? 'kept its ENCRYPTION_KEY' : 'with a new ENCRYPTION_KEY; keep it safe';
  const found = findings === undefined ? '' : `${findingsText(findings)}\n`;
  const steps = [
    ...createApp(draft, program),
    ...fillIn(draft, transport),
    ...check(written),
    `Start the app:\n  ${startCommand(draft, program)}`,
    ...(transport.kind === 'http' ? forward(draft, transport.url) : []),
    ...(transport.kind === 'http' && draft.isDistributed()
      ? [installEverywhere(draft, transport.url)]
      : []),
    askSomething(draft),
  ];
  const head = `Wrote ${paths.env} (${key}) and ${paths.manifest} (${describe(transport, byDefault)}).`;
  const remarks = draft.remarks.map((sentence) => `${sentence}\n`).join('');
  return `${head}\n${remarks}\n${found}Next:\n${steps.map(numbered).join('')}${previews(draft)}${moreIn(program)}`;
}

export function startCommand({ paths }: Draft, program: string): string {
  return `node --env-file=${paths.env} ${program}`;
}

/** What Slack and browsers have to reach; those on this machine do. */
function forward(draft: Draft, url: string): string[] {
  if (isLoopback(url)) return [];
  const others = draft.isDistributed() ? ', /slack/install and /slack/oauth_redirect' : '';
  const paths = `${url}/slack/events${others}`;
  const port =
    draft.get('PORT') ?? describeSettings().find(({ name }) => name === 'PORT')?.fallback;
  return [
    `Forward ${paths} to its PORT (${port}).\nOnce it runs, let Slack verify the address under Event Subscriptions on the app's page.`,
  ];
}

/** Of the local workspace. */
const DEFAULT_PORT = '3080';

/** Starts the stand-in for Slack, which is only in the sources, not in the package. */
export function workspaceCommand({ paths, get, isDistributed }: Draft, program: string): string {
  const port = new URL(get('SLACK_API_URL') ?? 'http://127.0.0.1').port;
  const distributed = isDistributed() ? ' --distributed' : '';
  const more = port === '' || port === DEFAULT_PORT ? '' : ` --port ${port}`;
  const manifest = isPackage(program) ? resolve(paths.manifest) : paths.manifest;
  return `npm run workspace -- --manifest ${manifest}${distributed}${more}`;
}

/** Where the command above runs. */
export function workspacePlace(program: string): string {
  return isPackage(program) ? ', in a clone of the sources' : '';
}

function isPackage(program: string): boolean {
  return program.split(sep).includes('node_modules');
}

/** Slack refuses other workspaces than the app's own until it is distributed. */
export function installEverywhere(draft: Draft, url: string): string {
  const { install } = installAddresses(url);
  if (usesLocalSlack(draft)) return `Open ${install}, and allow it in a workspace.`;
  return `On the app's page, under Manage Distribution, activate public distribution. Then an admin of each\nworkspace in SLACK_WORKSPACES opens ${install}`;
}

/** The page of Slack's that creates the app also shows its tokens: with one, this is done. */
function createApp(draft: Draft, program: string): string[] {
  const { env, manifest } = draft.paths;
  const isDistributed = draft.isDistributed();
  if (draft.get(isDistributed ? 'SLACK_CLIENT_ID' : 'SLACK_BOT_TOKEN') !== undefined) return [];
  if (usesLocalSlack(draft)) {
    return [
      `In another terminal${workspacePlace(program)}, start the local workspace with this manifest:\n  ${workspaceCommand(draft, program)}\nand put the lines that it prints at the end of ${env}.`,
    ];
  }
  const open = `Open https://api.slack.com/apps?new_app=1, choose "From a manifest", paste ${manifest}`;
  return [isDistributed ? `${open}.` : `${open},\nand install the app into your workspace.`];
}

function fillIn(draft: Draft, { kind }: Transport): string[] {
  const fromSlack: readonly Variable[] = [
    ...(draft.isDistributed()
      ? (['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_WORKSPACES'] as const)
      : (['SLACK_BOT_TOKEN'] as const)),
    kind === 'socket' ? 'SLACK_APP_TOKEN' : 'SLACK_SIGNING_SECRET',
  ];
  const needed: readonly Variable[] = [
    // The local workspace prints them.
    ...(usesLocalSlack(draft) ? [] : fromSlack),
    'DEEPSEARCH_URL',
    ...(draft.get('ACCESS_MODE') === 'linked' ? [] : (['DEEPSEARCH_TOKEN'] as const)),
  ];
  const missing = needed.filter((name) => draft.get(name) === undefined);
  if (missing.length === 0) return [];
  const lines = missing.map((name) => `  ${name.padEnd(22)}${WHERE[name] ?? ''}`);
  return [`Fill in ${draft.paths.env}:\n${lines.join('\n')}`];
}

const WHERE: Partial<Readonly<Record<Variable, string>>> = {
  SLACK_BOT_TOKEN: "on the app's page, under OAuth & Permissions",
  SLACK_APP_TOKEN: `on the app's page, under Basic Information, App-Level Tokens, with
                        the scope connections:write`,
  SLACK_SIGNING_SECRET: "on the app's page, under Basic Information",
  SLACK_CLIENT_ID: "on the app's page, under Basic Information",
  SLACK_CLIENT_SECRET: "on the app's page, under Basic Information",
  SLACK_WORKSPACES: 'the IDs of the workspaces that may install it, T…,T…',
  DEEPSEARCH_URL: 'the base URL of your instance',
  DEEPSEARCH_TOKEN: `on your instance: user settings, access tokens; not needed with
                        ACCESS_MODE=linked, where everyone connects their own account`,
};

function check({ draft, findings }: Written): string[] {
  const command = `  npx deepsearch-slack doctor --env-file ${draft.paths.env}`;
  if (findings === undefined) return [`Check the settings:\n${command}`];
  if (hasNoProblems(findings)) return [];
  return [`Fix the problems above in ${draft.paths.env}, and check again:\n${command}`];
}

/** The smoke test needs a bot token, which an app for several workspaces has only stored. */
function askSomething(draft: Draft): string {
  const invite = 'Invite it to a channel (/invite @Deep Search)';
  if (draft.isDistributed()) return `${invite}, and ask a question.`;
  return `${invite}, let it try everything there, and ask a question:\n  npx deepsearch-slack smoke --channel C… --env-file ${draft.paths.env}`;
}

function numbered(step: string, index: number): string {
  const [first, ...rest] = step.split('\n');
  return [`${index + 1}. ${first}`, ...rest.map((line) => `   ${line}`), ''].join('\n');
}

function describe(transport: Transport, byDefault: boolean): string {
  if (transport.kind === 'http') return `for HTTP at ${transport.url}`;
  return byDefault ? 'for Socket Mode, because there was no --url' : 'for Socket Mode';
}

/** Slack reports links to an app only for domains listed in its manifest. */
function previews(draft: Draft): string {
  if (instanceOf(draft) !== undefined) return '';
  return `To get previews of links to your instance, its domain must be in ${draft.paths.manifest}:\nrun this again with --force --instance URL.\n`;
}

/** The image has no documents. */
function moreIn(program: string): string {
  const page = join(dirname(dirname(program)), 'docs', 'install.md');
  if (!existsSync(page)) return '';
  return `${page} has each step, with what you see when it went wrong.\n`;
}
