import { createAcceptEvent } from '../intake/accept/accept-event.js';
import { createLimitRequests, type MayAccept } from '../intake/accept/limit-requests.js';
import { createResolveEvent } from '../intake/accept/resolve-event.js';
import { createIntake, type Intake } from '../intake/intake.js';
import { renderHelp } from '../render/help.js';
import { nameRedis } from '../store/describe-outage.js';
import { parseInstallation } from '../store/installation-format.js';
import type { ViewOpener } from '../views/open.js';
import { createRecordSignature } from './received-requests.js';
import type { SharedParts } from './shared.js';
import { composeSignInPages } from './sign-in-pages.js';

/** What receives Slack's requests; undefined if the settings name no transport. */
export function composeIntake(
  shared: SharedParts,
  viewOpener: ViewOpener,
  mayAccept: MayAccept,
): Intake | undefined {
  const { config, logger, metrics, now, producer, seal, slack, stores, tracing } = shared;
  const { transport } = config.slack;
  const ownAccounts = config.deepsearch.accessMode !== 'shared';
  if (transport.kind === 'none') return undefined;
  const { acceptedQuestions, channelChanges, questions, threads } = stores;
  const acceptEvent = createAcceptEvent({
    resolveEvent: createResolveEvent({ threads, questions }),
    mayAccept,
    accept: (intent) => producer.accept(intent),
    threads,
    acceptedQuestions,
    channelChanges,
    observe: metrics.eventReceived,
    tracing,
    redisName: nameRedis(config.redis.url),
    now,
    logger,
  });
  const signInPages = composeSignInPages(shared);
  const { receivedRequests } = stores;
  return createIntake({
    ...slack.api,
    ...installPages(shared),
    ...(signInPages === undefined ? {} : { signInPages }),
    transport,
    ...(transport.kind === 'http' && {
      onSignature: createRecordSignature({ ...transport, receivedRequests, now, logger }),
    }),
    identify: slack.workspaces.identify,
    tokenFor: slack.workspaces.tokenFor,
    acceptEvent,
    seal,
    renderHelp: (command) => renderHelp({ command, ownAccounts }),
    openView: viewOpener.open,
    waitingView: viewOpener.waiting,
    fillView: viewOpener.fill,
    now,
    keepToken: async ({ workspace, user, id }, token) => {
      if (!ownAccounts) return;
      const sent = { token: { scheme: 'token', value: token } } as const;
      await stores.pendingTokens.keep({ workspace, user, id }, sent);
    },
    observeAck: metrics.acked,
    logger,
  });
}

/** Bounds what one person makes the bot store. */
export function composeRequestLimit(shared: SharedParts): MayAccept {
  const { logger, metrics, postEphemeral, producer, stores } = shared;
  return createLimitRequests({
    limits: stores.personLimits,
    postEphemeral,
    accept: (step) => producer.accept(step),
    observe: metrics.limited,
    logger,
  });
}

/** The pages for installs into many workspaces, if the settings allow them. */
function installPages({ config, installations, audit }: SharedParts) {
  const { install } = config.slack;
  if (install.kind === 'token') return {};
  const store = {
    ...installations,
    storeInstallation: async (raw: unknown) => {
      await installations.storeInstallation(raw);
      const { id: workspace, installation } = parseInstallation(raw, install.workspaces);
      const { bot, user } = installation;
      await audit.record({ action: 'app.installed', id: bot.id, workspace, user: user.id });
    },
  };
  return { install: { ...install, publicUrl: config.publicUrl ?? '', store } };
}
