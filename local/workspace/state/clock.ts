/** Creates message timestamps: seconds and microseconds, strictly increasing, so that each one is unique. */
export class Clock {
  private lastMicros = 0;

  constructor(private readonly nowMs: () => number) {}

  now(): number {
    return this.nowMs();
  }

  seconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** `1732147200.000100` */
  nextTs(): string {
    const micros = Math.max(this.lastMicros + 1, Math.floor(this.nowMs() * 1000));
    this.lastMicros = micros;
    const seconds = Math.floor(micros / 1e6);
    return `${seconds}.${String(micros - seconds * 1e6).padStart(6, '0')}`;
  }
}

/** A timestamp of any precision ("1732147200", "1732147200.0001") as microseconds. */
export function microsOf(ts: string): bigint {
  const [seconds = '0', fraction = ''] = ts.split('.');
  return BigInt(seconds || '0') * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6) || '0');
}

const TS = /^\d{1,12}(\.\d{1,6})?$/;

export function isTs(value: string): boolean {
  return TS.test(value);
}
