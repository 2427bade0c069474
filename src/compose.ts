import { type Application, createApplication } from './compose/application.js';
import { composeIntake, composeRequestLimit } from './compose/intake.js';
import { createSharedParts } from './compose/shared.js';
import { composeWorker } from './compose/worker.js';
import type { Config } from './config.js';
import type { Logger } from './log.js';
import { NO_TRACING, type Tracing } from './tracing.js';
import { createViewOpener } from './views/open.js';

/** Builds the bot from its settings, in the order in which the parts need each other. */
export function compose(
  config: Config,
  logger: Logger,
  tracing: Tracing = NO_TRACING,
): Application {
  const shared = createSharedParts(config, logger, tracing);
  const mayAccept = composeRequestLimit(shared);
  const viewOpener = createViewOpener({
    views: shared.slack.views,
    accept: (request) => shared.producer.accept(request),
    mayAccept,
    formNotes: shared.stores.formNotes,
    postEphemeral: shared.postEphemeral,
    logger,
  });
  const intake =
    config.role === 'worker' ? undefined : composeIntake(shared, viewOpener, mayAccept);
  return createApplication({
    shared,
    viewOpener,
    intake,
    worker:
      config.role === 'bot'
        ? undefined
        : composeWorker(shared, () => intake?.acceptedConnections() ?? 0),
  });
}
