import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Source } from '../../../src/model/answer.js';
import { answerMentions, lineMentions } from '../../../src/render/markdown/mentions.js';

const BASE = 'https://code.example.com';
const SHARE = '0f4b5a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b';

const source = (link: string, label = 'a.ts', type = 'File'): Source => ({ type, link, label });
const OWN = source('/acme/shop/-/blob/a.ts');

function mentions(text: string, sources: readonly Source[] = [OWN], title = '') {
  return answerMentions({ title, text, sources }, BASE);
}

describe('the repositories that an answer is about', () => {
  it.each([
    ['/acme/shop/-/blob/src/a.ts?L3', 'acme/shop'],
    ['/acme/shop@main/-/tree/src', 'acme/shop'],
    ['/github.com/acme/shop/-/commit/3f2a9c1', 'github.com/acme/shop'],
    [`${BASE}/acme/shop/-/compare/a...b`, 'acme/shop'],
    ['/acme/shop', 'acme/shop'],
    ['/acme/shop/-/blob/../../../secret/-/blob/a.ts', 'acme/secret'],
    ['/acme%2Fshop/-/blob/a.ts', 'acme/shop'],
    ['https://github.com/acme/secret/blob/main/a.ts', 'github.com/acme/secret'],
    ['https://raw.githubusercontent.com/acme/secret/main/a.ts', 'github.com/acme/secret'],
    ['https://gitlab.acme.com/team/sub/secret/-/blob/a.ts', 'gitlab.acme.com/team/sub/secret'],
    ['https://elsewhere.example.com/acme/shop/-/blob/a.ts', 'elsewhere.example.com/acme/shop'],
  ])('a source %s is of %s', (link, name) => {
    expect(mentions('', [source(link)])).toEqual({ names: [name], unknown: false });
  });

  it.each([
    ['none', []],
    ['a conversation', [OWN, source('/deepsearch/42')]],
    ['a shared conversation', [OWN, source(`${BASE}/deepsearch/shared/${SHARE}`)]],
    ['a search', [OWN, source('/search?q=repo:acme/secret')]],
    ['a page of another site', [OWN, source('https://docs.example.com/guide')]],
    ['no link', [OWN, source('')]],
    ['another scheme', [OWN, source('javascript:alert(1)')]],
    ['what cannot be decoded', [OWN, source('/acme/%E0%A4%A/-/blob/a.ts')]],
  ])('nobody can tell: %s', (_, sources) => {
    expect(mentions('It retries.', sources).unknown).toBe(true);
  });

  it.each([
    ['a link', 'See [it](/acme/secret/-/blob/x.ts).'],
    ['a link in pointy brackets', 'See [it](</acme/secret/-/blob/x.ts>).'],
    ['a reference', 'See [it][1].\n\n[1]: /acme/secret/-/blob/x.ts'],
    ['an image', '![it](/acme/secret/-/blob/x.png)'],
    ['an autolink', `<${BASE}/acme/secret/-/blob/x.ts>`],
    ['a bare URL', `It is in ${BASE}/acme/secret/-/blob/x.ts.`],
    ['its own page', `It is in ${BASE}/acme/secret.`],
    ['a URL in capitals', 'HTTPS://CODE.EXAMPLE.COM/acme/secret/-/blob/x.ts'],
    ['a path without a link', 'It is in `acme/secret/-/blob/x.ts`.'],
    ['a URL in code', `\`\`\`sh\ncurl ${BASE}/acme/secret/-/raw/x.ts\n\`\`\``],
    ['a table', `| a | b |\n|---|---|\n| [x](/acme/secret/-/blob/x.ts) | y |`],
    ['a diagram', '```mermaid\nflowchart LR\nA-->B\nclick A "/acme/secret/-/blob/x.ts"\n```'],
    ['a filter', 'Ask again with repo:acme/secret.'],
    ['a filter in code', '```\nrepo:acme/secret retry\n```'],
    ['a filter in code marks', 'Ask again with `repo:^acme/secret$`.'],
  ])('counts %s in its text', (_, text) => {
    const { names, unknown } = mentions(text);
    expect(names).toEqual(['acme/shop', 'acme/secret']);
    expect(unknown).toBe(false);
  });

  it.each([
    'See [upstream](https://github.com/beta/shop/issues/3).',
    'It was taken from `github.com/beta/shop/cmd`.',
    'Clone git@github.com:beta/shop first.',
    'Its remote is ssh://git@github.com/beta/shop.',
    'It was taken from github.com/beta/shop.',
  ])('counts repositories of other sites: %s', (text) => {
    expect(mentions(text).names).toEqual(['acme/shop', 'github.com/beta/shop']);
  });

  it.each([
    'See [the docs](https://docs.example.com/guide/retry).',
    'Use either/or, src/queue.ts or 1/2; see RFC 9110.',
    'See https://acme.github.io/shop/guide and https://git-scm.com/docs/git-log.',
    '```go\nimport "github.com/beta/log" // see https://github.com/beta/log/issues/3\n```',
    '```rust\nlet all = Repo::new(repo::All);\n```',
    '```ts\nfunction open(repo:string, path:string) {}\n```',
  ])('does not take this for a repository: %s', (text) => {
    expect(mentions(text)).toEqual({ names: ['acme/shop'], unknown: false });
  });

  it('counts links to conversations in its text as unknown', () => {
    expect(mentions(`See ${BASE}/deepsearch/42.`).unknown).toBe(true);
  });

  it('counts its title and the labels of its sources', () => {
    expect(mentions('', [OWN], 'Retries in github.com/beta/b').names).toContain(
      'github.com/beta/b',
    );
    const label = source('/acme/shop/-/blob/a.ts', `copied from ${BASE}/acme/secret`);
    expect(mentions('', [label]).names).toEqual(['acme/shop', 'acme/secret']);
  });

  it('an instance below a path of its host has no repositories beside it', () => {
    const found = (link: string) =>
      answerMentions({ title: '', text: '', sources: [source(link)] }, `${BASE}/code`);
    expect(found('/acme/shop/-/blob/a.ts').names).toEqual(['acme/shop']);
    expect(found(`${BASE}/code/acme/shop/-/blob/a.ts`).names).toEqual(['acme/shop']);
    expect(found(`${BASE}/acme/shop/-/blob/a.ts`)).toEqual({ names: [], unknown: true });
  });

  it('a suggestion without any is not unknown', () => {
    expect(lineMentions('How is it tested?', BASE)).toEqual({ names: [], unknown: false });
    expect(lineMentions('How is it tested in repo:acme/b?', BASE).names).toEqual(['acme/b']);
  });

  it('finds a link wherever it is put among other Markdown', () => {
    const around = fc.constantFrom(
      'text ',
      '\n\n',
      '- ',
      '> ',
      '**',
      '`',
      '[',
      '](',
      '| ',
      '<',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(around, { maxLength: 8 }), fc.array(around), (before, after) => {
        const text = `${before.join('')} ${BASE}/acme/secret/-/blob/x.ts ${after.join('')}`;
        expect(mentions(text).names).toContain('acme/secret');
      }),
    );
  });
});
