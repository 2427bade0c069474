import { argv, env, exit } from 'node:process';
import { describeAnswerSource } from './engine/llm/options.js';
import { NotARepositoryError } from './git/repository.js';
import { counted } from './markdown/counted.js';
import { startService } from './service.js';
import { InvalidSettingError } from './settings/invalid-setting-error.js';
import { HELP_TEXT, readSettings, type Settings } from './settings/settings.js';
import { watchSyncFile } from './settings/watch-sync-file.js';

const paths = argv.slice(2);
if (paths.includes('--help') || paths.includes('-h')) {
  console.log(HELP_TEXT);
} else {
  await runService(paths).catch((error: unknown) => {
    console.error(errorMessage(error));
    exit(1);
  });
}

async function runService(given: readonly string[]): Promise<void> {
  const settings = readSettings(given, env);
  const service = await startService(settings);
  console.log(startupMessage(service.url, settings));
  if (settings.syncFile !== undefined) watchSyncFile(settings.syncFile, service.changeSync);
  const stop = () =>
    void service.stop().then(
      () => exit(0),
      (error: unknown) => {
        console.error(error);
        exit(1);
      },
    );
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

function startupMessage(
  url: string,
  { repositories, sync, users, generatedToken, model }: Settings,
): string {
  const fetched = sync
    ? [`${counted(sync.remotes.length, 'repository', 'repositories')} to fetch`]
    : [];
  const what = [...repositories, ...fetched].join(', ');
  const who = users.map(({ name }) => name).join(', ');
  const token = generatedToken ? `\nAccess token: ${generatedToken}` : `\nAccess tokens of: ${who}`;
  return `The service answers at ${url} about ${what}${token}\n${describeAnswerSource(model)}`;
}

/** Configuration errors are one sentence; bugs keep their stack trace. */
function errorMessage(error: unknown): unknown {
  if (error instanceof InvalidSettingError || error instanceof NotARepositoryError)
    return error.message;
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is taken: set SERVICE_PORT to a free one.`;
  }
  return error;
}
