/** Matches a line that defines something, with its name as the first group. The first match wins. */
export type DefinitionRule = readonly [kind: string, pattern: RegExp];

const MODIFIERS =
  '(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|override|' +
  'virtual|async|readonly|sealed|partial|data|open|inline|const|unsafe|synchronized|suspend|pub|' +
  'pub\\([a-z ]+\\)|extern|"C")\\s+)*';
const NAME = '([\\p{L}_$][\\p{L}\\p{N}_$]*)';

/** In `source`, `MODS` stands for any modifiers and `NAME` for the defined name. */
function rule(kind: string, source: string): DefinitionRule {
  const pattern = `^${source.replace('MODS', MODIFIERS).replace('NAME', NAME)}`;
  return [kind, new RegExp(pattern, 'u')];
}

const SCRIPT = [
  rule('function', '\\s*MODSfunction\\s*\\*?\\s*NAME'),
  rule('class', '\\s*MODSclass\\s+NAME'),
  rule('interface', '\\s*MODSinterface\\s+NAME'),
  rule('enum', '\\s*MODSenum\\s+NAME'),
  rule('type', '\\s*MODStype\\s+NAME[^=]*='),
  rule(
    'function',
    '\\s*(?:export\\s+)?(?:const|let|var)\\s+NAME[^=]*=\\s*(?:async\\s*)?(?:function\\b|\\(.*=>|\\w+\\s*=>)',
  ),
  rule('constant', '(?:export\\s+)?(?:declare\\s+)?(?:const|let|var)\\s+NAME'),
  rule(
    'method',
    '\\s+MODS(?:get\\s+|set\\s+)?\\*?#?(?!if\\b|for\\b|while\\b|switch\\b|catch\\b|return\\b|function\\b)NAME\\s*(?:<[^>]*>)?\\([^;]*(?<!=>\\s?)\\{\\s*$',
  ),
];
const PYTHON = [
  rule('class', '\\s*class\\s+NAME'),
  rule('function', '\\s*(?:async\\s+)?def\\s+NAME'),
  rule('constant', 'NAME\\s*(?::[^=]+)?=(?!=)'),
];
const GO = [
  rule('method', 'func\\s+\\([^)]*\\)\\s*NAME'),
  rule('function', 'func\\s+NAME'),
  rule('type', '\\s*type\\s+NAME'),
  rule('constant', '(?:const|var)\\s+NAME'),
];
const RUST = [
  rule('function', '\\s*MODSfn\\s+NAME'),
  rule('type', '\\s*MODS(?:struct|enum|trait|union|type|mod)\\s+NAME'),
  rule('constant', '\\s*MODS(?:const|static)\\s+(?:mut\\s+)?NAME'),
  rule('macro', '\\s*macro_rules!\\s+NAME'),
];
/** Java, C#, Kotlin, Scala, Swift, Dart, Groovy. */
const TYPED = [
  rule('class', '\\s*MODS(?:class|record|object|trait|struct|extension|actor)\\s+NAME'),
  rule('interface', '\\s*MODS(?:@?interface|protocol)\\s+NAME'),
  rule('enum', '\\s*MODSenum\\s+(?:class\\s+)?NAME'),
  rule('function', '\\s*MODS(?:fun|func|def)\\s+(?:<[^>]*>\\s*)?NAME'),
  rule(
    'method',
    '\\s+MODS(?!return\\b|new\\b|throw\\b|else\\b)[\\w<>\\[\\],.?]+\\s+NAME\\s*\\([^;]*$',
  ),
];
const C = [
  rule('macro', '\\s*#\\s*define\\s+NAME'),
  rule(
    'type',
    '\\s*(?:typedef\\s+)?(?:struct|union|enum|class|namespace)\\s+(?:class\\s+)?NAME[^;]*$',
  ),
  rule(
    'function',
    '(?!return\\b|else\\b)[A-Za-z_][\\w:<>,*& \\t]*[*& \\t](?:\\w+::)?NAME\\s*\\([^;]*$',
  ),
];
const RUBY = [
  rule('class', '\\s*(?:class|module)\\s+(?:\\w+::)?NAME'),
  rule('method', '\\s*def\\s+(?:self\\.)?NAME'),
];
const PHP = [
  rule('class', '\\s*MODS(?:class|interface|trait|enum)\\s+NAME'),
  rule('function', '\\s*MODSfunction\\s+&?NAME'),
];
const SHELL = [rule('function', '\\s*function\\s+NAME'), rule('function', '\\s*NAME\\s*\\(\\)')];

const BY_EXTENSION: Readonly<Record<string, readonly DefinitionRule[]>> = {
  ...forExtensions(SCRIPT, 'ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'),
  ...forExtensions(PYTHON, 'py', 'pyi'),
  ...forExtensions(GO, 'go'),
  ...forExtensions(RUST, 'rs'),
  ...forExtensions(TYPED, 'java', 'cs', 'kt', 'kts', 'scala', 'swift', 'dart', 'groovy'),
  ...forExtensions(C, 'c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'm', 'mm'),
  ...forExtensions(RUBY, 'rb', 'rake'),
  ...forExtensions(PHP, 'php'),
  ...forExtensions(SHELL, 'sh', 'bash', 'zsh'),
};

/** The rules for a file extension without its dot; none for unknown languages. */
export function rulesFor(extension: string): readonly DefinitionRule[] {
  return BY_EXTENSION[extension] ?? [];
}

function forExtensions(
  rules: readonly DefinitionRule[],
  ...extensions: string[]
): Record<string, readonly DefinitionRule[]> {
  return Object.fromEntries(extensions.map((extension) => [extension, rules]));
}
