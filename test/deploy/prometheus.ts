import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { freePort } from '../../local/demo/free-port.js';
import { makeTemporaryFolder } from '../../local/demo/temporary-folder.js';
import { findPrometheus } from '../../scripts/programs.mjs';

export interface Prometheus {
  /** The values that a query returns now. */
  query(expression: string): Promise<number[]>;
  stop(): Promise<void>;
}

const QueryResponse = z.object({
  status: z.literal('success'),
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

/** A Prometheus that scrapes `targets`, as HOST:PORT, every second. */
export async function startPrometheus(targets: readonly string[]): Promise<Prometheus> {
  const path = findPrometheus();
  if (path === undefined)
    throw new Error('Prometheus is missing: node scripts/setup.mjs --prometheus');
  const folder = makeTemporaryFolder('deepsearch-prometheus');
  const config = join(folder.path, 'prometheus.yml');
  const job = { job_name: 'deepsearch-slack', static_configs: [{ targets }] };
  // JSON is YAML.
  await writeFile(
    config,
    JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [job] }),
  );
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    path,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder.path, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = once(child, 'exit');
  const lines = createInterface(child.stderr);
  await Promise.race([
    new Promise<void>((resolve) => {
      lines.on('line', (line) => line.includes('ready to receive web requests') && resolve());
    }),
    exited.then(() => Promise.reject(new Error('Prometheus ended before it was ready'))),
  ]);
  return {
    async query(expression) {
      const url = `http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`;
      const { data } = QueryResponse.parse(await (await fetch(url)).json());
      return data.result.map(({ value: [, value] }) => Number(value));
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await folder.remove();
    },
  };
}
