import { isVendored } from '../../../index/vendored.js';
import { counted, formatNumber } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { definitionReference, lineReference } from '../draft/reference.js';
import { findSubtypes, type Subtype, type Subtypes } from '../facts/find-subtypes.js';
import { type NamedType, namedType } from '../facts/headers/type-header.js';
import type { TypeDefinition } from '../facts/type-definitions.js';
import type { SubtypesQuestion } from '../question-kinds/rule.js';
import { isName } from '../question-kinds/subject.js';
import { typeDefinedAs } from './defined-type.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';
import { countSubtypes, filesOf } from './subtype-counts.js';

const MAX_SHOWN = 10;
/** If others follow that are based on these. */
const MAX_DIRECT = 8;
const MAX_INDIRECT = 3;

/** Which types are based on a type: each with the line that says so, then what is based on those. */
export async function subtypes(
  input: FormInput,
  asked: SubtypesQuestion,
): Promise<Draft | undefined> {
  for (const named of readingsOf(asked.subject)) {
    const all = await findSubtypes(named, input);
    input.context.stats({ tool_calls: 1 });
    input.context.report(`Looked for subtypes of ${named.name}: ${all.found.length}`);
    const [first] = all.found;
    if (first) return draftOf({ asked, named, all, first }, input);
    if (all.definition && isName(asked.subject)) return none(asked, all.definition, all);
  }
  return undefined;
}

/** `clock` may be `Clock`. */
function readingsOf(subject: string): NamedType[] {
  const named = namedType(subject);
  if (!named) return [];
  // `cart.add` is a method.
  if (named.owners.length > 0) return [named];
  const capital = `${named.name.charAt(0).toUpperCase()}${named.name.slice(1)}`;
  return capital === named.name ? [named] : [named, { ...named, name: capital }];
}

interface Answer {
  readonly asked: SubtypesQuestion;
  readonly named: NamedType;
  readonly all: Subtypes;
  readonly first: Subtype;
}

function draftOf({ asked, named, all, first }: Answer, { question }: FormInput): Draft {
  const { definition, found, indirect } = all;
  const name = named.owners.length > 0 ? asked.subject : named.name;
  const defined = definition ? typeDefinedAs(definition, all.definitions) : notDefined(first);
  const reference = definition ? definitionReference(definition) : referenceOf(first);
  const most = indirect.length > 0 ? MAX_DIRECT : MAX_SHOWN;
  // An anonymous class has the name of what it is in, if any.
  const other = first.header.name === '' ? [] : [`How does ${first.header.name} work?`];
  return {
    statements: [{ markdown: `${countSubtypes(name, asked, all)} ${defined}`, reference }],
    links: [
      ...found.slice(0, most).map((one) => subtypeLine(one, named.name)),
      ...more(found.slice(most)),
      ...indirect.slice(0, MAX_INDIRECT).map((one) => subtypeLine(one, one.through ?? '')),
      ...more(indirect.slice(MAX_INDIRECT), 'indirectly '),
    ],
    followups: distinctFollowups(
      [`How does ${name} work?`, ...other, `Where is ${name} used?`],
      question,
    ),
  };
}

function notDefined({ file }: Subtype): string {
  const methods = ' Types that have its methods without naming it were not looked for.';
  return `I found no definition of it.${file.path.endsWith('.go') ? methods : ''}`;
}

function referenceOf({ file, header: { line } }: Subtype) {
  return lineReference(file, line);
}

function subtypeLine(subtype: Subtype, base: string): Statement {
  const { header, relation, role, through } = subtype;
  const via = through === undefined ? [] : [`through ${codeSpan(through)}`];
  const where = isVendored(subtype.file.path) ? ['vendored'] : (LABELS[role] ?? []);
  const label = [...where, ...via].join(', ');
  const by = relation === 'methods' ? ', by its methods' : '';
  const said = `${nameOf(header)}${by}: ${lineSpan(header.text, base)}`;
  const markdown =
    label === '' ? said : `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${said}`;
  return { markdown, reference: referenceOf(subtype) };
}

const LABELS: Partial<Record<Subtype['role'], string[]>> = {
  test: ['test'],
  document: ['example'],
};

function nameOf({ kind, name }: Subtype['header']): string {
  if (kind !== 'anonymous') return codeSpan(name);
  return name === '' ? 'An anonymous class' : `In ${codeSpan(name)}`;
}

/** "… and 3 more in 2 files". */
function more(rest: readonly Subtype[], how = ''): Statement[] {
  const [next] = rest;
  if (!next) return [];
  const tests = rest.every(({ role }) => role === 'test') ? ' of tests' : '';
  const count = `${formatNumber(rest.length)} more ${how}in ${counted(filesOf(rest), 'file')}${tests}`;
  const name = next.header.name === '' ? '' : `, such as ${codeSpan(next.header.name)}`;
  return [{ markdown: `… and ${count}${name}`, reference: referenceOf(next) }];
}

function none(
  asked: SubtypesQuestion,
  definition: TypeDefinition,
  { definitions, methodLimits }: Subtypes,
): Draft {
  const markdown = `${foundNone(asked, methodLimits)} ${typeDefinedAs(definition, definitions)}`;
  const { name } = definition.definition;
  return {
    statements: [{ markdown, reference: definitionReference(definition) }],
    followups: [`How does ${name} work?`, `Where is ${name} used?`],
  };
}

function foundNone({ verb, subject }: SubtypesQuestion, limits: Subtypes['methodLimits']): string {
  const name = codeSpan(subject);
  if (limits.methods === 'many') {
    return `I found nothing that names ${name} as what it ${THIRD[verb]}. It has too many methods to look for types that have them all.`;
  }
  if (!limits.hasUnknownEmbedded) return `I found nothing that ${THIRD[verb]} ${name}.`;
  return `I found no type that has all methods of ${name} itself; methods of embedded types that are defined elsewhere are not known.`;
}

const THIRD = {
  implement: 'implements',
  extend: 'extends',
  subclass: 'inherits from',
  'conform to': 'conforms to',
} as const;
