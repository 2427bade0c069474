import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../local/service/service.js';
import { document, operationOf, operations, schemaErrors } from '../openapi.js';
import { onlyQuestion, startTestService } from '../service-fixture.js';

function example<T = Conversation>(name: string): T {
  const file = new URL(`./examples/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

const engine = async () => ({
  title: 'T',
  answer: 'A',
  suggested_followups: ['and then?'],
  sources: [{ type: 'Repository', link: '/r', label: 'r' }],
});

/** A value's shape alone: the names of its members and the types of their values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

describe('docs/openapi.yaml', () => {
  it('is OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('accepts the examples of the API document', () => {
    expect(schemaErrors('Conversation', example('created'))).toEqual([]);
    expect(schemaErrors('RetrievedConversation', example('created'))).toEqual([]);
    expect(schemaErrors('RetrievedConversation', example('completed'))).toEqual([]);
    expect(schemaErrors('Question', onlyQuestion(example('completed')))).toEqual([]);
    expect(schemaErrors('ConversationList', [example('created')])).toEqual([]);
    expect(schemaErrors('Problem', example('error'))).toEqual([]);
  });

  it('rejects bodies that are almost valid', () => {
    const created = example('created');
    const completed = example('completed');
    const [question] = created.questions;
    const cases: [string, unknown][] = [
      ['Conversation', completed],
      ['RetrievedConversation', { ...created, viewer: { is_owner: true } }],
      ['RetrievedConversation', { ...completed, viewer: undefined }],
      ['RetrievedConversation', { ...completed, extra: 1 }],
      ['Conversation', { ...created, id: '101' }],
      ['Conversation', { ...created, read_token: 'x' }],
      ['Conversation', { ...created, created_at: '2025-09-24T08:14:06+02:00' }],
      ['Question', { ...question, status: 'completed' }],
      ['Question', { ...question, status: 'thinking' }],
      ['Question', { ...question, turns: [] }],
      ['Question', { ...question, answer: 'A' }],
      ['ConversationList', { conversations: [], results: [], next_cursor: null }],
      ['ConversationList', { conversations: [] }],
    ];
    for (const [schema, value] of cases) {
      const sent: unknown = JSON.parse(JSON.stringify(value));
      expect([sent, schemaErrors(schema, sent).length > 0]).toEqual([sent, true]);
    }
  });

  it('describes every endpoint and no others', async () => {
    const { request, ask, service } = await startTestService();
    const { id } = await ask('q');
    await request('GET', '');
    await request('GET', `/${id}`);
    await request('GET', `/${id}/questions/1`);
    await request('POST', `/${id}/questions`, { body: { question: 'q' } });
    await request('POST', `/${id}/questions/1/cancel`);
    await request('DELETE', `/${id}`);
    const known = service.calls.filter(({ route }) => route !== 'unknown');
    const called = known.map(({ method, path }) =>
      operationOf(method, path.replace('/.api/deepsearch/v1', '')),
    );
    expect([...new Set(called)].sort()).toEqual(operations().sort());
  });
});

describe('a response', () => {
  it('a response has the fields of the document’s examples and no others', async () => {
    const { create, read, waitForOutcome } = await startTestService({ engine });
    const created = await create('q');
    expect(shapeOf(created)).toEqual(shapeOf(example('created')));
    expect(shapeOf(await waitForOutcome(created))).toEqual(shapeOf(example('completed')));
    expect(shapeOf(await read(99))).toEqual(shapeOf(example('error')));
  });
});
