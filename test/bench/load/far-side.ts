// A process of its own with the scripted Slack and service, the load, and what watches the outcomes:
// `start-far-side.ts` starts it. It ends with the process that started it.
import { createAsker } from './ask-questions.js';
import type { FromFarSide, ToFarSide } from './protocol.js';
import { startScriptedService } from './scripted-service.js';
import { startScriptedSlack } from './scripted-slack.js';
import { watchOutcomes } from './shown-outcomes.js';

let ask: ReturnType<typeof createAsker> | undefined;

async function handle(request: ToFarSide): Promise<FromFarSide> {
  if (request.kind === 'start') {
    const [slack, service] = await Promise.all([
      startScriptedSlack(request),
      startScriptedService(),
    ]);
    ask = createAsker({ slack, service, outcomes: watchOutcomes(slack.messages) });
    return { kind: 'started', slackUrl: slack.apiUrl, serviceUrl: service.url };
  }
  if (ask === undefined) throw new Error('the servers are not started');
  return { kind: 'asked', result: await ask(request.plan, request) };
}

process.on('message', (request: ToFarSide) => {
  handle(request).then(
    (reply) => process.send?.(reply),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));
