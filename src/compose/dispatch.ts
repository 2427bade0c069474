import { createPreview } from '../code/preview.js';
import { createCode } from '../code/visit.js';
import { createBrowse } from '../conversations/visit.js';
import { createDispatch } from '../dispatch/dispatch.js';
import { createGiveUp } from '../dispatch/give-up.js';
import { createPermissions } from '../dispatch/permissions.js';
import type { Ask, QuestionAction } from '../model/intent.js';
import { createArrival } from '../question/arrival.js';
import { createChanges } from '../question/changes.js';
import { createCheckup } from '../question/checkup.js';
import { createFeedback, createVoteTarget } from '../question/feedback.js';
import { createHelp } from '../question/help.js';
import { createIncompleteStep } from '../question/incomplete-step.js';
import { createQuestionActions } from '../question/press.js';
import { createReveal } from '../question/reveal.js';
import { createSettings } from '../question/settings.js';
import { createShareAnswer } from '../question/share.js';
import { createWords } from '../question/words.js';
import type { Processors } from '../queue/workers.js';
import { createViewNotices } from '../views/fill.js';
import { PASTED_LINK } from './base.js';
import { createExamination } from './examination.js';
import type { Walk } from './speech.js';
import { composeFilling, composeHome } from './surface.js';

/** Every kind of intent but a question: the permission that it needs, and its handler. */
export function composeDispatch(
  walk: Walk,
  look: () => Promise<unknown>,
): Pick<Processors, 'handle' | 'giveUp'> {
  const { config, metrics, producer, vault } = walk;
  const { url: baseUrl, token } = config.deepsearch;
  const changes = createChanges({ ...walk, accept: (ask) => producer.accept(ask) });
  const questionAction = createQuestionActions(walk);
  const { refuseView, showUnfilled } = createViewNotices(walk);
  const browsing = {
    ...walk,
    credentialFor: async () => token,
    accept: (wanted: QuestionAction | Ask) => producer.accept(wanted),
    openLink: (sealed: string) => vault.open(sealed, PASTED_LINK),
    baseUrl,
  };
  const handle = createDispatch({
    permissions: createPermissions({ ...walk, voteTarget: createVoteTarget(walk), refuseView }),
    handlers: {
      stop: questionAction,
      'keep-waiting': questionAction,
      help: createHelp(walk),
      'thread-command': createWords(walk),
      'message-changed': changes.messageChanged,
      'message-deleted': changes.messageDeleted,
      'ask-edited': changes.askEdited,
      doctor: createCheckup({ ...walk, examine: createExamination(walk, look) }),
      'conversation-request': createBrowse(browsing),
      code: createCode(browsing),
      vote: createFeedback({ ...walk, observe: metrics.voted }),
      reveal: createReveal({ ...walk, baseUrl }),
      'share-answer': createShareAnswer({ ...walk, baseUrl }),
      settings: createSettings(walk),
      'links-shared': createPreview({ ...browsing, inlineCodeIn: config.inlineCodeIn }),
      'incomplete-step': createIncompleteStep(walk),
      'messages-tab-opened': createArrival({ ...walk, credentialFor: async () => token }),
      'view-request': composeFilling(browsing),
      home: composeHome({ ...browsing, access: config.deepsearch.accessMode }),
    },
  });
  return { handle, giveUp: createGiveUp({ ...walk, showUnfilled }) };
}
