import type { QuestionError } from '../../conversation/resources.js';
import { codeSpan } from '../../markdown/markdown.js';
import type { ModelError, ModelErrorKind } from '../llm/model-error.js';
import { DEFAULT_MODEL_TIMEOUT_MS, type ModelOptions, modelHost } from '../llm/options.js';

export interface ModelFailure {
  readonly questionError: QuestionError;
  /** A log line with the fix. */
  readonly operatorMessage: string;
}

/** Users do not see the endpoint's own message, and nobody sees the key. */
export function describeModelError(error: ModelError, model: ModelOptions): ModelFailure {
  const { failure, fix } = CASES[error.kind](model);
  const where = `The model ${model.name} at ${modelHost(model)}`;
  return {
    questionError: failure,
    operatorMessage: `${where}: ${error.kind} (${error.message}). ${fix}`,
  };
}

/** Precedes the answer of the search engine. */
export function modelUnavailableNote(model: ModelOptions): string {
  return `The model ${codeSpan(model.name)} cannot be reached at the moment, so this answer comes from search alone.`;
}

type FailureCase = { readonly failure: QuestionError; readonly fix: string };

const SEE_SERVICE_LOG = 'The service’s log says how to fix it.';

const CASES: Readonly<Record<ModelErrorKind, (model: ModelOptions) => FailureCase>> = {
  unreachable: () =>
    failureCase(
      ['ModelUnreachable', 'The model cannot be reached'],
      `The model’s endpoint does not respond. ${SEE_SERVICE_LOG}`,
      'Start it, or correct LLM_BASE_URL; answers come from search until then.',
    ),
  timeout: ({ timeoutMs = DEFAULT_MODEL_TIMEOUT_MS }) =>
    failureCase(
      ['ModelTimeout', 'The model took too long'],
      `The model did not answer within ${Math.ceil(timeoutMs / 1000)} seconds. Ask again, or ask about less.`,
      'Use a faster machine or a smaller model.',
    ),
  unauthorized: () =>
    failureCase(
      ['ModelKeyRefused', 'The model’s endpoint refused the API key'],
      `The model’s endpoint refused the service’s API key. ${SEE_SERVICE_LOG}`,
      'Set LLM_API_KEY to a key that is valid there and may use this model.',
    ),
  'unknown-model': ({ name }) =>
    failureCase(
      ['ModelUnknown', 'The model does not exist'],
      `The model’s endpoint has no model ${name}. ${SEE_SERVICE_LOG}`,
      'Correct LLM_MODEL, or LLM_BASE_URL (which usually ends in /v1) and LLM_API.',
    ),
  'rate-limited': () =>
    failureCase(
      ['RateLimitExceeded', 'The model is overloaded'],
      'The model accepts no more questions at the moment. Ask again in a few minutes.',
      'Raise the limit at the model’s provider, or let fewer people ask at once.',
    ),
  'server-error': () =>
    failureCase(
      ['ModelBroken', 'The model failed'],
      'The model failed several times in a row. Ask again in a few minutes.',
      'Check the model’s endpoint; nothing has to be changed here.',
    ),
  malformed: () =>
    failureCase(
      ['ModelMalformed', 'The model’s reply cannot be read'],
      `The model’s endpoint sent an unexpected response. ${SEE_SERVICE_LOG}`,
      'Check that LLM_BASE_URL is an API and not a web page, and that LLM_API matches it.',
    ),
  'too-long': () =>
    failureCase(
      ['TokenLimitExceeded', 'The question is too large'],
      'Answering this takes more text than fits into the model’s context. Ask about a smaller part of it.',
      'Use a model with a larger context, or configure a larger context for this one.',
    ),
  refused: () =>
    failureCase(
      ['ModelRefused', 'The model rejected the request'],
      `The model’s endpoint rejected the request. ${SEE_SERVICE_LOG}`,
      'Use a model that can call tools, and check LLM_BASE_URL and LLM_API.',
    ),
  declined: () =>
    failureCase(
      ['ModelDeclined', 'The model declined'],
      'The model declined to answer this question. Try rephrasing it.',
      'No action is needed.',
    ),
  empty: () =>
    failureCase(
      ['ModelEmpty', 'The model gave no answer'],
      'The model returned no text. Ask again, or rephrase the question.',
      'If this happens often, use a model that is better with tools.',
    ),
};

function failureCase(
  [kind, title]: readonly [string, string],
  message: string,
  fix: string,
): FailureCase {
  return { failure: { kind, title, message }, fix };
}
