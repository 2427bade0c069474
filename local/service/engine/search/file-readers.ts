import type { EngineContext } from '../../conversation/engine.js';
import type { SearchIndex } from '../../index/search-index.js';
import type { CandidatesOf } from '../../tools/candidates.js';
import type { FilesOf } from '../../tools/snapshot-files.js';
import { lookUpDeadline, readOnce } from './facts/look-up.js';
import type { FormInput } from './forms/form.js';
import type { FileLimits } from './passages/file-limits.js';
import { findIn, ownHits } from './passages/find.js';

interface FileDependencies {
  readonly index: SearchIndex;
  readonly filesOf: FilesOf;
  readonly candidatesOf?: CandidatesOf;
}

interface Reading {
  readonly context: EngineContext;
  readonly limits: FileLimits | undefined;
}

/** Reads each file once per message, and reports it; nothing outside of the limits is found. */
export function readers(
  { index, filesOf, candidatesOf }: FileDependencies,
  { context, limits }: Reading,
): Pick<FormInput, 'read' | 'search' | 'filesOf' | 'candidatesOf' | 'deadline'> {
  return {
    read({ found: { path, objectId }, ...searched }) {
      const { file, isNew } = readOnce({ ...searched, path, objectId }, context);
      if (isNew) {
        context.stats({ tool_calls: 1 });
        context.report(`Read ${path}`);
      }
      return file;
    },
    search: async (query, within) => {
      const all = await findIn(within, { index, query });
      const own = ownHits(all, query);
      const hits = own.length > 0 ? own : all;
      return limits ? hits.filter(({ found }) => limits.matchesFile(found.path)) : hits;
    },
    ...(candidatesOf && { candidatesOf }),
    deadline: lookUpDeadline(),
    filesOf: async (snapshot) => {
      const all = await filesOf(snapshot);
      return limits ? new Map([...all].filter(([path]) => limits.matchesFile(path))) : all;
    },
  };
}
