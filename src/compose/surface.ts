import { createOpen } from '../browse/opened.js';
import { createReach } from '../browse/reach.js';
import type { BrowseOptions } from '../browse/visit.js';
import type { Opening } from '../model/intent.js';
import { type AboutOptions, createAboutFill } from '../surface/about.js';
import { type CodeFillOptions, createCodeFill } from '../surface/code.js';
import { createFilling, type FillingOptions } from '../surface/fill.js';
import { createSurface } from '../surface/open.js';
import { createPreviewFill, type PreviewFillOptions } from '../surface/preview.js';
import { createShowTalk, createTalkFill } from '../surface/talk.js';
import type { Base } from './base.js';
import { composeWhisper } from './speech.js';

/** In the process that hears clicks: it opens views, and says where that fails. */
export function composeSurface(base: Base) {
  const whisper = composeWhisper(base);
  return createSurface({
    ...base,
    accept: (opening) => base.producer.accept(opening),
    tell: (opening, note) => whisper(hearerOf(opening), note),
  });
}

function hearerOf({ workspace, place, by: asker, sealedResponseUrl: url }: Opening) {
  const where = place ?? { workspace, channel: asker, direct: true };
  return { place: where, asker, ...(url === undefined ? {} : { sealedResponseUrl: url }) };
}

type Filling = BrowseOptions &
  AboutOptions &
  CodeFillOptions &
  Pick<PreviewFillOptions, 'previews'> &
  Omit<FillingOptions, 'fills'>;

/** In the worker: it fills the views that stand open. */
export function composeFilling(options: Filling) {
  const reach = createReach(options);
  const open = createOpen({ ...options, reach });
  const reading = { ...options, open, reach };
  const fills = {
    talk: createTalkFill(reading),
    preview: createPreviewFill({ ...reading, showTalk: createShowTalk(reading) }),
    about: createAboutFill(options),
    code: createCodeFill(options),
  };
  return createFilling({ ...options, fills });
}
