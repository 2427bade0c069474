import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AUDIT_ACTIONS, AuditRecord } from '../../src/model/audit.js';

it('docs/audit.schema.json describes the entries', () => {
  const described = JSON.parse(readFileSync('docs/audit.schema.json', 'utf8')) as unknown;
  expect(described).toEqual({
    ...z.toJSONSchema(AuditRecord, { target: 'draft-2020-12' }),
    title: 'An entry of the audit trail of deepsearch-slack',
  });
});

it('docs/audit.md has each action with its meaning', () => {
  const rows = [
    ...readFileSync('docs/audit.md', 'utf8').matchAll(/^\| `([a-z]+\.[a-z]+)` \| (.+) \|$/gm),
  ];
  const documented = rows.map(([, action = '', meaning]) => [action, meaning]);
  expect(Object.fromEntries(documented)).toEqual(AUDIT_ACTIONS);
});
