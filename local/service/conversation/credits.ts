import type { Stats } from './resources.js';

/** What questions cost, in credits of a unit of your own: money, or shares of a machine. */
export interface CreditPrices {
  /** For each question that is worked on. */
  readonly question: number;
  /** For each thousand tokens of a language model. */
  readonly thousandTokens: number;
}

export const FREE: CreditPrices = { question: 0, thousandTokens: 0 };

/** The stats, with what their tokens cost. */
export function withCredits(
  stats: Partial<Stats>,
  { thousandTokens }: CreditPrices,
): Partial<Stats> {
  const { credits = 0, total_tokens: tokens = 0 } = stats;
  return { ...stats, credits: credits + (tokens / 1_000) * thousandTokens };
}
