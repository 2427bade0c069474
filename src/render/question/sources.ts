import type { KnownBlock } from '@slack/types';
import type { CitationIssue, Source } from '../../model/answer.js';
import { context } from '../blocks/message.js';
import { clip, escapeMrkdwn, oneLine } from '../format/escape.js';
import { LIMITS, SHOWN } from '../format/limits.js';
import {
  type FilePlace,
  fileOn,
  type SourcePlace,
  sourcePlace,
} from '../markdown/instance-link.js';
import { absoluteUrl, hostToShow } from '../markdown/link.js';
import { linkText } from '../markdown/mrkdwn.js';
import * as notes from '../texts/notes.js';
import * as questionTexts from '../texts/question.js';

/** A source as it is listed. */
export interface Shown {
  readonly label: string;
  /** Undefined where its link leads nowhere: it is named all the same. */
  readonly url?: string;
  /** Undefined where neither label nor link tells. */
  readonly repository?: string;
  /** Its repository, where that is a source too. */
  readonly repositorySource?: Shown;
  readonly issue?: CitationIssue;
  /** Of the instance. */
  readonly file?: FilePlace;
}

interface Sources {
  readonly blocks: KnownBlock[];
  /** How many are left for a click. */
  readonly more: number;
}

/** What an answer rests on, each once. */
export function listSources(sources: readonly Source[], baseUrl: string): readonly Shown[] {
  return withRepositories(distinct(sources, baseUrl));
}

/** A warning that names the sources that do not match what the answer says of them. */
export function issueWarning(shown: readonly Shown[]): KnownBlock[] {
  const wrong = shown.filter(({ issue }) => issue !== undefined);
  if (wrong.length === 0) return [];
  const first = grouped(wrong.slice(0, SHOWN.sources));
  const more = wrong.length - SHOWN.sources;
  const rest = more > 0 ? [questionTexts.andMore(more)] : [];
  return small([...first, ...rest, questionTexts.citationIssueNote]);
}

/** All of them as the lines that a message shows. */
export function sourceLines(shown: readonly Shown[]): string {
  return shown.length === 0 ? '' : [questionTexts.sourcesHead, ...grouped(shown)].join('\n');
}

/** The first ones of what the answer rests on, as small text: by repository, each once, one a line. */
export function firstSources(sources: readonly Source[], baseUrl: string): Sources {
  const shown = listSources(sources, baseUrl);
  if (shown.length === 0) return { blocks: [], more: 0 };
  const more = Math.max(0, shown.length - SHOWN.sources);
  const first = [questionTexts.sourcesHead, ...grouped(shown.slice(0, SHOWN.sources))];
  const rest = [
    ...(more > 0 ? [questionTexts.andMore(more)] : []),
    ...issueNote(shown.slice(0, SHOWN.sources)),
  ];
  return { blocks: small([...first, ...rest]), more };
}

/** What a mark means, where there is one. */
function issueNote(shown: readonly Shown[]): string[] {
  return shown.some(({ issue }) => issue !== undefined) ? [questionTexts.citationIssueNote] : [];
}

/** Those that a click shows to whoever clicks. */
export function remainingSources(sources: readonly Source[], baseUrl: string): Sources {
  const rest = listSources(sources, baseUrl).slice(SHOWN.sources);
  if (rest.length === 0) return { blocks: [], more: 0 };
  return { blocks: small([notes.moreSourcesHead(rest.length), ...grouped(rest)]), more: 0 };
}

/** All of them as a list in Markdown. */
export function sourcesMarkdown(sources: readonly Source[], baseUrl: string): string {
  return distinct(sources, baseUrl)
    .map(({ label, url, repository, issue }) => {
      const name =
        repository === undefined || repository === label ? label : `${repository} ${label}`;
      const bare = name.replace(/[[\]\\]/g, '\\$&');
      const item = url === undefined ? `- ${bare}` : `- [${bare}](${url})`;
      return issue === undefined ? item : `${item} (${questionTexts.citationIssueText(issue)})`;
    })
    .join('\n');
}

/** All of them as lines of plain text. */
export function sourcesPlain(sources: readonly Source[], baseUrl: string): string {
  return distinct(sources, baseUrl)
    .map(({ label, url }) => (url === undefined ? label : `${label}: ${url}`))
    .join('\n');
}

function small(texts: readonly string[]): KnownBlock[] {
  return joined(texts).map((text) => context(text));
}

function show(source: Source, baseUrl: string): Shown {
  const url = absoluteUrl(source.link, baseUrl);
  const found = sourcePlace(source, baseUrl);
  const name = oneLine(source.label) || found?.path || found?.repository || source.link;
  const label = clip(withoutRepository(name, found), SHOWN.sourceLabel);
  const lines = found?.lines === undefined ? '' : span(found.lines);
  const named = label.includes(lines) ? label : label + lines;
  const file = fileOn(source, baseUrl);
  return {
    label: named + hostNote(named, { url, found }, baseUrl),
    ...(url !== undefined && { url }),
    ...(found !== undefined && { repository: found.repository }),
    ...(source.issue !== undefined && { issue: source.issue }),
    ...(file !== undefined && { file }),
  };
}

/** Below the name of a repository, every label looks like a path. */
function hostNote(
  label: string,
  { url, found }: { readonly url: string | undefined; readonly found: SourcePlace | undefined },
  baseUrl: string,
): string {
  if (url === undefined) return '';
  const path = found === undefined ? label : `${found.repository}/${label}`;
  const host = hostToShow(path, url, baseUrl);
  return host === undefined ? '' : ` (${host})`;
}

function span({ start, end }: { readonly start: number; readonly end: number }): string {
  return end > start ? `:${start}-${end}` : `:${start}`;
}

/** Its group says the repository already; a label of nothing else is kept. */
function withoutRepository(label: string, found: SourcePlace | undefined): string {
  if (found?.path === undefined || !label.startsWith(found.repository)) return label;
  return label.slice(found.repository.length).replace(/^[\s/:·›>-]+/, '') || label;
}

function distinct(sources: readonly Source[], baseUrl: string): Shown[] {
  const byKey = new Map<string, Shown>();
  for (const source of sources.map((source) => show(source, baseUrl))) {
    const key = source.url ?? `${source.repository} ${source.label}`;
    if (!byKey.has(key)) byKey.set(key, source);
  }
  return [...byKey.values()];
}

/** A repository heads its files: where some are named, it is no further source beside them. */
function withRepositories(shown: readonly Shown[]): Shown[] {
  const isRepository = ({ label, repository }: Shown) => label === repository;
  const repositories = new Map(
    shown
      .filter(isRepository)
      .map((repositorySource) => [repositorySource.repository, repositorySource]),
  );
  const files = shown.filter((one) => !isRepository(one));
  const headed = new Set(files.map(({ repository }) => repository));
  return shown.flatMap((one) => {
    const repositorySource = repositories.get(one.repository);
    if (isRepository(one)) return headed.has(one.repository) ? [] : [one];
    return [repositorySource === undefined ? one : { ...one, repositorySource }];
  });
}

/** A head for each repository, its sources behind it; long groups as several texts. */
function grouped(shown: readonly Shown[]): string[] {
  const groups = new Map<string, Shown[]>();
  for (const source of shown) {
    const repository = source.repository ?? '';
    const members = groups.get(repository);
    if (members === undefined) groups.set(repository, [source]);
    else members.push(source);
  }
  return [...groups].flatMap(([repository, members]) => {
    const itself =
      members.find(({ label }) => label === repository) ?? members[0]?.repositorySource;
    const others = members.filter((member) => member !== itself).map(sourceText);
    if (repository === '') return lines(ITEM.trimStart(), others);
    const name = itself ?? { label: clip(repository, SHOWN.sourceLabel) };
    return lines(`*${sourceText(name)}*${others.length > 0 ? ITEM : ''}`, others);
  });
}

/** A link too long to be shown beside others is left out; its label is not. */
export function sourceText({ label, url, issue }: Shown): string {
  const link = url === undefined ? '' : linkText(url, label);
  const text = link === '' || link.length > LIMITS.contextText / 2 ? escapeMrkdwn(label) : link;
  return issue === undefined ? text : `${text} ${questionTexts.citationIssueMark(issue)}`;
}

const ITEM = '\n• ';

function lines(head: string, members: readonly string[]): string[] {
  const found: string[] = [];
  let current = head;
  for (const [i, member] of members.entries()) {
    const glue = i === 0 ? '' : ITEM;
    if (current.length + glue.length + member.length > LIMITS.contextText && current !== '') {
      found.push(current);
      current = member;
    } else current += glue + member;
  }
  return [...found, current];
}

/** As few texts as Slack's length for one allows. */
function joined(texts: readonly string[]): string[] {
  const found: string[] = [];
  for (const text of texts) {
    const last = found.at(-1);
    if (last === undefined || last.length + 1 + text.length > LIMITS.contextText) found.push(text);
    else found[found.length - 1] = `${last}\n${text}`;
  }
  return found;
}
