import { argv, exit, stderr, stdout } from 'node:process';
import { InvalidArgumentError, readCommand, USAGE, type WorkspaceCommand } from './arguments.js';
import {
  distributedSettings,
  installedMessage,
  installedSettings,
  startMessage,
} from './start-message.js';
import { startDistributed, startWithManifest } from './start-with-manifest.js';

await run(argv.slice(2)).catch((error: unknown) => {
  stderr.write(`${errorMessage(error)}\n`);
  exit(1);
});

async function run(args: readonly string[]): Promise<void> {
  const command = readCommand(args);
  if (command === 'help') {
    stdout.write(USAGE);
    return;
  }
  const { workspace, message } = await start(command);
  stdout.write(message);
  const stop = () => void workspace.stop().finally(() => exit(0));
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

async function start({ manifest, distributed, port }: WorkspaceCommand) {
  const { requestUrl } = manifest;
  const options = { port, ...(requestUrl === undefined ? {} : { requestUrl }) };
  if (!distributed || requestUrl === undefined) {
    const workspace = await startWithManifest(manifest, options);
    const settings = installedSettings(workspace, manifest);
    return { workspace, message: startMessage({ url: workspace.url, manifest, settings }) };
  }
  const { workspace, workspaceIds } = await startDistributed(manifest, {
    ...options,
    onInstalled: (installation) => stdout.write(installedMessage(installation)),
  });
  const { origin } = new URL(requestUrl);
  const settings = distributedSettings(workspace, { origin, workspaceIds });
  const installUrl = `${origin}/slack/install`;
  const message = startMessage({ url: workspace.url, manifest, settings, installUrl });
  return { workspace, message };
}

/** Mistakes are one sentence; bugs keep their stack trace. */
function errorMessage(error: unknown): unknown {
  if (error instanceof InvalidArgumentError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: add --port with a free one, or 0 for any.`;
  if (code === 'EACCES') return `Port ${port} is not allowed: add --port with one above 1023.`;
  return error instanceof Error ? error.stack : error;
}
