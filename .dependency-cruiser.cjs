// The dependency rules: imports go strictly down the ranks, and each outside system is used in one
// folder. docs/architecture.md explains them; test/architecture.test.ts proves that each can fail.

/** From the top down. Folders of the same rank do not import each other. */
const RANKS = [
  ['main', 'cli'],
  ['compose'],
  ['config'],
  ['intake', 'views', 'previews', 'ops'],
  ['dispatch'],
  ['question', 'answer', 'conversations', 'code', 'account', 'settings', 'erasure'],
  ['lifecycle'],
  ['deliver'],
  ['queue', 'policy', 'audit'],
  ['render', 'vault'],
  ['slack', 'deepsearch', 'mcp', 'store'],
  ['http'],
  ['model'],
];

/** Matches the file, the folder, or both of each name. */
const inBot = (...names) => `^src/(${names.join('|')})(/|\\.ts$)`;
const RANKED = RANKS.flat();
/** May be imported by every folder, so they import nothing of ours, except `timeout`, `secret-patterns` and `control-characters`. */
const LEAVES = [
  'log',
  'metrics',
  'tracing',
  'memoize',
  'timeout',
  'backoff',
  'secret-patterns',
  'control-characters',
  'version',
];
/** The SDK of OpenTelemetry: loaded where traces are exported. */
const OPENTELEMETRY = '^src/tracing/sdk/';
/** The client of the language model: loaded by the first question where a model is configured, else never. */
const LLM_CLIENT = '^local/service/engine/llm/client/';
const BOT = { path: '^src/' };
const LOCAL = { path: '^local/' };

const strictlyDown = RANKS.flatMap((rank, index) =>
  rank.map((name) => {
    const notBelow = RANKS.slice(0, index + 1).flat();
    return {
      name: `${name}-imports-down`,
      severity: 'error',
      comment: `${name} may import only lower ranks.`,
      from: { path: inBot(name) },
      to: { path: inBot(...notBelow), pathNot: inBot(name) },
    };
  }),
);

/** A package that only the named folders of the bot may import. */
function onlyIn(packages, names, to = {}) {
  return {
    name: `${packages[0].replace(/^@/, '').replaceAll('/', '-')}-only-in-${names[0]}`,
    severity: 'error',
    comment: `${packages.join(', ')}: only in ${names.join(', ')}.`,
    from: { path: '^src/', pathNot: inBot(...names) },
    to: { path: `(^|/)node_modules/(@types/)?(${packages.join('|')})/`, ...to },
  };
}

/** Each local program has a package of its own; only the demo starts the others. */
function localProgram(name, mayImport = []) {
  return {
    name: `${name}-is-separate`,
    severity: 'error',
    comment: `local/${name} imports nothing of the other local programs.`,
    from: { path: `^local/${name}/` },
    to: { path: '^local/', pathNot: [name, ...mayImport].map((each) => `^local/${each}/`) },
  };
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...strictlyDown,
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Two files that need each other are one file, or hide a third.',
      from: { path: '^(src|local)/' },
      to: { circular: true },
    },
    {
      name: 'local-imports-no-bot',
      severity: 'error',
      comment: 'The local programs are the far side of the wire: they share no code with the bot.',
      from: LOCAL,
      to: BOT,
    },
    {
      name: 'bot-imports-no-local',
      severity: 'error',
      from: BOT,
      to: LOCAL,
    },
    localProgram('service'),
    localProgram('workspace'),
    localProgram('demo', ['service', 'workspace']),
    {
      name: 'leaves-import-nothing',
      severity: 'error',
      comment:
        'Leaves may be imported by every folder, so they import nothing of ours but each other.',
      from: { path: inBot(...LEAVES) },
      to: {
        path: '^src/',
        pathNot: '^src/($1|timeout|secret-patterns|control-characters)(/|\\.ts$)',
      },
    },
    {
      name: 'every-folder-has-a-rank',
      severity: 'error',
      comment: 'A new folder gets its rank here and in docs/architecture.md first.',
      from: { path: '^src/', pathNot: inBot(...LEAVES, ...RANKED) },
      to: {},
    },
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      comment: 'What only tests depend on is not in the image.',
      from: { path: '^(src|local)/', pathNot: '^local/workspace/page/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '(^|/)node_modules/@types/',
      },
    },
    {
      name: 'declared-packages-only',
      severity: 'error',
      from: { path: '^(src|local)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: { path: '^(src|local)/', pathNot: '^local/workspace/page/' },
      to: { couldNotResolve: true },
    },
    onlyIn(['bullmq'], ['queue']),
    onlyIn(['openid-client'], ['account']),
    onlyIn(['ioredis'], ['store']),
    onlyIn(['@slack/bolt', '@slack/socket-mode'], ['intake', 'compose']),
    {
      ...onlyIn(['@slack/bolt', '@slack/socket-mode'], ['intake']),
      name: 'compose-imports-bolt-types-only',
      from: { path: inBot('compose') },
      to: {
        path: '(^|/)node_modules/(@slack/bolt|@slack/socket-mode)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    onlyIn(['@slack/web-api'], ['slack']),
    onlyIn(['undici'], ['deepsearch', 'mcp']),
    onlyIn(['@modelcontextprotocol/client'], ['mcp']),
    onlyIn(['express', '@bull-board/[^/]+'], ['ops']),
    {
      name: 'opentelemetry-only-in-sdk',
      severity: 'error',
      comment: 'Only its own folder uses the SDK of OpenTelemetry, its types included.',
      from: { path: '^src/', pathNot: OPENTELEMETRY },
      to: { path: '(^|/)node_modules/@opentelemetry/' },
    },
    {
      name: 'opentelemetry-is-loaded-late',
      severity: 'error',
      comment: 'Traces are off for most: import the SDK dynamically.',
      from: { path: '^src/', pathNot: OPENTELEMETRY },
      to: { path: OPENTELEMETRY, dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'ai-only-in-llm-client',
      severity: 'error',
      comment: 'Only the model client uses the AI SDK, its types included.',
      from: { path: '^local/', pathNot: LLM_CLIENT },
      to: { path: '(^|/)node_modules/(ai|@ai-sdk/[^/]+)/' },
    },
    {
      name: 'ai-is-loaded-late',
      severity: 'error',
      comment: 'Import the model client as a type, or dynamically when it is needed.',
      from: { path: '^local/', pathNot: LLM_CLIENT },
      to: { path: LLM_CLIENT, dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^local/workspace/page/vite\\.config\\.ts$' },
    // Type-only imports count as well: a cycle of types is a cycle.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
