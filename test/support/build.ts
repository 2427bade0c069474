import type { TestProject } from 'vitest/node';
import { ensureBuilt } from './dist.js';

/** Vitest runs this before the first test: the bot, and the threads of the local service, run what was built. */
export async function setup(project: TestProject): Promise<void> {
  await ensureBuilt();
  project.onTestsRerun(ensureBuilt);
}
