import { type DefinitionCheck, endsAsMethod, hasBody } from './definition-checks.js';

/**
 * Matches a line that defines something, with its name as the first group. The first match that passes its check
 * wins. Only lines with the keyword can match: to look for it takes less time than the pattern.
 */
export type DefinitionRule = readonly [
  kind: string,
  pattern: RegExp,
  keyword: string,
  check?: DefinitionCheck,
];

const MODIFIERS =
  '(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|override|' +
  'virtual|async|readonly|sealed|partial|data|open|inline|const|unsafe|synchronized|suspend|pub|' +
  'pub\\([a-z ]+\\)|extern|"C"|case|implicit|expect|actual|operator|infix|inner|annotation|value|' +
  'companion|tailrec|fileprivate|indirect|mutating|@\\w+|(?:private|protected)\\[\\w+\\])\\s+)*';
const NAME = '([\\p{L}_$][\\p{L}\\p{N}_$]*)';

/** In `source`, `MODS` stands for any modifiers and `NAME` for the defined name. */
function rule(kind: string, source: string, keyword = ''): DefinitionRule {
  const pattern = `^${source.replace('MODS', MODIFIERS).replace('NAME', NAME)}`;
  return [kind, new RegExp(pattern, 'u'), keyword];
}

function checked([kind, pattern, keyword]: DefinitionRule, check: DefinitionCheck): DefinitionRule {
  return [kind, pattern, keyword, check];
}

const METHOD_NAME =
  '\\s+MODS(?:get\\s+|set\\s+)?\\*?#?(?!if\\b|for\\b|while\\b|switch\\b|catch\\b|return\\b|function\\b)NAME\\s*';

/** Such as `<T extends (one: Cart) => Promise<void>>`. */
const TYPE_PARAMETERS = '(?:<(?:[^<>=]|=(?:>|(?!>))|<(?:[^<>=]|=(?:>|(?!>)))*>)*>)?';

const SCRIPT = [
  rule('function', '\\s*MODSfunction\\s*\\*?\\s*NAME', 'function'),
  rule('class', '\\s*MODSclass\\s+NAME', 'class'),
  rule('interface', '\\s*MODSinterface\\s+NAME', 'interface'),
  rule('enum', '\\s*MODSenum\\s+NAME', 'enum'),
  rule('type', '\\s*MODStype\\s+NAME[^=]*=', 'type'),
  rule(
    'function',
    '\\s*(?:export\\s+)?(?:const|let|var)\\s+NAME[^=]*=\\s*(?:async\\s*)?(?:function\\b|\\(.*=>|\\w+\\s*=>)',
    '=',
  ),
  rule('constant', '(?:export\\s+)?(?:declare\\s+)?(?:const|let|var)\\s+NAME'),
  rule('namespace', '\\s*MODSnamespace\\s+NAME', 'namespace'),
  // `Router.prototype.handle = function`
  rule(
    'function',
    '\\s*(?:[\\w$]+\\.)+NAME\\s*=\\s*(?:async\\s*)?(?:function\\b|\\([^()]*\\)\\s*=>)',
    '=',
  ),
  // A call may end with the start of an object or a function.
  rule(
    'method',
    `${METHOD_NAME}${TYPE_PARAMETERS}\\((?!.*\\bfunction\\b)[^;]*\\)\\s*(?::[^;]*)?(?<!=>\\s?)\\{\\s*$`,
    '{',
  ),
  checked(rule('method', `${METHOD_NAME}${TYPE_PARAMETERS}[(<]\\s*$`), endsAsMethod),
  rule(
    'method',
    '\\s+MODS#?NAME\\s*(?::[^=]+)?=\\s*(?:async\\s*)?\\([^()]*\\)\\s*(?::[^=]+)?=>',
    '=>',
  ),
];
const PYTHON = [
  rule('class', '\\s*class\\s+NAME', 'class'),
  rule('function', '\\s*(?:async\\s+)?def\\s+NAME', 'def'),
  rule('constant', 'NAME\\s*(?::[^=]+)?=(?!=)', '='),
];
const GO = [
  rule('method', 'func\\s+\\([^)]*\\)\\s*NAME'),
  rule('function', 'func\\s+NAME'),
  rule('type', '\\s*type\\s+NAME'),
  rule('type', '\\s+NAME\\s+(?:struct|interface)\\s*\\{'),
  rule('constant', '(?:const|var)\\s+NAME'),
];
const RUST = [
  rule('function', '\\s*MODSfn\\s+NAME', 'fn'),
  rule('type', '\\s*MODS(?:struct|enum|trait|union|type|mod)\\s+NAME'),
  rule('constant', '\\s*MODS(?:const|static)\\s+(?:mut\\s+)?NAME'),
  rule('macro', '\\s*macro_rules!\\s+NAME'),
];
/** Java, C#, Kotlin, Scala, Swift, Dart, Groovy. */
const TYPED = [
  rule(
    'class',
    '\\s*MODS(?:class|record(?:\\s+(?:class|struct))?|(?:package\\s+)?object|trait|struct|actor)\\s+NAME',
  ),
  // What extends a type does not define it.
  rule('extension', '\\s*MODSextension\\s+NAME', 'extension'),
  rule('interface', '\\s*MODS(?:@?interface|fun\\s+interface|protocol)\\s+NAME'),
  rule('enum', '\\s*MODSenum\\s+(?:class\\s+)?NAME', 'enum'),
  // Kotlin's `fun <T> Flow<T>.map` defines `map`.
  rule('function', '\\s*MODS(?:fun|func|def)\\s+(?:<[^(]*>\\s*)?(?:[\\w<>?,* .]*\\.)?NAME'),
  rule('type', '\\s*MODS(?:typealias|type|associatedtype)\\s+NAME'),
  rule('constant', '\\s{0,2}MODS(?:lazy\\s+)?(?:val|var|let)\\s+NAME'),
  rule(
    'method',
    '\\s+MODS(?!return\\b|new\\b|throw\\b|else\\b)[\\w<>\\[\\],.?]+\\s+NAME\\s*\\([^;]*$',
  ),
];
const C = [
  rule('macro', '\\s*#\\s*define\\s+NAME', 'define'),
  // Macros, such as an export's, may be before the name; what follows it tells a type from a use.
  rule(
    'type',
    '\\s*(?:template\\s*<[^;{]*>\\s*)?(?:typedef\\s+)?(?:struct|union|enum|class|namespace)\\s+(?:class\\s+)?(?:[A-Z][A-Z0-9_]+(?:\\([^()]*\\))?\\s+)*' +
      'NAME\\s*(?:<[^;]*>\\s*)?(?:final\\s*)?(?:\\{.*|:(?!:)[^;]*)?$',
  ),
  rule('type', '\\s*using\\s+NAME\\s*=', 'using'),
  rule('type', '\\s*typedef\\b[^;{]*[\\s*]NAME\\s*;', 'typedef'),
  checked(
    rule(
      'function',
      '(?!return\\b|else\\b)[A-Za-z_][\\w:<>,*& \\t]*[*& \\t](?:\\w+::)?NAME\\s*\\([^;]*$',
      '(',
    ),
    hasBody,
  ),
  // The type may be on the line before. `TEST(a, b) {` is a macro's.
  checked(rule('function', '(?![A-Z0-9_]+\\s*\\()NAME\\s*\\([^;]*$', '('), hasBody),
];
const RUBY = [
  rule('class', '\\s*(?:class|module)\\s+(?:\\w+::)*NAME'),
  rule('method', '\\s*def\\s+(?:self\\.)?NAME'),
];
const PHP = [
  rule('class', '\\s*MODS(?:class|interface|trait|enum)\\s+NAME'),
  rule('function', '\\s*MODSfunction\\s+&?NAME'),
];
/** In shells, names may have hyphens and colons. */
const SHELL_NAME = '([\\p{L}_][\\p{L}\\p{N}_:.-]*)';
const SHELL = [
  rule('function', `\\s*function\\s+${SHELL_NAME}`),
  rule('function', `\\s*${SHELL_NAME}\\s*\\(\\)`),
];
const ELIXIR = [
  rule('module', '\\s*(?:defmodule|defprotocol)\\s+(?:\\w+\\.)*NAME'),
  rule('function', '\\s*def(?:p|macrop?|guardp?|delegate)?\\s+NAME'),
  rule('type', '\\s*@(?:type|typep|opaque)\\s+NAME'),
  rule('function', '\\s*@(?:macro)?callback\\s+NAME'),
];
const HASKELL = [
  rule('module', 'module\\s+(?:\\w+\\.)*NAME'),
  rule('type', '(?:data|newtype|type)\\s+(?:family\\s+)?NAME'),
  rule('class', 'class\\s+(?:[^=]*=>\\s*)?NAME'),
  rule('function', "\\s*NAME'*(?:\\s*,\\s*[\\w']+)*\\s*::"),
];
const LUA = [
  rule('function', '\\s*(?:local\\s+)?function\\s+(?:\\w+[.:])*NAME'),
  rule('function', '\\s*(?:local\\s+)?(?:\\w+\\.)*NAME\\s*=\\s*function\\b'),
  rule('constant', '(?:local\\s+|(?:\\w+\\.)+)NAME\\s*=(?!=)'),
];
const ZIG = [
  rule('function', '\\s*(?:(?:pub|export|inline|noinline|extern)\\s+)*fn\\s+NAME'),
  rule(
    'type',
    '\\s*(?:pub\\s+)?const\\s+NAME\\s*=\\s*(?:extern\\s+|packed\\s+)?(?:struct|enum|union|opaque|error)\\b',
  ),
  rule('constant', '(?:pub\\s+)?(?:const|var)\\s+NAME'),
];

const BY_EXTENSION: ReadonlyMap<string, readonly DefinitionRule[]> = new Map(
  Object.entries<readonly DefinitionRule[]>({
    ...forExtensions(SCRIPT, 'ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'),
    ...forExtensions(PYTHON, 'py', 'pyi'),
    ...forExtensions(GO, 'go'),
    ...forExtensions(RUST, 'rs'),
    ...forExtensions(TYPED, 'java', 'cs', 'kt', 'kts', 'scala', 'sc', 'swift', 'dart', 'groovy'),
    ...forExtensions(C, 'c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'm', 'mm'),
    ...forExtensions(RUBY, 'rb', 'rake'),
    ...forExtensions(PHP, 'php'),
    ...forExtensions(SHELL, 'sh', 'bash', 'zsh'),
    ...forExtensions(ELIXIR, 'ex', 'exs'),
    ...forExtensions(HASKELL, 'hs'),
    ...forExtensions(LUA, 'lua'),
    ...forExtensions(ZIG, 'zig'),
  }),
);

const ARGUMENTS_OF_TYPE = '(?:<[^()=;]{1,150}>)?';
/** `<T> T get(`, `T Get<T>(`, `Map<String, Object> get(`, and constants of classes. */
const READING_TYPED = [
  ...TYPED,
  rule(
    'method',
    `\\s+MODS(?:<[^()=;]{1,150}>\\s+)?(?!return\\b|new\\b|throw\\b|else\\b|await\\b)[\\w.]+${ARGUMENTS_OF_TYPE}[\\[\\]?]*\\s+NAME\\s*${ARGUMENTS_OF_TYPE}\\([^;]*$`,
    '<',
  ),
  // `internal const int MOST = 1;`, `private static final String NAME =`
  rule(
    'constant',
    `\\s+(?=(?:\\w+\\s+){0,4}(?:const|readonly|static\\s+final|final\\s+static)\\s)MODS[\\w.]+${ARGUMENTS_OF_TYPE}[\\[\\]?]*\\s+NAME\\s*=(?!=)`,
    '=',
  ),
];
const READING_RUBY = [...RUBY, rule('constant', '\\s*([A-Z][A-Z0-9_]+)\\s*=(?![=~>])', '=')];
const READING_PHP = [
  ...PHP,
  rule('constant', '\\s*MODSconst\\s+(?:[?\\w|\\\\]+\\s+)?NAME\\s*=', 'const'),
];
const FURTHER_RULES = new Map<readonly DefinitionRule[], readonly DefinitionRule[]>([
  [TYPED, READING_TYPED],
  [RUBY, READING_RUBY],
  [PHP, READING_PHP],
]);

/** The rules for a file extension without its dot; none for unknown languages. */
export function rulesFor(extension: string): readonly DefinitionRule[] {
  return BY_EXTENSION.get(extension) ?? [];
}

/** Those and further ones, which are too weak to rank files by. */
export function readingRulesFor(extension: string): readonly DefinitionRule[] {
  const rules = rulesFor(extension);
  return FURTHER_RULES.get(rules) ?? rules;
}

function forExtensions(
  rules: readonly DefinitionRule[],
  ...extensions: string[]
): Record<string, readonly DefinitionRule[]> {
  return Object.fromEntries(extensions.map((extension) => [extension, rules]));
}
