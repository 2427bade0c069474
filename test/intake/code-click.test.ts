import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCodeClick } from '../../src/intake/code-click.js';
import { openedByClick } from '../../src/intake/parse-opening.js';
import { ACTIONS } from '../../src/model/actions.js';
import type { CodePage } from '../../src/model/code.js';
import { pageButtonValue, pageKey, pageReference } from '../../src/render/code/page-reference.js';

const turn: fc.Arbitrary<CodePage> = fc.record({
  call: fc.record({
    ...{ do: fc.constant('repos' as const), query: fc.constantFrom('shop', 'page 2 x', '#a b') },
    after: fc.string({ minLength: 1, maxLength: 900 }).map((text) => `c${text.replace(/\s/g, '')}`),
  }),
  page: fc.integer({ min: 0, max: 999 }),
});

describe('a button of the code tools', () => {
  it('leads to the turn that it was made of, or to its name', () => {
    fc.assert(
      fc.property(turn, (turn) => {
        const value = pageButtonValue(turn);
        expect(value.length).toBeLessThanOrEqual(400);
        const wish = parseCodeClick(`${ACTIONS.codeTurn}.3`, value)?.command;
        const kept = { what: 'kept', name: pageKey(turn) };
        expect(wish).toEqual(value.startsWith('#') ? kept : { what: 'turn', turn });
        expect([turn, pageKey(turn)]).toContainEqual(pageReference(turn));
      }),
    );
  });

  it('shares what it stands under', () => {
    expect(parseCodeClick(ACTIONS.codeShare, 'ls shop')).toMatchObject({ share: true });
    expect(parseCodeClick(`${ACTIONS.codeTurn}.0`, 'ls shop')).not.toHaveProperty('share');
  });

  it.each(['', '#', '#xyz', 'page 2', 'page 9999 ls shop', 'rm -rf shop', 'ls', 'help'])(
    'means nothing with %j',
    (value) => expect(parseCodeClick(ACTIONS.codeShare, value)).toBeUndefined(),
  );

  it('is none where it goes by another name', () => {
    expect(parseCodeClick('code.other', 'ls shop')).toBeUndefined();
  });
});

describe('a name picked in a view of code', () => {
  const call = { do: 'read', repo: 'shop', path: 'a.ts' } as const;
  const modal = { of: 'code', show: { call, page: 0 } };
  const click = (action: object, carried: unknown) =>
    openedByClick(
      {
        ...{ type: 'block_actions', team: { id: 'T1' }, user: { id: 'U1' }, trigger_id: '1.2' },
        view: { id: 'V1', type: 'modal', private_metadata: JSON.stringify(carried) },
        actions: [action],
      },
      1,
    );
  const picked = { action_id: `${ACTIONS.codePick}.refs`, selected_option: { value: 'backoff' } };

  it('turns the view that it was picked in', () => {
    expect(click(picked, { modal })).toMatchObject({
      ...{ kind: 'view-request', viewId: 'V1' },
      modal: { ...modal, pick: { do: 'refs', symbol: 'backoff' } },
    });
  });

  it.each([
    ['another view', picked, { modal: { of: 'ask' } }],
    ['no view of ours', picked, 'junk'],
    ['another button', { ...picked, action_id: `${ACTIONS.codePick}.delete` }, { modal }],
    ['nothing picked', { action_id: `${ACTIONS.codePick}.def` }, { modal }],
    ['a sentence', { ...picked, selected_option: { value: 'two names' } }, { modal }],
  ])('means nothing with %s', (_what, action, carried) => {
    expect(click(action, carried)).toMatchObject({ kind: 'ignored' });
  });
});
