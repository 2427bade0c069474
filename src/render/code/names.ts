/** Slack shows at most a hundred options. */
const MOST = 100;

const NAME = /[\p{L}_$][\p{L}\p{N}_$]{2,74}/gu;

/** Said in most languages, and defined in none. */
const WORDS = new Set(
  (
    'abstract and any arguments async await boolean break case catch char class const constructor ' +
    'continue def default defer delete double elif else end enum export extends false final finally ' +
    'float for from func function goto if implements import in instanceof int interface is lambda let ' +
    'long namespace new nil none not null number of package pass private protected public raise ' +
    'readonly require return self short static string struct super switch then this throw throws true ' +
    'try type typeof undefined union unsigned use val var void while with yield'
  ).split(' '),
);

/** The names in some lines of code, in the order in which they come, each once. */
export function namesIn(code: string): string[] {
  const bare = code.replace(/(['"])(?:\\.|(?!\1)[^\\\n])*\1/g, ' ').replace(/(?:\/\/|#).*$/gm, ' ');
  const found = new Set([...bare.matchAll(NAME)].map(([name]) => name));
  return [...found].filter((name) => !WORDS.has(name.toLowerCase())).slice(0, MOST);
}
