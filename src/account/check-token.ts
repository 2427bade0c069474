import type { DeepSearch } from '../deepsearch/deep-search.js';
import { Refused, ServiceError } from '../deepsearch/errors.js';
import type { SchemedToken } from '../http/credential.js';
import { ToolServerError, ToolsDenied } from '../mcp/errors.js';
import type { ToolServer } from '../mcp/tool-server.js';
import type { ConnectProblem } from '../render/texts/account.js';

export interface CheckTokenOptions {
  /** Neither of them behind a circuit breaker: one person's token says nothing about the instance. */
  readonly instance: Pick<DeepSearch, 'list'>;
  readonly tools: Pick<ToolServer, 'tools'>;
}

/** Undefined if the token is fine. */
export type CheckToken = (
  token: SchemedToken,
  signal: AbortSignal,
) => Promise<ConnectProblem | undefined>;

/** Tries a token on both APIs of the instance, before it is stored. */
export function createCheckToken({ instance, tools }: CheckTokenOptions): CheckToken {
  return async (token, signal) => {
    const [asks, uses] = await Promise.all([
      problemOf(instance.list({ token, signal, pageSize: 1 })),
      problemOf(tools.tools({ token, signal })),
    ]);
    if (asks === 'token' && uses === undefined && token.scheme === 'Bearer') return 'no-oauth';
    return asks ?? (uses === 'token' ? 'tools-token' : uses);
  };
}

async function problemOf(call: Promise<unknown>): Promise<ConnectProblem | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof ToolsDenied) return TOOLS[error.reason];
    if (error instanceof Refused) {
      const { reason } = error.refusal;
      return reason === 'token' ? 'token' : 'permission';
    }
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    if (error instanceof ServiceError || error instanceof ToolServerError || isTimeout) {
      return 'unavailable';
    }
    throw error;
  }
}

/** An instance may have no code tools, or not for everybody: questions need none. */
const TOOLS: Readonly<Record<ToolsDenied['reason'], ConnectProblem | undefined>> = {
  off: undefined,
  'too-old': undefined,
  permission: undefined,
  token: 'token',
  account: 'token',
};
