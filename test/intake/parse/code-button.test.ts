import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAction } from '../../../src/intake/parse/action.js';
import { ACTIONS } from '../../../src/model/actions.js';
import type { CodePage } from '../../../src/model/code.js';
import {
  pageButtonValue,
  pageKey,
  pageReference,
} from '../../../src/render/code/page-reference.js';
import { click } from '../payloads.js';

const clicked = (action_id: string, value: string) => parseAction(click({ action_id, value }), 1);

const turn: fc.Arbitrary<CodePage> = fc.record({
  call: fc.record({
    ...{ tool: fc.constant('repos' as const), query: fc.constantFrom('shop', 'page 2 x', '#a b') },
    after: fc.string({ minLength: 1, maxLength: 900 }).map((text) => `c${text.replace(/\s/g, '')}`),
  }),
  page: fc.integer({ min: 0, max: 999 }),
});

describe('a button under a code result', () => {
  it('a button under a code result leads to the page that it was made of, or to the name it is stored by', () => {
    fc.assert(
      fc.property(turn, (turn) => {
        const value = pageButtonValue(turn);
        expect(value.length).toBeLessThanOrEqual(400);
        const request = clicked(`${ACTIONS.codePage}.3`, value);
        const kept = { kind: 'stored-page', key: pageKey(turn) };
        const command = value.startsWith('#') ? kept : { kind: 'page', page: turn };
        expect(request).toMatchObject({ kind: 'code', command });
        expect([turn, pageKey(turn)]).toContainEqual(pageReference(turn));
      }),
    );
  });

  it('a button under a code result shares the result that it is under', () => {
    expect(clicked(ACTIONS.shareCode, 'ls shop')).toMatchObject({ share: true });
    expect(clicked(`${ACTIONS.codePage}.0`, 'ls shop')).not.toHaveProperty('share');
  });

  it.each(['', '#', '#xyz', 'page 2', 'page 9999 ls shop', 'rm -rf shop', 'ls', 'help'])(
    'a button under a code result is ignored with %j',
    (value) => expect(clicked(ACTIONS.shareCode, value)).toMatchObject({ kind: 'ignored' }),
  );

  it('a button under a code result is ignored with another id', () => {
    expect(clicked('code.other', 'ls shop')).toMatchObject({ kind: 'ignored' });
  });
});

describe('a symbol chosen in a code view', () => {
  const call = { tool: 'read', repo: 'shop', path: 'a.ts' } as const;
  const modal = { kind: 'code', page: { call, page: 0 } };
  const clickInView = (action: object, carried: unknown) =>
    parseAction(
      {
        ...{ type: 'block_actions', team: { id: 'T1' }, user: { id: 'U1' }, trigger_id: '1.2' },
        view: { id: 'V1', type: 'modal', private_metadata: JSON.stringify(carried) },
        actions: [{ action_ts: '1.2', ...action }],
      },
      1,
    );
  const picked = {
    action_id: `${ACTIONS.followSymbol}.refs`,
    selected_option: { value: 'backoff' },
  };

  it('a symbol chosen in a code view updates the view that it was chosen in', () => {
    expect(clickInView(picked, { modal })).toMatchObject({
      ...{ kind: 'view-request', viewId: 'V1' },
      modal: { ...modal, selection: { action: 'refs', symbol: 'backoff' } },
    });
  });

  it.each([
    ['another view', picked, { modal: { kind: 'ask' } }],
    ['no view of ours', picked, 'junk'],
    ['another button', { ...picked, action_id: `${ACTIONS.followSymbol}.delete` }, { modal }],
    ['nothing picked', { action_id: `${ACTIONS.followSymbol}.def` }, { modal }],
    ['a sentence', { ...picked, selected_option: { value: 'two names' } }, { modal }],
  ])('a symbol chosen in a code view is ignored with %s', (_what, action, carried) => {
    expect(clickInView(action, carried)).toMatchObject({ kind: 'ignored' });
  });
});
