import { agentMethods } from './agents.js';
import { appsMethods } from './apps.js';
import { blocksMethods } from './blocks.js';
import { chatMethods } from './chat.js';
import { conversationsMethods } from './conversations.js';
import { filesMethods } from './files.js';
import { functionsMethods } from './functions.js';
import { identityMethods } from './identity.js';
import type { Method } from './method.js';
import type { OAuthCodes } from './oauth.js';
import { reactionsMethods } from './reactions.js';
import { unfurlMethods } from './unfurl.js';
import { viewsMethods } from './views.js';

/** All methods by name. To add a family: one file, and one line here. */
export function methodTable(options: {
  readonly newSocketUrl: () => string;
  /** Event subscriptions, named as in a manifest. */
  readonly subscribedEvents: ReadonlySet<string>;
  readonly oauth: OAuthCodes;
}): ReadonlyMap<string, Method> {
  const all = [
    ...agentMethods(options.subscribedEvents),
    ...appsMethods(options.newSocketUrl),
    ...blocksMethods,
    ...chatMethods,
    ...conversationsMethods,
    ...filesMethods,
    ...functionsMethods,
    ...identityMethods,
    ...reactionsMethods,
    ...unfurlMethods,
    ...viewsMethods,
    options.oauth.access,
  ];
  return new Map(all.map((method) => [method.name, method]));
}
