import { html } from 'ghtml';
import { layout } from './layout.js';
import { isChanging, type RepositoryOverview, repositoryList } from './repository-list.js';

export interface FrontPageView {
  readonly repositories: readonly RepositoryOverview[];
  /** In ms since the epoch. */
  readonly now: number;
}

/** The page at `/`: what the service knows, and how fresh it is. */
export function frontPage({ repositories, now }: FrontPageView): string {
  return layout({
    title: 'Repositories',
    headerHtml: '<nav>Repositories</nav>',
    bodyHtml: html`!${repositoryList(repositories, now)}`,
    ...(repositories.some(isChanging) && { refresh: 3 }),
  });
}
