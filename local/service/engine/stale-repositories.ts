import type { Engine, EngineAnswer } from '../conversation/engine.js';
import type { Freshness } from '../git/freshness.js';
import { age } from '../markdown/age.js';
import { codeSpan, escapeText } from '../markdown/markdown.js';

/** What is needed of a repository. */
interface FetchedRepository {
  readonly name: string;
  freshness(): Promise<Freshness | undefined>;
}

const MAX_NAMED = 3;

/** Adds to an answer how old the repositories are that it is about, where fetching them fails. */
export function tellStaleRepositories(
  engine: Engine,
  repositories: readonly FetchedRepository[],
): Engine {
  return async (question, context) => {
    const result = await engine(question, context);
    const notes = await Promise.all(
      repositories.filter(isAbout(result)).map(async ({ name, freshness }) => {
        const known = await freshness();
        return known ? staleNote(name, known, Date.now()) : undefined;
      }),
    );
    const told = notes.filter((note) => note !== undefined);
    if (told.length === 0) return result;
    const more = told.length - MAX_NAMED;
    const rest = more > 0 ? [`${more} more could not be fetched lately.`] : [];
    const note = [...told.slice(0, MAX_NAMED), ...rest].join(' ');
    return { ...result, answer: `${result.answer}\n\n${note}` };
  };
}

/** By its sources; without any, what was searched, which may be each of them. */
function isAbout({ sources = [], searched }: EngineAnswer) {
  return ({ name }: FetchedRepository) =>
    (sources.length === 0 && (searched?.includes(name) ?? true)) ||
    sources.some(({ label }) => label === name || label.startsWith(`${name} · `));
}

/** One sentence; `undefined` if the repository is up to date, or was never fetched. */
function staleNote(
  name: string,
  { fetchedAt, failingSince, problem }: Freshness,
  now: number,
): string | undefined {
  if (fetchedAt === undefined || failingSince === undefined) return undefined;
  const why = problem === undefined ? '' : `: ${escapeText(problem)}`;
  return `${codeSpan(name)} was last fetched ${age(now - fetchedAt)} ago${why}.`;
}
