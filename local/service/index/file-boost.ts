import { anyOf } from './alternatives.js';
import { type FileRole, roleFor, withoutAskedFolders } from './file-role.js';
import type { Query, QueryIntent } from './query.js';

/** Whether a question is about files of this role: about code, unless it says something else. */
export function isAskedFor(role: FileRole, intent: QueryIntent): boolean {
  if (role === 'test') return intent.tests;
  return role === 'code' || (role === 'document' && intent.documents);
}

/** Type declarations, whose code is elsewhere. */
const DECLARATION = /\.d\.[cm]?ts$|\.pyi$/;
/** Types of TypeScript, which name everything and do nothing. */
const TYPES = /(^|\/)(@?types|interfaces?)(\/(?:src\/)?[^/]*)?\.[cm]?tsx?$/;
/** Kept for those who still use it; what replaced it has the same names. */
const LEGACY = /(^|\/)(deprecat\w*|legacy|obsolete|attic|compat|v[01])(\/|\.[^/]*$)/i;
/** Made from other files, or copied from elsewhere. */
const GENERATED_FOLDERS = anyOf(`
  (?:[^/]*[-_])?dist build out target generated __generated__ gen node_modules vendor third[-_]?party single_include amalgamated`);
const GENERATED = new RegExp(
  `(?:^|/)${GENERATED_FOLDERS}/|\\.(?:min|bundle|generated|pb|g)\\.[^/.]+$`,
  'i',
);

/** Of Gradle and Maven: each project has a copy of the same program. */
const WRAPPER = /(?:^|\/)(?:gradlew|mvnw)(?:\.(?:bat|cmd))?$/;

export function isGenerated(path: string): boolean {
  return GENERATED.test(path) || WRAPPER.test(path);
}

const PATH_BOOSTS: readonly (readonly [pattern: RegExp, boost: number])[] = [
  [DECLARATION, 0.6],
  [LEGACY, 0.6],
  [GENERATED, 0.2],
  [WRAPPER, 0.2],
];
const TYPES_BOOST = 0.7;
/** Tests and documents mention what was asked more often than the code itself does. */
const ROLE_BOOSTS: Readonly<Record<FileRole, number>> = {
  code: 1,
  test: 0.25,
  document: 0.15,
  setting: 0.6,
};
/** For a question that mentions tests, maybe as its subject. */
const MENTIONED_TEST_BOOST = 0.5;
const NAMED_FILE_BOOST = 3;
const CONTEXT_FILE_BOOST = 1.25;

/** The most that `fileBoost` may be for this query. */
export function maxFileBoost({ files, contextFiles }: Query): number {
  return (
    (files.length > 0 ? NAMED_FILE_BOOST : 1) * (contextFiles.length > 0 ? CONTEXT_FILE_BOOST : 1)
  );
}

/** Whether the question names the file: by its path, or the end of that. */
export function isNamedFile(path: string, { files }: Pick<Query, 'files'>): boolean {
  return files.some((file) => path === file || path.endsWith(`/${file}`));
}

/** The factor by which a file's score counts for this query. */
export function fileBoost(path: string, query: Query): number {
  const { intent } = query;
  const judged = withoutAskedFolders(path, query);
  const ofPath = PATH_BOOSTS.map(([pattern, boost]) => (pattern.test(judged) ? boost : 1));
  const factors = [
    ...ofPath,
    TYPES.test(judged) && !intent.types ? TYPES_BOOST : 1,
    isNamedFile(path, query) ? NAMED_FILE_BOOST : 1,
    query.contextFiles.includes(path) ? CONTEXT_FILE_BOOST : 1,
    roleBoost(roleFor(path, query), intent),
  ];
  return factors.reduce((product, factor) => product * factor, 1);
}

function roleBoost(role: FileRole, intent: QueryIntent): number {
  if (isAskedFor(role, intent)) return 1;
  return role === 'test' && intent.mentionsTests ? MENTIONED_TEST_BOOST : ROLE_BOOSTS[role];
}
