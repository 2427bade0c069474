import type { QuestionError } from '../../conversation/resources.js';
import { codeSpan } from '../../markdown/markdown.js';
import type { ModelTrouble, TroubleKind } from '../llm/model-error.js';
import { hostOf, type ModelOptions, TIMEOUT_MS } from '../llm/options.js';

/** A trouble for the two who care: the asker, and whoever runs the service. */
export interface Told {
  readonly failure: QuestionError;
  /** One line with the fix. */
  readonly operator: string;
}

/** Says what went wrong, without the endpoint's own words to the asker and without the key to anyone. */
export function told(trouble: ModelTrouble, model: ModelOptions): Told {
  const { failure, fix } = CASES[trouble.kind](model);
  const where = `The model ${model.name} at ${hostOf(model)}`;
  return { failure, operator: `${where}: ${trouble.kind} (${trouble.message}). ${fix}` };
}

/** Said above what the search finds in the model's place. */
export function withoutModel(model: ModelOptions): string {
  return `The model ${codeSpan(model.name)} cannot be reached at the moment, so this answer comes from search alone.`;
}

type Case = { readonly failure: QuestionError; readonly fix: string };

const SEE_LOG = 'Whoever runs the service finds the fix in its log.';

const CASES: Readonly<Record<TroubleKind, (model: ModelOptions) => Case>> = {
  unreachable: () =>
    of(
      ['ModelUnreachable', 'The model cannot be reached'],
      `Nothing answers where the model should be. ${SEE_LOG}`,
      'Start it, or correct LLM_BASE_URL; answers come from search until then.',
    ),
  timeout: ({ timeoutMs = TIMEOUT_MS }) =>
    of(
      ['ModelTimeout', 'The model took too long'],
      `The model did not answer within ${Math.ceil(timeoutMs / 1000)} seconds. Ask again, or ask about less.`,
      'Give it a faster machine, or take a smaller model.',
    ),
  key: () =>
    of(
      ['ModelKeyRefused', 'The model does not let this service in'],
      `The model refused the service’s key. ${SEE_LOG}`,
      'Set LLM_API_KEY to a key that is valid there and may use this model.',
    ),
  'unknown-model': ({ name }) =>
    of(
      ['ModelUnknown', 'The model does not exist'],
      `There is no model ${name} where this service looks for it. ${SEE_LOG}`,
      'Correct LLM_MODEL; or LLM_BASE_URL, which mostly ends in /v1, and LLM_API.',
    ),
  busy: () =>
    of(
      ['RateLimitExceeded', 'The model has too much to do'],
      'The model takes no more questions for now. Ask again in a few minutes.',
      'Ask for a higher limit there, or let fewer people ask at once.',
    ),
  broken: () =>
    of(
      ['ModelBroken', 'The model is out of order'],
      'The model failed several times in a row. Ask again in a few minutes.',
      'Look there what is wrong; nothing here is to be changed.',
    ),
  malformed: () =>
    of(
      ['ModelMalformed', 'The model’s reply cannot be read'],
      `What came back is no reply of a model. ${SEE_LOG}`,
      'Check that LLM_BASE_URL is the API and no web page, and that LLM_API is its form.',
    ),
  'too-long': () =>
    of(
      ['TokenLimitExceeded', 'The question grew too large'],
      'Answering this takes more text than the model can hold. Ask about a smaller part of it.',
      'Take a model with a larger context, or let this one have more of it.',
    ),
  refused: () =>
    of(
      ['ModelRefused', 'The model did not take the question'],
      `The model refused what it was sent. ${SEE_LOG}`,
      'Take a model that can call tools, and check LLM_BASE_URL and LLM_API.',
    ),
  declined: () =>
    of(
      ['ModelDeclined', 'The model declined'],
      'The model declined to answer this question. Ask it in other words.',
      'Nothing is to be done.',
    ),
  empty: () =>
    of(
      ['ModelEmpty', 'The model gave no answer'],
      'The model ended without a word. Ask again, or in other words.',
      'Where it happens often, take a model that is better with tools.',
    ),
};

function of([kind, title]: readonly [string, string], message: string, fix: string): Case {
  return { failure: { kind, title, message }, fix };
}
