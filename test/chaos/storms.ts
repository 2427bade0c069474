import type { Storm } from './storm.js';
import { CROWD_STORMS } from './storms/crowds.js';
import { PROCESS_STORMS } from './storms/processes.js';
import { REDIS_STORMS } from './storms/redis.js';
import { SERVICE_STORMS } from './storms/service.js';
import { SLACK_STORMS } from './storms/slack.js';

export const STORMS: readonly Storm[] = [
  ...PROCESS_STORMS,
  ...REDIS_STORMS,
  ...SLACK_STORMS,
  ...SERVICE_STORMS,
  ...CROWD_STORMS,
];
