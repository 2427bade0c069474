import type { SourceFile } from '../library.js';
import type { LanguageName } from '../summary.js';
import type { Modules } from './asking.js';
import { goModules } from './go-modules.js';
import { javaModules } from './java-modules.js';
import { javascriptModules } from './javascript-modules.js';
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
