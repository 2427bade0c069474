import type { KoaContextWithOIDC } from 'oidc-provider';
import { Provider } from 'oidc-provider/lib/provider.js';
import { CLIENT_ID } from './addresses.js';
import { createDevicePolling, POLL_INTERVAL_SECONDS } from './device-polling.js';
import { messagePage, SIGN_IN_EXPIRED } from './pages.js';
import { type ProviderOptions, providerConfiguration } from './provider-configuration.js';
import { isLoopbackRedirect } from './redirects.js';

/** The provider of tokens for the service at `url`. */
export function createProvider(settings: ProviderOptions): Provider {
  const provider = new Provider(settings.url, providerConfiguration(settings));
  // The headers are ours by then: see `routes.ts`.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => console.error('signing in failed:', error));
  provider.use(handleMissingSession);
  provider.use(limitDevicePolling());
  allowLoopbackRedirects(provider);
  return provider;
}

/** A form that comes without its page has no session, which the provider does not foresee. */
async function handleMissingSession(ctx: KoaContextWithOIDC, next: () => Promise<unknown>) {
  try {
    await next();
  } catch (error) {
    if (ctx.oidc?.session?.exp !== undefined) throw error;
    ctx.status = 400;
    ctx.body = messagePage('Connect a device', SIGN_IN_EXPIRED);
  }
}

/** RFC 8628: a device is told how often it may ask, and to slow down where it asks more often. */
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

/** The built-in client may return to this machine at any port and path, since each editor has its own. */
function allowLoopbackRedirects({ Client }: Provider): void {
  const { redirectUriAllowed } = Client.prototype;
  Client.prototype.redirectUriAllowed = function (this: InstanceType<typeof Client>, uri: string) {
    if (this.clientId === CLIENT_ID && isLoopbackRedirect(uri)) return true;
    return redirectUriAllowed.call(this, uri);
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
