import { expect, it } from 'vitest';
import { accessPage, readPage } from './page.js';

it('docs/access.md is up to date: `npm run adversarial -- --write` writes it', () => {
  expect(readPage()).toBe(accessPage());
});
