import type { SettingsValues } from '../../src/model/settings.js';
import { keys } from '../../src/store/keys.js';
import type { Scenario } from './scenario.js';

/** Sets these in the scenario's channel, at once, as its form would. */
export async function setInChannel(
  { stack, channel }: Pick<Scenario, 'stack' | 'channel'>,
  values: SettingsValues,
): Promise<void> {
  const key = keys.settings(stack.workspace.app.teamId, channel.id);
  await stack.store.set(key, JSON.stringify({ ...values, revision: 1 }));
}
