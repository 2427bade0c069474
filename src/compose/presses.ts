import { createPreview } from '../code/preview.js';
import { createCode } from '../code/visit.js';
import { createBrowse } from '../conversations/visit.js';
import type { Ask, Intent, QuestionAction } from '../model/intent.js';
import { createArrival } from '../question/arrival.js';
import { createChanges } from '../question/changes.js';
import { createCheckup } from '../question/checkup.js';
import { createFeedback } from '../question/feedback.js';
import { createGiveUp } from '../question/give-up.js';
import { createIncompleteStep } from '../question/incomplete-step.js';
import { createPress } from '../question/press.js';
import { createReveal } from '../question/reveal.js';
import { createSettings } from '../question/settings.js';
import { createShareAnswer } from '../question/share.js';
import { createWords } from '../question/words.js';
import type { Processors } from '../queue/workers.js';
import { createUnfilled } from '../views/fill.js';
import { PASTED_LINK } from './base.js';
import { createExamination } from './examination.js';
import type { Walk } from './speech.js';
import { composeFilling, composeHome } from './surface.js';

type Kind = Exclude<Intent['kind'], 'ask'>;
type Doing = {
  readonly [K in Kind]: (
    wish: Intent & { readonly kind: K },
    signal: AbortSignal,
  ) => ReturnType<Processors['press']>;
};

/** All that people want of us other than an answer, each done by its own part. */
export function composePresses(walk: Walk, look: () => Promise<unknown>): Processors['press'] {
  const { config, metrics, producer, vault } = walk;
  const { url: baseUrl, token } = config.deepsearch;
  const change = createChanges({ ...walk, accept: (ask) => producer.accept(ask) });
  const press = createPress(walk);
  const browsing = {
    ...walk,
    credentialFor: async () => token,
    tell: walk.whisper,
    accept: (wanted: QuestionAction | Ask) => producer.accept(wanted),
    openLink: (sealed: string) => vault.open(sealed, PASTED_LINK),
    baseUrl,
  };
  const doing: Doing = {
    doctor: createCheckup({ ...walk, examine: createExamination(walk, look) }),
    'conversation-request': createBrowse(browsing),
    code: createCode(browsing),
    vote: createFeedback({ ...walk, observe: metrics.voted }),
    reveal: createReveal({ ...walk, baseUrl }),
    'share-answer': createShareAnswer({ ...walk, baseUrl }),
    'thread-command': createWords(walk),
    settings: createSettings(walk),
    'links-shared': createPreview({ ...browsing, inlineCodeIn: config.inlineCodeIn }),
    'incomplete-step': createIncompleteStep(walk),
    'messages-tab-opened': createArrival({ ...walk, credentialFor: async () => token }),
    'view-request': composeFilling(browsing),
    home: composeHome({ ...browsing, access: config.deepsearch.accessMode }),
    ...{ 'message-changed': change, 'message-deleted': change, 'ask-edited': change },
    ...{ stop: press, 'keep-waiting': press, help: press },
  };
  return (wish, signal) => {
    const act = doing[wish.kind] as (wish: Intent, signal: AbortSignal) => ReturnType<typeof press>;
    return act(wish, signal);
  };
}

/** What people hear where it could not be done. */
export function composeGiveUp(walk: Walk): Processors['giveUpPress'] {
  return createGiveUp({ ...walk, unfilled: createUnfilled(walk) });
}
