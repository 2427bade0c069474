import type { SourceFile } from '../codebase/codebase.js';
import type { LanguageName } from '../symbols/symbol-table.js';
import { goModuleSystem } from './go-modules.js';
import { javaModuleSystem } from './java-modules.js';
import { javascriptModuleSystem } from './javascript-modules.js';
import type { ModuleSystem } from './module-system.js';
import { pythonModuleSystem } from './python-modules.js';

const MODULE_SYSTEMS: Readonly<Record<LanguageName, ModuleSystem>> = {
  javascript: javascriptModuleSystem,
  python: pythonModuleSystem,
  go: goModuleSystem,
  java: javaModuleSystem,
};

export function moduleSystemOf(of: SourceFile | LanguageName): ModuleSystem {
  return MODULE_SYSTEMS[typeof of === 'string' ? of : of.symbols.language];
}
