/** What an instance says about the end of an API, in any of its replies. */
export interface Deprecation {
  readonly api: 'conversations' | 'tools';
  /** Since when it should not be used any more, ms since the epoch; absent if no date is given. */
  readonly since?: number;
  /** When it stops to work, ms since the epoch. */
  readonly endsAt?: number;
  /** It has ended: the instance answered 410. */
  readonly hasEnded: boolean;
}

interface ReplyHead {
  readonly api: Deprecation['api'];
  /** 410 to a request that names no conversation. */
  readonly hasEnded: boolean;
  header(name: string): string | undefined;
}

/**
 * Reads `Deprecation` (RFC 9745: `@` and seconds since the epoch; earlier drafts: a date or `true`) and
 * `Sunset` (RFC 8594: a date). Undefined if the reply says nothing about it.
 */
export function readDeprecation({ api, hasEnded, header }: ReplyHead): Deprecation | undefined {
  const deprecation = header('deprecation')?.trim() ?? '';
  const since = dateIn(deprecation);
  const endsAt = dateIn(header('sunset')?.trim() ?? '');
  const isDeprecated = since !== undefined || /^\??(?:true|1)$/i.test(deprecation);
  if (!isDeprecated && endsAt === undefined && !hasEnded) return undefined;
  return {
    api,
    ...(since === undefined ? {} : { since }),
    ...(endsAt === undefined ? {} : { endsAt }),
    hasEnded,
  };
}

const SECONDS = /^@(-?\d{1,12})$/;

function dateIn(value: string): number | undefined {
  const seconds = SECONDS.exec(value)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1_000;
  // `Date.parse` also takes bare numbers, which are no dates here.
  const ms = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
