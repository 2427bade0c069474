import { openIndexedRepositories } from './indexed-repositories.js';
import type { Service } from './lifecycle.js';
import type { ServiceOptions } from './settings/service-options.js';

export type { Quota } from './api/quota.js';
export type { ServiceUser } from './api/users.js';
export type { ApiVariants } from './api/variants.js';
export type { WaitOptions } from './conversation/change-notifier.js';
export type {
  Engine,
  EngineAnswer,
  EngineContext,
  PreviousQuestion,
} from './conversation/engine.js';
export { EngineError } from './conversation/engine.js';
export type {
  Conversation,
  Question,
  QuestionError,
  Source,
  Stats,
  Turn,
} from './conversation/resources.js';
export { describeAnswerSource } from './engine/llm/options.js';
export type {
  ApiCall,
  ApiFault,
  ApiFaultHandle,
  ApiGate,
  ApiRoute,
  FaultRoute,
} from './faults/types.js';
export type { Service } from './lifecycle.js';
export type { McpOptions } from './mcp/mcp-server.js';
export { cacheFolder } from './settings/cache-folder.js';
export { readCreditSettings as readCredits } from './settings/credit-settings.js';
export { readModelSettings as readModel } from './settings/model-settings.js';
export type { ServiceOptions } from './settings/service-options.js';
export { type SuggestedQuestion, suggestQuestions } from './suggest-questions.js';

/** Starts the local service; resolves once it accepts requests. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const indexed = await openIndexedRepositories(options);
  let stop = indexed.close;
  try {
    // Loaded late, while the index is being built on a worker thread.
    const { composeService } = await import('./compose.js');
    const service = await composeService(options, indexed);
    stop = service.stop;
    return await service.start();
  } catch (error) {
    await stop();
    throw error;
  }
}
