/** The page's location: `#as=U1&channel=C1&thread=1712345678.000100`, each part optional. */
export interface PageRoute {
  readonly as?: string;
  readonly channel?: string;
  readonly thread?: string;
  /** In the app's direct message: its Home tab instead of the messages. */
  readonly tab?: string;
}

const SHAPES: Readonly<Record<keyof PageRoute, RegExp>> = {
  as: /^[UW][A-Z0-9]+$/,
  channel: /^[CDG][A-Z0-9]+$/,
  thread: /^\d+\.\d+$/,
  tab: /^home$/,
};

/** Parses a location's hash, ignoring values that are not ids. */
export function parseRoute(hash: string): PageRoute {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const known = (Object.keys(SHAPES) as (keyof PageRoute)[]).flatMap((name) => {
    const value = given.get(name);
    return value && SHAPES[name].test(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(known);
}

export function formatRoute(route: PageRoute): string {
  const given = Object.entries(route).filter(([, value]) => value) as [string, string][];
  return `#${new URLSearchParams(given)}`;
}

/**
 * The route of a message's permalink (`/archives/C…/p1712345678000100`, with `thread_ts` for a
 * reply); undefined for any other URL.
 */
export function permalinkRoute(url: string, origin: string): PageRoute | undefined {
  if (!url.startsWith(`${origin}/archives/`)) return undefined;
  const [, channel, digits] = /\/archives\/([CDG][A-Z0-9]+)\/p(\d{7,})/.exec(url) ?? [];
  if (!channel || !digits) return undefined;
  const ts = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
  const thread = /[?&]thread_ts=(\d+\.\d+)/.exec(url)?.[1] ?? ts;
  return { channel, thread };
}
