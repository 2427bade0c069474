import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askService } from '../../local/service/eval/service-client.js';
import { startService } from '../../local/service/service.js';
import { createRandom } from '../chaos/random.js';

const COUNT = 400;
/** So short that some questions wait for one another. */
const MEAN_PAUSE_MS = 500;
const ROOT = join(import.meta.dirname, '..', '..');

function subjects(): string[] {
  const log = execFileSync('git', ['log', '--format=%s'], { cwd: ROOT, encoding: 'utf8' });
  return log
    .split('\n')
    .map((subject) => subject.replace(/^\w+(\([^)]*\))?: /, ''))
    .filter((subject) => subject !== '')
    .slice(0, COUNT);
}

/**
 * Records how long the local service takes, with its default settings, for questions that come at random:
 * the subjects of this repository's commits. Writes recorded-durations.json.
 */
export async function recordDurations(): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  const service = await startService({
    repositories: [ROOT],
    users: [{ id: 1, name: 'record', token }],
    indexWaitMs: Number.POSITIVE_INFINITY,
  });
  const { next: chance } = createRandom(1);
  const asked: Promise<number>[] = [];
  for (const subject of subjects()) {
    const startedAt = performance.now();
    const answered = askService({ url: service.url, token }, subject);
    asked.push(answered.then(() => Math.round(performance.now() - startedAt)));
    await sleep(-MEAN_PAUSE_MS * Math.log(1 - chance()));
  }
  const recording = { recordedOn: new Date(), durations: await Promise.all(asked) };
  writeFileSync(
    join(import.meta.dirname, 'recorded-durations.json'),
    `${JSON.stringify(recording)}\n`,
  );
  await service.stop();
}
