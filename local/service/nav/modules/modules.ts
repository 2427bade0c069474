import type { SourceFile } from '../codebase/codebase.js';
import type { LanguageName } from '../symbols/symbol-table.js';
import { goModules } from './go-modules.js';
import { javaModules } from './java-modules.js';
import { javascriptModules } from './javascript-modules.js';
import type { Modules } from './module-system.js';
import { pythonModules } from './python-modules.js';

const MODULES: Readonly<Record<LanguageName, Modules>> = {
  javascript: javascriptModules,
  python: pythonModules,
  go: goModules,
  java: javaModules,
};

export function modulesOf(of: SourceFile | LanguageName): Modules {
  return MODULES[typeof of === 'string' ? of : of.summary.language];
}
