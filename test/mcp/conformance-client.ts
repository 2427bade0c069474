import { Agent } from 'undici';
import { createMcpClient } from '../../src/mcp/mcp-client.js';

/** What the conformance suite runs: our side of the protocol against the address it gives. */
const [address = ''] = process.argv.slice(2);
const dispatcher = new Agent();
const wire = createMcpClient({
  dispatcher,
  version: '1.0.0',
  maxReplyBytes: 1_000_000,
  onDeprecation: () => undefined,
});
const trip = { token: 'any', timeoutMs: 20_000 };
const listed = await wire.list(new URL(address), trip);
if (listed.names.includes('add_numbers')) {
  await wire.call(listed, { name: 'add_numbers', args: { a: 5, b: 3 } }, trip);
}
if (listed.names.includes('test_reconnection')) {
  await wire.call(listed, { name: 'test_reconnection', args: {} }, trip);
}
await dispatcher.destroy();
