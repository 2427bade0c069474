import { argv, env, exit } from 'node:process';
import { whoAnswers } from './engine/llm/options.js';
import { NotARepository } from './git/repository.js';
import { startService } from './service.js';
import { WrongSetting } from './settings/invalid-setting-error.js';
import { HELP, readSettings, type Settings } from './settings/settings.js';

const paths = argv.slice(2);
if (paths.includes('--help') || paths.includes('-h')) {
  console.log(HELP);
} else {
  await run(paths).catch((error: unknown) => {
    console.error(sentence(error));
    exit(1);
  });
}

async function run(given: readonly string[]): Promise<void> {
  const settings = readSettings(given, env);
  const service = await startService(settings);
  console.log(welcome(service.url, settings));
  const stop = () => void service.stop().then(() => exit(0));
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

function welcome(url: string, { repositories, users, madeToken, model }: Settings): string {
  const who = users.map(({ name }) => name).join(', ');
  const token = madeToken ? `\nAccess token: ${madeToken}` : `\nAccess tokens of: ${who}`;
  return `The service answers at ${url} about ${repositories.join(', ')}${token}\n${whoAnswers(model)}`;
}

/** An operator's mistake gets a sentence; what is ours gets its stack. */
function sentence(error: unknown): unknown {
  if (error instanceof WrongSetting || error instanceof NotARepository) return error.message;
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is taken: set SERVICE_PORT to a free one.`;
  }
  return error;
}
