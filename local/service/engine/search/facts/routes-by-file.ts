import type { SourceFile } from '../passages/source-file.js';
import type { Declared } from './declared.js';

const SCRIPT = '\\.[cm]?[jt]sx?$';
/** Next.js: `app/api/beds/[id]/route.ts`; SvelteKit: `src/routes/api/beds/+server.ts`. */
const BY_FOLDER = ['(?:^|/)src/', '(?:^|/)'].map(
  (start) =>
    new RegExp(
      `${start}(?:app/(?<inApp>.{0,200}/)?route${SCRIPT}|routes/(?<inRoutes>.{0,200}/)?\\+server${SCRIPT})`,
    ),
);
/** One of several programs in a repository, whose name may be `app`, too. */
const PACKAGE = /^(?:apps|packages)\/(?:@[^/]+\/)?[^/]+\//;
/** Next.js: `pages/api/beds/[id].ts`. */
const PAGES = new RegExp(`(?:^|/)pages/(api(?:/.{1,200})?)${SCRIPT}`);
/** Nuxt: `server/api/beds/[id].get.ts`. */
const NUXT = new RegExp(`(?:^|/)server/(api/.{1,200}?|routes/.{1,200}?)${SCRIPT}`);

const METHOD = '(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)';
const EXPORTED = new RegExp(
  `^export\\s+(?:(?:async\\s+)?function\\*?|const|let)\\s+(${METHOD})\\b`,
);
/** `export { handler as GET, handler as POST };`, `export const { GET, POST } = handlers;` */
const EXPORTED_TOGETHER = /^export\s+(?:const\s+)?\{([^}]{1,200})\}/;
const NUXT_HANDLER = /^export\s+default\s+(?:define\w{0,30})?[eE]ventHandler\b/;

/** Whether a framework makes a route of a file with such a path. */
export function isRouteFile(path: string): boolean {
  return folderOf(path) !== undefined || PAGES.test(path) || NUXT.test(path);
}

/** The route that a file is; undefined if it is none. */
export function routeByFile(file: SourceFile): Declared | undefined {
  return byFolder(file) ?? nextPage(file) ?? nuxtRoute(file);
}

function folderOf(path: string): string | undefined {
  const own = path.replace(PACKAGE, '');
  const groups = BY_FOLDER.map((one) => one.exec(own)?.groups).find(Boolean);
  return groups && (groups['inApp'] ?? groups['inRoutes'] ?? '');
}

function byFolder(file: SourceFile): Declared | undefined {
  const folder = folderOf(file.path);
  if (folder === undefined) return undefined;
  const methods = file.lines.flatMap((text, at) =>
    methodsIn(text).map((verb) => ({ verb, line: at + 1 })),
  );
  const [first] = methods;
  if (!first) return undefined;
  const end = methods.at(-1)?.line ?? first.line;
  const verb = methods.map((one) => one.verb).join(', ');
  return { file, name: pathOf(folder), verb, start: first.line, end };
}

function methodsIn(text: string): string[] {
  const own = EXPORTED.exec(text)?.[1];
  if (own !== undefined) return [own];
  const together = EXPORTED_TOGETHER.exec(text)?.[1] ?? '';
  return together.split(',').flatMap((one) => {
    const name =
      one
        .trim()
        .split(/\s+as\s+|\s*:\s*/)
        .at(-1) ?? '';
    return new RegExp(`^${METHOD}$`).test(name) ? [name] : [];
  });
}

function nextPage(file: SourceFile): Declared | undefined {
  const path = PAGES.exec(file.path)?.[1];
  const start =
    file.lines.findIndex((text) => /^export\s+(?:default\b|\{.{0,200}\bas default\b)/.test(text)) +
    1;
  if (path === undefined || start === 0) return undefined;
  const handler = DEFAULT_NAME.exec(file.lines[start - 1] ?? '')
    ?.slice(1)
    .find(Boolean);
  return { file, name: pathOf(path), verb: '', start, end: start, ...(handler && { handler }) };
}

const DEFAULT_NAME =
  /^export\s+default\s+(?:(?:async\s+)?function\s+(\w{1,60})\s*\(|(\w{1,60})\s*;?\s*$)/;

function nuxtRoute(file: SourceFile): Declared | undefined {
  const path = NUXT.exec(file.path)?.[1];
  const start = file.lines.findIndex((text) => NUXT_HANDLER.test(text)) + 1;
  if (path === undefined || start === 0) return undefined;
  const [, route = path, method = ''] =
    /^(.*)\.(get|post|put|patch|delete|head|options)$/.exec(path) ?? [];
  const name = pathOf(route.replace(/^routes\//, ''));
  return { file, name, verb: method.toUpperCase(), start, end: start };
}

/** `(group)` and `@slot` are in no address, and an `index` is its folder. */
function pathOf(path: string): string {
  const parts = path.split('/').filter((one) => one !== '' && !/^\(.*\)$|^@/.test(one));
  return `/${(parts.at(-1) === 'index' ? parts.slice(0, -1) : parts).join('/')}`;
}
