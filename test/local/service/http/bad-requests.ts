import { ANN } from '../service-fixture.js';

export interface BadRequest {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly status: number;
}

const API = '/.api/deepsearch/v1';
const MCP = '/.api/mcp/v1';
const ANN_SIGNS = { authorization: `token ${ANN.token}` };
const JSON_TYPE = { 'content-type': 'application/json' };
const MCP_HEADERS = { accept: 'application/json, text/event-stream', ...JSON_TYPE };

export const deeplyNested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const manyFields = (count: number) =>
  Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',');
const tooLarge = JSON.stringify({ question: 'x'.repeat(1_100_000) });
const longId = '9'.repeat(5_000);

/** Each part of the service has paths that it cannot decode, whatever comes before them. */
const MALFORMED_PATHS = ['%E0%A4%A', '%', '%zz', '%ff', 'a%', '%C0%AE%C0%AE', ';%E0'];

const POSTED: readonly (readonly [string, string | Buffer])[] = [
  ['no JSON', '{'],
  ['null', 'null'],
  ['an array', '[]'],
  ['a string', '"q"'],
  ['a number', '1'],
  ['an empty object', '{}'],
  ['a form', 'question=x'],
  ['a question that is a number', '{"question":1}'],
  ['a question of spaces', '{"question":" "}'],
  ['a question that is too long', JSON.stringify({ question: 'x'.repeat(100_001) })],
  ['a body that is too large', tooLarge],
  ['nested arrays', deeplyNested(100_000)],
  ['nested objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['a nested question', `{"question":${deeplyNested(50_000)}}`],
  ['many fields', `{"question":"x",${manyFields(90_000)}}`],
  ['many elements', JSON.stringify({ question: 'x', more: Array(90_000).fill(1) })],
  ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ['a prototype', '{"__proto__":{"question":"x"},"constructor":{"prototype":{}}}'],
];

const createRows: BadRequest[] = POSTED.map(([name, body]) => ({
  name: `a creation with ${name}`,
  method: 'POST',
  path: API,
  headers: { ...ANN_SIGNS, ...JSON_TYPE },
  body,
  status: 400,
}));

/** Whoever has no token learns nothing else, however wrong the rest is. */
const unauthorizedRows: BadRequest[] = [
  ...POSTED.map(([name, body]) => ({
    name: `a creation without a token, with ${name}`,
    method: 'POST',
    path: API,
    headers: JSON_TYPE,
    body,
    status: 401,
  })),
  ...[API, `${API}/x`, `${API}/${longId}`, `${API}/%E0%A4%A`, '/.api', '/.api/nothing', MCP].map(
    (path) => ({ name: `GET ${path.slice(0, 40)} without a token`, path, status: 401 }),
  ),
  ...['', 'token', 'Bearer', 'token a b', `Basic ${ANN.token}`, ANN.token].map((authorization) => ({
    name: `Authorization: ${authorization.replace(ANN.token, 'TOKEN')}`,
    path: API,
    headers: { authorization },
    status: 401,
  })),
  { name: 'OPTIONS without a token', method: 'OPTIONS', path: API, status: 401 },
  { name: 'an MCP call without a token', method: 'POST', path: MCP, body: '{', status: 401 },
];

const idRows: BadRequest[] = [
  ...['x', '-1', '1.5', '1e3', '%00', '0x1', '__proto__', ' 1', '1%20', ...MALFORMED_PATHS].map(
    (id) => ({ name: `the id ${id}`, path: `${API}/${id.replace(' ', '%20')}`, status: 400 }),
  ),
  ...['0', '99', longId].map((id) => ({
    name: `the id ${id.slice(0, 20)} of ${id.length} characters`,
    path: `${API}/${id}`,
    status: 404,
  })),
  { name: 'a question’s malformed id', path: `${API}/1/questions/%E0%A4%A`, status: 400 },
  {
    name: 'a malformed id to cancel',
    method: 'POST',
    path: `${API}/1/questions/%/cancel`,
    status: 400,
  },
];

const queryRows: BadRequest[] = [
  'page_first=0',
  'page_first=x',
  'page_first=1&page_first=2',
  'page_after=%E0%A4%A',
  `page_after=${'x'.repeat(500)}`,
  'sort=__proto__',
  'sort=',
  'filter_id=99999999999999999999',
  'filter_read_token=%00',
].map((query) => ({ name: `?${query.slice(0, 40)}`, path: `${API}?${query}`, status: 400 }));

const endpointRows: BadRequest[] = [
  ['GET', '/.api', 404],
  ['GET', '/.api/', 404],
  ['GET', '/.api/nothing', 404],
  ['GET', '/.api/-/tree/x', 404],
  ['POST', '/.api/deepsearch', 404],
  ['POST', '/.api/deepsearch/v2', 404],
  ['GET', '/.api/%E0%A4%A', 404],
  ['GET', `${API}/1/2/3/4`, 404],
  ['DELETE', API, 404],
  ['PUT', `${API}/1`, 404],
  ['PATCH', `${API}/1`, 404],
  ['OPTIONS', API, 404],
  ['HEAD', `${API}/99`, 404],
  ['TRACE', API, 404],
  ['PROPFIND', API, 404],
  ['GET', `${MCP}/more`, 404],
  ['PATCH', MCP, 405],
  ['OPTIONS', MCP, 405],
].map(([method, path, status]) => ({
  name: `${method} ${path}`,
  method: String(method),
  path: String(path),
  status: Number(status),
}));

const headerRows: BadRequest[] = [
  { name: 'a content type that is none', headers: { 'content-type': ';;' } },
  {
    name: 'another character set',
    headers: { 'content-type': 'application/json; charset=utf-16' },
  },
  { name: 'compressed bytes', headers: { 'content-encoding': 'gzip', ...JSON_TYPE } },
].map((row) => ({
  ...row,
  headers: { ...ANN_SIGNS, ...row.headers },
  method: 'POST',
  path: API,
  body: Buffer.from([0x1f, 0x8b, 0x08]),
  status: 400,
}));

const mcpRows: BadRequest[] = [
  { name: 'an MCP call that is no JSON', body: '{', status: 400 },
  { name: 'an MCP call of nested arrays', body: deeplyNested(100_000), status: 400 },
  {
    name: 'an MCP tool with nested arguments',
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_list_repos","arguments":${deeplyNested(20_000)}}}`,
    status: 400,
  },
  {
    name: 'an MCP tool with many arguments',
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_list_repos","arguments":{${manyFields(90_000)}}}}`,
    status: 400,
  },
  { name: 'an MCP call that is too large', body: tooLarge, status: 413 },
].map((row) => ({
  ...row,
  method: 'POST',
  path: MCP,
  headers: { ...ANN_SIGNS, ...MCP_HEADERS },
}));

const pageRows: BadRequest[] = [
  ...MALFORMED_PATHS.map((path) => ({ name: `the page /${path}`, path: `/${path}`, status: 404 })),
  { name: 'the page of a malformed path', path: '/shop/-/blob/%E0%A4%A', status: 404 },
  { name: 'a long page', path: `/${'x'.repeat(5_000)}`, status: 404 },
  {
    name: 'POST to a page',
    method: 'POST',
    path: '/shop',
    body: '{',
    headers: JSON_TYPE,
    status: 400,
  },
  { name: 'OPTIONS of a page', method: 'OPTIONS', path: '/shop', status: 404 },
  { name: 'a page by a relative path', path: '/shop/-/blob/..%2f..%2fetc/passwd', status: 404 },
];

const signed = (rows: readonly BadRequest[]) =>
  rows.map((row) => ({ ...row, headers: { ...ANN_SIGNS, ...row.headers } }));

/** Requests that are refused, with the status that each gets. */
export const BAD_REQUESTS: readonly BadRequest[] = [
  ...createRows,
  ...unauthorizedRows,
  ...signed([...idRows, ...queryRows, ...endpointRows]),
  ...headerRows,
  ...mcpRows,
  ...pageRows,
];

/** What is not even an HTTP request, as bytes on the connection. */
export const NOT_HTTP: readonly (readonly [string, string, number])[] = [
  ['bytes', '\u0000\u0001 nonsense\r\n\r\n', 400],
  ['no method', ' / HTTP/1.1\r\n\r\n', 400],
  ['an unknown method', 'ASK / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 403],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost localhost\r\n\r\n', 400],
  ['a header with a line break', 'GET / HTTP/1.1\r\nHost: localhost\r\nA: b\n c\r\n\r\n', 400],
  ['headers that are too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
    400,
  ],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx',
    400,
  ],
  ['a negative length', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n', 400],
];
