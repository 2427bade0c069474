import { createAcceptEvent } from '../intake/accept/accept-event.js';
import { createIntake } from '../intake/intake.js';
import * as notes from '../render/texts/notes.js';
import type { ViewOpener } from '../views/open.js';
import type { Base } from './base.js';

/** What the install pages need; nothing with a token from the settings. */
function composeInstall({ config, installs }: Base) {
  const { install } = config.slack;
  if (install.kind === 'token') return {};
  return { install: { ...install, publicUrl: config.publicUrl ?? '', store: installs } };
}

export function composeIntake(base: Base, surface: ViewOpener) {
  const { config, logger, metrics, producer, questions, threads, vault, workspaces, now } = base;
  const { acceptedQuestions } = base;
  const { transport } = config.slack;
  if (transport.kind === 'none') return undefined;
  const acceptEvent = createAcceptEvent({
    accept: (intent) => producer.accept(intent),
    threads,
    acceptedQuestions,
    questions,
    observe: metrics.eventReceived,
    logger,
  });
  return createIntake({
    ...workspaces,
    ...base.api,
    ...composeInstall(base),
    transport,
    acceptEvent,
    seal: vault.seal,
    helpText: notes.usage,
    openView: surface.open,
    waitingView: surface.waiting,
    fillView: surface.fill,
    now,
    observeAck: metrics.acked,
    logger,
  });
}
