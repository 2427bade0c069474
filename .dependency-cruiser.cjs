// The walls of the house: imports go strictly down, and each outside system has one door.
// docs/architecture.md says why; test/walls.test.ts proves that every rule here can fail.

/** From the top down. Folders of one rank do not meet. What only the top reads stands high: config. */
const RANKS = [
  ['main', 'cli'],
  ['compose'],
  ['config'],
  ['intake', 'surface', 'ops'],
  ['question', 'browse', 'code', 'account'],
  ['poll'],
  ['deliver'],
  ['queue', 'policy'],
  ['render', 'vault'],
  ['slack', 'deepsearch', 'toolserver', 'store'],
  ['http'],
  ['model'],
];

/** A name stands for the file, the folder, or both. */
const place = (...names) => `^src/(${names.join('|')})(/|\\.ts$)`;
const HOUSE = RANKS.flat();
const LEAVES = ['log', 'metrics', 'remember'];
/** What speaks to a model: loaded by the first question where one is set, and else never. */
const MODEL_WIRE = '^src/local/service/engine/model/wire/';
const OUTSIDE_LOCAL = { path: '^src/', pathNot: place('local') };

const strictlyDown = RANKS.flatMap((rank, index) =>
  rank.map((name) => {
    const notBelow = RANKS.slice(0, index + 1).flat();
    return {
      name: `${name}-goes-down`,
      severity: 'error',
      comment: `${name} may import only what is below it.`,
      from: { path: place(name) },
      to: { path: place(...notBelow), pathNot: place(name) },
    };
  }),
);

/** A package that only the named places may import. */
function door(packages, names, to = {}) {
  return {
    name: `${packages[0].replace(/^@/, '').replaceAll('/', '-')}-has-one-door`,
    severity: 'error',
    comment: `${packages.join(', ')}: only in ${names.join(', ')}.`,
    from: { path: '^src/', pathNot: place('local', ...names) },
    to: { path: `(^|/)node_modules/(@types/)?(${packages.join('|')})/`, ...to },
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
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'local-is-the-other-side',
      severity: 'error',
      comment: 'The local service and workspace stand on the other side of the wire.',
      from: { path: place('local') },
      to: { path: '^src/', pathNot: place('local') },
    },
    {
      name: 'nothing-reaches-local',
      severity: 'error',
      from: OUTSIDE_LOCAL,
      to: { path: place('local') },
    },
    {
      name: 'leaves-import-nothing',
      severity: 'error',
      comment: 'Leaves may be imported by anyone, so they import nothing of ours.',
      from: { path: place(...LEAVES) },
      to: { path: '^src/', pathNot: '^src/$1(/|\\.ts$)' },
    },
    {
      name: 'nothing-outside-the-plan',
      severity: 'error',
      comment: 'A new folder gets its rank here and in the picture of the house first.',
      from: { path: '^src/', pathNot: place(...LEAVES, 'local', ...HOUSE) },
      to: {},
    },
    {
      name: 'not-for-production',
      severity: 'error',
      comment: 'What only tests and local/ depend on is not in the image.',
      from: OUTSIDE_LOCAL,
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'declared-packages-only',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
    door(['bullmq'], ['queue']),
    door(['ioredis'], ['store']),
    door(['@slack/bolt', '@slack/socket-mode'], ['intake', 'compose']),
    {
      ...door(['@slack/bolt', '@slack/socket-mode'], ['intake']),
      name: 'compose-knows-bolt-by-type',
      from: { path: place('compose') },
      to: {
        path: '(^|/)node_modules/(@slack/bolt|@slack/socket-mode)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    door(['@slack/web-api'], ['slack']),
    door(['undici'], ['deepsearch', 'toolserver']),
    door(['@modelcontextprotocol/client'], ['toolserver']),
    door(['express', '@bull-board/[^/]+'], ['ops']),
    {
      name: 'ai-has-one-door',
      severity: 'error',
      comment: 'Only the wire to a model knows the library behind it, be it by type.',
      from: { path: '^src/local/', pathNot: MODEL_WIRE },
      to: { path: '(^|/)node_modules/(ai|@ai-sdk/[^/]+)/' },
    },
    {
      name: 'ai-is-loaded-late',
      severity: 'error',
      comment: 'The wire to a model is imported by type, or when it is needed.',
      from: { path: '^src/local/', pathNot: MODEL_WIRE },
      to: { path: MODEL_WIRE, dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports count as well: a cycle of types is a cycle.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
