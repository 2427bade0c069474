import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      resolved: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

const path = join(dirname(import.meta.dirname), 'package-lock.json');
const { packages } = Lock.parse(JSON.parse(readFileSync(path, 'utf8')));

/** As Node looks: beside the package, then beside each package that holds it. */
function isLocked(name: string, holder: string): boolean {
  const folder = holder === '' ? '' : `${holder}/`;
  if (`${folder}node_modules/${name}` in packages) return true;
  if (holder === '') return false;
  return isLocked(name, holder.slice(0, Math.max(0, holder.lastIndexOf('node_modules/') - 1)));
}

describe('package-lock.json', () => {
  it('package-lock.json has every platform’s packages, which npm ci requires', () => {
    const missing = Object.entries(packages).flatMap(([holder, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => !isLocked(name, holder))
        .map((name) => `${name} of ${holder}`),
    );
    expect(missing).toEqual([]);
  });

  it('package-lock.json names no registry', () => {
    const resolved = Object.values(packages).flatMap((entry) => entry.resolved ?? []);
    expect(resolved.filter((from) => !from.startsWith('local/'))).toEqual([]);
  });
});
