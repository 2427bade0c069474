import { type ProjectQuestion, type QuestionKind, type Rule, SUBJECT, whole } from './rule.js';
import { cleanSubject, isProject } from './subject.js';

const HOW = '(?:how|where) (?:do|can|could|should|would|to|does)(?: i| we| you| one| someone)? ';
const WHERE_IT_RUNS = '(?: (?:locally|here|myself|on my machine|from source|from the sources?))*';
const TESTS =
  '(?:the |all |all the |its |your )?(?:unit |integration |end-to-end |e2e |whole |full |existing )*(?:tests?|test ?suites?|specs)';
const OF = `(?: (?:of|for|in) ${SUBJECT})?`;
const NEEDED =
  '(?:needed|required|supported|used|necessary|recommended|targeted|expected|minimum|tested)';
const NEEDS =
  '(?:need|needs|require|requires|support|supports|use|uses|target|targets|expect|expects|work with|works with|run on|runs on)';
const LANGUAGE = '([\\p{L}.#+-]{1,20})';
const LIBRARIES =
  '(?:third[- ]party |external |runtime |npm |direct |main )*(?:dependencies|libraries|deps)';
const LICENCE = '(?:software )?licen[sc]e';

export const projectRules: readonly Rule[] = [
  // How do I run the tests?
  [
    whole(`${HOW}(?:run|execute|start|launch) ${TESTS}${OF}${WHERE_IT_RUNS}`),
    (subject = '') => project('tests', subject),
  ],
  [
    whole(
      `(?:how (?:is|are) ${TESTS} (?:run|executed)|(?:what|which) (?:is the )?command (?:runs|to run|for|for running) ${TESTS})${OF}`,
    ),
    (a = '', b = '') => project('tests', a || b),
  ],
  [
    whole(
      '(?:wie (?:führe|starte|lasse) ich (?:die |alle )?tests(?: aus| laufen)?|comment (?:lancer|exécuter|faire tourner) (?:les |tous les )?tests|cómo (?:ejecuto|ejecutar|corro|lanzo|se ejecutan) (?:los tests|las pruebas))',
    ),
    () => project('tests'),
  ],
  // How do I build, install, run it?
  [
    whole(`${HOW}(?:build|compile) ${SUBJECT}${WHERE_IT_RUNS}`),
    (subject = '') => project('build', subject),
  ],
  [
    whole(
      '(?:wie (?:baue|kompiliere|übersetze) ich (?:das projekt|es|das)|comment (?:compiler|construire) le projet|cómo (?:compilo|compilar|se compila|construyo) (?:el proyecto|esto))',
    ),
    () => project('build'),
  ],
  [
    whole(`${HOW}(?:install|set up) ${SUBJECT}${WHERE_IT_RUNS}`),
    (subject = '') => project('install', subject),
  ],
  [
    whole(
      "(?:wie installiere ich (?:das|es|das projekt)|comment (?:l[’']installer|installer le projet)|cómo (?:lo instalo|se instala|instalo esto|instalarlo))",
    ),
    () => project('install'),
  ],
  [
    whole(`${HOW}(?:run|start|launch) ${SUBJECT}${WHERE_IT_RUNS}`),
    (subject = '') => project('run', subject),
  ],
  // Which version is this? Where is the version number?
  [
    whole(
      `(?:(?:what|which) version (?:of it )?(?:is|are) ${SUBJECT}(?: at| on)?|what(?:['’]s| is) (?:the|its) (?:current |latest |newest )?version(?: number)?${OF}|what(?:['’]s| is) ${SUBJECT}['’]s (?:current |latest )?version)`,
    ),
    (...subjects) => project('version', subjects.find(Boolean)),
  ],
  [
    whole(
      `where (?:is|do (?:i|we|you) (?:find|set|bump|change)) (?:the|its) version(?: number| string)?${OF}(?: (?:defined|set|stored|kept|declared|found))?`,
    ),
    (subject = '') => project('version', subject),
  ],
  [
    whole(
      '(?:welche version ist das|wo steht die version(?:snummer)?|quelle (?:est la )?version(?: est-ce)?|(?:qué|cuál es la) versión(?: es)?)',
    ),
    () => project('version'),
  ],
  // Which version of Node is needed?
  [
    whole(
      `(?:what|which) (?:minimum |minimal |lowest |oldest )?versions? of ${LANGUAGE} (?:is|are) ${NEEDED}`,
    ),
    (language = '') => required(language),
  ],
  [
    whole(
      `(?:what|which) (?:minimum |minimal |lowest |oldest )?versions? of ${LANGUAGE} (?:do|does) ${SUBJECT} ${NEEDS}`,
    ),
    (language = '', subject = '') => required(language, subject),
  ],
  [
    whole(`(?:what|which) ${LANGUAGE} versions? (?:is|are) ${NEEDED}`),
    (language = '') => required(language),
  ],
  [
    whole(`(?:what|which) ${LANGUAGE} versions? (?:do|does) ${SUBJECT} ${NEEDS}`),
    (language = '', subject = '') => required(language, subject),
  ],
  [
    whole(
      `what(?:['’]s| is) the (?:minimum|minimal|lowest|oldest|required|supported) (?:required |supported )?(?:version of ${LANGUAGE}|${LANGUAGE} version)(?: (?:needed|required|supported))?`,
    ),
    (a = '', b = '') => required(a || b),
  ],
  [
    whole(
      `(?:welche ${LANGUAGE}-version (?:wird |ist )?(?:benötigt|nötig|gebraucht|brauche ich)|quelle version de ${LANGUAGE} (?:est|faut)(?:-il)? ?(?:nécessaire|requise)?|qué versión de ${LANGUAGE} (?:se necesita|necesito|requiere))`,
    ),
    (...languages) => required(languages.find(Boolean) ?? ''),
  ],
  // What are its dependencies? What does it depend on?
  [
    whole(
      `(?:(?:what|which) (?:are )?|list |show |show me |give me )(?:all )?(?:the |its )?(?:of the )?${LIBRARIES}(?: (?:are there|are used|are needed|are required|does it have))?${OF}`,
    ),
    (subject = '') => project('dependencies', subject),
  ],
  [
    whole(
      `(?:what|which) ${LIBRARIES} (?:does|do) ${SUBJECT} (?:use|need|have|depend on|require|rely on|pull in)`,
    ),
    (subject = '') => project('dependencies', subject),
  ],
  [
    whole(`what (?:does|do) ${SUBJECT} depend on`),
    (subject = '') => (isProject(subject) ? project('dependencies') : undefined),
  ],
  [
    whole(
      '(?:welche abhängigkeiten (?:hat es|hat das projekt|gibt es)|quelles sont les dépendances|(?:cuáles son las|qué) dependencias(?: tiene| hay)?)',
    ),
    () => project('dependencies'),
  ],
  // What is the license?
  [
    whole(
      `(?:what(?:['’]s| is) (?:the|its) ${LICENCE}|(?:under )?(?:what|which) ${LICENCE}(?: (?:is|does|do|applies))?)${OF}`,
    ),
    (subject = '') => project('license', subject),
  ],
  [
    whole(
      `(?:under )?(?:what|which) ${LICENCE} (?:is|does|do) ${SUBJECT} (?:under|have|has|use|released|published|distributed|released under|published under|distributed under|licensed under)`,
    ),
    (subject = '') => project('license', subject),
  ],
  [
    whole(`(?:how is|is) ${SUBJECT} (?:licen[sc]ed|open[- ]source)`),
    (subject = '') => project('license', subject),
  ],
  [
    whole(
      '(?:(?:unter )?welcher? lizenz(?: (?:steht|hat) (?:es|das|das projekt))?|quelle est la licence|(?:cuál es la|qué) licencia(?: tiene)?)',
    ),
    () => project('license'),
  ],
];

function project(wanted: ProjectQuestion['wanted'], given = ''): ProjectQuestion | undefined {
  const subject = isProject(given) ? '' : cleanSubject(given);
  // The name of a repository is one word.
  return /\s/.test(subject) ? undefined : { kind: 'project', subject, wanted };
}

/** "Which file versions are used" is about no language. */
function required(language: string, given = ''): ProjectQuestion | undefined {
  const of = language.toLowerCase().replace(/\.?js$/, '');
  if (of === '' || /^(?:file|api|the|this|schema|protocol|http|tls|its?)$/.test(of)) {
    return undefined;
  }
  const subject = isProject(given) ? '' : cleanSubject(given);
  return { kind: 'project', subject, wanted: 'required version', of };
}

/**
 * The same, once the names of the repository are known: "the tests of shop" are those of all of it, while "the tests of
 * the cart" is a question about a part. Only manifests say what all of it depends on.
 */
export function aboutRepository(asked: QuestionKind, names: readonly string[]): QuestionKind {
  const isOwn = (subject: string) =>
    subject === '' || names.some((name) => name.toLowerCase() === subject.toLowerCase());
  if (asked.kind === 'project') {
    return isOwn(asked.subject) ? { ...asked, subject: '' } : { kind: 'explanation' };
  }
  if (asked.kind === 'existence') {
    return isOwn(asked.owner) ? { ...asked, owner: '' } : { kind: 'explanation' };
  }
  if (asked.kind === 'list') return isOwn(asked.owner) ? { ...asked, owner: '' } : asked;
  const isDependencies = asked.kind === 'structure' && asked.wanted === 'dependencies';
  if (!isDependencies || !isOwn(asked.subject)) return asked;
  return { kind: 'project', subject: '', wanted: 'dependencies' };
}
