import type { KoaContextWithOIDC } from 'oidc-provider';
import { Provider } from 'oidc-provider/lib/provider.js';
import { CLIENT_ID } from './addresses.js';
import { createPace, POLL_SECONDS } from './device-polling.js';
import { notePage, SIGN_IN_OVER } from './pages.js';
import { configuration, type Settings } from './provider-configuration.js';
import { isLoopback } from './redirects.js';

/** The provider of tokens for the service at `url`. */
export function createProvider(settings: Settings): Provider {
  const provider = new Provider(settings.url, configuration(settings));
  // The headers are ours by then: see `routes.ts`.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => console.error('signing in failed:', error));
  provider.use(withinSession);
  provider.use(atPace());
  letReturnHere(provider);
  return provider;
}

/** A form that comes without its page has no session, which the provider does not foresee. */
async function withinSession(ctx: KoaContextWithOIDC, next: () => Promise<unknown>) {
  try {
    await next();
  } catch (error) {
    if (ctx.oidc?.session?.exp !== undefined) throw error;
    ctx.status = 400;
    ctx.body = notePage('Connect a device', SIGN_IN_OVER);
  }
}

/** RFC 8628: a device is told how often it may ask, and to slow down where it asks more often. */
function atPace() {
  const pace = createPace();
  return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => {
    await next();
    const { body } = ctx;
    if (!isRecord(body)) return;
    if ('user_code' in body) body['interval'] = POLL_SECONDS;
    if (body['error'] !== 'authorization_pending') return;
    const code = String(ctx.oidc.params?.['device_code']);
    if (!pace.tooSoon(code)) return;
    ctx.body = { error: 'slow_down', error_description: 'wait 5 seconds more between requests' };
  };
}

/** The built-in client may return to this machine at any port and path, since each editor has its own. */
function letReturnHere({ Client }: Provider): void {
  const { redirectUriAllowed } = Client.prototype;
  Client.prototype.redirectUriAllowed = function (this: InstanceType<typeof Client>, uri: string) {
    if (this.clientId === CLIENT_ID && isLoopback(uri)) return true;
    return redirectUriAllowed.call(this, uri);
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
