import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GENERAL, renderPrompts } from '../../src/render/prompts.js';
import { sessionTitle } from '../../src/render/question/agent-status.js';

const asked = (text: string, title = text) => ({ title, asked: text });

it('suggests general questions to a user without questions', () => {
  expect(renderPrompts([]).prompts).toEqual(GENERAL);
});

it('suggests the two latest questions first, each once, by title', () => {
  const lately = [asked('b?', 'About b'), asked('b?', 'Again b'), asked('a?'), asked('c?')];
  const { prompts } = renderPrompts(lately);
  expect(prompts.slice(0, 2)).toEqual([
    { title: 'About b', message: 'b?' },
    { title: 'a?', message: 'a?' },
  ]);
  expect(prompts.slice(2)).toEqual(GENERAL.slice(0, 2));
});

it('general questions name the known repositories in turn', () => {
  const { prompts } = renderPrompts([asked('a?')], ['acme/shop', 'acme/pay']);
  expect(renderPrompts([], ['acme/shop']).prompts).toEqual(GENERAL);
  expect(prompts.slice(1)).toEqual([
    { title: 'Start here: shop', message: 'In acme/shop: Where does the program start?' },
    { title: 'Run the tests: pay', message: 'In acme/pay: How are the tests run?' },
    { title: 'Find the settings: shop', message: 'In acme/shop: Where is the configuration read?' },
  ]);
});

it('prompts stay within Slack’s limits and mention nobody', () => {
  const texts = fc.array(fc.record({ title: fc.string(), asked: fc.string({ minLength: 1 }) }));
  fc.assert(
    fc.property(texts, (lately) => {
      const own = [{ title: '<!here> @channel', asked: 'x' }, ...lately];
      const { prompts } = renderPrompts(own, ['acme/<!here>', ...lately.map(({ title }) => title)]);
      expect(prompts.length).toBe(4);
      for (const { title } of prompts) {
        expect(title.length).toBeLessThanOrEqual(75);
        expect(title).not.toMatch(/<!|@channel/);
      }
    }),
  );
});

it('a session’s title is its question on one line', () => {
  expect(sessionTitle(' why\n is it so? ')).toBe('why is it so?');
  expect(sessionTitle('```\nfoo()\n```')).toBe('foo()');
  expect(sessionTitle('x'.repeat(500)).length).toBeLessThanOrEqual(200);
});
