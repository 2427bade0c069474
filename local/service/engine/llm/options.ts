/** For one call, in ms, where nobody sets another: below the 5 minutes after which fetch gives up. */
export const TIMEOUT_MS = 240_000;

/** The model that answers, and where it is. */
export interface ModelOptions {
  /** Whose form of a chat call the endpoint speaks. */
  readonly api: 'openai' | 'anthropic';
  /** What stands before `/chat/completions` or `/messages`, without a trailing slash. */
  readonly baseUrl: string;
  readonly name: string;
  /** Endpoints on one's own machine mostly need none. */
  readonly apiKey?: string;
  /** A call that takes longer is given up; default 4 minutes, since models on a laptop are slow. */
  readonly timeoutMs?: number;
}

/** Where the model is, in words that hold no secret. */
export function modelHost({ baseUrl }: Pick<ModelOptions, 'baseUrl'>): string {
  return new URL(baseUrl).host;
}

/** Who answers, for the line with which a program starts. */
export function describeAnswerSource(model: ModelOptions | undefined): string {
  if (!model) return 'Answers come from search; LLM_BASE_URL and LLM_MODEL set a model';
  return `Answers come from the model ${model.name} at ${modelHost(model)}`;
}
