import type { Source } from '../../conversation/resources.js';
import { directoryPagePath, filePagePath } from '../../pages/paths.js';
import { type Draft, referencesOf } from './draft/draft.js';
import { referenceSource } from './draft/reference.js';
import type { RepositoryHit } from './passages/find.js';

/** The files that fit, best first, then what else the answer refers to, then their repositories. */
export function sourcesOf(hits: readonly RepositoryHit[], draft: Draft): Source[] {
  const cited = referencesOf(draft).map(referenceSource);
  const files = hits.map(({ repo, commit, found }) => {
    const label = `${repo} · ${found.path}`;
    const address = filePagePath({ repo, rev: commit, path: found.path }, found.chunks[0]);
    return cited.find((one) => one.label === label) ?? { type: 'File', link: address, label };
  });
  const labels = new Set(files.map(({ label }) => label));
  const others = cited.filter(({ label }) => !labels.has(label) && labels.add(label));
  const repositories = [...new Set(hits.map(({ repo }) => repo))].map((repo) => ({
    type: 'Repository',
    link: directoryPagePath(repo, ''),
    label: repo,
  }));
  return [...files, ...others, ...repositories];
}
