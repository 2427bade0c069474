import { existsSync } from 'node:fs';
import { hasNoProblems } from '../../ops/doctor.js';
import type { InitCommand } from '../commands/init-arguments.js';
import { writeManifest } from '../commands/manifest.js';
import type { Said } from '../commands/settings-context.js';
import type { CheckName, RunCheck } from './check.js';
import {
  currentTransport,
  instanceOf,
  openDraft,
  setDistributed,
  setGiven,
  setTransport,
  type Transport,
} from './draft.js';
import { writePublic } from './files.js';
import { InitError } from './init-error.js';
import { nextSteps } from './next-steps.js';

const CHECKS: readonly CheckName[] = ['settings', 'redis', 'slack', 'transport', 'service'];

/** Writes `.env` and the manifest without asking anything, and checks values that it was given. Throws `InitError`. */
export async function initUnattended(
  command: InitCommand,
  { program, runCheck }: { program: string; runCheck: RunCheck },
): Promise<Said> {
  const draft = openDraft(command.dir);
  if (!command.force) refuseExisting(Object.values(draft.paths));
  setGiven(draft, command);
  const chosen = chosenTransport(command) ?? currentTransport(draft);
  const transport = chosen ?? { kind: 'socket' };
  const needsUrl = command.distributed || (draft.isDistributed() && command.transport !== 'socket');
  if (needsUrl && transport.kind === 'socket') throw new InitError(NEEDS_URL);
  if (command.distributed) setDistributed(draft);
  setTransport(draft, transport);
  draft.save(transport.kind);
  writePublic(draft.paths.manifest, writeManifest(manifestOptions(transport, instanceOf(draft))));
  const written = { draft, transport, byDefault: chosen === undefined, program };
  if (command.values === undefined) return { text: nextSteps(written), code: 0 };
  const findings = await runCheck(draft.env(), CHECKS);
  return { text: nextSteps({ ...written, findings }), code: hasNoProblems(findings) ? 0 : 1 };
}

const NEEDS_URL =
  'An app for several workspaces needs --url, the https:// URL at which browsers and Slack reach the app, or PUBLIC_URL in .env and no SLACK_APP_TOKEN.';

/** What the arguments say. */
export function chosenTransport({ transport, url }: InitCommand): Transport | undefined {
  if (transport === 'socket') return { kind: 'socket' };
  return url === undefined ? undefined : { kind: 'http', url };
}

export function manifestOptions(transport: Transport, instance: string | undefined) {
  return {
    ...(transport.kind === 'http' ? { publicUrl: transport.url } : {}),
    ...(instance === undefined ? {} : { instance }),
  };
}

function refuseExisting(paths: readonly string[]): void {
  const existing = paths.filter((path) => existsSync(path));
  if (existing.length === 0) return;
  const verb = existing.length === 1 ? 'exists' : 'exist';
  throw new InitError(
    `${existing.join(' and ')} ${verb} already, so nothing was written: add --force to change them, run init at a terminal, or choose another folder with --dir.`,
  );
}
