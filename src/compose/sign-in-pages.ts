import { createOAuthClient } from '../account/oauth/client.js';
import { createSignInPages } from '../account/sign-in-pages.js';
import type { Config } from '../config.js';
import {
  CALLBACK_PATH,
  createServeSignIn,
  type ServeSignIn,
} from '../intake/receiver/sign-in-pages.js';
import type { SharedParts } from './shared.js';

/**
 * Where the authorization server sends browsers back to; undefined where they do not reach us. In the role
 * `worker`, it is another process that serves it.
 */
export function redirectUri({ publicUrl, slack }: Config): string | undefined {
  if (publicUrl === undefined || slack.transport.kind === 'socket') return undefined;
  return `${publicUrl}${CALLBACK_PATH}`;
}

/** The pages on which people connect their accounts by signing in; undefined where they cannot. */
export function composeSignInPages(shared: SharedParts): ServeSignIn | undefined {
  const { config, logger, now, producer, stores } = shared;
  const { oauth, url: baseUrl } = config.deepsearch;
  const uri = redirectUri(config);
  if (oauth === undefined || uri === undefined) return undefined;
  const pages = createSignInPages({
    oauth: createOAuthClient({ ...oauth, now }),
    signIns: stores.signIns,
    pendingTokens: stores.pendingTokens,
    accept: (request) => producer.accept(request),
    acceptLater: (request, delayMs) => producer.accept(request, { delayMs }),
    redirectUri: uri,
    baseUrl,
    now,
    logger,
  });
  return createServeSignIn({ ...pages, isSecure: uri.startsWith('https:') }, logger);
}
