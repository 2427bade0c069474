import type { Vote } from '../../model/answer-action.js';
import type { AskRequest } from '../../model/intent.js';
import { FIELDS, fileField, type Modal } from '../../model/modal.js';
import type { Place } from '../../model/place.js';
import type { QuestionSubject } from '../../model/prompt.js';
import type { SettingsChange, ViewRequest } from '../../model/view-request.js';
import * as accountTexts from '../../render/texts/account.js';
import * as codeTexts from '../../render/texts/code.js';
import * as viewTexts from '../../render/texts/views.js';
import { metadataOf, placeOfView } from './click.js';
import { callOfForm } from './code-form.js';
import { digest } from './digest.js';
import { ViewSubmission } from './payloads.js';
import {
  type Ignored,
  ignored,
  type Seal,
  type SealedResponse,
  sealResponseUrl,
  unreadable,
} from './result.js';
import { parseSettingsFields } from './settings-form.js';

/** What is wrong with a form, by field; the form stays open. */
export interface FormErrors {
  readonly kind: 'form-errors';
  readonly errors: Readonly<Record<string, string>>;
}

/** The form is replaced by a view that a worker fills. */
export interface UpdateView {
  readonly kind: 'update-view';
  readonly request: ViewRequest;
  /** An access token to be checked: it is kept apart from the request, which goes into a job. */
  readonly token?: string;
}

type FormResult = AskRequest | Vote | SettingsChange | FormErrors | UpdateView | Ignored;

/** What a submitted view means, by the kind of its modal. To add a form, add a line. */
const FORMS: {
  readonly [Kind in Modal['kind']]?: (form: Form, modal: ModalOf<Kind>) => FormResult;
} = {
  ask: parseQuestion,
  about: parseQuestionAbout,
  reason: parseReason,
  settings: parseSettings,
  connect: parseToken,
  code: parseSymbol,
  'code-form': parseCodeForm,
};

type ModalOf<Kind extends Modal['kind']> = Extract<Modal, { readonly kind: Kind }>;

/** A submitted form. */
interface Form {
  readonly viewId: string;
  /** Empty if it has none. */
  readonly externalId: string;
  readonly workspace: string;
  readonly user: string;
  readonly at: number;
  /** Where the form was opened; undefined for a global shortcut. */
  readonly place: Place | undefined;
  readonly sealedResponse: SealedResponse;
  /** Whether it has a field of this name. */
  readonly has: (name: string) => boolean;
  /** The trimmed value of a field; empty if it has none. */
  readonly field: (name: string) => string;
}

/** A submitted view. `at`: now, ms since the epoch. Pure. */
export function parseViewSubmission(body: unknown, at: number, seal?: Seal): FormResult {
  const parsed = ViewSubmission.safeParse(body);
  if (!parsed.success) return unreadable(parsed.error);
  const metadata = metadataOf(parsed.data.view);
  if (metadata === undefined) return ignored('unknown view');
  return parseForm(toForm(parsed.data, at, seal), metadata.modal);
}

function parseForm<Kind extends Modal['kind']>(form: Form, modal: ModalOf<Kind>): FormResult {
  const parse = FORMS[modal.kind as Kind];
  return parse?.(form, modal) ?? ignored('not a form');
}

function toForm(
  { workspace, user, view, response_urls }: ViewSubmission,
  at: number,
  seal: Seal | undefined,
): Form {
  return {
    viewId: view.id,
    externalId: view.external_id ?? '',
    workspace,
    user: user.id,
    at,
    place: placeOfView(workspace, metadataOf(view)),
    sealedResponse: sealResponseUrl(response_urls[0]?.response_url, seal),
    has: (name) => view.state.values[name]?.[name] !== undefined,
    field(name) {
      const input = view.state.values[name]?.[name];
      const options = input?.selected_options?.map(({ value }) => value);
      const several = (options ?? input?.selected_users)?.join(',');
      const one = input?.selected_option?.value ?? input?.selected_conversation;
      return (input?.value ?? one ?? several ?? '').trim();
    },
  };
}

function parseQuestion(form: Form): AskRequest | FormErrors {
  const { workspace, field } = form;
  const text = field(FIELDS.question);
  const channel = field(FIELDS.where);
  // In a direct message, Slack may preselect that one.
  const privately = field(FIELDS.audience) === 'me' || /^(D|$)/.test(channel);
  if (text === '') return invalid(FIELDS.question, viewTexts.questionRequired);
  if (!privately && !/^[CG][A-Z0-9]{1,30}$/.test(channel)) {
    return invalid(FIELDS.where, viewTexts.notAChannel);
  }
  const chosen = { workspace, channel, direct: false };
  const repository = field(FIELDS.repository);
  const limited = repository === '' ? text : `repo:${repository} ${text}`;
  return askOf(form, { origin: 'form', text: limited, place: privately ? undefined : chosen });
}

/** Of a workspace, or of the channel in which the form was opened. */
function parseSettings(
  { viewId, workspace, user, at, place, has, field }: Form,
  { level, revision }: ModalOf<'settings'>,
): SettingsChange | FormErrors | Ignored {
  const direct = { workspace, channel: user, direct: true };
  const where = level === 'workspace' ? (place ?? direct) : place;
  if (where === undefined || (level !== 'workspace' && where.direct)) return ignored('no place');
  const read = parseSettingsFields({ has, field });
  if ('errors' in read) return { kind: 'form-errors', errors: read.errors };
  const id = `settings-${digest(`${viewId} ${user}`)}`;
  return {
    kind: 'settings',
    id,
    place: where,
    user,
    at,
    ...read,
    ...(level === 'workspace' && { level }),
    ...(revision !== undefined && { revision }),
  };
}

/** Asks in the message's thread, with the message and files that the form still holds. */
function parseQuestionAbout(form: Form, { files }: ModalOf<'about'>): AskRequest | FormErrors {
  const { field, place } = form;
  const question = field(FIELDS.question);
  if (question === '') return invalid(FIELDS.question, viewTexts.questionRequired);
  const message = field(FIELDS.message);
  const filled = files
    .map((name, i) => ({ name, text: field(fileField(i)) }))
    .filter(({ text }) => text !== '');
  const subject: QuestionSubject = { message, files: filled };
  return askOf(form, { origin: 'message', text: question, subject, place });
}

interface FormQuestion extends Pick<AskRequest, 'origin' | 'text' | 'subject'> {
  /** Undefined: in the user's direct message, which is named by their id until it is opened. */
  readonly place: Place | undefined;
}

function askOf(
  { viewId, workspace, user, at, sealedResponse }: Form,
  { origin, text, subject, place }: FormQuestion,
): AskRequest {
  const where = place ?? { workspace, channel: user, direct: true };
  return {
    kind: 'ask',
    id: `${workspace}-${where.channel}-f${digest(`${viewId} ${user}`)}`,
    origin,
    place: where,
    user,
    text,
    ...(subject !== undefined && { subject }),
    ...(place === undefined && { privately: true as const }),
    externallyShared: false,
    at,
    ...sealedResponse,
  };
}

function parseReason(form: Form, { questionId }: ModalOf<'reason'>): Vote | FormErrors | Ignored {
  const { viewId, externalId, user, at, place, field } = form;
  const comment = field(FIELDS.reason);
  if (comment === '') return invalid(FIELDS.reason, viewTexts.reasonRequired);
  if (place === undefined) return ignored('no place');
  const id = `vote-${digest(`${viewId} ${user}`)}`;
  return {
    kind: 'vote',
    id,
    questionId,
    place,
    user,
    at,
    vote: 'down',
    comment,
    ...(externalId && { formId: externalId }),
  };
}

/** A name was typed into a view of code. */
function parseSymbol(form: Form, modal: ModalOf<'code'>): UpdateView | FormErrors {
  const symbol = form.field(FIELDS.symbol);
  if (!/^\S{1,200}$/.test(symbol)) return invalid(FIELDS.symbol, codeTexts.nameRequired);
  return updateView(form, { ...modal, selection: { action: 'def', symbol } });
}

function parseCodeForm(form: Form, { tool }: ModalOf<'code-form'>): UpdateView | FormErrors {
  const found = callOfForm(tool, form.field);
  if ('errors' in found) return { kind: 'form-errors', errors: found.errors };
  return updateView(form, { kind: 'code', page: { call: found.call, page: 0 } });
}

function parseToken(form: Form): UpdateView | FormErrors {
  const token = form.field(FIELDS.token);
  if (token === '') return invalid(FIELDS.token, accountTexts.tokenRequired);
  if (!/^[\x21-\x7e]+$/.test(token)) return invalid(FIELDS.token, accountTexts.tokenInvalid);
  return { ...updateView(form, { kind: 'connect', step: 'check' }), token };
}

function updateView(form: Form, modal: Modal): UpdateView {
  const { viewId, workspace, user, at, place } = form;
  const id = `view-${digest(`${viewId} ${user} ${at}`)}`;
  const where = place === undefined ? {} : { place };
  const about = { id, modal, workspace, ...where, user, at, viewId };
  return { kind: 'update-view', request: { kind: 'view-request', ...about } };
}

function invalid(field: string, error: string): FormErrors {
  return { kind: 'form-errors', errors: { [field]: error } };
}
