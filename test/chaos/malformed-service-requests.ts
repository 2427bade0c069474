import { type Stack, TOKEN } from '../support/stack.js';
import {
  type HttpRequest,
  type MalformedRequest,
  queryOf,
  randomUrlText,
} from './malformed-request.js';
import { mutate, noise } from './mutate.js';
import type { SeededRandom } from './random.js';

/** Requests of a signed-in user to both APIs of the service and to its pages: never a 5xx. */
export function malformedServiceRequests({ service }: Stack): MalformedRequest[] {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `token ${TOKEN}`,
  };
  const flawOf = (status: number, text: string) =>
    status < 500 && !text.includes('The tool failed')
      ? undefined
      : `${status} ${text.slice(0, 300)}`;
  const root = `${service.url}/.api/deepsearch/v1`;
  const api = (random: SeededRandom): HttpRequest => {
    const [method, path] = random.pick<Readonly<[string, string]>>(CALLS);
    const odd = queryOf(mutate(random, LIST));
    const url = `${root}${path.replaceAll('ID', () => oddId(random))}`;
    if (method !== 'POST') return { url: `${url}?${odd}`, method, headers };
    return { url, method, headers, body: JSON.stringify(mutate(random, ASKED)) };
  };
  const tools = (random: SeededRandom): HttpRequest => {
    const [name, given] = random.pick<Readonly<[string, object]>>(TOOLS);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
    const params = { name: `svc_${name}`, arguments: mutate(random, given) };
    const whole = random.withProbability(0.2)
      ? mutate(random, { ...call, params })
      : { ...call, params };
    return {
      url: `${service.url}/.api/mcp/v1`,
      method: 'POST',
      headers,
      body: JSON.stringify(whole),
    };
  };
  const page = (random: SeededRandom): HttpRequest => {
    const path = random.pick<string>(PAGES).replaceAll('ID', () => oddId(random));
    return { url: `${service.url}${path}?L${noise(random, 3)}`, method: 'GET', headers: {} };
  };
  return [
    { name: 'page', make: page, problemWith: flawOf },
    { name: 'conversation API', make: api, problemWith: flawOf },
    { name: 'tool server', make: tools, problemWith: flawOf },
  ];
}

const ASKED = { conversation_id: 1, question: 'Where do we retry?' };
const LIST = {
  filter_id: '1',
  filter_user_id: '1',
  filter_is_starred: 'true',
  sort: '-id',
  page_first: '5',
  page_after: 'c',
};
const CALLS = [
  ['POST', ''],
  ['GET', ''],
  ['GET', '/ID'],
  ['POST', '/ID/questions'],
  ['POST', '/ID/questions/ID/cancel'],
  ['DELETE', '/ID'],
] as const;
const PAGES = [
  '/ID',
  '/shop',
  '/shop/-/tree/ID',
  '/shop/-/blob/ID',
  '/shop/-/blob/src/ID',
  '/shop@ID/-/blob/src/queue.ts',
  '/deepsearch/shared/ID',
  '/deepsearch/shared/ID.md',
] as const;
const AT = { repo: 'shop', path: 'src/queue.ts', revision: 'HEAD' };
const TOOLS = [
  ['read_file', { ...AT, startLine: 1, endLine: 5 }],
  ['list_files', { ...AT, path: 'src' }],
  ['list_repos', { query: 'sh.p', limit: 5, after: '', before: '' }],
  ['keyword_search', { query: 'repo:shop file:\\.ts$ (retry OR /back.ff/) rev:main' }],
  ['nls_search', { query: 'where do we retry repo:^shop$' }],
  ['go_to_definition', { ...AT, symbol: 'backoff' }],
  ['find_references', { ...AT, symbol: 'backoff' }],
  [
    'commit_search',
    {
      repos: ['shop'],
      messageTerms: ['Shop'],
      authors: ['Kim'],
      contentTerms: ['retry'],
      files: ['src'],
      after: '2 weeks ago',
      useRegex: true,
    },
  ],
  [
    'diff_search',
    {
      pattern: 'retry',
      repos: ['shop'],
      added: true,
      author: 'Kim',
      before: 'tomorrow',
      useRegex: true,
    },
  ],
  ['compare_revisions', { repo: 'shop', base: 'HEAD', head: 'main', first: 5, after: '' }],
  ['get_contributor_repos', { author: 'kim', limit: 5, minCommits: 1 }],
] as const;

function oddId(random: SeededRandom): string {
  const odd = random.pick([
    '0',
    '1',
    '2',
    '-1',
    '9'.repeat(40),
    '1e3',
    '..',
    '__proto__',
    '%00',
    '%',
    '1;2',
  ]);
  return random.withProbability(0.8) ? odd : randomUrlText(random, 6);
}
