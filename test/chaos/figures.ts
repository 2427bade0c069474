import type { Asked } from './asking.js';
import type { Office } from './office.js';

/** How long those who asked waited for what answers them, ms; of what was answered. */
export function waits(office: Office, of: (asked: Asked) => boolean = () => true): number[] {
  return office.asked
    .filter(of)
    .map((asked) => waited(office, asked))
    .filter((ms) => ms !== undefined);
}

function waited({ witness }: Office, { mark, at }: Asked): number | undefined {
  const answeredAt = witness.answeredAt(mark);
  return answeredAt && answeredAt - at;
}

/** As people read it: "1.2 s"; of nothing, "–". */
export function median(samples: readonly number[]): string {
  return seconds(quantile(samples, 0.5));
}

export function most(samples: readonly number[]): string {
  return seconds(quantile(samples, 1));
}

export function seconds(ms: number | undefined): string {
  return ms === undefined ? '–' : `${(ms / 1_000).toFixed(1)} s`;
}

function quantile(samples: readonly number[], at: number): number | undefined {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * at) - 1)];
}

/** What each running process of the bot takes of the machine's memory, MB. */
export async function memory({ staff }: Office): Promise<string> {
  const each = [...staff.values()].map(async ({ ports }) => {
    const response = await fetch(`http://127.0.0.1:${ports.ops}/metrics`);
    const found = (await response.text()).match(/^process_resident_memory_bytes (\S+)$/m);
    return `${Math.round(Number(found?.[1]) / 1e6)} MB`;
  });
  return (await Promise.all(each)).join(', ');
}
