import { openIndexed } from './indexed.js';
import type { Service, ServiceOptions } from './options.js';

export type { Conversation, Failure, Question, Source, Stats, Turn } from './api/shapes.js';
export { cacheFolder } from './cache-folder.js';
export type { Engine, EngineAnswer, EngineContext, Exchange } from './engine/engine.js';
export { EngineFailure } from './engine/engine.js';
export { whoAnswers } from './engine/model/options.js';
export { readModel } from './engine/model/settings.js';
export type { ApiRoute, Call, Fault, FaultHandle, Gate, Route } from './faults/types.js';
export type {
  Forms,
  Quota,
  Service,
  ServiceOptions,
  ServiceUser,
  ToolServerOptions,
  WaitOptions,
} from './options.js';

/** Starts the local service; resolves when it takes requests. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const indexed = await openIndexed(options);
  let stop = indexed.close;
  try {
    // Loaded only now, while the index reads on a thread of its own.
    const { composeService } = await import('./compose.js');
    const service = await composeService(options, indexed);
    stop = service.stop;
    return await service.start();
  } catch (error) {
    await stop();
    throw error;
  }
}
