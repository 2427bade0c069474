import type { FaultScenario } from './fault-scenario.js';
import { LOAD_SCENARIOS } from './scenarios/load.js';
import { PROCESS_SCENARIOS } from './scenarios/processes.js';
import { REDIS_SCENARIOS } from './scenarios/redis.js';
import { SERVICE_SCENARIOS } from './scenarios/service.js';
import { SLACK_SCENARIOS } from './scenarios/slack.js';

export const FAULT_SCENARIOS: readonly FaultScenario[] = [
  ...PROCESS_SCENARIOS,
  ...REDIS_SCENARIOS,
  ...SLACK_SCENARIOS,
  ...SERVICE_SCENARIOS,
  ...LOAD_SCENARIOS,
];
