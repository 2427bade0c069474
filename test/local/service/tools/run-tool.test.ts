import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { runTool } from '../../../../local/service/tools/run-tool.js';
import { defineTool, type ToolContext, ToolError } from '../../../../local/service/tools/tool.js';

afterEach(() => vi.restoreAllMocks());

const { signal } = new AbortController();

function toolThat(run: (context: ToolContext) => Promise<{ said: string }>) {
  return defineTool({
    name: 'say',
    title: 'Say',
    description: 'Says.',
    input: z.strictObject({}),
    output: z.object({ said: z.string() }),
    run: (_, context) => run(context),
  });
}

/** Never answers: it hears when it should stop, and minds that or not. */
const waiting = toolThat(async ({ signal }) => {
  await once(signal, 'abort');
  return new Promise(() => {});
});

describe('runTool', () => {
  it('returns the result as structured content and as text', async () => {
    const said = toolThat(async () => ({ said: 'yes' }));
    expect(await runTool(said, {}, { signal, timeoutMs: 10_000 })).toEqual({
      structuredContent: { said: 'yes' },
      content: [{ type: 'text', text: '{"said":"yes"}' }],
    });
  });

  it('returns an error at the timeout, whatever the tool does', async () => {
    const { isError, content } = await runTool(waiting, {}, { signal, timeoutMs: 20 });
    expect(isError).toBe(true);
    expect(content[0]).toHaveProperty('text', expect.stringContaining('longer than 0.02 seconds'));
  });

  it('returns an error when the caller aborts, and logs nothing', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const caller = new AbortController();
    const running = runTool(waiting, {}, { signal: caller.signal, timeoutMs: 10_000 });
    caller.abort(new Error('the connection closed'));
    expect(await running).toMatchObject({ isError: true });
    expect(logged).not.toHaveBeenCalled();
  });

  it('rejects an argument with an unreadable length', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const listing = defineTool({
      name: 'list',
      title: 'List',
      description: 'Lists.',
      input: z.object({ names: z.array(z.string()).min(1) }),
      output: z.object({}),
      run: async () => ({}),
    });
    const odd = { names: { length: { toString: 1, valueOf: 1 } } };
    const { content } = await runTool(listing, odd, { signal, timeoutMs: 10_000 });
    expect(content[0]).toHaveProperty('text', 'An argument has an unsupported type.');
    expect(logged).not.toHaveBeenCalled();
  });

  it('returns the message of a ToolError, and only logs other errors', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const refused = toolThat(() => Promise.reject(new ToolError('Give more.')));
    const broken = toolThat(() => Promise.reject(new Error('secret')));
    const textOf = async (tool: typeof refused, given: unknown = {}) =>
      (await runTool(tool, given, { signal, timeoutMs: 10_000 })).content[0];
    expect(await textOf(refused)).toHaveProperty('text', 'Give more.');
    expect(await textOf(refused, [])).toHaveProperty('text', 'The arguments must be an object.');
    expect(await textOf(refused, { names: ['a\0b'] })).toHaveProperty(
      'text',
      'Arguments must not contain the character U+0000.',
    );
    expect(logged).not.toHaveBeenCalled();
    expect(await textOf(broken)).toHaveProperty('text', expect.not.stringContaining('secret'));
    expect(logged).toHaveBeenCalledOnce();
  });
});
