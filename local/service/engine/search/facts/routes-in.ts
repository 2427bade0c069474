import { extensionOf } from '../../../index/outline.js';
import type { SourceFile } from '../passages/source-file.js';
import {
  callAt,
  type Declared,
  declaredBy,
  definedBelow,
  handlerIn,
  type ReadLine,
} from './declared.js';
import { python } from './python-routes.js';
import { joined, prefixesOf } from './route-prefixes.js';
import { routeByFile } from './routes-by-file.js';

const VERBS = 'get|post|put|patch|delete|head|options';
const RECEIVER =
  '(?:app|server|api|routes?|fastify|express|hono|web|blueprint|\\w*(?:Router|router|App|Api|Server|Routes))';
/** Both need a path, and in JavaScript something behind it: `cache.get('/x')` is no route. */
const JAVASCRIPT = new RegExp(
  `(?<![\\w$.])((?:this\\.)?${RECEIVER})\\.(${VERBS}|all|use|route)\\(\\s*['"\`](/[^'"\`]{0,200}|\\*)['"\`]\\s*,`,
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
  '[.](include_router|register_blueprint)[(]',
  '@(Get|Post|Put|Patch|Delete|Request)Mapping|@Controller[(]|\\[Http(Get|Post|Put|Patch|Delete)',
  '(^|[^A-Za-z0-9_.])(re_)?(path|url)[(]|[rR]outer[a-z_]*[.]register[(]|^ +@action',
  '^ *(get|post|put|patch|delete|match|resources?) +[:"\']',
  '(get|post|put|patch|delete): *"/',
].join('|');

/** Of a class of NestJS. */
const nest: ReadLine = (file, line, text) => {
  const [found, verb = '', path = ''] = NEST.exec(text) ?? [];
  if (found === undefined || !file.lines.some((one) => /^@Controller\(/.test(one)))
    return undefined;
  const own = { name: path, verb: verb.toUpperCase(), start: line, end: line };
  return { ...own, ...definedBelow(file, line) };
};

const NEST =
  /^\s+@(Get|Post|Put|Patch|Delete|Head|Options|All)\(\s*(?:['"`]([^'"`]{0,200})['"`])?\s*\)/;

const javascript: ReadLine = (file, line, text) => {
  const ofClass = nest(file, line, text);
  if (ofClass) return ofClass;
  const call = callAt(file.lines, line);
  const [found, receiver = '', method = '', path = ''] = JAVASCRIPT.exec(call.text) ?? [];
  if (found === undefined || JAVASCRIPT.exec(text + NEXT)?.index === undefined) return undefined;
  const handler = handlerIn(call.text, 'last');
  // What only serves files has no handler of the program.
  const verb = method === 'route' ? 'use' : method;
  if (verb === 'use' && (handler === undefined || /\.static\(/.test(call.text))) return undefined;
  return {
    name: path,
    verb: verb.toUpperCase(),
    receiver: receiver.replace(/^this\./, ''),
    ...call.range,
    ...(handler && { handler }),
    ...(verb === 'use' && handler && { mounts: handler }),
  };
};

/** So that a call whose path is on the next line fits, too. */
const NEXT = '"/",';

const go: ReadLine = (file, line, text) => {
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

const dotNet: ReadLine = (file, line, text) => {
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

const java: ReadLine = (file, line, text) => {
  const [found, verb = '', path = ''] = JAVA.exec(text) ?? [];
  if (found === undefined) return undefined;
  const below = definedBelow(file, line);
  // Of a class, it is where the paths of its methods begin.
  if (below === undefined) return undefined;
  const method = /RequestMethod\.([A-Z]+)/.exec(text)?.[1] ?? '';
  const name = verb === 'Request' ? method : verb.toUpperCase();
  return { name: path, verb: name, start: line, ...below };
};

const rails: ReadLine = (file, line, text) => {
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

const proto: ReadLine = (file, line, text) => {
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

const READ: ReadonlyMap<string, ReadLine> = new Map(
  Object.entries<ReadLine>({
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
  }),
);

/** The routes that a file declares, with the prefixes of the groups in this file that they are in. */
export function routesIn(file: SourceFile): Declared[] {
  const route = routeByFile(file);
  if (route) return [route];
  const read = READ.get(extensionOf(file.path));
  if (!read) return [];
  const prefixAt = prefixesOf(file);
  return declaredBy(file, (_, line, text) => {
    const found = read(file, line, text);
    if (!found || found.isGroup) return found;
    const prefix = prefixAt(line, found.receiver);
    return {
      ...found,
      name: prefix ? joined(prefix.path, found.name) : found.name,
      ...(prefix && { prefix }),
    };
  });
}
