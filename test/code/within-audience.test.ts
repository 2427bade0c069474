import { describe, expect, it } from 'vitest';
import { type CodeTools, toolsWithin } from '../../src/code/within-audience.js';
import type { ToolOutput } from '../../src/mcp/results.js';
import { OutsideAudience } from '../../src/model/audience.js';

const BY = { token: 'token' };
const sees = (repository: string) => repository === 'acme/shop';
const LEFT_OUT = 'This channel is limited to some repositories. What is in others is left out.';

/** Every tool gives this. */
function toolsThatGive(output: ToolOutput<object>): CodeTools {
  return new Proxy({} as CodeTools, { get: () => async () => output });
}

const record = (value: object): ToolOutput<object> => ({ kind: 'record', record: value });
const within = (output: ToolOutput<object>) => toolsWithin(toolsThatGive(output), sees);

const AT = { path: 'a.ts', symbol: 'a' };
const inRepository = (repo: string) => [
  (tools: CodeTools) => tools.readFile({ repo, path: 'a.ts' }, BY),
  (tools: CodeTools) => tools.listFiles({ repo }, BY),
  (tools: CodeTools) => tools.compareRevisions({ repo, base: 'a', head: 'b' }, BY),
  (tools: CodeTools) => tools.goToDefinition({ repo, ...AT }, BY),
  (tools: CodeTools) => tools.findReferences({ repo, ...AT }, BY),
  (tools: CodeTools) => tools.commitSearch({ repos: ['acme/shop', repo] }, BY),
  (tools: CodeTools) => tools.diffSearch({ repos: ['acme/shop', repo], pattern: 'a' }, BY),
];
const anywhere = [
  (tools: CodeTools) => tools.keywordSearch({ query: 'a' }, BY),
  (tools: CodeTools) => tools.nlsSearch({ query: 'a' }, BY),
  (tools: CodeTools) => tools.listRepos({ query: 'a' }, BY),
  (tools: CodeTools) => tools.getContributorRepos({ author: 'a' }, BY),
];

describe('the code tools for a channel that is limited to some repositories', () => {
  it.each(inRepository('acme/vault'))('%s is refused in another one', async (call) => {
    await expect(call(within(record({})))).rejects.toBeInstanceOf(OutsideAudience);
  });

  it.each([...inRepository('acme/shop'), ...anywhere])(
    '%s gives no result in an unknown form',
    async (call) => {
      const tools = within({ kind: 'text', text: 'acme/vault has it' });
      await expect(call(tools)).rejects.toBeInstanceOf(OutsideAudience);
    },
  );

  it('searches leave others out, and say so whether there are any or not', async () => {
    const blocks = [{ repo: 'acme/shop' }, { repo: 'acme/vault' }];
    const tools = within(record({ blocks, notice: 'more in acme/vault' }));
    const found = record({ blocks: [{ repo: 'acme/shop' }], notice: LEFT_OUT });
    expect(await tools.keywordSearch({ query: 'a' }, BY)).toEqual(found);
    const none = within(record({ blocks: [] }));
    expect(await none.nlsSearch({ query: 'a' }, BY)).toEqual(
      record({ blocks: [], notice: LEFT_OUT }),
    );
  });

  it('lists leave others out, and do not count them', async () => {
    const repositories = [{ name: 'acme/shop' }, { name: 'acme/vault' }];
    const pagination = { totalCount: 2, hasNextPage: false };
    const tools = within(record({ repositories, pagination }));
    expect(await tools.listRepos({ query: '' }, BY)).toEqual(
      record({
        repositories: [{ name: 'acme/shop' }],
        pagination: { totalCount: undefined, hasNextPage: false },
        notice: LEFT_OUT,
      }),
    );
  });

  it('a commit without a repository is from the only one that was asked for', async () => {
    const commits = [{ repository: '' }, { repository: 'acme/shop' }, { repository: 'acme/vault' }];
    const tools = within(record({ commits }));
    const one = await tools.commitSearch({ repos: ['acme/shop'] }, BY);
    expect(one).toMatchObject({ record: { commits: commits.slice(0, 2) } });
    const two = await tools.commitSearch({ repos: ['acme/shop', 'acme/shop'] }, BY);
    expect(two).toMatchObject({ record: { commits: commits.slice(1, 2) } });
  });
});
