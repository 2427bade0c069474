/**
 * The words of questions in other languages than English: articles, pronouns, question words, auxiliary verbs.
 * They say nothing about code, and some look like names in it. Languages in the Latin script only: the words
 * of others occur in no English name.
 */
const EVERYDAY_WORDS = {
  German: `aber als am an auf aus bei beim bin bis bitte da damit das dass dein dem den denn der des die dies diese
    dieser dieses du durch ein eine einem einen einer eines er es etwas für gibt genau haben hat hier ich ihr im in
    ist ja jede jeder jedes kann kein keine können man mein mit nach nicht noch nur ob oder ohne sehr sein seine sich
    sie sind so soll über um und uns unser unter vom von vor war warum was welche welcher welches wenn wer werden wie
    wieso wir wird wo wobei woher wohin wofür wurde wurden zu zum zur zwischen`,
  French: `à au aux avec car ce cela ces cet cette chez comme comment dans de des donc du elle en entre est est-ce et être
    fait faire font il ils je la le les leur lors mais même ne nous on ont ou où par pas peut plus pour pourquoi
    qu quand que quel quelle quelles quels qui quoi sa sans se selon ses si son sont sous sur tous tout toute un une
    vers via vous`,
  Spanish: `a al algo antes aquí como cómo con cual cuál cuáles cuando cuándo de del desde donde dónde dos e el él
    ella en entre era es esa ese eso está están esta este esto estos fue ha hace hacen hasta hay la las le les lo los
    más me mi muy no nos o para pero por porque puede qué que quien quién se sea si sí sin sobre son su sus también
    un una unas unos y ya`,
  Italian: `a ad al alla alle anche c che chi ci come con cosa cui da dal dalla dei del della delle di dove è e ed
    fa gli ha hanno i il in la le lo ma mi nel nella non o ogni per perché più può qual quale quali quando quanto
    questa questo se si sono su sua suo tra un una uno viene vengono`,
  Dutch: `aan al als bij dat de deze die dit door doen doet een en er gaat geen heb hebben heeft het hier hoe iets ik
    in is je kan kun met naar niet nog of om onder ons ook op over te tot uit van veel voor waar waarom wanneer was
    wat we welke werd wie wij word worden wordt ze zij zijn zo zonder`,
  Portuguese: `a ao aos as até com como da das de do dos e é ela ele em entre era essa esse esta está este eu faz
    foi há isso isto já mais mas me na não nas no nos o onde os ou para pela pelo pelos por porque porquê pode qual
    quais quando que quê quem se sem ser seu sua são também tem um uma você`,
  Polish: `a aby ale bez być co czy czym dla dlaczego do gdy gdzie go i ich ile jak jaka jaki jakie jako jest jeśli
    już kiedy kto która które który lub ma mnie może można na nad nie o od oraz po pod przed przez przy się są ta tak
    tam te tego ten to tu tylko w we wszystkie z za ze że`,
  Turkish: `ama ancak bir biz bu bunu da daha de değil diye en gibi hangi hem her için ile ise kadar ki kim mı mi mu
    mü nasıl ne neden nedir nerede niçin o olan olarak oldu olur sonra şu tüm var ve veya ya yapılır yok`,
} as const;

const LISTS = Object.entries(EVERYDAY_WORDS).map(
  ([language, words]) => [language, new Set(words.split(/\s+/))] as const,
);

/** "I've" and "we're" are `I` and `we`: without their ends, which look like words of their own. */
export function withoutContractions(question: string): string {
  return question.replace(CONTRACTION, '');
}

const CONTRACTION = /(?<=\p{L})['’](?:ve|re|ll|d|m|s|t)(?![\p{L}\p{N}_'’])/giu;

/** Words by themselves: no parts of names, paths and calls. */
const WORD = /(?<![\p{L}\p{N}_.`/-])\p{L}+(?:-\p{L}+)*(?![\p{L}\p{N}_(`/-]|\.[\p{L}\p{N}])/gu;

export interface PlainQuestion {
  /** Without the everyday words of its language. */
  readonly text: string;
  /** If it is not English. */
  readonly language?: string;
}

/**
 * Leaves out the everyday words of a question in another language than English: one with more of them than
 * it has of English. A single one is enough at the start of a question such as "Wie geht X?".
 * `isEnglish`: whether a word in lower case is an everyday word of English.
 */
export function withoutEverydayWords(
  question: string,
  isEnglish: (word: string) => boolean,
): PlainQuestion {
  const words = (question.match(WORD) ?? []).map((word) => word.toLowerCase());
  const [first = ''] = words;
  const [best] = LISTS.map(([language, list]) => ({
    language,
    list,
    count: words.filter((word) => list.has(word)).length,
  })).sort((a, b) => b.count - a.count);
  const least = Math.max(1, words.filter(isEnglish).length);
  if (best === undefined || best.count < least) return { text: question };
  const isClear = best.count > least || (best.list.has(first) && question.trim().endsWith('?'));
  if (!isClear || (isEnglish(first) && best.count === least)) return { text: question };
  const text = question.replace(WORD, (word) => (best.list.has(word.toLowerCase()) ? ' ' : word));
  return { text, language: best.language };
}
