import { html } from 'ghtml';
import type { IndexState } from '../index/index-tracker.js';
import { age } from '../markdown/age.js';
import { counted, formatNumber } from '../markdown/counted.js';
import type { SyncStatus } from '../sync/remote-sync.js';
import { directoryPagePath } from './paths.js';

/** What is known of a repository. */
export interface RepositoryOverview {
  readonly name: string;
  /** Absent if another engine answers than ours. */
  readonly index?: IndexState;
  /** Absent if the service does not fetch it. */
  readonly sync?: SyncStatus;
}

/** The repositories: how large and fresh each is, what is being done, and what is wrong. */
export function repositoryList(all: readonly RepositoryOverview[], now: number): string {
  if (all.length === 0) return '<p class="soft">There are none.</p>';
  const rows = all.map((one) => repositoryHtml(one, now));
  return html`<ul class="repositories">!${rows.join('\n')}</ul>`;
}

/** Whether something will have changed a moment later. */
export function isChanging({ index, sync }: RepositoryOverview): boolean {
  return index?.state === 'indexing' || (sync !== undefined && sync.activity !== 'idle');
}

function repositoryHtml(repository: RepositoryOverview, now: number): string {
  const { name, index, sync } = repository;
  const facts = [sizeText(repository), freshText(repository, now)].filter(Boolean).join(' · ');
  const problems = [
    ...(index?.problem === undefined ? [] : [index.problem]),
    ...(sync?.problem ? [fetchProblemText(sync, sync.problem.sentence, now)] : []),
  ];
  const alerts = problems.map((text) => html`<p class="problem">${sentence(text)}</p>`);
  return html`<li><a href="${directoryPagePath(name, '')}">${name}</a>
<p class="facts">${facts}</p>!${activityHtml(repository)}!${alerts.join('')}</li>`;
}

function sizeText({ index, sync }: RepositoryOverview): string {
  const files = index?.files === undefined ? '' : counted(index.files, 'file');
  const megabytes = sync && sync.bytes > 0 ? `${bytesText(sync.bytes)}` : '';
  return [files, megabytes].filter(Boolean).join(', ');
}

function freshText({ index, sync }: RepositoryOverview, now: number): string {
  const { committedAt } = index ?? {};
  const commit = committedAt === undefined ? '' : `last commit ${age(now - committedAt)} ago`;
  const isEmpty = index?.state === 'empty' && sync?.activity !== 'fetching';
  if (!sync) return isEmpty ? 'no commits yet' : commit;
  if (sync.fetchedAt === undefined) return 'not fetched yet';
  const fetched = `fetched ${age(now - sync.fetchedAt)} ago`;
  return isEmpty ? `no commits yet · ${fetched}` : [commit, fetched].filter(Boolean).join(' · ');
}

function fetchProblemText({ nextAt }: SyncStatus, problem: string, now: number): string {
  return nextAt === undefined ? problem : `${problem}. Next try in ${age(nextAt - now)}`;
}

function activityHtml({ index, sync }: RepositoryOverview): string {
  if (sync?.activity === 'waiting') return '<p class="facts">Waiting to be fetched</p>';
  if (sync?.activity === 'fetching') {
    const { phase, percent } = sync.progress ?? {};
    const what = phase === 'resolving' ? 'Fetching: unpacking' : 'Fetching';
    return progressHtml(what, percent === undefined ? undefined : { done: percent, total: 100 });
  }
  if (index?.state !== 'indexing') return '';
  const { progress } = index;
  const done = progress
    ? `: ${formatNumber(progress.done)} of ${formatNumber(progress.total)} files`
    : '';
  return progressHtml(`Indexing${done}`, progress);
}

function progressHtml(
  what: string,
  progress: { readonly done: number; readonly total: number } | undefined,
): string {
  const value = progress ? html` value="${progress.done}" max="${progress.total}"` : '';
  return html`<p class="facts"><label>${what} <progress!${value}></progress></label></p>`;
}

function bytesText(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes < 1) return 'less than 1 MB';
  if (megabytes < 1_000) return `${Math.round(megabytes)} MB`;
  return `${(megabytes / 1_000).toFixed(1)} GB`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
