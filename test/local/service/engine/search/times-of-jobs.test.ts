import { describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

async function jobsOf(files: Readonly<Record<string, string>>, name: string) {
  const world = await startSharedSearchService([makeRepository(files, name).path]);
  const { answer = '' } = onlyQuestion(await world.ask('Which scheduled jobs are there?'));
  return answer.replace(/\]\(\/[^)]*\)/g, ']');
}

describe('when a job runs', () => {
  it('is the argument that is a time, and its name is beside that', async () => {
    const answer = await jobsOf(
      {
        'src/jobs.js': `scheduleJob('cleanup', '0 0 * * *', removeOld);
scheduleJob('0 1 * * *', waterBeds);
new CronJob('0 2 * * *', () => {}, null, true, tz);
scheduleJob('weeding', rule, weedBeds);
cron.schedule('not a time', digBeds);
`,
      },
      'timed-jobs',
    );
    expect(answer).toMatch(/- `cleanup`.*`0 0 \* \* \*`/);
    expect(answer).toMatch(/- `waterBeds`.*`0 1 \* \* \*`/);
    expect(answer).toContain('- `0 2 * * *`');
    expect(answer).not.toMatch(/`tz`|`rule`|schedule `cleanup`|not a time/);
  });

  it('is not read from a line that has nothing to do with it', async () => {
    const answer = await jobsOf(
      {
        'config/schedule.rb': `${'# rain\n'.repeat(4)}every 1.week do\n${'# sun\n'.repeat(29)}  runner 'Bed.dig'\n\nevery 1.day do\n  runner 'Bed.water'\nend\n`,
      },
      'jobs-without-time',
    );
    expect(answer).toContain('`Bed.water`');
    expect(answer).not.toContain('Bed.dig');
  });
});
