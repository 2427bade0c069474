import { agentMethods } from './agents.js';
import { appsMethods } from './apps.js';
import { chatMethods } from './chat.js';
import { conversationsMethods } from './conversations.js';
import { filesMethods } from './files.js';
import { functionsMethods } from './functions.js';
import { identityMethods } from './identity.js';
import type { Installations } from './installing.js';
import type { Method } from './method.js';
import { reactionsMethods } from './reactions.js';
import { unfurlMethods } from './unfurl.js';
import { viewsMethods } from './views.js';

/** Every method there is, by name. A further family is one more file and one more line here. */
export function methodTable(with_: {
  readonly newSocketUrl: () => string;
  /** Events that the app hears, as a manifest names them. */
  readonly subscribed: ReadonlySet<string>;
  readonly installations: Installations;
}): ReadonlyMap<string, Method> {
  const all = [
    ...agentMethods(with_.subscribed),
    ...appsMethods(with_.newSocketUrl),
    ...chatMethods,
    ...conversationsMethods,
    ...filesMethods,
    ...functionsMethods,
    ...identityMethods,
    ...reactionsMethods,
    ...unfurlMethods,
    ...viewsMethods,
    with_.installations.access,
  ];
  return new Map(all.map((method) => [method.name, method]));
}
