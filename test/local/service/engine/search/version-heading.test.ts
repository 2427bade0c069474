import { expect, it } from 'vitest';
import { versionInHeading } from '../../../../../local/service/engine/search/facts/version-heading.js';

it.each([
  ['## [1.2.0] - 2024-01-02', '1.2.0'],
  ['## v1.2.0', 'v1.2.0'],
  ['== 1.2 ==', '1.2'],
  ['Version 1.2', '1.2'],
  ['1.2.0 (unreleased)', '1.2.0'],
  ['v1.2.0 / 2024-01-02', 'v1.2.0'],
  ['1.2.0', '1.2.0'],
  ['Release 1.2.0, March 3, 2020', '1.2.0'],
  ['Changes in version 1.2.0:', '1.2.0'],
  ['## express 1.2.0', '1.2.0'],
  ['## express 1.2.0-rc.1', '1.2.0-rc.1'],
  ['## express 1.2.0 (2 Jan 2024)', '1.2.0'],
  ['## **1.2.0**', '1.2.0'],
  ['## <a name="1.2.0"></a>1.2.0', '1.2.0'],
  ['1.2.0 - January 2nd, 2024', '1.2.0'],
  ['1.2.0 (released on 2. 1. 2024)', '1.2.0'],
  ['## @ferry/pier@1.2.0', '1.2.0'],
  ['## [pkg-v1.2.0]', 'v1.2.0'],
  ['## 2023-01-02, Version 20.1.0', '20.1.0'],
])('%s is the heading of %s', (line, version) => {
  expect(versionInHeading(line)).toBe(version);
});

it.each([
  '### Needs Node 18.2',
  '### Node 18.2',
  '## Fixed',
  '## express 1.2.0-rc.1 released',
  '## Python 3.12 is supported',
  '### 2.5x faster startup',
  '1.5 million users since 2019.',
  '3.7 is supported until June 2023',
  '2.0 GB of memory in 2024',
  '0.5 seconds is now the least timeout',
  '3.8 and later are supported',
  '- 1.2.0 was withdrawn',
  '#1234 Fix a leak in 2.1',
  `1.2.0 ${'a '.repeat(2_000)}!`,
])('%s is the heading of no version', (line) => {
  expect(versionInHeading(line)).toBeUndefined();
});
