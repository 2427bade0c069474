import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { definitionReference, lineReference } from '../draft/reference.js';
import { findSupertypes, type Supertype, type Supertypes } from '../facts/find-supertypes.js';
import { namedType } from '../facts/headers/type-header.js';
import type { SupertypesQuestion } from '../question-kinds/rule.js';
import { definitionSpan, typeDefinedAs } from './defined-type.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';

const MAX_SHOWN = 8;
const MAX_NAMED = 12;

/** What a type implements or extends, as it says itself, and where those are defined. */
export async function supertypes(
  input: FormInput,
  { subject }: SupertypesQuestion,
): Promise<Draft | undefined> {
  const named = namedType(subject);
  const found = named && (await findSupertypes(named, input));
  if (!found) return undefined;
  input.context.stats({ tool_calls: 1 });
  input.context.report(`Looked for supertypes of ${subject}: ${found.bases.length}`);
  const { definition, definitions, bases } = found;
  const said = `${basesOf(subject, bases)} ${typeDefinedAs(definition, definitions)}`;
  return {
    statements: [{ markdown: said, reference: definitionReference(definition) }],
    links: [...elsewhere(found), ...bases.flatMap(baseLine)].slice(0, MAX_SHOWN),
    followups: distinctFollowups(
      [`What extends ${subject}?`, `How does ${subject} work?`, `Where is ${subject} used?`],
      input.question,
    ),
  };
}

/** "`Cart` extends `Base` and implements `Clock`, `Priced`." */
function basesOf(subject: string, bases: readonly Supertype[]): string {
  const name = codeSpan(subject);
  if (bases.length === 0) return `${name} names nothing that it implements or extends.`;
  const said = bases.slice(0, MAX_NAMED);
  const parts = VERBS.flatMap(([relation, verb]) => {
    const some = said.filter(({ base }) => base.relation === relation);
    return some.length > 0 ? [`${verb} ${some.map(nameOf).join(', ')}`] : [];
  });
  const more = bases.length > said.length ? ` and ${bases.length - said.length} more` : '';
  return `${name} ${parts.join(' and ')}${more}.`;
}

const VERBS = [
  ['extends', 'extends'],
  ['implements', 'implements'],
  ['includes', 'includes'],
  ['derives', 'derives'],
  ['embeds', 'embeds'],
  ['base', 'is based on'],
] as const;

function nameOf({ base: { owners, name } }: Supertype): string {
  return codeSpan([...owners, name].join('.'));
}

/** Where else than in its definition it says so, such as `impl Clock for Cart`. */
function elsewhere({ definition, said }: Supertypes): Statement[] {
  return said
    .filter(
      ({ file, header }) =>
        file.path !== definition.file.path || header.line !== definition.definition.line,
    )
    .map(({ file, header: { line, text } }) => ({
      markdown: lineSpan(text),
      reference: lineReference(file, line),
    }));
}

function baseLine({ base, definition }: Supertype): Statement[] {
  if (!definition) return [];
  const markdown = `${codeSpan(base.name)}: ${definitionSpan(definition)}`;
  return [{ markdown, reference: definitionReference(definition) }];
}
