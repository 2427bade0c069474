import * as viewTexts from '../render/texts/views.js';
import { renderNotice } from '../render/views/notice.js';
import type { SlackMessages } from '../slack/messages.js';
import type { FillView } from './fill.js';

export interface SmokeFillOptions {
  readonly messages: Pick<SlackMessages, 'update'>;
}

/**
 * Fills the view of the smoke test, and changes the message of its button: that tells the smoke test,
 * another process, that the running bot got the click and opened a view.
 */
export function createSmokeFill({ messages }: SmokeFillOptions): FillView<'smoke'> {
  return async (_modal, request) => {
    const { place } = request;
    if (place?.threadTs !== undefined) {
      const content = { text: viewTexts.smokeAnswered, blocks: [], priority: 'final' } as const;
      await messages.update(place, place.threadTs, content);
    }
    return renderNotice(request, viewTexts.smokeAnswered);
  };
}
