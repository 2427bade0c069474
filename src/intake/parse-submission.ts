import { z } from 'zod';
import type { Vote } from '../model/answer-action.js';
import type { CodeVerb } from '../model/code.js';
import type { Ask, Parsed } from '../model/intent.js';
import { FIELDS, fileField, type Modal } from '../model/modal.js';
import type { Place } from '../model/place.js';
import { PROMPT_SECTIONS } from '../model/prompt-sections.js';
import { ChannelSettings } from '../model/settings.js';
import type { SettingsChange, ViewRequest } from '../model/view-request.js';
import * as code from '../render/texts/code.js';
import * as words from '../render/texts/views.js';
import { callOfForm } from './code-form.js';
import { digest } from './digest.js';
import { carriedBy, placeOf } from './parse-opening.js';
import { answerBy, id, ignored, type Seal } from './shapes.js';

/** Forms that people send → what they want. Pure. */

/** What is wrong with a form, by its field; the form stays open. */
export interface Wrong {
  readonly kind: 'wrong';
  readonly errors: Readonly<Record<string, string>>;
}

/** The form makes way for what a worker gathers. */
export interface Turned {
  readonly kind: 'turned';
  readonly opening: ViewRequest;
}

const Value = z.object({
  value: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_conversation: z.string().nullish(),
  selected_users: z.array(z.string()).nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
});

const Submission = z.object({
  type: z.literal('view_submission'),
  team: z.object({ id }),
  user: z.object({ id }),
  view: z.object({
    id,
    external_id: z.string().optional(),
    private_metadata: z.string().optional(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), Value)) }),
  }),
  /** Where a field for a channel asked for them. */
  response_urls: z.array(z.object({ response_url: z.string() })).default([]),
});
type Submission = z.infer<typeof Submission>;

/** Who sent which form, from where. */
interface Sent {
  readonly view: string;
  /** As we named it, if we did. */
  readonly name: string;
  readonly workspace: string;
  readonly by: string;
  readonly at: number;
  /** Where the form was opened; a shortcut stands nowhere. */
  readonly place: Place | undefined;
  readonly answerTo: { readonly sealedResponseUrl?: string };
  /** What was typed or chosen in a field, without space around it; empty where nothing was. */
  readonly field: (name: string) => string;
}

/** `at`: now, ms. */
export function parseSubmission(body: unknown, at: number, seal?: Seal): Parsed | Wrong | Turned {
  const parsed = Submission.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const carried = carriedBy(parsed.data.view);
  if (carried === undefined) return ignored('none of our views');
  const sent = sentBy(parsed.data, at, seal);
  switch (carried.modal.of) {
    case 'ask':
      return asked(sent);
    case 'about':
      return askedAbout(sent, carried.modal.files);
    case 'reason':
      return reasoned(sent, carried.modal.questionId);
    case 'settings':
      return setBy(sent);
    case 'code':
      return followed(sent, carried.modal);
    case 'code-form':
      return called(sent, carried.modal.verb);
    default:
      return ignored('nothing to send');
  }
}

function sentBy({ team, user, view, response_urls }: Submission, at: number, seal?: Seal): Sent {
  return {
    view: view.id,
    name: view.external_id ?? '',
    workspace: team.id,
    by: user.id,
    at,
    place: placeOf(team.id, carriedBy(view)),
    answerTo: answerBy(response_urls[0] ?? {}, seal),
    field(name) {
      const input = view.state.values[name]?.[name];
      const options = input?.selected_options?.map(({ value }) => value);
      const several = (options ?? input?.selected_users)?.join(',');
      const one = input?.selected_option?.value ?? input?.selected_conversation;
      return (input?.value ?? one ?? several ?? '').trim();
    },
  };
}

function asked(sent: Sent): Ask | Wrong {
  const { workspace, field } = sent;
  const text = field(FIELDS.question);
  const privately = field(FIELDS.audience) === 'me';
  const channel = field(FIELDS.where);
  if (text === '') return wrong(FIELDS.question, words.noQuestion);
  if (!privately && !/^[CG][A-Z0-9]{1,30}$/.test(channel)) {
    return wrong(FIELDS.where, words.noChannel);
  }
  const chosen = { workspace, channel, direct: false };
  return askOf(sent, { origin: 'form', text, place: privately ? undefined : chosen });
}

/** What the form cannot hold is as nobody had changed it. */
function setBy({ view, by, at, place, field }: Sent): SettingsChange | Wrong | Parsed {
  if (place === undefined || place.direct) return ignored('from nowhere');
  const people = field(FIELDS.people).split(',').filter(Boolean);
  if (field(FIELDS.who) === 'listed' && people.length === 0) {
    return wrong(FIELDS.people, words.noPeople);
  }
  const settings = ChannelSettings.parse({
    who: field(FIELDS.who),
    people,
    replies: field(FIELDS.replies),
    answers: field(FIELDS.answers),
    language: field(FIELDS.language),
  });
  const name = `settings-${digest(`${view} ${by}`)}`;
  return { kind: 'settings', id: name, place, user: by, at, settings };
}

/** In the message's thread, with all of it that its form still holds. */
function askedAbout(sent: Sent, files: readonly string[]): Ask | Wrong {
  const { field, place } = sent;
  const question = field(FIELDS.question);
  if (question === '') return wrong(FIELDS.question, words.noQuestion);
  const message = field(FIELDS.message);
  const material = [
    ...(message === '' ? [] : [PROMPT_SECTIONS.message(message)]),
    ...files.flatMap((name, i) => {
      const text = field(fileField(i));
      return text === '' ? [] : [PROMPT_SECTIONS.file(name, text)];
    }),
  ];
  return askOf(sent, { origin: 'message', text: [question, ...material].join('\n\n'), place });
}

interface Asked extends Pick<Ask, 'origin' | 'text'> {
  /** None: for the user alone. The direct message with us goes by their id until it is opened. */
  readonly place: Place | undefined;
}

function askOf({ view, workspace, by, at, answerTo }: Sent, { origin, text, place }: Asked): Ask {
  const where = place ?? { workspace, channel: by, direct: true };
  return {
    kind: 'ask',
    id: `${workspace}-${where.channel}-f${digest(`${view} ${by}`)}`,
    origin,
    place: where,
    user: by,
    text,
    ...(place === undefined && { privately: true as const }),
    externallyShared: false,
    at,
    ...answerTo,
  };
}

function reasoned(sent: Sent, questionId: string): Vote | Wrong | Parsed {
  const { view, name: form, by, at, place, field } = sent;
  const said = field(FIELDS.reason);
  if (said === '') return wrong(FIELDS.reason, words.noReason);
  if (place === undefined) return ignored('from nowhere');
  const id = `vote-${digest(`${view} ${by}`)}`;
  return {
    kind: 'vote',
    id,
    questionId,
    place,
    user: by,
    at,
    vote: 'down',
    words: said,
    ...(form && { form }),
  };
}

/** A name was typed into a view of code. */
function followed(sent: Sent, modal: Modal & { readonly of: 'code' }): Turned | Wrong {
  const symbol = sent.field(FIELDS.symbol);
  if (!/^\S{1,200}$/.test(symbol)) return wrong(FIELDS.symbol, code.noName);
  return turned(sent, { ...modal, pick: { do: 'def', symbol } });
}

function called(sent: Sent, verb: CodeVerb): Turned | Wrong {
  const found = callOfForm(verb, sent.field);
  if ('errors' in found) return { kind: 'wrong', errors: found.errors };
  return turned(sent, { of: 'code', show: { call: found.call, page: 0 } });
}

function turned({ view, workspace, by, at, place }: Sent, modal: Modal): Turned {
  const id = `view-${digest(`${view} ${by} ${at}`)}`;
  const where = place === undefined ? {} : { place };
  return {
    kind: 'turned',
    opening: { kind: 'view-request', id, modal, workspace, ...where, user: by, at, viewId: view },
  };
}

function wrong(field: string, error: string): Wrong {
  return { kind: 'wrong', errors: { [field]: error } };
}
