import { createBase } from './compose/base.js';
import { composeIntake } from './compose/intake.js';
import { createLife, type DeepSearchSlack } from './compose/life.js';
import { composeSurface } from './compose/surface.js';
import { composeWorkers } from './compose/worker.js';
import type { Config } from './config.js';
import type { Logger } from './log.js';

/** Builds the bot from its settings, in the order in which the parts need each other. */
export function compose(config: Config, logger: Logger): DeepSearchSlack {
  const base = createBase(config, logger);
  const { role } = config;
  const surface = composeSurface(base);
  const intake = role === 'worker' ? undefined : composeIntake(base, surface);
  const workers = role === 'bot' ? undefined : composeWorkers(base);
  return createLife(base, { intake, surface, workers });
}
