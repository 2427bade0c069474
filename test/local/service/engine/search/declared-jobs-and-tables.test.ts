import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

async function answers(files: Readonly<Record<string, string>>, name: string) {
  const world = await startSharedSearchService([makeRepository(files, name).path]);
  return async (question: string) => {
    const { answer = '' } = onlyQuestion(await world.ask(question));
    return answer.replace(/\]\(\/[^)]*\)/g, ']');
  };
}

const GARDEN = {
  'prisma/schema.prisma': `generator client {
  provider = "prisma-client-js"
}

// Who waters.
model Gardener {
  id   String @id
  name String

  @@map("gardener")
}

model Bed {
  id String @id
}

model WateringCan {
  id String @id

  @@index([id])
  @@map("watering_can")
}

enum Kind {
  ROSE
}
`,
  'prisma/migrations/1_init/migration.sql':
    'CREATE TABLE "gardener" (id TEXT);\nCREATE TABLE "Bed" (id TEXT);\nCREATE TABLE "watering_can" (id TEXT);\nCREATE TABLE "gone" (id TEXT);\n',
  'db/weather/rain.sql':
    'CREATE TABLE weather.rain (at DateTime);\nCREATE TABLE weather.sun (at DateTime);\n',
};

describe('tables of an ORM and of SQL', () => {
  let answerTo: (question: string) => Promise<string>;
  beforeAll(async () => {
    answerTo = await answers(GARDEN, 'garden');
  });

  it('lists both, those with most first', async () => {
    expect(await answerTo('Which database tables does it have?')).toMatch(
      /^`prisma\/schema\.prisma` declares 3 models \(.*\)\. `db\/weather\/rain\.sql` declares 2 tables \(.*\n\n- `Gardener` → `gardener` \(\[prisma\/schema\.prisma:6–11\]\)\n- `Bed` \(\[prisma\/schema\.prisma:13–15\]\)\n- `WateringCan` → `watering_can` \(.*\n- `rain` \(\[db\/weather\/rain\.sql:1\]\)\n- `sun` /,
    );
  });

  it('lists models where models are asked for', async () => {
    const answer = await answerTo('Which models are there?');
    expect(answer).toMatch(/^`prisma\/schema\.prisma` declares 3 models \(/);
    expect(answer).not.toContain('rain');
  });
});

it('lists a model and its table once', async () => {
  const answerTo = await answers(
    {
      'db/schema.sql':
        'CREATE TABLE beds (id INT);\nCREATE TABLE plant_pots (id INT);\nCREATE TABLE berries (id INT);\nCREATE TABLE beds_berries (id INT);\n',
      'src/models.py': ['Bed', 'PlantPot', 'Berry']
        .map((name) => `class ${name}(models.Model):\n    pass\n`)
        .join('\n'),
    },
    'garden-once',
  );
  const answer = await answerTo('Which tables are there?');
  expect(answer).toMatch(/^`db\/schema\.sql` declares 4 tables \(/);
  expect(answer).not.toContain('PlantPot');
});

describe('tables and models of other libraries', () => {
  it.each([
    [
      'drizzle',
      {
        'src/schema.ts':
          "export const beds = pgTable('beds', { id: serial('id') });\nexport const pots = pgTable(\n  'pots', {});\nexport const cans = pgTable('cans', {});\n",
      },
      {
        question: 'Which tables are there?',
        expected: /declares 2 tables \(.*\n\n- `beds` .*\n- `cans` /,
      },
    ],
    [
      'typeorm',
      {
        'src/bed.ts': '@Entity()\nexport class Bed {\n  id = 1;\n}\n',
        'src/pot.ts': "@Entity('pots')\nexport class Pot {\n  id = 1;\n}\n",
      },
      {
        question: 'Which entities exist?',
        expected: /^At least 2 models in 2 files.*\n\n- `Bed` .*\n- `Pot` /,
      },
    ],
    [
      'mongoose',
      {
        'src/beds.js':
          "const Bed = mongoose.model('Bed', bedSchema);\nconst Pot = mongoose.model('Pot', potSchema);\n",
      },
      {
        question: 'Which models are there?',
        expected: /declares 2 models \(.*\n\n- `Bed` .*\n- `Pot` /,
      },
    ],
  ])('lists those of %s', async (name, files, { question, expected }) => {
    const answerTo = await answers(files, `garden-${name}`);
    expect(await answerTo(question)).toMatch(expected);
  });
});

const PYTHON_JOBS = {
  'garden/work.py': `from huey import crontab
from huey.contrib.djhuey import HUEY as huey


def task(*args):
    return huey.task(*args)


@task()
def water_bed(bed_id):
    return bed_id


@huey.periodic_task(crontab(minute="*/5"))
@huey.lock_task("weed-lock")
def weed_all():
    pass


@shared_task(
    bind=True,
    max_retries=3,
)
def send_seeds(self):
    pass


@scheduler.scheduled_job("interval", minutes=3)
def look_for_rain():
    pass


def helper():
    pass
`,
  'tasks.py': 'from invoke import task\n\n\n@task\ndef build(c):\n    c.run("make")\n',
};

describe('background jobs in Python', () => {
  let answerTo: (question: string) => Promise<string>;
  beforeAll(async () => {
    answerTo = await answers(PYTHON_JOBS, 'garden');
  });

  it.each([
    'Which background jobs exist?',
    'which background jobs/tasks exist?',
    'Which background tasks are there?',
    'what background jobs does garden have?',
    'Which jobs run in the background?',
    'Which tasks does the app have?',
    'List all background tasks',
    'Which workers are there?',
  ])('lists the functions with the decorator of a job: %s', async (question) => {
    expect(await answerTo(question)).toMatch(
      /^`garden\/work\.py` declares 4 background jobs \(.*\n\n- `water_bed` \(\[garden\/work\.py:9–10\]\)\n- `weed_all`, schedule `crontab\(minute="\*\/5"\)` \(\[garden\/work\.py:14–16\]\)\n- `send_seeds` \(.*\n- `look_for_rain`, schedule `"interval", minutes=3` \(/,
    );
  });

  it.each([
    'Which periodic tasks run?',
    'Which cron jobs are there?',
    'which scheduled jobs exist?',
  ])('lists those with a time: %s', async (question) => {
    expect(await answerTo(question)).toMatch(
      /^`garden\/work\.py` declares 2 scheduled jobs \(.*\n\n- `weed_all`, .*\n- `look_for_rain`, /,
    );
  });
});

describe('background jobs in other languages', () => {
  it.each([
    [
      'ruby',
      {
        'app/jobs/water_job.rb': 'class WaterJob < ApplicationJob\n  def perform\n  end\nend\n',
        'app/jobs/application_job.rb': 'class ApplicationJob < ActiveJob::Base\nend\n',
        'app/workers/weed_worker.rb':
          'class WeedWorker\n  include Sidekiq::Worker\n\n  def perform\n  end\nend\n',
        'config/recurring.yml':
          'production:\n  water:\n    class: WaterJob\n    schedule: every 2 minutes\n  snails:\n    command: Snail.count!\n    schedule: every day at 4:00am\n\ndevelopment:\n  water:\n    class: WaterJob\n    schedule: every 5 minutes\n',
      },
      /^At least 4 background jobs in 3 files, the most in `config\/recurring\.yml` \(2\) \(.*\n\n- `water` → `WaterJob`, schedule `every 2 minutes` \(\[config\/recurring\.yml:2–4\]\)\n- `snails` → `Snail\.count!`, schedule `every day at 4:00am` .*\n- `WaterJob` .*\n- `WeedWorker` \(\[app\/workers\/weed\\_worker\.rb:1–2\]\)\n/,
    ],
    [
      'spring',
      {
        'src/Timer.java':
          'class Timer {\n  @Scheduled(cron = "0 0 * * * *")\n  public void water() {}\n\n  @Scheduled(fixedRate = 5000)\n  void weed() {}\n}\n',
      },
      /declares 2 background jobs \(.*\n\n- `\S*water`, schedule `cron = "0 0 \* \* \* \*"` .*\n- `\S*weed`, schedule `fixedRate = 5000` /,
    ],
    [
      'node',
      {
        'server/timer.js': `// removes what is dry
setInterval(function () {
  beds.removeDry({ now: new Date() });
}, 30_000);

setInterval(countSnails, 1000);

cron.schedule("0 3 * * *", waterAll);
cron.schedule('*/5 * * * *', async () => {
  await look();
});
function show() {
  setInterval(draw, 5);
}
`,
        'server/queue.js':
          "import { Worker } from 'bullmq';\nexport const mails = new Worker('mails', sendMail, {});\n",
        'server/thread.js': "export const thread = new Worker('thread.js', handled);\n",
      },
      /^At least 5 background jobs in 2 files, .*\n\n- `setInterval` → `beds\.removeDry`, schedule `every 30_000 ms` \(\[server\/timer\.js:2–4\]\)\n- `countSnails`, schedule `every 1000 ms` .*\n- `waterAll`, schedule `0 3 \* \* \*` .*\n- `\*\/5 \* \* \* \*` \(.*\n- `mails` → `sendMail` \(/,
    ],
    [
      'go',
      {
        'main.go':
          'package main\n\nfunc main() {\n\tc.AddFunc("@hourly", water)\n\tc.AddFunc("0 30 * * * *", func() { weed() })\n\tm.AddFunc("text/html", html.Minify)\n}\n',
      },
      /declares 2 background jobs \(.*\n\n- `water`, schedule `@hourly` .*\n- `0 30 \* \* \* \*` \(/,
    ],
  ])('lists those of %s', async (name, files, expected) => {
    const answerTo = await answers(files, `garden-${name}`);
    expect(await answerTo('Which background jobs are there?')).toMatch(expected);
  });
});

describe('metrics', () => {
  const GO_METRICS = `package metric

var (
	litres = prometheus.NewCounterVec(
		prometheus.CounterOpts{
			Namespace: "garden",
			Subsystem: "water",
			Name:      "litres_total",
		},
		[]string{"bed"},
	)

	beds = promauto.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace,
		Name:      "beds",
	})
	counts = bag.NewCounter("Name")
)
`;

  it.each([
    [
      'go',
      { 'metric/metric.go': GO_METRICS },
      /declares 2 metrics \(.*\n\n- `garden_water_litres_total` \(\[metric\/metric\.go:4–11\]\)\n- `beds` \(/,
    ],
    [
      'node',
      {
        'src/metrics.ts':
          "import client, { Gauge } from 'prom-client';\nexport const litres = new client.Counter({\n  name: 'litres_total',\n  help: 'x',\n});\nexport const beds = new Gauge({ name: 'beds', help: 'x' });\nconst other = new Counter(5);\n",
        'src/button.ts':
          "import { Counter } from './counter.js';\n\nexport const clicks = new Counter({ name: 'clicks' });\n",
      },
      /declares 2 metrics \(.*\n\n- `litres_total` .*\n- `beds` /,
    ],
    [
      'python',
      {
        'metrics.py':
          'from prometheus_client import Counter, Gauge\n\nLITRES = Counter("litres_total", "x")\nBEDS = Gauge(\n    "beds",\n    "x",\n)\n',
        'words.py': 'from collections import Counter\n\nwords = Counter("abc")\n',
      },
      /^`metrics\.py` declares 2 metrics \(.*\n\n- `litres_total` .*\n- `beds` /,
    ],
  ])('are listed by their names: %s', async (name, files, expected) => {
    const answerTo = await answers(files, `garden-metrics-${name}`);
    for (const question of [
      'which prometheus metrics are exported?',
      'Which metrics are there?',
      'What metrics does it export?',
    ])
      expect(await answerTo(question)).toMatch(expected);
  });
});
