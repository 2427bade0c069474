/** Recognizes messages that ask nothing, such as "thanks!". Pure. */

/** Longer messages are questions. */
const MAX_LENGTH = 100;

const GREETINGS = wordSet(
  'hi hello hey hiya hallo hei hej moin servus salut bonjour hola ciao olá привет こんにちは 你好',
);

/** `yes` and `no` are not among them: they may reply to something that the answer asked. */
const OTHERS = wordSet(
  `thanks thank thx ty tysm cheers danke dank dankeschön merci gracias grazie obrigado obrigada bedankt
  tack takk tak kiitos dzięki спасибо ありがとう ありがとうございます 谢谢 감사합니다
  ok okay okey kk cool great nice awesome perfect perfekt lgtm wow haha lol gotcha bye tschüss`,
);

/** Words around those, which say nothing alone. */
const AROUND = wordSet(
  `you u a lot so much very many for the your help again there everyone
  vielen schön sehr dir euch für die hilfe beaucoup muchas mil mille por la ayuda`,
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Emoji as Slack writes them (`:+1:`), as characters, or as punctuation. */
const EMOJI =
  /:[a-z0-9_+'-]{1,60}:|[:;]-?[)(d](?=\s|$)|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/giu;

/**
 * Whether a message greets, or says only thanks, praise or emoji. Undefined if any other word, number,
 * code or question mark is in it: it may be a question then.
 */
export function smallTalk(text: string): 'greeting' | 'other' | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const withoutEmoji = text.replace(EMOJI, ' ');
  const words = withoutEmoji
    .toLowerCase()
    .split(/(?:[\s,;!¡！。、…)~]|\.(?=[\s.]|$)|[-–—](?=\s))+/u);
  const said = words.filter((word) => word !== '');
  const known = (word: string) => GREETINGS.has(word) || OTHERS.has(word) || AROUND.has(word);
  if (said.length === 0) return withoutEmoji === text ? undefined : 'other';
  if (!said.every(known)) return undefined;
  if (said.some((word) => OTHERS.has(word))) return 'other';
  return said.some((word) => GREETINGS.has(word)) ? 'greeting' : undefined;
}
