import { type Codebase, fileKey, type SourceFile } from '../codebase/codebase.js';
import {
  declarationValues,
  EXTERNAL_VALUE,
  type ModuleValue,
  type Value,
} from '../codebase/values.js';
import { moduleSystemOf } from '../modules/modules.js';
import {
  flatMapSeries,
  type MemberLookup,
  pushResolution,
  type ResolutionStack,
  type ResolverContext,
} from './resolver-context.js';

/** Resolves the exports of modules and files. */
export function exportLookup(
  get: () => ResolverContext,
): Pick<MemberLookup, 'moduleExports' | 'fileExports'> {
  const known = new Map<string, Promise<readonly SourceFile[]>>();

  async function shown(
    module: ModuleValue,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]> {
    const found = await flatMapSeries(module.files, (file) => exported(file, name, stack));
    const inside = found.filter(({ kind }) => kind !== 'external');
    if (inside.length > 0) return inside;
    const part = await partOf(module, name, stack);
    if (part.length > 0) return part;
    return module.files.length > 0 ? [EXTERNAL_VALUE] : [];
  }

  /** A submodule; or, in a JavaScript package without an entry point, what any of its files exports. */
  async function partOf(
    module: ModuleValue,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]> {
    const { folder, language } = module;
    if (!folder) return [];
    const found = await moduleSystemOf(language).submodule({
      folder,
      name,
      library: get().codebase,
    });
    return flatMapSeries(found, async (value) => {
      if (value.kind !== 'module' || language !== 'javascript') return [value];
      const shown = await flatMapSeries(value.files, (file) => exported(file, name, stack));
      return shown.filter(({ kind }) => kind === 'declaration');
    });
  }

  async function exported(
    file: SourceFile,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]> {
    const key = `${fileKey(file)} ${name}`;
    const next = pushResolution(stack, `export ${key}`);
    if (!next) return [];
    await get().codebase.checkpoint();
    const holding = known.get(key) ?? exportingFiles(file, name, get().codebase);
    known.set(key, holding);
    const holders = await holding;
    if (holders.length > 0) return flatMapSeries(holders, (one) => own(one, name, next));
    return file.symbols.language === 'javascript' ? fromWhole(file, name, next) : [EXTERNAL_VALUE];
  }

  async function own(file: SourceFile, name: string, stack: ResolutionStack): Promise<Value[]> {
    const { language, exports } = file.symbols;
    const listed = exports.filter((one) => one.name === name);
    if (language === 'javascript') {
      return flatMapSeries(listed, ({ path }) => get().resolve(file, path, { stack }));
    }
    return flatMapSeries(declarationValues(file, file.declarationsNamed(0, name)), (value) =>
      get().followAlias(value, stack),
    );
  }

  /** `module.exports = { name }`, and the default import of a module without a default export. */
  async function fromWhole(
    file: SourceFile,
    name: string,
    stack: ResolutionStack,
  ): Promise<Value[]> {
    const whole = file.symbols.exports.find((one) => one.name === 'default');
    if (!whole && name !== 'default') return [EXTERNAL_VALUE];
    if (!whole) return [{ kind: 'module', language: 'javascript', files: [file] }];
    const values = await get().evaluate(file, whole.path, stack);
    return flatMapSeries(values, (value) => get().members(value, name, stack));
  }
  return { moduleExports: shown, fileExports: exported };
}

/** Files that re-export everything of each other. */
const MAX_FILES = 500;

/** The files that export the name: the file itself, or else those that it re-exports everything from. */
async function exportingFiles(
  file: SourceFile,
  name: string,
  codebase: Codebase,
): Promise<readonly SourceFile[]> {
  const holders: SourceFile[] = [];
  const files = new Map([[fileKey(file), file]]);
  for (const [, one] of files) {
    await codebase.checkpoint();
    if (hasExport(one, name)) holders.push(one);
    else {
      for (const next of await wildcardExports(one, name, codebase)) {
        if (files.size < MAX_FILES) files.set(fileKey(next), next);
      }
    }
  }
  return holders;
}

function hasExport(file: SourceFile, name: string): boolean {
  const { language, exports } = file.symbols;
  if (language === 'javascript') return exports.some((one) => one.name === name);
  return file.declarationsNamed(0, name).length > 0;
}

async function wildcardExports(
  file: SourceFile,
  name: string,
  codebase: Codebase,
): Promise<readonly SourceFile[]> {
  const { language, wildcards } = file.symbols;
  const isPython = language === 'python';
  const shown =
    name === 'default' ? [] : wildcards.filter(({ isReexport }) => isReexport || isPython);
  const modules = await flatMapSeries(shown, ({ module }) =>
    moduleSystemOf(file).resolve(module, { from: file, codebase, name }),
  );
  return modules.flatMap((module) => (module.kind === 'module' ? module.files : []));
}
