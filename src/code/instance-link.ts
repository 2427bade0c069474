import { conversationAt } from '../deepsearch/address.js';
import type { CodeLink, InstanceLink } from '../model/instance-link.js';

/** `repo@revision`; a name may hold an `@` of its own, behind a slash (`npm/@scope/name`). */
const PLACE = /^(?<repo>(?:[^@]|(?<=\/)@)+)(?:@(?<revision>[^@]+))?$/;
const LINES = /^L(\d{1,7})(?::\d+)?(?:-L?(\d{1,7})(?::\d+)?)?$/;

/** What a link leads to; undefined where it is none of the instance's, or of no use in a preview. */
export function instanceLink(link: string, baseUrl: string): InstanceLink | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  const base = new URL(baseUrl);
  const root = base.pathname.replace(/\/+$/, '');
  if (url.host !== base.host || !url.pathname.startsWith(`${root}/`)) return undefined;
  if (conversationAt(link) !== undefined) return { kind: 'conversation' };
  const path = decoded(url.pathname.slice(root.length + 1));
  return path === undefined ? undefined : codeLink(path, url);
}

function codeLink(path: string, url: URL): CodeLink | undefined {
  const [, place = '', kind, rest = ''] =
    /^(.+?)\/-\/(blob|commit|compare)\/(.+)$/.exec(path) ?? [];
  const { repo, revision } = PLACE.exec(place)?.groups ?? {};
  if (repo === undefined) return undefined;
  if (kind === 'commit') return { kind, repo, commit: rest };
  if (kind === 'compare') return comparison(repo, rest);
  const at = revision === undefined ? {} : { revision };
  return { kind: 'file', repo, ...at, path: rest, ...linesOf(url) };
}

function comparison(repo: string, range: string): CodeLink | undefined {
  const [base, head, ...more] = range.split('...');
  if (!base || !head || more.length > 0) return undefined;
  return { kind: 'comparison', repo, base, head };
}

/** `?L10`, `?L10-20`, `?L10:3-20:5`, or the same behind `#`. */
function linesOf({ searchParams, hash }: URL) {
  const names = [...searchParams.keys(), hash.slice(1)];
  const [, first, last = first] = names.map((name) => LINES.exec(name)).find(Boolean) ?? [];
  if (first === undefined) return {};
  const [start = 0, end = 0] = [Number(first), Number(last)].sort((a, b) => a - b);
  return start > 0 ? { lines: { start, end } } : {};
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
