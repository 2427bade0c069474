import type { SourceFile } from '../passages/source-file.js';
import { callAt, definedBelow, handlerIn, type ReadLine } from './declared.js';

const VERBS = 'get|post|put|patch|delete|head|options';
const DJANGO = /(?<![\w.])(?:re_)?(?:path|url)\(\s*r?(['"])([^'"]{0,200})\1\s*,/;
const DJANGO_IMPORT = /^from django\.(?:conf\.)?urls\b/;
const DECORATOR = new RegExp(
  `^\\s*@(\\w[\\w.]{0,60})\\.(${VERBS}|route|websocket)\\(\\s*(?:path\\s*=\\s*)?['"](/?[^'"]{0,200})['"]`,
);

/** Flask, FastAPI, Django and Django REST framework. */
export const python: ReadLine = (file, line, text) => {
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
  const ofViewSet = pythonMount(file, line, text) ?? viewSetRoute(file, line, text);
  if (ofViewSet) return ofViewSet;
  if (!/(?<![\w.])(?:re_)?(?:path|url)\(/.test(text)) return undefined;
  const call = callAt(file.lines, line);
  const [found, , path = ''] = DJANGO.exec(call.text) ?? [];
  if (found === undefined) return undefined;
  // A path of the file system is none.
  if (!/(?:url|route)s?\.py$/.test(file.path) && !file.lines.some((one) => DJANGO_IMPORT.test(one)))
    return undefined;
  const handler = handlerIn(call.text, 'second');
  const mounts = /\binclude\(\s*\(?\s*([\w.]{1,100}|"[\w.]{1,100}"|'[\w.]{1,100}')\s*[,)]/.exec(
    call.text,
  )?.[1];
  return {
    name: path,
    verb: '',
    receiver: listAround(file, line),
    ...call.range,
    ...(handler && { handler }),
    ...(mounts && { mounts }),
  };
};

/** `urlpatterns` */
function listAround({ lines }: SourceFile, line: number): string | undefined {
  const above = lines.slice(0, line).findLast((one) => LIST.test(one));
  return above === undefined ? undefined : LIST.exec(above)?.[1];
}

const LIST = /^(\w{1,60})\s*(?::[^=]{1,60})?\+?=\s*\[/;

/** `app.include_router(beds.router, prefix="/beds")`, `app.register_blueprint(beds, url_prefix="/beds")`. */
const pythonMount: ReadLine = (file, line, text) => {
  if (!/\.(?:include_router|register_blueprint)\(/.test(text)) return undefined;
  const call = callAt(file.lines, line);
  const [, receiver, mounts] =
    /(\w{1,40})\.(?:include_router|register_blueprint)\(\s*([\w.]{1,80})/.exec(call.text) ?? [];
  const path = /\b(?:url_)?prefix\s*=\s*f?['"](\/[^'"]{0,200})['"]/.exec(call.text)?.[1];
  // What a variable has as the path, no line says.
  const isUnknown =
    path === undefined && /\bprefix\s*=(?!\s*f?(?:''|""))|\burl_prefix\s*=/.test(call.text);
  if (mounts === undefined || isUnknown) return undefined;
  return { name: path ?? '', verb: 'USE', receiver, ...call.range, handler: mounts, mounts };
};

/** Of Django REST framework: the routes of a class, and those of its further methods. */
const viewSetRoute: ReadLine = (file, line, text) => {
  const [registered, router, root = ''] = REGISTERED.exec(text) ?? [];
  if (registered !== undefined) {
    const call = callAt(file.lines, line);
    const handler = handlerIn(call.text, 'second');
    return handler === undefined
      ? undefined
      : { name: root, verb: '', isGroup: true, receiver: router, ...call.range, handler };
  }
  if (!/^\s+@action\b/.test(text)) return undefined;
  const call = callAt(file.lines, line);
  const below = definedBelow(file, call.range.end);
  if (!below) return undefined;
  const own = /\burl_path\s*=\s*r?['"]([^'"]{1,200})['"]/.exec(call.text)?.[1];
  const methods = /\bmethods\s*=\s*[[(]([^\])]{0,80})/.exec(call.text)?.[1]?.match(/[a-z]{3,7}/gi);
  const owner = classAbove(file, line);
  const handler = owner === '' ? below.handler : `${owner}.${below.handler}`;
  const [, receiver, path] = registeredAs(file, owner);
  const isOfOne = /\bdetail\s*=\s*True\b/.test(call.text);
  return {
    name: [...(path ? [path] : []), ...(isOfOne ? ['{pk}'] : []), own ?? below.handler].join('/'),
    receiver,
    verb: (methods ?? ['GET']).join(', ').toUpperCase(),
    start: line,
    end: below.end,
    handler,
  };
};

const REGISTERED = /^\s*(\w{0,40}[rR]outer\w{0,20})\.register\(\s*r?['"]([^'"]{0,200})['"]\s*,/;

function classAbove({ lines }: SourceFile, line: number): string {
  const above = lines.slice(0, line).findLast((one) => /^class\s/.test(one)) ?? '';
  return /^class\s+(\w{1,80})/.exec(above)?.[1] ?? '';
}

/** Where the same file registers the class. */
function registeredAs({ lines }: SourceFile, owner: string): readonly (string | undefined)[] {
  const line = lines.find((one) => REGISTERED.test(one) && one.split(/\W+/).includes(owner));
  return (line !== undefined && owner !== '' && REGISTERED.exec(line)) || [];
}
