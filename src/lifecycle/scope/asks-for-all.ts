const REPOSITORIES =
  /\b(?:all|every|any|each|other|which|what|across|how\s{1,3}many)\s{1,3}(?:(?:of|other|the|our|these|my|your|all)\s{1,3}){0,3}(?:repos?|repositor(?:y|ies)|code\s?bases?)\b/i;
const USERS =
  /\b(?:which|what|any|all|every|how\s{1,3}many)\s{1,3}(?:(?:of|other|the|our|these)\s{1,3}){0,3}(?:services?|apps?|projects?|teams?|components?)\s{1,3}(?:\w{1,12}\s{1,3}){0,2}(?:us(?:es?|ing)|imports?|calls?|depends?|needs?|pins?|defines?|exposes?|requires?|implements?|contains?|ha(?:s|ve))\b/i;
const EVERYWHERE =
  /\b(?:(?:anywhere|somewhere|everywhere)\s{1,3}else|across\s{1,3}the\s{1,3}(?:whole|entire)|in\s{1,3}(?:the\s{1,3}|our\s{1,3})?(?:whole|entire)\s{1,3}(?:code\s?base|organi[sz]ation|company))\b/i;

/** Whether a question asks for all repositories: “across all repos”, “which of our services still use …”. */
export function asksForAll(question: string): boolean {
  return [REPOSITORIES, USERS, EVERYWHERE].some((pattern) => pattern.test(question));
}
