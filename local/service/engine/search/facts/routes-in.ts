import { extensionOf } from '../../../index/outline.js';
import type { SourceFile } from '../passages/source-file.js';
import { callAt, type Declared, declaredBy, definedBelow, handlerIn } from './declared.js';
import { type Prefix, prefixesOf } from './route-prefixes.js';
import { routeByFile } from './routes-by-file.js';

const VERBS = 'get|post|put|patch|delete|head|options';
const RECEIVER =
  '(?:app|server|api|routes?|fastify|express|hono|web|blueprint|\\w*(?:Router|router|App|Api|Server|Routes))';
/** Both need a path, and in JavaScript something behind it: `cache.get('/x')` is no route. */
const JAVASCRIPT = new RegExp(
  `(?<![\\w$.])((?:this\\.)?${RECEIVER})\\.(${VERBS}|all|use)\\(\\s*['"\`](/[^'"\`]{0,200}|\\*)['"\`]\\s*,`,
);
const DJANGO = /(?<![\w.])(?:re_)?(?:path|url)\(\s*r?(['"])([^'"]{0,200})\1\s*,/;
const DJANGO_IMPORT = /^from django\.(?:conf\.)?urls\b/;
const DECORATOR = new RegExp(
  `^\\s*@(\\w[\\w.]{0,60})\\.(${VERBS}|route|websocket)\\(\\s*(?:path\\s*=\\s*)?['"](/?[^'"]{0,200})['"]`,
);
const GO =
  /(?<![\w.])(\w{1,40})\.(Get|Post|Put|Patch|Delete|Head|Options|Any|GET|POST|PUT|PATCH|DELETE|HandleFunc|Handle|Combo|Route)\(\s*"((?:[A-Z]{3,7} )?\/[^"]{0,200}|)"/;
const DOT_NET = /(?<![\w.])(\w{1,40})\.Map(Get|Post|Put|Patch|Delete)\(\s*"([^"]{0,200})"/;
const DOT_NET_ATTRIBUTE = /^\s*\[Http(Get|Post|Put|Patch|Delete)(?:\(\s*"([^"]{0,200})"|\])/;
const JAVA =
  /^\s*@(Get|Post|Put|Patch|Delete|Request)Mapping(?:\((?:\s*(?:value|path)\s*=)?[\s{]*"([^"]{0,200})"|\s*$|\(\s*\))/;
const RAILS =
  /^\s*(get|post|put|patch|delete|match|root|resources?)[\s(]+(?:to:\s*)?(?:(['"])([^'"]{0,200})\2|:(\w{1,60}))(.{0,300})/;
const PROTO = /\b(get|post|put|patch|delete):\s*"(\/[^"]{0,200})"/;

/** The files that may have routes, for git. */
export const ROUTE_SOURCES = [
  '[.](get|post|put|patch|delete|all|use|route|Get|Post|Put|Patch|Delete|Any|GET|POST|PUT|PATCH|DELETE|HandleFunc|Handle|Combo|Map(Get|Post|Put|Patch|Delete))[(]["\'`/]*',
  '@(Get|Post|Put|Patch|Delete|Request)Mapping|\\[Http(Get|Post|Put|Patch|Delete)',
  '(^|[^A-Za-z0-9_.])(re_)?(path|url)[(]|[rR]outer[a-z_]*[.]register[(]|^ +@action',
  '^ *(get|post|put|patch|delete|match|resources?) +[:"\']',
  '(get|post|put|patch|delete): *"/',
].join('|');

type Read = Parameters<typeof declaredBy>[1];

const javascript: Read = (file, line, text) => {
  const call = callAt(file.lines, line);
  const [found, , verb = '', path = ''] = JAVASCRIPT.exec(call.text) ?? [];
  if (found === undefined || JAVASCRIPT.exec(text + NEXT)?.index === undefined) return undefined;
  const handler = handlerIn(call.text, 'last');
  // What only serves files has no handler of the program.
  if (verb === 'use' && (handler === undefined || /\.static\(/.test(call.text))) return undefined;
  return { name: path, verb: verb.toUpperCase(), ...call.range, ...(handler && { handler }) };
};

/** So that a call whose path is on the next line fits, too. */
const NEXT = '"/",';

const python: Read = (file, line, text) => {
  const decorator = DECORATOR.exec(text);
  if (decorator) {
    const [, receiver, verb = '', path = ''] = decorator;
    const below = definedBelow(file, line);
    const methods = /methods\s*=\s*[[(]([^\])]{0,80})/.exec(text)?.[1]?.match(/[A-Z]{3,7}/g);
    const name = { route: methods?.join(', ') ?? '', websocket: 'WEBSOCKET' }[verb];
    return {
      name: path,
      receiver,
      verb: name ?? verb.toUpperCase(),
      start: line,
      end: line,
      ...below,
    };
  }
  const ofViewSet = viewSetRoute(file, line, text);
  if (ofViewSet) return ofViewSet;
  if (!/(?<![\w.])(?:re_)?(?:path|url)\(/.test(text)) return undefined;
  const call = callAt(file.lines, line);
  const [found, , path = ''] = DJANGO.exec(call.text) ?? [];
  if (found === undefined) return undefined;
  // A path of the file system is none.
  if (!/(?:url|route)s?\.py$/.test(file.path) && !file.lines.some((one) => DJANGO_IMPORT.test(one)))
    return undefined;
  const handler = handlerIn(call.text, 'second');
  return { name: path, verb: '', ...call.range, ...(handler && { handler }) };
};

/** Of Django REST framework: the routes of a class, and those of its further methods. */
const viewSetRoute: Read = (file, line, text) => {
  const [found, path = ''] = REGISTERED.exec(text) ?? [];
  if (found !== undefined) {
    const call = callAt(file.lines, line);
    const handler = handlerIn(call.text, 'second');
    return handler === undefined
      ? undefined
      : { name: path, verb: '', isGroup: true, ...call.range, handler };
  }
  if (!/^\s+@action\b/.test(text)) return undefined;
  const call = callAt(file.lines, line);
  const below = definedBelow(file, call.range.end);
  if (!below) return undefined;
  const own = /\burl_path\s*=\s*r?['"]([^'"]{1,200})['"]/.exec(call.text)?.[1];
  const methods = /\bmethods\s*=\s*[[(]([^\])]{0,80})/.exec(call.text)?.[1]?.match(/[a-z]{3,7}/gi);
  const owner = classAbove(file, line);
  const handler = owner === '' ? below.handler : `${owner}.${below.handler}`;
  const isOfOne = /\bdetail\s*=\s*True\b/.test(call.text);
  return {
    name: [...prefixOf(file, owner), ...(isOfOne ? ['{pk}'] : []), own ?? below.handler].join('/'),
    verb: (methods ?? ['GET']).join(', ').toUpperCase(),
    start: line,
    end: below.end,
    handler,
  };
};

const REGISTERED = /^\s*\w{0,40}[rR]outer\w{0,20}\.register\(\s*r?['"]([^'"]{0,200})['"]\s*,/;

function classAbove({ lines }: SourceFile, line: number): string {
  const above = lines.slice(0, line).findLast((one) => /^class\s/.test(one)) ?? '';
  return /^class\s+(\w{1,80})/.exec(above)?.[1] ?? '';
}

/** Where the same file registers the class. */
function prefixOf({ lines }: SourceFile, owner: string): string[] {
  const path = lines
    .filter((one) => owner !== '' && one.split(/\W+/).includes(owner))
    .map((one) => REGISTERED.exec(one)?.[1])
    .find(Boolean);
  return path === undefined ? [] : [path];
}

const go: Read = (file, line, text) => {
  const [found, receiver, verb = '', path = ''] = GO.exec(text) ?? [];
  if (found === undefined || OF_GROUP.test(text)) return undefined;
  const call = callAt(file.lines, line);
  if (verb === 'Combo') {
    const methods = [...call.text.matchAll(/\)\.\s*(Get|Post|Put|Patch|Delete|Head)\(/g)];
    const names = methods.map(([, name = '']) => name.toUpperCase()).join(', ');
    return names === '' ? undefined : { name: path, receiver, verb: names, ...call.range };
  }
  const [, method, address = path] = /^([A-Z]{3,7}) (\/.*)$/.exec(path) ?? [];
  const handler = handlerIn(call.text, 'last');
  if (!/",/.test(call.text)) return undefined;
  const several = /^[^,]{1,200},\s*"([A-Z,]{3,40})"/.exec(call.text)?.[1]?.replaceAll(',', ', ');
  const name = method ?? several ?? (/^(?:Handle|Route)/.test(verb) ? '' : verb.toUpperCase());
  return { name: address, receiver, verb: name, ...call.range, ...(handler && { handler }) };
};

const OF_GROUP = /\.(?:Group|Route)\(\s*"[^"]*"\s*,\s*func\(/;

const dotNet: Read = (file, line, text) => {
  const [found, receiver, verb = '', path = ''] = DOT_NET.exec(text) ?? [];
  if (found !== undefined) {
    const call = callAt(file.lines, line);
    const handler = handlerIn(call.text, 'last');
    return {
      name: path,
      receiver,
      verb: verb.toUpperCase(),
      ...call.range,
      ...(handler && { handler }),
    };
  }
  const [attribute, method = '', template = ''] = DOT_NET_ATTRIBUTE.exec(text) ?? [];
  if (attribute === undefined) return undefined;
  const below = definedBelow(file, line);
  return below && { name: template, verb: method.toUpperCase(), start: line, ...below };
};

const java: Read = (file, line, text) => {
  const [found, verb = '', path = ''] = JAVA.exec(text) ?? [];
  if (found === undefined) return undefined;
  const below = definedBelow(file, line);
  // Of a class, it is where the paths of its methods begin.
  if (below === undefined) return undefined;
  const method = /RequestMethod\.([A-Z]+)/.exec(text)?.[1] ?? '';
  const name = verb === 'Request' ? method : verb.toUpperCase();
  return { name: path, verb: name, start: line, ...below };
};

const rails: Read = (file, line, text) => {
  if (!/(?:^|\/)routes?(?:\.rb$|\/)/.test(file.path)) return undefined;
  const [found, verb = '', , path = '', symbol, rest = ''] = RAILS.exec(text) ?? [];
  if (found === undefined) return undefined;
  if (/^resource/.test(verb))
    return symbol === undefined
      ? undefined
      : { name: `${verb} :${symbol}`, verb: '', isGroup: true, start: line, end: line };
  const target = /(?:=>|to:)\s*['"]([\w/]+#\w+)['"]/.exec(rest)?.[1];
  if (verb === 'root')
    return { name: '/', verb: 'GET', start: line, end: line, ...(path && { handler: path }) };
  return {
    name: symbol ?? path,
    verb: verb === 'match' ? '' : verb.toUpperCase(),
    start: line,
    end: line,
    ...(target && { handler: target }),
  };
};

const proto: Read = (file, line, text) => {
  const [found, verb = '', path = ''] = PROTO.exec(text) ?? [];
  if (found === undefined) return undefined;
  for (let start = line; start > Math.max(0, line - MAX_OPTION_LINES); start -= 1) {
    const handler = /^\s*rpc\s+(\w+)/.exec(file.lines[start - 1] ?? '')?.[1];
    if (handler !== undefined)
      return { name: path, verb: verb.toUpperCase(), start, end: line, handler };
  }
  return undefined;
};

/** From a call's line to the path that it has over HTTP. */
const MAX_OPTION_LINES = 12;

const READ: Readonly<Record<string, Read>> = {
  ...Object.fromEntries(
    ['js', 'mjs', 'cjs', 'ts', 'mts', 'jsx', 'tsx'].map((one) => [one, javascript]),
  ),
  py: python,
  go,
  cs: dotNet,
  java,
  kt: java,
  rb: rails,
  proto,
};

/** The routes that a file declares, with the prefixes of the groups in this file that they are in. */
export function routesIn(file: SourceFile): Declared[] {
  const route = routeByFile(file);
  if (route) return [route];
  const read = READ[extensionOf(file.path)];
  if (!read) return [];
  const prefixAt = prefixesOf(file);
  return declaredBy(file, (_, line, text) => {
    const found = read(file, line, text);
    if (!found || found.isGroup) return found;
    const prefix = prefixAt(line, found.receiver);
    return { ...found, name: joined(prefix, found.name), ...(prefix && { prefix }) };
  });
}

function joined(prefix: Prefix | undefined, path: string): string {
  if (!prefix) return path;
  const start = prefix.path.replace(/\/+$/, '');
  const rest = path.replace(/^\/+/, '');
  return rest === '' ? start || '/' : `${start}/${rest}`;
}
