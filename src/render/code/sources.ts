import type { ModalView } from '@slack/types';
import type { Source } from '../../model/answer.js';
import type { CodePage } from '../../model/code.js';
import { LIMITS } from '../format/limits.js';
import { createLinks, fileOn } from '../instance-link.js';
import { context, section } from '../message.js';
import * as words from '../texts/code.js';
import * as texts from '../texts/question.js';
import { modalView, type Opened, opens } from '../views/view.js';
import { fileHead, reading } from './searches.js';
import { shown } from './turn.js';

/** Whether the tools can read any of them. */
export function canLookInto(sources: readonly Source[], baseUrl: string): boolean {
  return sources.some((source) => fileOn(source, baseUrl) !== undefined);
}

/** What each file among an answer's sources opens: its lines, at the revision that the answer saw. */
export function sourceTurns(sources: readonly Source[], baseUrl: string): CodePage[] {
  return placesIn(sources, baseUrl).map((place) => ({ call: reading(place).call, page: 0 }));
}

/** The files among an answer's sources, each with the way to its lines. */
export function renderSources(
  opened: Opened,
  sources: readonly Source[],
  baseUrl: string,
): ModalView {
  const links = createLinks(baseUrl);
  const places = placesIn(sources, baseUrl);
  const rows = places.slice(0, MOST).map((place, i) => {
    const { label, call } = reading(place);
    const modal = { of: 'code', show: shown({ call, page: 0 }) } as const;
    const mark = place.doubt === undefined ? '' : ` ${texts.doubted(place.doubt)}`;
    return { ...section(fileHead(place, links) + mark), accessory: opens(label, modal, i) };
  });
  const left = places.length - rows.length;
  return modalView(opened, {
    title: words.sourcesTitle,
    blocks: [
      section(words.sourcesHead(places.length)),
      ...rows,
      ...(left > 0 ? [context(words.sourcesLeft(left))] : []),
      ...(places.some(({ doubt }) => doubt) ? [context(texts.doubtNote)] : []),
      ...(places.every(({ revision }) => revision) ? [] : [context(words.asItIsNow)]),
    ],
  });
}

/** Room for a head and what stands below. */
const MOST = LIMITS.viewBlocks - 4;

/** The files of the instance among them, each once. */
function placesIn(sources: readonly Source[], baseUrl: string) {
  const places = sources.flatMap((source) => {
    const found = fileOn(source, baseUrl);
    if (found === undefined) return [];
    const { repository: repo, path, revision, lines } = found;
    const at = lines && { first: Math.max(1, lines.start), last: Math.max(1, lines.end) };
    const place = { repo, path, revision, lines: at };
    return [[JSON.stringify(place), { ...place, doubt: source.issue }] as const];
  });
  return [...new Map(places).values()];
}
