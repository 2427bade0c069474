import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { newScenario } from '../support/scenario.js';
import { stackTest } from '../support/stack-test.js';
import { type Prometheus, startPrometheus } from './prometheus.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PROMETHEUS = join(ROOT, 'deploy', 'prometheus');

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({ alert: z.string(), annotations: z.object({ runbook: z.string() }) }),
      ),
    }),
  ),
});
const RuleTests = z.object({
  tests: z.array(z.object({ alert_rule_test: z.array(z.object({ alertname: z.string() })) })),
});
const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
});

const readYaml = (name: string) => parse(readFileSync(join(PROMETHEUS, name), 'utf8'));
const { rules } = Rules.parse(readYaml('alerts.yml')).groups[0] ?? { rules: [] };

describe('the alert rules', () => {
  const promtool = (...args: string[]) => promisify(execFile)('promtool', args);

  it('are accepted by promtool, with the example configuration', async () => {
    const { stdout } = await promtool('check', 'config', join(PROMETHEUS, 'prometheus.yml'));
    expect(stdout).toContain(`${rules.length} rules found`);
  });

  it('fire when they should, and not before', async () => {
    const { stdout } = await promtool('test', 'rules', join(PROMETHEUS, 'alerts.test.yml'));
    expect(stdout).toContain('SUCCESS');
  });

  it('each have such a test and a section that says what to do', () => {
    const tested = RuleTests.parse(readYaml('alerts.test.yml')).tests.flatMap((test) =>
      test.alert_rule_test.map(({ alertname }) => alertname),
    );
    const page = readFileSync(join(ROOT, 'docs', 'alerts.md'), 'utf8');
    const sections = [...page.matchAll(/^## (\w+)$/gm)].map(([, title]) => title);
    const names = rules.map(({ alert }) => alert);
    expect(sections).toEqual(names);
    expect([...new Set(tested)]).toEqual(names);
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
    }
  });
});

const test = stackTest({ roles: ['bot', 'worker'] });
let prometheus: Prometheus | undefined;
afterAll(() => prometheus?.stop());

test('each panel of the dashboard shows something about a running app', async ({ stack }) => {
  const targets = stack.bots.map(({ ports }) => `127.0.0.1:${ports.ops}`);
  prometheus = await startPrometheus(targets);
  const { query } = prometheus;
  await expect.poll(() => query('sum(up)')).toEqual([targets.length]);
  // A rate needs two scrapes with a change in between.
  const scenario = newScenario(stack);
  await scenario.answered(scenario.text());
  await expect.poll(() => query('sum(deepsearch_slack_questions_total)')).toEqual([1]);
  await scenario.answered(scenario.text());
  await expect.poll(() => query('sum(deepsearch_slack_questions_total)')).toEqual([2]);
  // One stays open.
  await scenario.asked(scenario.text());

  const dashboard = JSON.parse(readFileSync(join(ROOT, 'deploy/grafana/dashboard.json'), 'utf8'));
  for (const { title, targets: queries } of Dashboard.parse(dashboard).panels) {
    for (const { expr } of queries) {
      const shown = () => query(expr.replaceAll('$__rate_interval', '1m'));
      const about = `${title}: ${expr}`;
      await expect.poll(shown, { message: about }).not.toEqual([]);
      expect((await shown()).every(Number.isFinite), about).toBe(true);
    }
  }
});

/** Gauges of prom-client's own, which it names like counters. */
const FOREIGN = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

test('promtool finds nothing wrong with the metrics', async ({ stack }) => {
  const scenario = newScenario(stack);
  await scenario.answered(scenario.text());
  for (const { ports } of stack.bots) {
    const metrics = await (await fetch(`http://127.0.0.1:${ports.ops}/metrics`)).text();
    expect(await lint(metrics)).toEqual([]);
  }
  expect(await lint('# TYPE sent_total gauge\nsent_total 1\n')).not.toEqual([]);
});

/** What `promtool check metrics` says of our own names and help. */
async function lint(metrics: string): Promise<string[]> {
  const child = spawn('promtool', ['check', 'metrics']);
  child.stdin.end(metrics);
  const [said, [status]] = await Promise.all([readText(child.stderr), once(child, 'close')]);
  const lines = said.split('\n').filter((line) => line !== '');
  // 3: it has found something; any other is a failure of the tool.
  if (status !== 0 && status !== 3) throw new Error(`promtool exited with ${status}: ${said}`);
  return lines.filter((line) => !FOREIGN.some((name) => line.startsWith(`${name} `)));
}
