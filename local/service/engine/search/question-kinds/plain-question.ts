const POLITE = [
  /^[¿¡]\s?/,
  /^(?:hi|hey|hello|ok|okay|so|and|but|also|then|please|now|thanks|well|sorry)(?: there| all| again)?[,!.:]* /i,
  /^(?:can|could|would|will) (?:you|anyone|anybody|someone|somebody) (?:please )?(?=tell|show|explain|help|find|list|describe|draw)/i,
  /^(?:tell|show|explain to|explain|help|remind) (?:me|us)(?: understand)?,? (?=how|what|where|why|when|who|which|is |are )/i,
  /^(?:do you|does anyone|does anybody|does somebody) (?:happen to )?know,? /i,
  /^(?:i|we)(?: want| need| would like|['’]d like) to (?:know|understand|see|find out|learn),? /i,
  /^(?:i|we)(?:['’]m| am|['’]re| are) (?:wondering|curious),? /i,
  /^i wonder,? /i,
  /^(?:out of the box|by default), (?=how |what)/i,
  /^explain (?=how|what|where|why|when|who)/i,
  /^in (?:the repo(?:sitory)? )?[\w./-]{1,100}[:,] /i,
];
const MAX_OPENINGS = 6;

/** A question on one line, without politeness around it and marks at its end. */
export function plainQuestion(question: string): string {
  let plain = question
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?:[\s,]+(?:please|thanks|thank you|exactly))?[\s?!.,;:…]{0,20}$/i, '');
  for (let n = 0; n < MAX_OPENINGS; n += 1) {
    const opening = POLITE.find((pattern) => pattern.test(plain));
    if (!opening) break;
    plain = plain.replace(opening, '');
  }
  return plain.replace(/^(what|where|who|how)s (?=\p{L})/iu, "$1's ");
}
