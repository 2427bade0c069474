import { type Rule, type StructureQuestion, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { cleanSubject, isName, isThing } from './subject.js';

const PARTS =
  '(?:modules?|packages?|folders?|directories|components?|parts?|layers?|pieces|subsystems?|services|crates|libraries|files|classes)';
const TOGETHER =
  '(?:hang together|fit together|work together|play together|belong together|connect(?: to each other)?|relate(?: to each other)?|depend on (?:each other|one another)|interact(?: with each other)?|import each other|hold together)';
const BUILT =
  '(?:structured|organi[sz]ed|laid out|split up|divided|layered|architected|modulari[sz]ed)';
const SHAPE =
  '(?:architecture|structure|module structure|overview|layout|module graph|dependency graph|dependencies|big picture|anatomy|layers|organi[sz]ation)';
const PATH =
  '(?:call path|call chain|call graph|call stack|call sequence|path of calls|chain of calls)';

export const structureRules: readonly Rule[] = [
  // The call path from A to B; how does A reach B?
  [
    whole(
      `(?:what is |what's |show |show me |find |draw |trace |explain )?(?:the |a )?${PATH} (?:leads? |goes )?(?:from|between) `,
      SUBJECT,
      ' (?:to|and) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (from = '', to = '') => callPath(from, to, isOneWord),
  ],
  [
    whole(
      'how (?:does|do|is|can) ',
      SUBJECT,
      ' (?:reach|get to|end up in|end up at|end up calling|lead to|call|calls|come to call|arrive at) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (from = '', to = '') => callPath(from, to),
  ],
  [
    whole(
      'how (?:do|does) (?:we|you|i|one|it|a call|calls|the code|a request|control) (?:get|go|come|flow) from ',
      SUBJECT,
      ' (?:to|into) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (from = '', to = '') => callPath(from, to),
  ],
  [
    whole(
      'how (?:is|does|gets?) ',
      SUBJECT,
      ' (?:reached|called|invoked|get called|get invoked|end up called) (?:from|by) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (to = '', from = '') => callPath(from, to),
  ],
  [
    whole(
      `(?:show|draw|give|sketch)(?: me)? (?:an? |the )?(?:diagram|graph|path|chain) (?:of |for )?(?:how )${SUBJECT} (?:is|gets) (?:reached|called|invoked) (?:from|by) ${SUBJECT}`,
      TRAILING_WORDS,
    ),
    (to = '', from = '') => callPath(from, to, isOneWord),
  ],
  // How do A and B hang together? How does A relate to B?
  [
    whole(
      `how (?:do|does|are) (?:the )?(?:classes |modules |types |functions |files |folders )?${SUBJECT} and ${SUBJECT} (?:${TOGETHER}|related|connected)`,
      TRAILING_WORDS,
    ),
    (first = '', second = '') => relation(first, second),
  ],
  [
    whole(
      `how (?:does|do|is|are) ${SUBJECT} (?:relate|related|connected|connect|linked) (?:to|with) ${SUBJECT}`,
      TRAILING_WORDS,
    ),
    (first = '', second = '') => relation(first, second),
  ],
  // Draw the modules of X
  [
    whole(`(?:draw|sketch)(?: me)? (?:all )?(?:the )?${PARTS} of ${SUBJECT}`, TRAILING_WORDS),
    (subject = '') => structure(subject, 'parts'),
  ],
  // Which modules depend on each other?
  [
    whole(
      `(?:what|which) (?:are the )?(?:main |other |different )?${PARTS} (?:all )?(?:(?:depend|rely|build) on|import|use|need|call) (?:each other|one another)(?: (?:in|of|under|inside) `,
      SUBJECT,
      ')?',
      TRAILING_WORDS,
    ),
    (subject = '') => structure(subject, 'parts'),
  ],
  // What depends on X?
  [
    whole(
      `(?:what|who|what else|which (?:other )?${PARTS}) (?:all )?depends? on `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => structure(subject, 'dependents'),
  ],
  [
    whole(
      '(?:what are |show |list |find )?(?:me )?(?:all )?(?:the )?(?:dependents|dependants|reverse dependencies) of ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => structure(subject, 'dependents'),
  ],
  [
    whole(
      `(?:what|which (?:other )?${PARTS}) (?:does|do) `,
      SUBJECT,
      ' (?:depend on|import|build on|rely on)',
      TRAILING_WORDS,
    ),
    (subject = '') => structure(subject, 'dependencies'),
  ],
  [
    whole(
      '(?:what are |show |list |find |draw )(?:me )?(?:all )?(?:the )?dependencies of ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => structure(subject, 'dependencies'),
  ],
  // How do the modules hang together?
  [
    whole(
      `how (?:do|does|all|are)? ?(?:the |these |all the |all |its |different |various )*(?:main |different |various |other )?${PARTS} (?:of|in|inside|under) `,
      SUBJECT,
      ` (?:all )?${TOGETHER}`,
      TRAILING_WORDS,
    ),
    (subject = '') => structure(subject, 'parts'),
  ],
  [
    whole(
      `how (?:do|does|are) (?:the |these |all the |all |its |different |various )*(?:main |different |various |other )?(?:${PARTS}|things|it all|all of it|everything|code|repo|project|it) (?:all )?${TOGETHER}`,
      TRAILING_WORDS,
    ),
    () => structure('', 'parts'),
  ],
  [
    whole('how (?:does|do) ', SUBJECT, ` (?:all )?${TOGETHER}`, TRAILING_WORDS),
    (subject = '') => structure(subject, 'parts'),
  ],
  [
    whole('how (?:is|are) ', SUBJECT, ` ${BUILT}(?: into ${PARTS})?`, TRAILING_WORDS),
    (subject = '') => structure(subject, 'parts'),
  ],
  // What modules are there? The architecture of X
  [
    whole(
      `(?:what|which) (?:are the )?(?:main |top-level |different )?${PARTS} (?:are there|exist|does it have|is it made of|do we have|make up .{1,40})(?: (?:in|under|of) `,
      SUBJECT,
      ')?',
      TRAILING_WORDS,
    ),
    (subject = '') => structure(subject, 'parts'),
  ],
  [
    whole(
      '(?:what (?:modules|packages|folders|components|parts|layers) (?:does|do) )',
      SUBJECT,
      ' (?:have|consist of|contain|comprise)',
      TRAILING_WORDS,
    ),
    (subject = '') => structure(subject, 'parts'),
  ],
  [
    whole(
      `(?:what is |what's |what does |explain |describe |show |give me |draw |sketch |outline )?(?:me )?(?:an? |the )?(?:overall |general |high-level |main )*(?:diagram of )?(?:the )?${SHAPE} (?:of|in|between) `,
      SUBJECT,
      '(?: look like)?',
      TRAILING_WORDS,
    ),
    (subject = '') => structure(subject, 'parts'),
  ],
  [
    whole(
      `(?:what is |what's |explain |describe |show |give me |draw |sketch |outline )(?:me )?(?:an? |the )?(?:overall |general |high-level |main )*(?:diagram of )?(?:the )?(?:code |module |project )?${SHAPE}(?: diagram)?(?: look like)?`,
      TRAILING_WORDS,
    ),
    () => structure('', 'parts'),
  ],
  [
    whole(
      '(?:draw|show|sketch|give me)(?: me)? (?:an? |the )?(?:\\p{L}{2,12} )?(?:diagram|graph|map) (?:of|for) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => structure(subject, 'parts'),
  ],
];

function structure(
  given: string,
  wanted: 'parts' | 'dependents' | 'dependencies',
): StructureQuestion | undefined {
  const subject = cleanSubject(given).replace(
    /^(?:modules|packages|folders|parts|components|code|structure) (?:of|in) (?:the )?/i,
    '',
  );
  if (isWhole(subject)) return { kind: 'structure', subject: '', wanted };
  return isThing(subject) ? { kind: 'structure', subject, wanted } : undefined;
}

function isWhole(subject: string): boolean {
  return /^(?:(?:this|that|the|our|whole|entire) )*(?:repo|repository|code|codebase|code base|project|app|application|program|system|it|it all|everything|all|here|sources?|modules|packages|folders|parts|components|files)?$/i.test(
    subject,
  );
}

function isOneWord(subject: string): boolean {
  return !/\s/.test(cleanSubject(subject));
}

/** Only between names: "how does a request reach the handler" is no question about two functions. */
function callPath(from: string, to: string, fits = isName): StructureQuestion | undefined {
  if (!fits(from) || !fits(to)) return undefined;
  return {
    kind: 'structure',
    subject: cleanSubject(from),
    wanted: 'call path',
    target: cleanSubject(to),
  };
}

/** "Celery's Consumer" is that of the repository. */
function relation(first: string, second: string): StructureQuestion | undefined {
  const [subject, target] = [first, second].map((one) =>
    cleanSubject(one.replace(/^(?:the |our )?\S+['’]s (?=\S+$)/i, '')),
  );
  if (subject === undefined || target === undefined || /\s/.test(`${subject}${target}`)) {
    return undefined;
  }
  return isThing(subject) && isThing(target) && subject !== target
    ? { kind: 'structure', subject, wanted: 'relation', target }
    : undefined;
}
