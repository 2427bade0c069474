import { extensionOf } from '../../../index/outline.js';
import type { SourceFile } from '../passages/source-file.js';
import { type Declared, declaredBy, inLines } from './declared.js';

const SCRIPTS = ['js', 'ts', 'mjs', 'cjs'];

/** For git: lines of files that create tables. */
export const TABLE_SOURCES = [
  '[cC][rR][eE][aA][tT][eE]([a-zA-Z ]{0,20})[ _]?[tT][aA][bB][lL][eE]',
  'DbSet<|(pg|mysql|sqlite)Table[(]|Schema::create[(]',
].join('|');

/** For git: lines of files with models. */
export const MODEL_SOURCES = [
  '[(](models[.]Model|db[.]Model|Base)[),]',
  '@Entity|DbSet<|^model [A-Z]|mongoose[.]model|sequelize[.]define',
].join('|');

export function tablesIn(file: SourceFile): Declared[] {
  // They are made from the models.
  if (/(?:^|\/)prisma\/migrations\//.test(file.path)) return [];
  return [
    ...inLines(
      file,
      /\bcreate\s+(?:(?:temp|temporary|unlogged|virtual)\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:[`"[]?\w{1,60}[`"\]]?\.)?[`"[]?(\w{1,80})/i,
      ['sql', 'js', 'ts', 'go', 'py', 'php', 'java', 'rs'],
    ),
    ...inLines(file, /^\s*create_table\s*\(?\s*[:"'](\w{1,80})/, ['rb']),
    ...inLines(file, /\bcreateTable(?:IfNotExists)?\(\s*['"`](\w{1,80})/, SCRIPTS),
    ...inLines(file, /\b(?:pg|mysql|sqlite)Table\(\s*['"`](\w{1,80})/, SCRIPTS),
    ...inLines(file, /\bSchema::create\(\s*['"](\w{1,80})/, ['php']),
    ...inLines(file, /\bDbSet<\w{1,80}>\s+(\w{1,80})/, ['cs']),
  ];
}

export function modelsIn(file: SourceFile): Declared[] {
  const python = /^class\s+(\w{1,80})\((?:\w{1,40},\s*)?(?:models\.Model|db\.Model|Base)[,)]/;
  const script = /\b(?:mongoose\.model(?:<[^>]{1,80}>)?|sequelize\.define)\(\s*['"`](\w{1,80})/;
  return [
    ...inLines(file, python, ['py']),
    ...inLines(file, /\bDbSet<(\w{1,80})>/, ['cs']),
    ...inLines(file, script, SCRIPTS),
    ...entities(file),
    ...prismaModels(file),
  ];
}

function entities(file: SourceFile): Declared[] {
  if (!/^(?:java|kt|ts)$/.test(extensionOf(file.path))) return [];
  return declaredBy(file, (_, line, text) => {
    if (!/^@Entity\b/.test(text)) return undefined;
    const below = file.outline.find((one) => one.line > line && /class|record/.test(one.kind));
    if (!below || below.line > line + 10) return undefined;
    return { name: below.name, start: line, end: below.line };
  });
}

const MAX_MODEL_LINES = 300;

/** With the names of their tables, where they say them. */
function prismaModels(file: SourceFile): Declared[] {
  if (extensionOf(file.path) !== 'prisma') return [];
  return declaredBy(file, (_, line, text) => {
    const name = /^model\s+(\w{1,80})\s*\{/.exec(text)?.[1];
    if (name === undefined) return undefined;
    const below = file.lines.slice(line, line + MAX_MODEL_LINES);
    const length = below.findIndex((one) => /^\}/.test(one));
    if (length < 0) return { name, start: line, end: line };
    const mapped = below
      .slice(0, length)
      .map((one) => MAPPED.exec(one)?.[1])
      .find(Boolean);
    return { name, start: line, end: line + length + 1, ...(mapped && { handler: mapped }) };
  });
}

const MAPPED = /^\s*@@map\((?:name:\s*)?"([^"]{1,80})"/;
