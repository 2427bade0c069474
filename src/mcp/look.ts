import type { Token } from '../http/token.js';
import { createToolServer, type ToolServerOptions } from './client.js';
import type { AvailableTools } from './names.js';

/** What an instance offers now, asked once and remembered nowhere. Throws a `ToolServerError`. */
export async function listToolsOnce(
  options: ToolServerOptions & { readonly token: Token },
): Promise<AvailableTools> {
  const server = createToolServer({ ...options, attempts: 1 });
  try {
    return await server.tools({ token: options.token });
  } finally {
    await server.close();
  }
}
