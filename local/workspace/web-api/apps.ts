import { z } from 'zod';
import { type Method, method } from './method.js';

/** https://docs.slack.dev/reference/methods/apps.connections.open */
export function appsMethods(newSocketUrl: () => string): readonly Method[] {
  return [
    method({
      name: 'apps.connections.open',
      token: 'app',
      limit: 'unlimited',
      args: z.object({}),
      run: () => ({ url: newSocketUrl() }),
    }),
  ];
}
