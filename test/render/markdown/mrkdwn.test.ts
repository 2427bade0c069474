import { expect, it } from 'vitest';
import { parseDocument } from '../../../src/render/markdown/document.js';
import { mrkdwn } from '../../../src/render/markdown/mrkdwn.js';

it.for(['# @**channel', '@**channel\n---\n', '@*here\nand there*', '@~~everyone\n~~'])(
  'marks that are left out of %j do not leave a mention behind',
  (markdown) => {
    expect(mrkdwn(parseDocument(markdown))).not.toMatch(/@(?:channel|here|everyone)/);
  },
);
