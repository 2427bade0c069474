import type { QuestionError } from '../../conversation/resources.js';
import { codeSpan } from '../../markdown/markdown.js';
import type { ModelError, ModelErrorKind } from '../llm/model-error.js';
import { type ModelOptions, modelHost, TIMEOUT_MS } from '../llm/options.js';

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

const SEE_SERVICE_LOG = 'Whoever runs the service finds the fix in its log.';

const CASES: Readonly<Record<ModelErrorKind, (model: ModelOptions) => FailureCase>> = {
  unreachable: () =>
    failureCase(
      ['ModelUnreachable', 'The model cannot be reached'],
      `Nothing answers where the model should be. ${SEE_SERVICE_LOG}`,
      'Start it, or correct LLM_BASE_URL; answers come from search until then.',
    ),
  timeout: ({ timeoutMs = TIMEOUT_MS }) =>
    failureCase(
      ['ModelTimeout', 'The model took too long'],
      `The model did not answer within ${Math.ceil(timeoutMs / 1000)} seconds. Ask again, or ask about less.`,
      'Give it a faster machine, or take a smaller model.',
    ),
  unauthorized: () =>
    failureCase(
      ['ModelKeyRefused', 'The model does not let this service in'],
      `The model refused the service’s key. ${SEE_SERVICE_LOG}`,
      'Set LLM_API_KEY to a key that is valid there and may use this model.',
    ),
  'unknown-model': ({ name }) =>
    failureCase(
      ['ModelUnknown', 'The model does not exist'],
      `There is no model ${name} where this service looks for it. ${SEE_SERVICE_LOG}`,
      'Correct LLM_MODEL; or LLM_BASE_URL, which mostly ends in /v1, and LLM_API.',
    ),
  'rate-limited': () =>
    failureCase(
      ['RateLimitExceeded', 'The model has too much to do'],
      'The model takes no more questions for now. Ask again in a few minutes.',
      'Ask for a higher limit there, or let fewer people ask at once.',
    ),
  'server-error': () =>
    failureCase(
      ['ModelBroken', 'The model is out of order'],
      'The model failed several times in a row. Ask again in a few minutes.',
      'Look there what is wrong; nothing here is to be changed.',
    ),
  malformed: () =>
    failureCase(
      ['ModelMalformed', 'The model’s reply cannot be read'],
      `What came back is no reply of a model. ${SEE_SERVICE_LOG}`,
      'Check that LLM_BASE_URL is the API and no web page, and that LLM_API is its form.',
    ),
  'too-long': () =>
    failureCase(
      ['TokenLimitExceeded', 'The question grew too large'],
      'Answering this takes more text than the model can hold. Ask about a smaller part of it.',
      'Take a model with a larger context, or let this one have more of it.',
    ),
  refused: () =>
    failureCase(
      ['ModelRefused', 'The model did not take the question'],
      `The model refused what it was sent. ${SEE_SERVICE_LOG}`,
      'Take a model that can call tools, and check LLM_BASE_URL and LLM_API.',
    ),
  declined: () =>
    failureCase(
      ['ModelDeclined', 'The model declined'],
      'The model declined to answer this question. Ask it in other words.',
      'Nothing is to be done.',
    ),
  empty: () =>
    failureCase(
      ['ModelEmpty', 'The model gave no answer'],
      'The model ended without a word. Ask again, or in other words.',
      'Where it happens often, take a model that is better with tools.',
    ),
};

function failureCase(
  [kind, title]: readonly [string, string],
  message: string,
  fix: string,
): FailureCase {
  return { failure: { kind, title, message }, fix };
}
