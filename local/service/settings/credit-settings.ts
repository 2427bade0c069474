import { type CreditPrices, FREE } from '../conversation/credits.js';
import { InvalidSettingError } from './invalid-setting-error.js';

const PRICES = /^(\d{1,6}(?:\.\d{1,6})?)(?:\/(\d{1,6}(?:\.\d{1,6})?))?$/;

/** What `SERVICE_CREDITS` says that questions cost; nothing without it. Throws `InvalidSettingError`. */
export function readCreditSettings(
  env: Readonly<Record<string, string | undefined>>,
): CreditPrices {
  const text = env['SERVICE_CREDITS'];
  if (!text) return FREE;
  const [, question, thousandTokens = '0'] = PRICES.exec(text) ?? [];
  if (question === undefined) {
    throw new InvalidSettingError(
      `SERVICE_CREDITS is ${text}: set what a question costs, such as 1, or with the price of 1,000 tokens, such as 1/0.5.`,
    );
  }
  return { question: Number(question), thousandTokens: Number(thousandTokens) };
}
