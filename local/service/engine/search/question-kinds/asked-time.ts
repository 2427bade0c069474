import type { HistoryQuestion } from './rule.js';

const NUMBER = '(?:\\d{1,3}|a|an|one|two|three|four|five|six|seven|ten|couple of|few)';
const UNIT = '(?:days?|weeks?|months?|years?|hours?)';
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR_OR_MONTH = `(?:in|during|throughout) (?:the year )?(?:${MONTH} )?(?:19|20)\\d{2}`;
/** Since when, or in which year: the words are read as a date later. */
export const TIME = `(${YEAR_OR_MONTH}|(?:since|after) (?:(?! (?:around|with|about|regarding|concerning) )[\\p{L}\\d .-]){2,40}|yesterday|today|(?:in |over |during |within )?(?:the )?(?:last|past) (?:${NUMBER} )?${UNIT}|(?:in |over )?this (?:week|month|year)|${NUMBER} ${UNIT} ago)`;
/** Says the same as no time at all: the newest come first anyway. */
export const LATELY =
  '(?:lately|recently|of late|last|most recently|these days|so far|over time|through time|in recent times|in the recent past|in (?:the )?recent (?:days|weeks|months|commits|releases|versions)|(?:in |over |during |within )?(?:the )?(?:last|past) (?:days|weeks|months|years|(?:(?:few|couple of|two|three) )?(?:releases|versions|commits)))';

const IS_YEAR_OR_MONTH = new RegExp(`^${YEAR_OR_MONTH}$`, 'i');

/** `in the last two weeks` → since `last two weeks`; `in March 2026` → during `March 2026`. */
export function timeOf(time: string): Pick<HistoryQuestion, 'since' | 'during'> {
  const plain = time
    .replace(/^(?:in|over|during|throughout|within|since|after) /i, '')
    .replace(/^the (?:year )?/i, '')
    .trim();
  if (plain === '') return {};
  return IS_YEAR_OR_MONTH.test(time) ? { during: plain } : { since: plain };
}
