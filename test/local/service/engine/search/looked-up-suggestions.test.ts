import { expect, it } from 'vitest';
import type { Draft } from '../../../../../local/service/engine/search/draft/draft.js';
import type { LookUp } from '../../../../../local/service/engine/search/facts/look-up.js';
import { withoutSharedNames } from '../../../../../local/service/engine/search/forms/followups.js';

async function namesLookedUp(followups: readonly string[]) {
  const names: string[] = [];
  const definitions = async ({ symbol }: { readonly symbol: string }) => {
    names.push(symbol);
    return { blocks: [] };
  };
  const input = {
    repositories: [{}],
    navigator: { definitions },
    context: { signal: new AbortController().signal },
    deadline: Date.now() + 1_000,
  } as unknown as LookUp;
  const kept = await withoutSharedNames({ followups } as unknown as Draft, input);
  expect(kept.followups).toEqual(followups);
  return names;
}

it('at most two names of suggestions are looked up, each once, and only short ones', async () => {
  expect(
    await namesLookedUp([
      'Where is moor used?',
      'How is moor tested?',
      'How does moorAtThePier work?',
      'How does tie_up work?',
      'How does weigh work?',
      'How does reef work?',
    ]),
  ).toEqual(['moor', 'weigh']);
});
