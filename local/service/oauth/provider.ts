import type { KoaContextWithOIDC } from 'oidc-provider';
import { Provider } from 'oidc-provider/lib/provider.js';
import { logError } from '../logging/log.js';
import { BUILT_IN_CLIENT_ID } from './built-in-client.js';
import { createDevicePolling, POLL_INTERVAL_SECONDS } from './device-polling.js';
import { messagePage, SIGN_IN_EXPIRED } from './pages.js';
import {
  createProviderState,
  type ProviderOptions,
  type ProviderState,
  providerConfiguration,
} from './provider-configuration.js';
import { isLoopbackRedirect } from './redirects.js';

/**
 * A provider for each URL by which clients reach the service, since its issuer must be that URL: RFC 8414,
 * section 3.3. They share clients, sessions and tokens.
 */
export function createProviders(options: Omit<ProviderOptions, 'url'>): (url: string) => Provider {
  const state = createProviderState();
  const providers = new Map<string, Provider>();
  return (url) => {
    const provider = providers.get(url) ?? createProvider({ ...options, url }, state);
    providers.set(url, provider);
    return provider;
  };
}

function createProvider(options: ProviderOptions, state: ProviderState): Provider {
  const provider = new Provider(options.url, providerConfiguration(options, state));
  // Safe, because routes.ts sets the X-Forwarded headers itself.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => logError('OAuth request failed:', error));
  provider.use(handleMissingSession);
  provider.use(limitDevicePolling());
  allowLoopbackRedirects(provider);
  return provider;
}

/** The provider throws for a form that is posted without a session; that becomes a page. */
async function handleMissingSession(ctx: KoaContextWithOIDC, next: () => Promise<unknown>) {
  try {
    await next();
  } catch (error) {
    if (ctx.oidc?.session?.exp !== undefined) throw error;
    ctx.status = 400;
    ctx.body = messagePage('Connect a device', SIGN_IN_EXPIRED);
  }
}

/** RFC 8628: tells devices the interval, and `slow_down` when they poll too often. */
function limitDevicePolling() {
  const polling = createDevicePolling();
  return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => {
    await next();
    const { body } = ctx;
    if (!isObject(body)) return;
    if ('user_code' in body) body['interval'] = POLL_INTERVAL_SECONDS;
    if (body['error'] !== 'authorization_pending') return;
    const code = String(ctx.oidc.params?.['device_code']);
    if (!polling.tooSoon(code)) return;
    ctx.body = { error: 'slow_down', error_description: 'wait 5 seconds more between requests' };
  };
}

/** The built-in client may use any loopback port and path, since each editor has its own. */
function allowLoopbackRedirects({ Client }: Provider): void {
  const { redirectUriAllowed } = Client.prototype;
  Client.prototype.redirectUriAllowed = function (this: InstanceType<typeof Client>, uri: string) {
    if (this.clientId === BUILT_IN_CLIENT_ID && isLoopbackRedirect(uri)) return true;
    return redirectUriAllowed.call(this, uri);
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
