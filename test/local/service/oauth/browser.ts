/** A browser as far as signing in needs one: cookies by path, redirects followed on one site only. */
export interface Browser {
  open(address: string, sent?: { readonly form?: Record<string, string> }): Promise<Page>;
}

export interface Page {
  readonly status: number;
  /** Where the page was found; a redirect to another site ends here, unopened. */
  readonly url: string;
  readonly html: string;
  readonly headers: Headers;
}

interface Cookie {
  readonly path: string;
  readonly pair: string;
}

/** With `site`, the only place that it opens. */
export function createBrowser(site: string): Browser {
  const jar = new Map<string, Cookie>();
  const open: Browser['open'] = async (address, { form } = {}) => {
    const url = new URL(address, site);
    if (url.origin !== site) {
      return { status: 0, url: url.href, html: '', headers: new Headers() };
    }
    const response = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: cookiesFor(jar, url.pathname), accept: 'text/html' },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) storeCookie(jar, line);
    const next = response.headers.get('location');
    if (next) return open(new URL(next, url).href);
    const { status, headers } = response;
    return { status, url: url.href, html: await response.text(), headers };
  };
  return { open };
}

/** The hidden fields of a page's form. */
export function hiddenFields(html: string): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}

function cookiesFor(jar: Map<string, Cookie>, path: string): string {
  const fitting = [...jar.values()].filter((cookie) => path.startsWith(cookie.path));
  return fitting.map(({ pair }) => pair).join('; ');
}

function storeCookie(jar: Map<string, Cookie>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const path = attributes.find((one) => one.startsWith('path='))?.slice(5) ?? '/';
  const id = `${pair.split('=')[0]} ${path}`;
  if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(id);
  else jar.set(id, { path, pair });
}
