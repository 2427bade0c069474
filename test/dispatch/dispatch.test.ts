import { expect, it } from 'vitest';
import { createDispatch, type Handlers, type Permissions } from '../../src/dispatch/dispatch.js';
import type { NonAskIntent } from '../../src/model/intent.js';
import { NewerIntent } from '../../src/queue/retry.js';

it('a request of a kind that only a newer version knows is left to that version', async () => {
  const dispatch = createDispatch({
    permissions: {} as Permissions,
    handlers: {} as Handlers,
    limitLookUps: async (_intent, work) => work(),
  });
  const intent = { kind: 'divine', id: 'r1' } as unknown as NonAskIntent;
  await expect(dispatch(intent, new AbortController().signal)).rejects.toThrow(NewerIntent);
});
