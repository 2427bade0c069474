import { roleOf } from '../../../index/file-role.js';
import { extensionOf } from '../../../index/outline.js';
import { normalizedName } from '../../../index/terms.js';
import { splitQualifiedName } from '../../../tools/qualified-name.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { extentOf } from '../passages/extent.js';
import { hasWord } from '../text/has-word.js';
import { enclosingName, type Usage } from './find-usages.js';
import type { LookUp } from './look-up.js';
import { readFileAt } from './look-up.js';
import { definitionsAnywhere, findSymbol, type NamedSymbol } from './named-symbol.js';
import { receiversIn, receiversOf } from './receivers.js';

/** What was asked for: its name as the answer says it, and its definition, if one was found. */
interface Asked {
  readonly name: string;
  readonly symbol: NamedSymbol | undefined;
}

interface AskedMember {
  readonly word: string;
  readonly owner: string;
  /** Of the owner, such as `class`; `undefined` if that is not known. */
  readonly kind: string | undefined;
  readonly symbol: NamedSymbol | undefined;
}

/** The class of a method. */
export function ownerOf(name: string): string {
  return splitQualifiedName(name).at(-2) ?? '';
}

/** The method alone. */
export function memberOf(name: string): string {
  return splitQualifiedName(name).at(-1) ?? name;
}

/**
 * Of lines found by name, those that may mean a member of a class or module: where `Quay.moor` is asked for, neither
 * `Buoy.moor()`, nor a bare `moor()` that cannot be it.
 */
export async function withoutOthers(
  found: readonly Usage[],
  { name, symbol }: Asked,
  input: LookUp,
): Promise<readonly Usage[]> {
  const owner = ownerOf(name);
  if (owner === '') return found;
  const word = memberOf(name);
  const asked = { word, owner, symbol, kind: symbol && kindOfOwner(symbol, owner) };
  // Those who implement it are called by their own names.
  if (asked.kind === 'interface' || asked.kind === 'trait') return found;
  const isSubclass = subclassesOf(owner, input);
  const meant: Usage[] = [];
  for (const one of found) {
    const receivers = one.isCertain ? [] : receiversOf(one.code, word);
    let others = 0;
    for (const receiver of receivers) {
      const isOther =
        receiver === ''
          ? await isFree(one, asked, input)
          : (isOtherClass(receiver, owner, one.path) && !(await isSubclass(receiver))) ||
            (ITSELF.has(receiver.replace('$', '')) && (await isOfOwnClass(one, asked, input)));
      if (isOther) others += 1;
    }
    if (receivers.length === 0 || others < receivers.length) meant.push(one);
  }
  return meant;
}

/** Whether a class of the tests has a method of that name. */
export async function isMethodOfTests(word: string, input: LookUp): Promise<boolean> {
  const defined = await definitionsAnywhere(word, input);
  return defined.some(({ passage: { file, definition } }) => {
    if (roleOf(file.path) !== 'test') return false;
    // In Rust, what is around it may as well be a module.
    if (extensionOf(file.path) === 'rs') return SELF.test(file.lines[definition.line - 1] ?? '');
    const outer = definitionsAround(file, definition.line);
    return CLASSES.has(outer.findLast(({ line }) => line < definition.line)?.kind ?? '');
  });
}

const SELF = /\(\s?(?:&\s?)?(?:'\w{1,40}\s)?(?:mut\s)?self\b/;

/** In `Harbour::new().moor(3)`, nothing with a name is what `moor` is called on. */
export function isOnUnnamed({ code }: Usage, word: string): boolean {
  return receiversOf(code, word).every((one) => one === '?');
}

function kindOfOwner({ passage: { file, definition } }: NamedSymbol, owner: string) {
  return definitionsAround(file, definition.line).findLast(({ name }) => name === owner)?.kind;
}

/** Judged by how classes are written. In Go and C#, a field looks like one. */
function isOtherClass(receiver: string, owner: string, path: string): boolean {
  if (['go', 'cs'].includes(extensionOf(path))) return false;
  if (!/^[A-Z]\w*[a-z]/.test(receiver) || ITSELF.has(receiver)) return false;
  return normalizedName(receiver) !== normalizedName(owner);
}

/** Whether a class is written with the owner in its first line, as one that inherits its members is. */
function subclassesOf(owner: string, input: LookUp): (name: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const look = async (name: string) => {
    const { file, definition } = (await findSymbol(name, input))?.passage ?? {};
    return hasWord(file?.lines[(definition?.line ?? 0) - 1] ?? '', owner);
  };
  return (name) => {
    const found = known.get(name) ?? (known.size < MAX_CLASSES ? look(name) : NO);
    known.set(name, found);
    return found;
  };
}

const MAX_CLASSES = 12;
const NO = Promise.resolve(false);

/** Whether a call without an object is one of a function that the file has itself, or that belongs to no class. */
async function isFree(usage: Usage, asked: AskedMember, input: LookUp): Promise<boolean> {
  if (usage.kind !== 'call') return false;
  if (NEEDS_OBJECT.has(extensionOf(usage.path)) && CLASSES.has(asked.kind ?? '')) return true;
  const own = asked.symbol?.passage.file;
  if (!own || (usage.path === own.path && usage.repo === own.repo)) return false;
  const file = await readFileAt(usage, input);
  if (!file?.outline.some(({ name, kind }) => kind !== 'section' && name === asked.word))
    return false;
  const around = definitionsAround(file, usage.start);
  return !around.some(({ name }) => mayInherit(asked, name));
}

/** `this.moor()` in a class that has a `moor` of its own. */
async function isOfOwnClass(usage: Usage, asked: AskedMember, input: LookUp): Promise<boolean> {
  const file = await readFileAt(usage, input);
  const outer =
    file && definitionsAround(file, usage.start).findLast(({ kind }) => CLASSES.has(kind));
  if (!file || !outer || outer.name === asked.owner || mayInherit(asked, outer.name)) return false;
  const { end } = extentOf(outer, file);
  const hasOwn = file.outline.some(
    ({ name, line }) => name === asked.word && line > outer.line && line <= end,
  );
  return hasOwn && !hasWord(file.lines[outer.line - 1] ?? '', asked.owner);
}

/** A class may call what classes that inherit from it define: whether the asked one is declared with its name. */
function mayInherit({ owner, symbol }: AskedMember, name: string): boolean {
  const { lines = [], outline = [] } = symbol?.passage.file ?? {};
  const { line = 0 } = outline.find((one) => one.name === owner) ?? {};
  return hasWord(lines[line - 1] ?? '', name);
}

/** `moor()` alone is never a method here. */
const NEEDS_OBJECT = new Set('py ts tsx mts cts js jsx mjs cjs vue svelte php rs go'.split(' '));
const CLASSES: ReadonlySet<string> = new Set(['class', 'struct', 'type', 'enum']);

interface OnOwner {
  readonly name: string;
  readonly isConstant: boolean;
  /** Whether the definition was found. */
  readonly isDefined: boolean;
}

/** By name only: `notifier.instrument()` is not meant where others call `Rack::Attack.instrument()`. */
export async function onOwner(
  found: readonly Usage[],
  { name, isConstant, isDefined }: OnOwner,
  input: LookUp,
): Promise<readonly Usage[]> {
  const owner = ownerOf(name);
  const word = memberOf(name);
  // `Quay.new.moor()` is on an object.
  const isOnClassItself = ({ role, code }: Usage) =>
    role === 'code' && receiversOf(code, word).includes(owner);
  if (owner === '' || !found.some(isOnClassItself)) return found;
  const meant: Usage[] = [];
  for (const one of found) {
    const isInside = async () =>
      splitQualifiedName(await enclosingName(one, input)).includes(owner);
    // Outside of its class, a constant is always named with it, and `Stream` alone is a type.
    const mayBeAlone =
      isConstant || !isDefined ? await isInside() : receiversIn(one.code).length === 0;
    const isMeant =
      isOnClass(one, owner) || mayBeAlone || (callsItself(one.code, word) && (await isInside()));
    if (isMeant) meant.push(one);
  }
  return meant;
}

function isOnClass({ code }: Usage, owner: string): boolean {
  return owner !== '' && receiversIn(code).includes(owner);
}

/** Whether lines found by name say by themselves that they mean it: on its class, or on itself within that. */
export async function areOnOwner(
  found: readonly Usage[],
  name: string,
  input: LookUp,
): Promise<boolean> {
  const owner = ownerOf(name);
  const word = memberOf(name);
  for (const one of found) {
    if (owner === '' || isOnClass(one, owner)) continue;
    const inside = splitQualifiedName(await enclosingName(one, input));
    const isOwn = callsItself(one.code, word) || receiversOf(one.code, word).includes('');
    if (!inside.includes(owner) || !isOwn) return false;
  }
  return true;
}

/** `Self::moor()` or `this.moor()`, but not `this.harbour.moor()`. */
function callsItself(code: string, word: string): boolean {
  const calls = code.matchAll(/(?<![\w.:>])\$?(\w{1,80})\s?(?:\?\.|\.|::|->)\s?(\w{1,200})/g);
  return [...calls].some(([, on = '', called]) => called === word && ITSELF.has(on));
}

/** What a class calls itself. */
const ITSELF: ReadonlySet<string> = new Set(['self', 'Self', 'this', 'cls', 'static']);
