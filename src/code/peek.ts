import type { Peek, Visit } from '../model/intent.js';
import { type Again, type Patience, patiently } from '../poll/patience.js';
import * as words from '../render/previews/words.js';
import type { Preview, PreviewStore } from '../store/previews.js';

export interface PeekOptions extends Patience {
  readonly previews: Pick<PreviewStore, 'find'>;
  /** Shows a conversation to whoever may reach it, and says no to everybody else. */
  readonly visit: (visit: Visit, signal: AbortSignal) => Promise<Again>;
  readonly whisper: (to: Hearer, note: string) => Promise<void>;
}

interface Hearer {
  readonly place: Peek['place'];
  readonly asker: string;
}

/** Somebody clicked on a preview: what it leads to is opened under their own access. */
export function createPeek(options: PeekOptions) {
  const { previews, visit, whisper } = options;

  function show(peek: Peek, preview: Preview, signal: AbortSignal): Promise<Again> {
    const { id, by, at } = peek;
    const place = placeOf(peek, preview);
    const errand = { do: 'show', of: { sealedLink: preview.sealedLink }, page: 0 } as const;
    return visit({ kind: 'visit', id, place, by, at, errand, clicked: false }, signal);
  }

  return (peek: Peek, signal: AbortSignal): Promise<Again> =>
    patiently(options, peek.id, async () => {
      const { workspace, channel } = peek.place;
      const preview = await previews.find({ workspace, channel, id: peek.previewId });
      if (preview !== undefined) return show(peek, preview, signal);
      await whisper({ place: peek.place, asker: peek.by }, words.previewGone());
      return undefined;
    });
}

/** A click on a preview does not say which thread it is in. */
function placeOf({ place }: Peek, { threadTs }: Preview): Peek['place'] {
  return threadTs === undefined ? place : { ...place, threadTs };
}
