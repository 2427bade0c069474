import type { Draft } from '../draft/draft.js';
import { findPath } from '../facts/named-path.js';
import type {
  ConfigurationQuestion,
  DefaultsQuestion,
  OptionQuestion,
  QuestionKind,
  StructureQuestion,
} from '../question-kinds/rule.js';
import { isName } from '../question-kinds/subject.js';
import { placeForRest } from './best-places.js';
import { comparison } from './comparison.js';
import { configuration } from './configuration.js';
import { existence, withoutName } from './existence.js';
import { explanation } from './explanation.js';
import { failure } from './failure.js';
import type { FormInput } from './form.js';
import { history } from './history.js';
import { list } from './list.js';
import { option } from './option.js';
import { optionDefaults } from './option-defaults.js';
import { withOrigin } from './origin-of-lines.js';
import { project } from './project.js';
import { structure } from './structure.js';
import { usages } from './usages.js';

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
  const whole = await inWholeForm(input, asked);
  if (whole) return { draft: whole, kind: asked.kind };
  const fitting = await inItsForm(input, asked);
  if (fitting) return { draft: await withRest(fitting, input, asked), kind: asked.kind };
  const draft = await explanation(input);
  if (!draft) return undefined;
  if (asked.kind === 'existence') return { draft: withoutName(draft, asked), kind: asked.kind };
  const complete = await withOrigin(await withRest(draft, input, asked), input, {
    isHistory: asked.kind === 'history',
  });
  return { draft: complete, kind: 'explanation' };
}

/** In a form that says all that was asked for, so that no other place is missing. */
async function inWholeForm(input: FormInput, asked: QuestionKind): Promise<Draft | undefined> {
  switch (asked.kind) {
    case 'project':
      return project(input, asked);
    case 'comparison':
      return comparison(input, asked);
    case 'existence':
      return existence(input, asked);
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
  if (draft.isDoubtful || asked.kind === 'history' || asked.kind === 'usages') return draft;
  const place = await placeForRest(input, draft);
  if (!place) return draft;
  const { steps: _, stepsTitle: __, links: ___, linksTitle: ____, ...lead } = draft;
  return { ...lead, places: [place] };
}

async function inItsForm(input: FormInput, asked: QuestionKind): Promise<Draft | undefined> {
  switch (asked.kind) {
    case 'usages':
      return (await importers(input, asked.subject)) ?? usages(input, asked);
    case 'history':
      return history(input, asked);
    case 'configuration':
      return configured(input, asked);
    case 'option':
      return (await option(input, asked)) ?? defaults(input, asked);
    case 'failure':
      return failure(input, asked);
    case 'structure':
      return (await structure(input, asked)) ?? dependents(input, asked);
    default:
      return undefined;
  }
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
  const isPart = / (?:of|for|in|on|per) /i.test(asked.subject);
  const [first, second] = isPart ? [headOption, configuration] : [configuration, headOption];
  return (await first(input, asked)) ?? second(input, asked);
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
  { subject, wanted }: OptionQuestion,
): Promise<Draft | undefined> {
  if (wanted !== 'default') return undefined;
  return configuration(input, { kind: 'configuration', subject, wanted: 'any' });
}

/** What uses a file are those that import it. */
async function importers(input: FormInput, subject: string): Promise<Draft | undefined> {
  const isPath = /[\w-]\.[a-z]\w{0,5}$|\//.test(subject) && (await findPath(subject, input));
  return isPath
    ? structure(input, { kind: 'structure', subject, wanted: 'dependents' })
    : undefined;
}

/** What depends on a function or a class is what uses it. */
async function dependents(input: FormInput, asked: StructureQuestion): Promise<Draft | undefined> {
  if (asked.wanted !== 'dependents' || isPath(asked.subject)) return undefined;
  return usages(input, { kind: 'usages', subject: asked.subject, wanted: 'any' });
}

function isPath(subject: string): boolean {
  return /[\w-]\.[a-z]\w{0,5}$|\//.test(subject);
}
