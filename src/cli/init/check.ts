import { type Finding, runChecks } from '../../ops/doctor.js';
import { createDoctorChecks } from '../commands/doctor-checks.js';
import { type Env, readSettings } from '../commands/settings.js';

/** Longer than the time limit of any single call, ms. */
const CHECK_TIMEOUT_MS = 12_000;

/** A check of `doctor`. */
export type CheckName = 'settings' | 'redis' | 'slack' | 'transport' | 'service';

export type RunCheck = (env: Env, names: readonly CheckName[]) => Promise<Finding[]>;

/** Runs checks of `doctor` on settings that need not be complete. */
export function createRunCheck(version: string, source: string): RunCheck {
  return async (env, names) => {
    const role = 'both';
    const settings = readSettings(env, { role, source });
    const { checks, close } = createDoctorChecks(settings, { role, version });
    const chosen = Object.entries(checks).filter(([name]) => names.some((one) => one === name));
    try {
      return await runChecks(Object.fromEntries(chosen), CHECK_TIMEOUT_MS);
    } finally {
      await close();
    }
  };
}
