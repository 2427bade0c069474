/*
 * Git's messages about the repository itself. They are matched from their start: an error about a
 * pattern repeats the pattern.
 */
const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:fatal|error): (?:could not fetch [0-9a-f]+ |unable to read [0-9a-f]+|missing (?:blob|tree|commit) |unable to parse object: [0-9a-f]+)|^there is no object /,
    'some of its objects are missing, as in a partial clone, or damaged',
  ],
  [
    /^fatal: not a git repository/,
    'git does not find it any more: it was moved or deleted, is damaged, or may not be read',
  ],
  [
    /^(?:fatal|error): (?:loose object |packed object |object file |bad object |index file |unable to unpack |inflate: |(?:bad|not a) tree object|Could not read [0-9a-f]+|Failed to traverse parents|revision walk setup failed)/,
    'it is damaged',
  ],
  [/^(?:fatal|error): .{0,4096}: Permission denied$/, 'the service may not read some of its files'],
  [/^HEAD names no commit/, 'its HEAD names no commit, although it has branches'],
];

/** Begins the message about a repository without any commit yet, before the end of a sentence. */
export const NOT_FETCHED = 'not fetched yet: ';

/** Whether nothing is wrong with the repository but that its first fetch has not succeeded. */
export function isNotFetched(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(NOT_FETCHED);
}

/**
 * Why git cannot read the repository, as the end of a sentence; undefined if the error has another
 * cause. Others can be searched without it.
 */
export function repositoryProblem(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (isNotFetched(error)) return message.slice(NOT_FETCHED.length);
  return PROBLEMS.find(([pattern]) => pattern.test(message))?.[1];
}
