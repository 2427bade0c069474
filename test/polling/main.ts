import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareSchedules, comparisonChart, comparisonTable, withTable } from './compare.js';
import { recordDurations } from './record.js';
import { compareWatched, watchedTable } from './watched.js';

const HELP = `npm run polling -- [--write]

Compares schedules for reading a question until it has ended: how long outcomes wait, and how many
reads that takes. Simulated, over durations that are drawn at random or were recorded.

  --record  asks the local service for about four minutes, and writes test/polling/recorded-durations.json
  --write   writes the tables into docs/polling.md and draws docs/images/polling.svg
  --help    this text
`;

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

const { values } = parseArgs({
  options: {
    record: { type: 'boolean' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(HELP);
} else {
  if (values.record) await recordDurations();
  const polling = comparisonTable(compareSchedules());
  const watched = watchedTable(compareWatched());
  console.log(`${polling}\n\n${watched}`);
  if (values.write) {
    const page = join(DOCS, 'polling.md');
    const withPolling = withTable(readFileSync(page, 'utf8'), 'polling', polling);
    writeFileSync(page, withTable(withPolling, 'watched', watched));
    writeFileSync(join(DOCS, 'images', 'polling.svg'), comparisonChart());
  }
}
