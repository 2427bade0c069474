/*
 * Git's messages about the repository itself. They are matched from their start: an error about a
 * pattern repeats the pattern.
 */
const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:fatal|error): (?:could not fetch [0-9a-f]+ |unable to read [0-9a-f]+|missing (?:blob|tree|commit) )|^there is no object /,
    'some of its objects are missing, as in a partial clone',
  ],
  [/^fatal: not a git repository/, 'it is no longer there'],
  [/^(?:fatal|error): (?:loose object |packed object |object file |bad object )/, 'it is damaged'],
];

/**
 * Why git cannot read the repository, as the end of a sentence; undefined if the error has another
 * cause. Others can be searched without it.
 */
export function repositoryProblem(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  return PROBLEMS.find(([pattern]) => pattern.test(message))?.[1];
}
