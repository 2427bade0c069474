import { extensionOf } from '../../../index/outline.js';
import type { SourceFile } from '../passages/source-file.js';
import { indent } from '../text/indent.js';

/** Where the paths of some routes begin. */
export interface Prefix {
  readonly path: string;
  /** The line that says so: of several around each other the outermost. */
  readonly line: number;
  /** If it is not that of the route. */
  readonly file?: SourceFile;
}

interface Group extends Prefix {
  readonly depth: number;
}

const GO_BLOCK = /\.(?:Group|Route)\(\s*"([^"]{0,200})"\s*,\s*func\(/;
const RAILS_BLOCK =
  /^\s*(?:(namespace|resources?|scope)\s+(?::(\w+)|['"]([^'"]{0,200})['"]))(.{0,200})\bdo\b/;
/** `var api = app.MapGroup("/api")`, `api := router.Group("/api")`. */
const VARIABLE = /(\w{1,40})\s*:?=\s*(\w{1,40})\.(?:MapGroup|Group)\(\s*"([^"]{0,200})"/;
const PYTHON_VARIABLE =
  /^(\w{1,40})\s*=\s*(?:APIRouter|Blueprint)\(.{0,120}?(?:url_)?prefix\s*=\s*['"]([^'"]{1,200})['"]/;
const OF_CLASS =
  /^\s*(?:@RequestMapping\((?:\s*(?:value|path)\s*=)?[\s{]*|\[Route\(|@Controller\(\s*)["']([^"']{1,200})["']/;

/** The prefix at a line, of the groups around it, of the group that it is called on, or of its class. */
export function prefixesOf(
  file: SourceFile,
): (line: number, receiver?: string) => Prefix | undefined {
  const around = blocksOf(file);
  const variables = variablesOf(file);
  const ofClass = classPrefix(file);
  return (line, receiver = '') =>
    variables.findLast((one) => one.name === receiver && one.line < line) ??
    around[line] ??
    ofClass;
}

/** By line. */
function blocksOf(file: SourceFile): (Prefix | undefined)[] {
  const found: (Prefix | undefined)[] = [];
  const extension = extensionOf(file.path);
  if (extension !== 'go' && extension !== 'rb') return found;
  let groups: readonly Group[] = [];
  for (const [at, text] of file.lines.entries()) {
    if (text.trim() === '') continue;
    const depth = indent(text);
    groups = groups.filter((one) => one.depth < depth);
    const path = groups.map((one) => one.path).join('');
    const [outermost] = groups;
    if (outermost && path !== '') found[at + 1] = { path, line: outermost.line };
    const own = extension === 'go' ? GO_BLOCK.exec(text)?.[1] : railsPath(text);
    if (own) groups = [...groups, { path: own, depth, line: at + 1 }];
  }
  return found;
}

function railsPath(text: string): string | undefined {
  const [found, kind = '', symbol = '', path = '', rest = ''] = RAILS_BLOCK.exec(text) ?? [];
  if (found === undefined) return undefined;
  const own = /\bpath:\s*['"]([^'"]{1,200})['"]/.exec(rest)?.[1];
  const name = `/${(own ?? (symbol || path)).replace(/^\/+/, '')}`;
  // Whether its id comes next depends on what is in it.
  return kind === 'resources' ? `${name}/…` : name;
}

function variablesOf(file: SourceFile): (Prefix & { readonly name: string })[] {
  const found: (Prefix & { readonly name: string })[] = [];
  for (const [at, text] of file.lines.entries()) {
    const [group, name = '', on = '', path = ''] = VARIABLE.exec(text) ?? [];
    if (group !== undefined) {
      const outer = found.findLast((one) => one.name === on);
      const start = outer?.path.replace(/\/+$/, '') ?? '';
      const own = `${start}/${path.replace(/^\/+/, '')}`;
      found.push({ name, path: own, line: outer?.line ?? at + 1 });
      continue;
    }
    const [router, variable = '', prefix = ''] = PYTHON_VARIABLE.exec(text) ?? [];
    if (router !== undefined) found.push({ name: variable, path: prefix, line: at + 1 });
  }
  return found;
}

/** Of a file's only class with one. */
function classPrefix(file: SourceFile): Prefix | undefined {
  const all = file.lines.flatMap((text, at) => {
    const path = OF_CLASS.exec(text)?.[1];
    const below =
      file.lines.slice(at + 1, at + 6).find((one) => !/^\s*(?:[@[/]|$)/.test(one)) ?? '';
    return path !== undefined && /\b(?:class|interface)\b/.test(below)
      ? [{ path, line: at + 1 }]
      : [];
  });
  return all.length === 1 ? all[0] : undefined;
}

/** A path below another one. */
export function joined(prefix: string, path: string): string {
  const start = prefix.replace(/\/+$/, '');
  const rest = path.replace(/^\/+/, '');
  return rest === '' ? start || '/' : `${start}/${rest}`;
}
