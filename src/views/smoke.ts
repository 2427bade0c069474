import type { Place } from '../model/place.js';
import * as viewTexts from '../render/texts/views.js';
import { renderNotice } from '../render/views/notice.js';
import type { SlackMessages } from '../slack/messages.js';
import type { FillView } from './fill.js';

export interface SmokeFillOptions {
  readonly messages: Pick<SlackMessages, 'list' | 'update'>;
}

/**
 * Fills the view of the smoke test, and changes the message of its button: that tells the smoke test,
 * another process, that the running bot got the click and opened a view.
 */
export function createSmokeFill({ messages }: SmokeFillOptions): FillView<'smoke'> {
  /** The value of a click may be forged, and must not change any other message of the bot. */
  async function isSmokeTest(place: Place, ts: string): Promise<boolean> {
    const [found] = await messages.list(place, { oldest: ts, latest: ts, limit: 1 });
    return found?.text === viewTexts.smokeAsked;
  }

  return async (_modal, request) => {
    const { place } = request;
    const ts = place?.threadTs;
    if (place !== undefined && ts !== undefined && (await isSmokeTest(place, ts))) {
      const content = { text: viewTexts.smokeAnswered, blocks: [], priority: 'final' } as const;
      await messages.update(place, ts, content);
    }
    return renderNotice(request, viewTexts.smokeAnswered);
  };
}
