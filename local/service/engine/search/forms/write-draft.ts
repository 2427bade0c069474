import { buildQuery } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { isVendoredFor } from '../../../index/vendored.js';
import type { Draft } from '../draft/draft.js';
import { mainDefinition } from '../facts/main-definition.js';
import { findPath } from '../facts/named-path.js';
import type {
  ConfigurationQuestion,
  DefaultsQuestion,
  OptionQuestion,
  QuestionKind,
  StructureQuestion,
  UsageQuestion,
} from '../question-kinds/rule.js';
import { isName } from '../question-kinds/subject.js';
import { codeAskedBy, mayBeOption } from '../text/code-asked.js';
import { askedRoute } from './asked-route.js';
import { placeForRest } from './best-places.js';
import { comparison } from './comparison.js';
import { configuration } from './configuration.js';
import { configuredIn } from './configured-in.js';
import { declaredSettings } from './declared-settings.js';
import { existence, saysAll, withoutName } from './existence.js';
import { explanation } from './explanation.js';
import { failure } from './failure.js';
import { withoutSharedNames } from './followups.js';
import type { FormInput } from './form.js';
import { history } from './history.js';
import { httpStatus } from './http-status.js';
import { enumerated, list } from './list.js';
import { makefileOptions } from './makefile-options.js';
import { option } from './option.js';
import { optionDefaults } from './option-defaults.js';
import { optionsOfType } from './options-of-type.js';
import { withOrigin } from './origin-of-lines.js';
import { project } from './project.js';
import { withConstants } from './shown-constants.js';
import { structure } from './structure.js';
import { subtypes } from './subtypes.js';
import { supertypes } from './supertypes.js';
import { usages } from './usages.js';
import { usagesOfEach } from './usages-of-each.js';
import { closestValues, documentedSetting, value } from './value.js';

export interface WrittenDraft {
  readonly draft: Draft;
  /** Of the form that it is written in. */
  readonly kind: QuestionKind['kind'];
}

/** In the form that fits the question; if that finds too little, as an explanation. */
export async function writeDraft(
  input: FormInput,
  asked: QuestionKind,
): Promise<WrittenDraft | undefined> {
  const written = await writtenInForm(input, asked);
  return written && { ...written, draft: await withoutSharedNames(written.draft, input) };
}

async function writtenInForm(
  input: FormInput,
  asked: QuestionKind,
): Promise<WrittenDraft | undefined> {
  const route = MAY_BE_ABOUT_ROUTE.has(asked.kind) ? await askedRoute(input) : undefined;
  if (route) return { draft: route, kind: 'definition' };
  const error = MAY_BE_ABOUT_ERROR.has(asked.kind) ? await httpStatus(input) : undefined;
  if (error) return { draft: error, kind: 'definition' };
  const whole = await inWholeForm(input, asked);
  if (whole) return { draft: whole, kind: asked.kind };
  const fitting = (await inItsForm(input, asked)) ?? (await settingToChange(input));
  if (fitting) return { draft: await withRest(fitting, input, asked), kind: asked.kind };
  const explained = await explanation(input);
  const draft = explained && (await withConstants(explained, input));
  const closest = !draft || draft.isDoubtful ? await closestTo(input, asked, draft) : undefined;
  if (closest) return { draft: closest, kind: asked.kind };
  if (!draft) return undefined;
  if (asked.kind === 'existence' && !saysAll(draft, asked))
    return { draft: withoutName(draft, asked), kind: asked.kind };
  const complete = await withOrigin(await withRest(draft, input, asked), input, {
    isHistory: asked.kind === 'history' && !asked.mayHappen,
  });
  return { draft: saidOfVendored(complete, input), kind: 'explanation' };
}

/** What others wrote is shown where the project's own files have nothing. */
function saidOfVendored(draft: Draft, { query }: FormInput): Draft {
  const [first, ...others] = draft.statements;
  const isOthers = isVendoredFor(first.reference.text.replace(/:[\d–]+$/, ''), query);
  if (!isOthers || /vendored/i.test(first.markdown)) return draft;
  const markdown = `In vendored code, ${first.markdown}`;
  return { ...draft, statements: [{ ...first, markdown }, ...others] };
}

const MAY_BE_ABOUT_ROUTE: ReadonlySet<QuestionKind['kind']> = new Set([
  'explanation',
  'definition',
  'option',
]);

const MAY_BE_ABOUT_ERROR: ReadonlySet<QuestionKind['kind']> = new Set([
  'explanation',
  'definition',
  'failure',
]);

/** In a form that says all that was asked for, so that no other place is missing. */
async function inWholeForm(input: FormInput, asked: QuestionKind): Promise<Draft | undefined> {
  switch (asked.kind) {
    case 'project':
      return project(input, asked);
    case 'comparison':
      return comparison(input, asked);
    case 'existence':
      return asked.says === undefined ? existence(input, asked) : undefined;
    case 'list':
      return list(input, asked);
    case 'defaults':
      return (await optionDefaults(input, asked)) ?? oneDefault(input, asked);
    default:
      return undefined;
  }
}

/** With the best place for a part of the question that the draft says little about, instead of other links. */
async function withRest(draft: Draft, input: FormInput, asked: QuestionKind): Promise<Draft> {
  // "Who calls drain? Is it only the worker?": the list of calls says that too.
  if (draft.isDoubtful || WHOLE.has(asked.kind)) return draft;
  const place = await placeForRest(input, draft);
  if (!place) return draft;
  const { steps: _, stepsTitle: __, links: ___, linksTitle: ____, ...lead } = draft;
  return { ...lead, places: [place] };
}

const WHOLE: ReadonlySet<QuestionKind['kind']> = new Set([
  'history',
  'usages',
  'subtypes',
  'supertypes',
]);

/** "How do I raise the upload limit?" asks for the setting. */
async function settingToChange(input: FormInput): Promise<Draft | undefined> {
  const subject = TO_CHANGE.exec(input.question)?.[1];
  const isMeasure = subject !== undefined && MEASURE.test(subject);
  return isMeasure ? documentedSetting(input, subject) : undefined;
}

/** "How do I change my password?" asks for no setting, whatever it is called. */
const MEASURE =
  /\b(?:limits?|size|time-?outs?|intervals?|numbers?|counts?|length|port|level|lifetime|age|retention|ttl|retries|frequency|rate|threshold|max\w*|min\w*|defaults?|workers|threads|connections|how (?:long|often|many|much))\b/i;

const TO_CHANGE =
  /^how (?:do|can|could|should) (?:i|we|you|one) (?:set|change|raise|lower|increase|decrease|reduce|limit|extend|shorten|adjust|override|control|configure|choose|define) ([^?.!]{3,60})\W*$/i;

async function inItsForm(input: FormInput, asked: QuestionKind): Promise<Draft | undefined> {
  switch (asked.kind) {
    case 'usages':
      return (await usesOfFile(input, asked)) ?? usagesOfEach(input, asked);
    case 'subtypes':
      return subtypes(input, asked);
    case 'supertypes':
      return supertypes(input, asked);
    case 'history':
      return history(input, asked);
    case 'configuration':
      return configured(input, asked);
    case 'option':
      return (
        (await describedDefault(input, asked)) ??
        (await option(input, asked)) ??
        defaults(input, asked)
      );
    case 'value':
      return value(input, asked);
    case 'failure':
      return failure(input, asked);
    case 'structure':
      return (await structure(input, asked)) ?? dependents(input, asked);
    default:
      return undefined;
  }
}

/** Instead of a guess at what may set the value that is asked for. */
async function closestTo(
  input: FormInput,
  asked: QuestionKind,
  guess: Draft | undefined,
): Promise<Draft | undefined> {
  if (asked.kind === 'value') return closestValues(input, asked, guess);
  if (mayBeOption(codeAskedBy(input.question)) && ASKS_TO_SET.test(input.question)) {
    const first = firstHalf(input.question);
    // No settings are about what no file has a name of.
    const block =
      input.absentNames.length === 0 ? await configuredIn(input, first, true) : undefined;
    const [, subject] = TO_DO.exec(first) ?? [];
    const described = block ?? (subject && (await documentedSetting(input, subject)));
    if (described) return described;
  }
  const isDefault = asked.kind === 'option' && asked.wanted === 'default';
  return isDefault
    ? closestValues(input, { subject: asked.subject, wanted: 'any' }, guess)
    : undefined;
}

/** "How many are there?" asks for no setting. */
const ASKS_TO_SET =
  /\b(?:configur\w*|settings?|options?|set|turn(?:ed)?|switch(?:ed)?|enabl\w*|disabl\w*|variables?|flags?|adjust\w*|customi[sz]\w*|how (?:can|do|could|should) (?:i|we|you|one))\b/i;

/** "How can I store logs as files instead of in the database?" */
const TO_DO = /^\W*how (?:do|can|could|should) (?:i|we|you|one) ([^?.!]{10,120})\W*$/i;

/** "How do I show metrics, and where are they?", "how do I store files in S3 instead of on disk?" */
function firstHalf(question: string): string {
  return question.replace(
    /,? (?:and|or|but) (?:(?:on|in|for|from|to) )?(?:how|what|which|where|when|who|does|do|is|are|can) .*$|,? (?:instead of|rather than) .*$/i,
    '',
  );
}

/** "The default port" may be `HTTP_PORT`. */
async function describedDefault(
  input: FormInput,
  { subject, wanted }: OptionQuestion,
): Promise<Draft | undefined> {
  if (wanted !== 'default' || isName(subject)) return undefined;
  if (!/^[a-z]+(?: [a-z]+)*$/i.test(subject)) return undefined;
  return value(input, { subject, wanted: 'any' });
}

/** "The defaults of concurrency" are the default of one option. */
async function oneDefault(
  input: FormInput,
  { subject }: DefaultsQuestion,
): Promise<Draft | undefined> {
  const asked = { kind: 'option', subject, wanted: 'default', mayBeFunction: false } as const;
  return (await option(input, asked)) ?? defaults(input, asked);
}

async function configured(
  input: FormInput,
  asked: ConfigurationQuestion,
): Promise<Draft | undefined> {
  const ownSettings =
    (await settingsOfLanguage(input, asked)) ?? (await makefileOptions(input, asked.subject));
  if (ownSettings) return ownSettings;
  const ofType = asked.wanted === 'any' && (await optionsOfType(input, asked.subject));
  if (ofType) return ofType;
  const described = asked.isEffect && (await documentedSetting(input, asked.subject, asked.wanted));
  if (described) return described;
  const isPart = / (?:of|for|in|on|per) /i.test(asked.subject);
  const [first, second] = isPart ? [headOption, configuration] : [configuration, headOption];
  const read = await first(input, asked);
  // What is read near the subject may be about something else, unless its names say so.
  const isAbout = read && namesAll(read, asked.subject);
  const block =
    isAbout || asked.wanted !== 'any'
      ? undefined
      : await configuredIn(input, asked.subject, asked.isEffect);
  return (
    (isAbout ? read : undefined) ??
    block ??
    (asked.wanted === 'any' ? await declaredSettings(input, asked.subject) : undefined) ??
    read ??
    (await second(input, asked)) ??
    documentedSetting(input, asked.subject, asked.wanted)
  );
}

/** Whether the settings that a draft lists have all words of a subject in their names. */
function namesAll({ links = [], statements }: Draft, subject: string): boolean {
  const own = new Set(
    termsOf(
      [...statements.slice(0, 1), ...links]
        .map(({ markdown }) => /^`[^`]+`/.exec(markdown)?.[0] ?? '')
        .join(' '),
    ),
  );
  return buildQuery(subject).terms.every(({ term }) => own.has(term));
}

/** What a program reads in its own files may be settings in an enumeration, rather than variables of the environment. */
async function settingsOfLanguage(
  input: FormInput,
  { subject, wanted }: ConfigurationQuestion,
): Promise<Draft | undefined> {
  const isAsked = subject === '' && wanted === 'any' && /\bsettings\b/i.test(input.question);
  return isAsked ? enumerated('settings', input) : undefined;
}

/** "The concurrency of a process" may be the option `concurrency`. */
async function headOption(
  input: FormInput,
  { subject, wanted }: ConfigurationQuestion,
): Promise<Draft | undefined> {
  const head = subject.replace(/ (?:of|for|in|on|per) .*$/i, '').replace(WHAT_IT_IS, '');
  const [owner = '', ...rest] = head.split(' ');
  // "The AsyncAppender queue size" is that of a class.
  const name = rest.length > 0 && isName(owner) ? rest.join(' ') : head;
  if (name === '' || wanted !== 'any' || name.split(' ').length > 2) return undefined;
  return option(input, { kind: 'option', subject: name, wanted: 'setting', mayBeFunction: true });
}

/** "Paranoid mode" is `paranoid`. */
const WHAT_IT_IS = / (?:mode|option|setting|flag|parameter|value|support|behaviou?r)$/i;

/** A default that is not declared by its name may be that of a variable of the environment. */
async function defaults(
  input: FormInput,
  { subject, wanted, owner }: OptionQuestion,
): Promise<Draft | undefined> {
  // That of "the redis transport" is not that of anything.
  if (wanted !== 'default' || owner !== undefined) return undefined;
  return configuration(input, { kind: 'configuration', subject, wanted: 'any', isOne: true });
}

/** What uses a file imports it; where files need no import, it uses what the file defines. */
async function usesOfFile(input: FormInput, asked: UsageQuestion): Promise<Draft | undefined> {
  const { subject } = asked;
  const found = isPath(subject) ? await findPath(subject, input) : undefined;
  if (!found) return undefined;
  const importers = await structure(input, { kind: 'structure', subject, wanted: 'dependents' });
  if (importers || found.kind === 'folder') return importers;
  const name = await mainDefinition(found, input);
  return name === undefined ? undefined : usages(input, { ...asked, subject: name });
}

/** What depends on a function or a class is what uses it. */
async function dependents(input: FormInput, asked: StructureQuestion): Promise<Draft | undefined> {
  if (asked.wanted !== 'dependents' || isPath(asked.subject)) return undefined;
  return usages(input, { kind: 'usages', subject: asked.subject, wanted: 'any' });
}

function isPath(subject: string): boolean {
  return /[\w-]\.[a-z]\w{0,5}$|\//.test(subject);
}
