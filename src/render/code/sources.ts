import type { ModalView } from '@slack/types';
import type { Source } from '../../model/answer.js';
import type { CodePage } from '../../model/code.js';
import { context, section } from '../blocks/message.js';
import { modalView, openViewButton, type ViewContext } from '../blocks/modal.js';
import { LIMITS } from '../format/limits.js';
import { createLinks, type FilePlace } from '../markdown/instance-link.js';
import { listSources, type Shown, sourceText } from '../question/sources.js';
import * as codeTexts from '../texts/code.js';
import * as questionTexts from '../texts/question.js';
import { pageReference } from './page-reference.js';
import { type FileLocation, fileHead, readFileFollowUp } from './searches.js';

/** The page that each file among the sources opens: its lines, at the revision that the answer cites. */
export function sourcePages(sources: readonly Source[], baseUrl: string): CodePage[] {
  return listSources(sources, baseUrl).flatMap(({ file }) => (file ? [pageOf(file)] : []));
}

export interface SourcesInput {
  readonly sources: readonly Source[];
  /** Of the instance. */
  readonly baseUrl: string;
  /** Below them. */
  readonly note: string | undefined;
}

/** An answer's sources, the files among them each with a button that opens its lines. */
export function renderSources(
  view: ViewContext,
  { sources, baseUrl, note }: SourcesInput,
): ModalView {
  const links = createLinks(baseUrl);
  const all = listSources(sources, baseUrl);
  const shown = all.slice(0, MAX_ROWS);
  const rows = shown.map((source, i) => {
    const { file, issue } = source;
    if (file === undefined) return section(sourceText(source));
    const modal = { kind: 'code', page: pageReference(pageOf(file)) } as const;
    const mark = issue === undefined ? '' : ` ${questionTexts.citationIssueMark(issue)}`;
    const head = section(fileHead(locationOf(file), links) + mark);
    return { ...head, accessory: openViewButton(codeTexts.readLabel, modal, i) };
  });
  const left = all.length - shown.length;
  const isReadable = ({ file }: Shown) => file !== undefined;
  const isCurrent = ({ file }: Shown) => file !== undefined && file.revision === undefined;
  return modalView(view, {
    title: codeTexts.sourcesTitle,
    blocks: [
      section(codeTexts.sourcesViewHead(all.length, shown.some(isReadable))),
      ...rows,
      ...(left > 0 ? [context(codeTexts.sourcesLeftOut(left))] : []),
      ...(all.some(({ issue }) => issue) ? [context(questionTexts.citationIssueNote)] : []),
      ...(all.some(isCurrent) ? [context(codeTexts.currentRevisionNote)] : []),
      ...(note === undefined ? [] : [context(note)]),
    ],
  });
}

/** Leaves room for the head and the notes below. */
const MAX_ROWS = LIMITS.viewBlocks - 5;

function pageOf(file: FilePlace): CodePage {
  return { call: readFileFollowUp(locationOf(file)).call, page: 0 };
}

function locationOf({ repository: repo, path, revision, lines }: FilePlace): FileLocation {
  const span = lines && { first: Math.max(1, lines.start), last: Math.max(1, lines.end) };
  return { repo, path, revision, lines: span };
}
