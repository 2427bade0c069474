import type { Harness } from './harness.js';
import type { AskedQuestion } from './question-load.js';

/** How long people waited for their answers, ms; unanswered questions are left out. */
export function waitTimes(
  harness: Harness,
  of: (question: AskedQuestion) => boolean = () => true,
): number[] {
  return harness.asked
    .filter(of)
    .map((question) => waited(harness, question))
    .filter((ms) => ms !== undefined);
}

function waited({ observer }: Harness, { mark, at }: AskedQuestion): number | undefined {
  const answeredAt = observer.answeredAt(mark);
  return answeredAt && answeredAt - at;
}

/** "1.2 s", or "–" without samples. */
export function medianSeconds(samples: readonly number[]): string {
  return seconds(quantile(samples, 0.5));
}

export function maximum(samples: readonly number[]): string {
  return seconds(quantile(samples, 1));
}

export function seconds(ms: number | undefined): string {
  return ms === undefined ? '–' : `${(ms / 1_000).toFixed(1)} s`;
}

function quantile(samples: readonly number[], at: number): number | undefined {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * at) - 1)];
}

/** Resident memory of each bot process, MB. */
export async function memory({ processes }: Harness): Promise<string> {
  const each = [...processes.values()].map(async ({ ports }) => {
    const response = await fetch(`http://127.0.0.1:${ports.ops}/metrics`);
    const found = (await response.text()).match(/^process_resident_memory_bytes (\S+)$/m);
    return `${Math.round(Number(found?.[1]) / 1e6)} MB`;
  });
  return (await Promise.all(each)).join(', ');
}
