import { createBrowse } from '../browse/visit.js';
import { createPeek } from '../code/peek.js';
import { createPreview } from '../code/preview.js';
import { createChanges } from '../question/changes.js';
import { createCheckup } from '../question/checkup.js';
import { createFeedback } from '../question/feedback.js';
import { createPress } from '../question/press.js';
import { createReveal } from '../question/reveal.js';
import { createWords } from '../question/words.js';
import { createWorkflowStep } from '../question/workflow-step.js';
import type { Processors } from '../queue/workers.js';
import { PASTED_LINK } from './base.js';
import { createExamination } from './examination.js';
import type { Walk } from './walk.js';

/** Everything that people want beside an answer, each to who does it. */
export function composePresses(walk: Walk): Processors['press'] {
  const { client, config, metrics, producer, vault } = walk;
  const baseUrl = config.deepsearch.url;
  const press = createPress(walk);
  const obey = createWords(walk);
  const change = createChanges({ ...walk, accept: (ask) => producer.accept(ask) });
  const list = () => client.list({ token: config.deepsearch.token, pageSize: 1 });
  const checkup = createCheckup({ ...walk, examine: createExamination(walk, list) });
  const openLink = (sealed: string) => vault.open(sealed, PASTED_LINK);
  const browse = createBrowse({
    ...walk,
    credentialFor: async () => config.deepsearch.token,
    tell: walk.whisper,
    accept: (press) => producer.accept(press),
    openLink,
    baseUrl,
  });
  const preview = createPreview({ ...walk, openLink, baseUrl });
  const peek = createPeek({ ...walk, visit: browse });
  const step = createWorkflowStep({ ...walk, accept: (ask) => producer.accept(ask) });
  const reveal = createReveal({ ...walk, baseUrl });
  const feedback = createFeedback({ ...walk, observe: metrics.voted });

  return (wish, signal) => {
    switch (wish.kind) {
      case 'checkup':
        return checkup(wish);
      case 'visit':
        return browse(wish, signal);
      case 'links-shared':
        return preview(wish);
      case 'peek':
        return peek(wish, signal);
      case 'workflow-step':
        return step(wish);
      case 'vote':
        return feedback(wish);
      case 'reveal':
        return reveal(wish, signal);
      case 'word':
        return obey(wish, signal);
      case 'rewrite':
      case 'removal':
      case 'ask-again':
        return change(wish, signal);
      default:
        return press(wish, signal);
    }
  };
}
