/** Limits how often a device polls for its token: RFC 8628, sections 3.2 and 3.5. */
export interface DevicePolling {
  /** Whether this poll comes too early; each one that does adds 5 s to the interval. */
  tooSoon(deviceCode: string): boolean;
}

interface LastPoll {
  readonly at: number;
  readonly seconds: number;
}

/** The `interval` that devices are told. */
export const POLL_INTERVAL_SECONDS = 5;
const MAX_DEVICES = 1_000;

export function createDevicePolling(): DevicePolling {
  const devices = new Map<string, LastPoll>();
  return {
    tooSoon(deviceCode) {
      const now = Date.now();
      const last = devices.get(deviceCode);
      const soon = last !== undefined && now < last.at + last.seconds * 1000;
      const seconds = (last?.seconds ?? POLL_INTERVAL_SECONDS) + (soon ? POLL_INTERVAL_SECONDS : 0);
      devices.delete(deviceCode);
      devices.set(deviceCode, { at: now, seconds });
      const [oldest] = devices.keys();
      if (devices.size > MAX_DEVICES && oldest !== undefined) devices.delete(oldest);
      return soon;
    },
  };
}
