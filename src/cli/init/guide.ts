import type { InitCommand } from '../commands/init-arguments.js';
import { publicUrl } from '../commands/init-arguments.js';
import { writeManifest } from '../commands/manifest.js';
import type { Env } from '../commands/settings.js';
import type { Said } from '../commands/settings-context.js';
import type { RunCheck } from './check.js';
import { Cancelled, type Dialog } from './dialog.js';
import {
  currentTransport,
  type Draft,
  instanceOf,
  openDraft,
  setDistributed,
  setGiven,
  setTransport,
  type Transport,
  usesLocalSlack,
} from './draft.js';
import { readIfPresent, writePublic } from './files.js';
import { askFirstQuestion, type FirstAnswer } from './first-question.js';
import { manifestLink } from './manifest-link.js';
import { startCommand, workspaceCommand, workspacePlace } from './next-steps.js';
import { settle } from './settle.js';
import {
  accessToken,
  appToken,
  botToken,
  clientId,
  clientSecret,
  instance,
  redis,
  signingSecret,
  workspaces,
} from './topics.js';
import { chosenTransport, manifestOptions } from './unattended.js';

export interface GuideContext {
  readonly dialog: Dialog;
  readonly env: Env;
  /** The path of the app's program. */
  readonly program: string;
  readonly runCheck: RunCheck;
}

interface Step extends GuideContext {
  readonly command: InitCommand;
  readonly draft: Draft;
}

/** As shells report a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

/** Leads through an installation, and saves after each step. Throws `InitError`. */
export async function guide(command: InitCommand, context: GuideContext): Promise<Said> {
  const draft = openDraft(command.dir);
  try {
    return await runSteps({ ...context, command, draft });
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    const text = `\nStopped. What you entered so far is in ${draft.paths.env}; run init again to continue.\n`;
    return { text, code: INTERRUPTED };
  }
}

async function runSteps(step: Step): Promise<Said> {
  const { command, dialog, draft } = step;
  if (draft.existed && !command.force && !(await mayChange(step))) {
    return { text: 'Nothing was changed. --dir names another folder.\n', code: 1 };
  }
  setGiven(draft, command);
  const transport = await askTransport(step);
  const save = () => draft.save(transport.kind);
  if (await askDistributed(step, transport)) setDistributed(draft);
  setTransport(draft, transport);
  for (const sentence of draft.remarks) dialog.say(sentence);
  const works = [await settle(dialog, draft, instance(step))];
  save();
  await offerManifest(step, transport);
  for (const topic of topicsFor(step, transport)) {
    works.push(await settle(dialog, draft, topic));
    save();
  }
  works.push(await askAccess(step));
  save();
  works.push(await settle(dialog, draft, redis(step)));
  save();
  return finish(step, { transport, works: works.every((each) => each) });
}

function mayChange({ dialog, draft }: Step): Promise<boolean> {
  return dialog.confirm(
    `${draft.paths.env} exists. Add what is missing to it, and keep everything else?`,
  );
}

async function askTransport({ command, dialog, draft }: Step): Promise<Transport> {
  const known = chosenTransport(command) ?? currentTransport(draft);
  if (known !== undefined && !(command.distributed && known.kind === 'socket')) return known;
  if (command.distributed) return askUrl(dialog);
  const kind = await dialog.choose('How does Slack reach the app?', [
    { value: 'socket', label: 'Socket Mode', hint: 'the app connects to Slack' },
    { value: 'http', label: 'HTTP', hint: 'Slack calls a public https:// address' },
  ]);
  return kind === 'socket' ? { kind } : askUrl(dialog);
}

async function askUrl(dialog: Dialog): Promise<Transport> {
  const url = await dialog.ask('Public address of the app, such as https://bot.example.com', {
    validate: (entry) =>
      publicUrl(entry) === undefined
        ? 'must be an https:// URL, or http:// for this machine, without ? and #'
        : undefined,
  });
  return { kind: 'http', url: publicUrl(url) ?? url };
}

/** Whether several workspaces install the app. Socket Mode can serve only one. */
async function askDistributed({ command, dialog, draft }: Step, { kind }: Transport) {
  if (command.distributed || draft.isDistributed()) return kind === 'http';
  if (kind === 'socket' || draft.get('SLACK_BOT_TOKEN') !== undefined) return false;
  const many = await dialog.choose('Which workspaces use the app?', [
    { value: 'one', label: 'One', hint: 'you install it there, and copy its bot token' },
    { value: 'several', label: 'Several', hint: 'an admin of each installs it by OAuth' },
  ]);
  return many === 'several';
}

async function offerManifest(step: Step, transport: Transport): Promise<void> {
  const { command, dialog, draft, program } = step;
  const { manifest: path } = draft.paths;
  const options = manifestOptions(transport, instanceOf(draft));
  const text = writeManifest(options);
  const before = readIfPresent(path);
  const isOther = before !== undefined && before !== text && !command.force;
  if (isOther && !(await dialog.confirm(`${path} exists, and differs. Replace it?`))) return;
  writePublic(path, text);
  const exists = (['SLACK_BOT_TOKEN', 'SLACK_CLIENT_ID'] as const).some((name) => draft.get(name));
  if (exists) return;
  if (usesLocalSlack(draft)) {
    dialog.say(
      `Wrote ${path}. Start the local workspace with it, in another terminal${workspacePlace(program)}:`,
    );
    dialog.print(`${workspaceCommand(draft, program)}\n\nIt prints the tokens that come next.`);
    return;
  }
  const link = manifestLink(options);
  const install = draft.isDistributed()
    ? 'It is installed later, once it runs:'
    : 'Then install it into your workspace:';
  dialog.say(`Wrote ${path}. Create the Slack app from it. ${install}`);
  dialog.print(
    link === undefined
      ? `https://api.slack.com/apps?new_app=1 ("From a manifest"; paste ${path})`
      : `${link}\n\nor https://api.slack.com/apps?new_app=1 ("From a manifest"; paste ${path})`,
  );
}

/** An app for many workspaces has no bot token in its settings. */
function topicsFor(step: Step, { kind }: Transport) {
  return [
    ...(step.draft.isDistributed()
      ? [clientId(step), clientSecret(step), workspaces(step)]
      : [botToken(step)]),
    kind === 'socket' ? appToken(step) : signingSecret(step),
  ];
}

async function askAccess(step: Step): Promise<boolean> {
  const { dialog, draft } = step;
  const known = draft.get('DEEPSEARCH_TOKEN') === undefined ? undefined : 'shared';
  const mode =
    draft.get('ACCESS_MODE') ??
    known ??
    (await dialog.choose('Whose account on the instance asks?', [
      { value: 'shared', label: 'One account for everybody' },
      { value: 'linked', label: 'Everybody connects their own' },
      { value: 'both', label: 'Their own where they have connected it, else a shared one' },
    ]));
  if (mode !== 'shared') draft.set({ ACCESS_MODE: mode });
  return mode === 'linked' ? true : settle(dialog, draft, accessToken(step));
}

async function finish(
  step: Step,
  { transport, works }: { transport: Transport; works: boolean },
): Promise<Said> {
  const { dialog, draft, program } = step;
  const start = `Start the app with:\n  ${startCommand(draft, program)}\n`;
  if (!works) {
    const text = `${draft.paths.env} is written, but something above does not work yet. Fix it, and run init again.\n`;
    return { text, code: 1 };
  }
  const wanted = await dialog.confirm('Start the app now, until a first question is answered?');
  if (!wanted) return { text: `${draft.paths.env} is complete. ${start}`, code: 0 };
  const outcome = await askFirstQuestion({ ...step, transport });
  const text = `${AFTER[outcome]} The app is stopped now. ${start}`;
  return { text, code: outcome === 'failed' ? 1 : 0 };
}

const AFTER: Readonly<Record<FirstAnswer, string>> = {
  answered: 'Your first question is answered: everything works.',
  stopped: 'The settings are complete. No question was answered yet.',
  failed: 'The settings are complete, but no question was answered.',
};
