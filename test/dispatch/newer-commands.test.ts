import { expect, it } from 'vitest';
import {
  type CodeRequestOptions,
  createCodeRequestHandler,
} from '../../src/code/request-handler.js';
import {
  type ConversationRequestOptions,
  createConversationRequestHandler,
} from '../../src/conversations/request-handler.js';
import type { CodeRequest, ConversationRequest } from '../../src/model/conversation-request.js';
import type { ThreadCommand } from '../../src/model/intent.js';
import {
  createThreadCommandHandler,
  type ThreadCommandOptions,
} from '../../src/question/thread-commands.js';
import { NewerIntent } from '../../src/queue/retry.js';

const ASKED = {
  id: 'r1',
  place: { workspace: 'T1', channel: 'C1', threadTs: '1.1', direct: false },
  user: 'U1',
  at: 1,
  clicked: false,
};
const { signal } = new AbortController();

/** What this version would do with the commands that it knows. */
const nothing = async () => undefined;

const handled: Readonly<Record<string, () => Promise<void>>> = {
  'about conversations': () =>
    createConversationRequestHandler({
      commands: { manage: nothing },
      postEphemeral: nothing,
    } as unknown as ConversationRequestOptions)(
      { ...ASKED, command: { kind: 'divine' } } as unknown as ConversationRequest,
      signal,
    ),
  'of the code tools': () =>
    createCodeRequestHandler({ postEphemeral: nothing } as unknown as CodeRequestOptions)(
      { ...ASKED, command: { kind: 'divine' } } as unknown as CodeRequest,
      signal,
    ),
  'in a thread': () =>
    createThreadCommandHandler({ postEphemeral: nothing } as unknown as ThreadCommandOptions)(
      { ...ASKED, command: 'divine' } as unknown as ThreadCommand,
      signal,
    ),
};

it.each(Object.keys(handled))(
  'a command %s that only a newer version knows is left to that version',
  async (which) => {
    await expect(handled[which]?.()).rejects.toThrow(NewerIntent);
  },
);
