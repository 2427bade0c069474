import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import type { Declared } from '../facts/declared.js';
import { ROUTES } from '../facts/declared-lines.js';
import { findDeclared } from '../facts/find-declared.js';
import { bestRepository, readFileAt } from '../facts/look-up.js';
import { findSymbol } from '../facts/named-symbol.js';
import { fileTable } from '../facts/resolve-import.js';
import { importedAs } from '../facts/route-mounts.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import { indent } from '../text/indent.js';
import { explainSurely } from './explanation.js';
import type { FormInput } from './form.js';
import { routeIn } from './named-route.js';

const MAX_CODE_LINES = 20;
const MAX_OTHERS = 4;

/** What serves the route that a question names, before code that only calls it. */
export async function askedRoute(input: FormInput): Promise<Draft | undefined> {
  const { question, query, phrases } = input;
  const address = routeIn(question);
  const searched = bestRepository(input);
  if (address === undefined || !searched) return undefined;
  if (query.intent.tests || phrases.length > 0 || OF_CALLERS.test(question)) return undefined;
  const verb = askedVerb(input.question, address);
  const all = await findDeclared(ROUTES, searched, input);
  const [route, ...others] = matching(all, address, verb);
  if (!route) return undefined;
  const passage = await handlerOf(route, verb, input);
  const draft = passage && (await explainSurely(passage, { ranked: [], sections: [] }, input));
  const main = draft ? withoutMethod(draft) : { statements: [], code: linesOf(route) };
  const further = others.slice(0, MAX_OTHERS).map((one) => statementOf(one));
  return {
    ...main,
    statements: [statementOf(route), ...main.statements],
    links: [...(draft?.links ?? []), ...further],
  };
}

/** About who calls it, or what is said of it. */
const OF_CALLERS =
  /\b(?:who|client|frontend|browser|call(?:s|ed)?|requests?|logged|retr(?:y|ies|ied)|tested)\b/i;

/** That a function is called `GET` says nothing, and it is used nowhere. */
function withoutMethod({ statements, followups = [], ...draft }: Draft) {
  return {
    ...draft,
    statements: statements.filter(({ markdown }) => !ONLY_METHOD.test(markdown)),
    followups: followups.filter((one) => !USES_OF_METHOD.test(one)),
  };
}

const ONLY_METHOD = /^`(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)`$/;
const USES_OF_METHOD = /^Where is (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) used\?$/;

/** `POST` before the address. */
function askedVerb(question: string, address: string): string | undefined {
  const before = question.slice(0, question.indexOf(address)).trimEnd();
  return /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[`'"]?$/.exec(before)?.[1];
}

/** Best first: those with the asked method, and of these the one with the most parts written the same. */
function matching(all: readonly Declared[], address: string, verb: string | undefined): Declared[] {
  const asked = partsOf(address);
  const found = all.flatMap((one) => {
    const names = [one.name, ...(one.alsoNamed ?? [])];
    const [best] = names
      .map((name) => ({ name, same: sameParts(partsOf(name), asked) }))
      .toSorted((a, b) => b.same - a.same);
    const { name = one.name, same = 0 } = best ?? {};
    const verbs = one.verb?.split(', ') ?? [];
    if (same === 0 || one.isGroup || verbs.includes('USE')) return [];
    const isAnyVerb = one.verb === '' || one.verb === 'ALL' || one.verb === 'ANY';
    if (verb !== undefined && !isAnyVerb && !verbs.includes(verb)) return [];
    return [{ one: { ...one, name }, same }];
  });
  const most = Math.max(...found.map(({ same }) => same));
  return found.filter(({ same }) => same === most).map(({ one }) => one);
}

function partsOf(path: string): string[] {
  return path
    .replace(/^\^|\$$/g, '')
    .split('/')
    .filter((part) => part !== '');
}

/** How many are written the same, where all others are parameters; 0 if the paths differ. */
function sameParts(declared: readonly string[], asked: readonly string[]): number {
  if (declared.length !== asked.length) return 0;
  const isSame = (part: string, n: number) => part === asked[n];
  return declared.every((part, n) => isSame(part, n) || PARAMETER.test(part))
    ? declared.filter(isSame).length
    : 0;
}

/** `:id`, `{id}`, `[id]`, `<int:id>`, `(?P<id>\d+)`. */
const PARAMETER = /^(?:[:{[<*]|\(\?P)/;

async function handlerOf(
  { file, start, end, handler }: Declared,
  verb: string | undefined,
  input: FormInput,
): Promise<Passage | undefined> {
  const exported = file.outline.filter(({ line }) => line >= start && line <= end);
  const own =
    exported.find(({ name }) => name === verb) ??
    exported.find(({ name }) => METHODS.test(name) || name === handler?.split('.').at(-1)) ??
    file.outline.find(({ name }) => name === handler);
  if (own) return definitionPassage(file, own);
  if (handler === undefined) return undefined;
  const imported = await importedHandler(file, handler, input);
  return imported ?? (await findSymbol(inController(handler), input))?.passage;
}

/** `bed.water` is `water` in the file that is imported as `bed`. */
async function importedHandler(
  file: Declared['file'],
  handler: string,
  input: FormInput,
): Promise<Passage | undefined> {
  const searched = bestRepository(input);
  const [head = '', ...members] = handler.split('.');
  if (!searched) return undefined;
  const path = importedAs(head, file, fileTable(await input.filesOf(searched)));
  const target = path === undefined ? undefined : await readFileAt({ searched, path }, input);
  const own = target?.outline.find(({ name }) => name === (members.at(-1) ?? head));
  return target && own && definitionPassage(target, own);
}

const METHODS = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** `beds#water` is `BedsController.water`. */
function inController(handler: string): string {
  const [, path = '', action = ''] = /^(?:\w+\/)*(\w+)#(\w+)$/.exec(handler) ?? [];
  if (path === '') return handler;
  const name = path.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `${name}Controller.${action}`;
}

function statementOf({ name, verb = '', handler, file, start, end }: Declared): Statement {
  const route = `The route ${codeSpan(`${verb} ${name}`.trim())}`;
  const { repo, commit, path } = file;
  return {
    markdown:
      handler === undefined
        ? `${route} is in ${codeSpan(path)}`
        : `${route} is handled by ${codeSpan(handler)}`,
    reference: placeReference({ repo, commit, path, start, end }),
  };
}

/** With the function that handles it, if that is written in place. */
function linesOf({ file, start, end }: Declared): ShownCode {
  const last = Math.min(start + MAX_CODE_LINES - 1, end > start ? end : endOfBlock(file, start));
  const { repo, commit, path } = file;
  return {
    reference: placeReference({ repo, commit, path, start, end: last }),
    language: codeFenceLanguage(path),
    lines: file.lines.slice(start - 1, last),
  };
}

/** By how far the lines below are indented. */
function endOfBlock({ lines }: Declared['file'], start: number): number {
  const text = lines[start - 1] ?? '';
  if (!/[({]\s*$|\bdo\b/.test(text)) return start;
  const length = lines.slice(start).findIndex((one) => one !== '' && indent(one) <= indent(text));
  return length < 0 ? start : start + length + 1;
}
