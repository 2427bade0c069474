import type { Caller } from '../conversations/caller.js';
import { createExport } from '../conversations/export.js';
import { createKeep } from '../conversations/keep.js';
import { createFind } from '../conversations/list.js';
import { createOpen } from '../conversations/opened.js';
import { createReach } from '../conversations/reach.js';
import { createRunning } from '../conversations/running.js';
import { createQuotaOf } from '../conversations/usage.js';
import type { BrowseOptions } from '../conversations/visit.js';
import type { Question } from '../model/question.js';
import type { ViewRequest } from '../model/view-request.js';
import { type AboutOptions, createAboutFill } from '../views/about.js';
import { type CodeFillOptions, createCodeFill } from '../views/code.js';
import { createFilling, type FillingOptions } from '../views/fill.js';
import { createHome, type HomeOptions } from '../views/home.js';
import { createSurface } from '../views/open.js';
import { createPreviewFill, type PreviewFillOptions } from '../views/preview.js';
import { createSettingsFill, type SettingsOptions } from '../views/settings.js';
import { createSourcesFill, type SourcesFillOptions } from '../views/sources.js';
import { createShowTalk, createTalkFill } from '../views/talk.js';
import type { Base } from './base.js';
import { composePostEphemeral } from './speech.js';

/** In the process that hears clicks: it opens views, and says where that fails. */
export function composeSurface(base: Base) {
  const postEphemeral = composePostEphemeral(base);
  return createSurface({
    ...base,
    accept: (opening) => base.producer.accept(opening),
    tell: (opening, note) => postEphemeral(hearerOf(opening), note),
  });
}

function hearerOf({ workspace, place, user, sealedResponseUrl: url }: ViewRequest) {
  const where = place ?? { workspace, channel: user, direct: true };
  return { place: where, user, ...(url === undefined ? {} : { sealedResponseUrl: url }) };
}

type Filling = BrowseOptions &
  Pick<Base, 'homes' | 'producer'> &
  AboutOptions &
  SettingsOptions &
  CodeFillOptions &
  SourcesFillOptions &
  Pick<PreviewFillOptions, 'previews'> &
  Omit<FillingOptions, 'fills'>;

/** In the worker: it fills the views that stand open. */
export function composeFilling(options: Filling) {
  const reach = createReach(options);
  const open = createOpen({ ...options, reach });
  const keep = createKeep({ ...options, open });
  const exported = createExport({ ...options, open });
  const refreshHome = createRefreshHome(options);
  const reading = { ...options, open, reach, keep, exported, refreshHome };
  const code = createCodeFill(options);
  const showTalk = createShowTalk(reading);
  const fills = {
    conversation: createTalkFill(reading),
    preview: createPreviewFill({ ...reading, showTalk, showCode: code }),
    about: createAboutFill(options),
    settings: createSettingsFill(options),
    code,
    sources: createSourcesFill(options),
  };
  return createFilling({ ...options, fills });
}

/** In the worker: what somebody's Home shows. */
export function composeHome(
  options: BrowseOptions & Omit<HomeOptions, 'find' | 'quotaOf' | 'stop'>,
) {
  const reach = createReach(options);
  const running = createRunning({ ...options, reach });
  return createHome({
    ...options,
    find: createFind({ ...options, reach }),
    quotaOf: createQuotaOf(options),
    stop: (questionId, caller) => running({ do: 'stop', questionId }, caller),
  });
}

/** Whoever looked at their Home lately sees what has changed. It may be lost. */
function createRefreshHome({
  homes,
  producer,
  logger,
}: Pick<Base, 'homes' | 'producer' | 'logger'>) {
  return async ({ who, visit, at }: Pick<Caller, 'who' | 'visit' | 'at'>): Promise<void> => {
    const { workspace, user: by } = who;
    try {
      if ((await homes.look(who)) === undefined) return;
      await producer.accept({ kind: 'home', id: `home-${visit}`, workspace, user: by, at });
    } catch (error) {
      logger.debug({ err: error }, 'a Home was not refreshed');
    }
  };
}

/** A question of theirs has begun or ended. */
export function createNoteAtHome(base: Base) {
  const refresh = createRefreshHome(base);
  return ({ id, user, place, phase }: Question): Promise<void> =>
    refresh({ who: { workspace: place.workspace, user }, visit: `${id}-${phase}`, at: base.now() });
}

const DAY_MS = 24 * 3600_000;

/**
 * Who asks in their direct message with us has come to it, also where Slack has not said so: what is
 * suggested there is set anew once a day. It may be lost.
 */
export function createNoteArrival({ producer, logger }: Pick<Base, 'producer' | 'logger'>) {
  return async ({ user: by, askedAt, place }: Question): Promise<void> => {
    const { workspace, channel, direct } = place;
    if (!direct) return;
    const id = `arrival-${workspace}-${channel}-${Math.floor(askedAt / DAY_MS)}`;
    const arrived = { workspace, channel, direct };
    await producer
      .accept({ kind: 'messages-tab-opened', id, place: arrived, user: by })
      .catch((error: unknown) => {
        logger.debug({ err: error }, 'nothing was suggested');
      });
  };
}
