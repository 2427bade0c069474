/** Default timeout of a call: less than the 5 minutes after which fetch gives up. */
export const DEFAULT_MODEL_TIMEOUT_MS = 240_000;

export interface ModelOptions {
  /** The API that the endpoint implements. */
  readonly api: 'openai' | 'anthropic';
  /** The URL before `/chat/completions` or `/messages`, without a trailing slash. */
  readonly baseUrl: string;
  readonly name: string;
  /** Local endpoints usually need none. */
  readonly apiKey?: string;
  /** How many tokens it can take in; default: enough for all limits. */
  readonly contextTokens?: number;
  /** Of one call; default 4 minutes, since models on a laptop are slow. */
  readonly timeoutMs?: number;
}

/** Where the model runs, without secrets. */
export function modelHost({ baseUrl }: Pick<ModelOptions, 'baseUrl'>): string {
  return new URL(baseUrl).host;
}

/** For a program's startup message. */
export function describeAnswerSource(model: ModelOptions | undefined): string {
  if (!model) return 'Answers come from search; set LLM_BASE_URL and LLM_MODEL to use a model';
  return `Answers come from the model ${model.name} at ${modelHost(model)}`;
}
