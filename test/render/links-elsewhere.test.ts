import { expect, it } from 'vitest';
import { actions, button, section } from '../../src/render/blocks/message.js';
import { createLinksElsewhere } from '../../src/render/links-elsewhere.js';

const linksElsewhere = createLinksElsewhere('https://code.example.com/sub');
const FOREIGN = 'https://other.example.com/a.png';
const OWN = 'https://code.example.com/sub/acme/shop/-/blob/a.ts?L1-2';

it.each([
  ['in the text', { text: FOREIGN, blocks: [] }],
  ['in a section', { text: 'a', blocks: [section(`<${FOREIGN}|a>`)] }],
  ['in Markdown', { text: 'a', blocks: [{ type: 'markdown', text: `[a](${FOREIGN})` } as const] }],
  ['next to one to the instance', { text: `${OWN} ${FOREIGN}`, blocks: [] }],
  ['to another port', { text: 'https://code.example.com:8443/a', blocks: [] }],
])('finds a link elsewhere %s', (_where, message) => {
  expect(linksElsewhere(message)).toBe(true);
});

it.each([
  ['no links', { text: 'a', blocks: [section('b')] }],
  ['links to the instance', { text: 'a', blocks: [section(`<${OWN}|a.ts>, (${OWN})`)] }],
  [
    'the value of a button',
    { text: 'a', blocks: [actions([button('a', { id: 'b', value: FOREIGN })])] },
  ],
])('finds no link elsewhere in %s', (_what, message) => {
  expect(linksElsewhere(message)).toBe(false);
});
