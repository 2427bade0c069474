import { readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { makeTemporaryFolder } from '../../local/demo/temporary-folder.js';
import { findKubectl } from '../../scripts/programs.mjs';
import { describeSettings, type Role, readConfig } from '../../src/config.js';
import { newScenario } from '../support/scenario.js';
import { KEY, startStack, TOKEN } from '../support/stack.js';
import {
  MANIFESTS,
  type Manifest,
  parseManifests,
  render,
  schemaErrors,
  typeErrors,
} from './kubernetes.js';
import { startPrometheus } from './prometheus.js';

const OVERLAYS = ['small', 'large'];
const DOCS = readFileSync(join(MANIFESTS, '..', '..', 'docs', 'kubernetes.md'), 'utf8');

const Labels = z.record(z.string(), z.string());
const Port = z.union([z.string(), z.number()]);
const Probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: Port }).optional() });
const Container = z.looseObject({
  image: z.string(),
  args: z.array(z.string()).default([]),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.object({ secretRef: z.object({ name: z.string() }) })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  startupProbe: Probe.optional(),
  livenessProbe: Probe,
  readinessProbe: Probe,
  lifecycle: z
    .object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) })
    .optional(),
  resources: z.object({ requests: Labels, limits: Labels }),
  securityContext: z.unknown(),
});
const Workload = z.looseObject({
  kind: z.enum(['Deployment', 'StatefulSet']),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    replicas: z.number().optional(),
    selector: z.object({ matchLabels: Labels }),
    template: z.object({
      metadata: z.object({ labels: Labels }),
      spec: z.looseObject({
        serviceAccountName: z.string().optional(),
        automountServiceAccountToken: z.boolean().optional(),
        terminationGracePeriodSeconds: z.number().optional(),
        securityContext: z.looseObject({}),
        containers: z.tuple([Container]),
      }),
    }),
  }),
});
const Service = z.object({
  spec: z.looseObject({
    selector: Labels,
    ports: z.array(z.looseObject({ port: z.number(), targetPort: Port })),
  }),
});
const PolicyPeers = z
  .array(
    z.looseObject({
      from: z
        .array(z.looseObject({ podSelector: z.object({ matchLabels: Labels }).optional() }))
        .optional(),
      ports: z.array(z.looseObject({ port: Port })),
    }),
  )
  .default([]);
const Policy = z.object({
  spec: z.looseObject({
    podSelector: z.object({ matchLabels: Labels }),
    policyTypes: z.array(z.string()),
    ingress: PolicyPeers,
    egress: PolicyPeers,
  }),
});
const Budget = z.object({ spec: z.looseObject({ selector: z.object({ matchLabels: Labels }) }) });
const ScaledObject = z.object({
  spec: z.looseObject({
    scaleTargetRef: z.object({ name: z.string() }),
    minReplicaCount: z.number(),
    maxReplicaCount: z.number(),
    triggers: z.array(z.looseObject({ metadata: z.looseObject({ query: z.string() }) })),
  }),
});
const Ingress = z.object({
  spec: z.looseObject({
    rules: z.array(
      z.looseObject({
        http: z.object({
          paths: z.array(
            z.looseObject({
              path: z.string(),
              backend: z.object({
                service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }),
              }),
            }),
          ),
        }),
      }),
    ),
  }),
});

const title = findKubectl()
  ? 'deploy/kubernetes'
  : 'deploy/kubernetes (not tested: no kubectl 1.27)';

describe.skipIf(!findKubectl())(title, () => {
  describe.each(OVERLAYS)('the overlay %s', (name) => {
    const rendered = findKubectl()
      ? render(join(MANIFESTS, 'overlays', name))
      : Promise.resolve([]);

    it('has only what the published schemas know', async () => {
      const objects = await rendered;
      expect(objects.length).toBeGreaterThan(5);
      expect(await schemaErrors(objects)).toEqual([]);
      expect(await typeErrors(objects)).toEqual([]);
    });

    it('keeps everything in its namespace, and no secret', async () => {
      const objects = await rendered;
      const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((it) => it.startsWith('Secret'))).toEqual([]);
      const places = objects
        .filter(({ kind }) => kind !== 'Namespace')
        .map(({ metadata }) => metadata.namespace);
      expect(new Set(places)).toEqual(new Set(['deepsearch-slack']));
    });

    it('runs every pod with the rights of the Pod Security Standard "restricted"', async () => {
      for (const { spec } of workloadsOf(await rendered)) {
        const { template } = spec;
        expect(template.spec.automountServiceAccountToken).toBe(false);
        expect(template.spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        const [{ securityContext, resources }] = template.spec.containers;
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(Object.keys(resources.requests).sort()).toEqual(['cpu', 'memory']);
        expect(Object.keys(resources.limits)).toEqual(['memory']);
      }
    });

    it('probes ports that the containers have', async () => {
      for (const { container } of containersOf(await rendered)) {
        const ports = container.ports.map((port) => port.name);
        const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
        for (const probe of probes) {
          if (probe?.httpGet) expect(ports).toContain(probe.httpGet.port);
        }
      }
    });

    it('gives the app settings that it knows and accepts, on the ports that it declares', async () => {
      const known = describeSettings().map((setting) => setting.name);
      for (const { container, grace } of appsOf(await rendered)) {
        const env = Object.fromEntries(container.env.map((it) => [it.name, it.value]));
        expect(Object.keys(env).filter((it) => !known.includes(it))).toEqual([]);
        const config = readConfig({ ...SECRET, ...env }, (container.args[0] ?? 'both') as Role);
        const ports = Object.fromEntries(container.ports.map((it) => [it.name, it.containerPort]));
        expect(ports['ops']).toBe(config.ops.port);
        expect(config.ops.host).toBe('0.0.0.0');
        expect(env['PORT']).toBe(String(ports['slack']));
        expect([
          container.livenessProbe.httpGet?.path,
          container.readinessProbe.httpGet?.path,
        ]).toEqual([...['/healthz', '/readyz']]);
        const pause = Number(container.lifecycle?.preStop.exec.command[1]);
        expect(grace).toBeGreaterThan(pause + config.tuning.shutdownTimeoutMs / 1000);
      }
    });

    it('reads the Secret that the docs create', async () => {
      const [, created] =
        /kubectl create secret generic (\S+) --namespace deepsearch-slack/.exec(DOCS) ?? [];
      for (const { container } of appsOf(await rendered)) {
        expect(container.envFrom).toEqual([{ secretRef: { name: created } }]);
      }
    });

    it('has services, policies and budgets whose selectors and ports find pods', async () => {
      const objects = await rendered;
      const workloads = workloadsOf(objects);
      const selected = (labels: Record<string, string>) =>
        workloads.filter(({ spec }) => matches(spec.template.metadata.labels, labels));
      for (const { spec } of workloads) expect(selected(spec.selector.matchLabels)).toHaveLength(1);
      for (const { spec } of ofKind(objects, 'Service', Service)) {
        const targets = selected(spec.selector).flatMap((it) => portsOf(it));
        expect(targets.length).toBeGreaterThan(0);
        for (const { targetPort } of spec.ports) expect(targets).toContain(targetPort);
      }
      for (const { spec } of ofKind(objects, 'NetworkPolicy', Policy)) {
        const targets = selected(spec.podSelector.matchLabels);
        expect(targets.length).toBeGreaterThan(0);
        expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
        for (const { ports, from = [] } of spec.ingress) {
          for (const { port } of ports) expect(targets.flatMap(portsOf)).toContain(port);
          for (const { podSelector } of from) {
            if (podSelector) expect(selected(podSelector.matchLabels).length).toBeGreaterThan(0);
          }
        }
      }
      const budgets = ofKind(objects, 'PodDisruptionBudget', Budget).map(({ spec }) =>
        selected(spec.selector.matchLabels).map(({ metadata }) => metadata.name),
      );
      expect(budgets).toEqual(appsOf(objects).map((app) => [app.name]));
      const policies = ofKind(objects, 'NetworkPolicy', Policy);
      const isolated = policies.flatMap(({ spec }) => selected(spec.podSelector.matchLabels));
      expect(new Set(isolated)).toEqual(new Set(workloads));
    });
  });

  it('the overlay small has processes with both roles, beside a Redis as docker-compose.yml runs it', async () => {
    const objects = await render(join(MANIFESTS, 'overlays', 'small'));
    expect(appsOf(objects).map(({ container }) => container.args)).toEqual([[]]);
    const [app] = appsOf(objects);
    const url = app?.container.env.find((it) => it.name === 'REDIS_URL')?.value;
    expect(url).toBe('redis://redis:6379');
    const redis = containersOf(objects).find((it) => it.name === 'redis')?.container;
    const Compose = z.object({
      services: z.object({ redis: z.object({ command: z.string(), image: z.string() }) }),
    });
    const compose = Compose.parse(
      parse(readFileSync(join(MANIFESTS, '..', '..', 'docker-compose.yml'), 'utf8'), {
        merge: true,
      }),
    ).services.redis;
    expect(redis?.args.map((arg) => arg || '""').join(' ')).toBe(compose.command.trim());
    expect(compose.image).toContain(redis?.image);
  });

  it('the overlay large has roles apart: only bots get Slack’s requests, and only workers are scaled', async () => {
    const objects = await render(join(MANIFESTS, 'overlays', 'large'));
    const apps = appsOf(objects);
    expect(apps.map(({ container }) => container.args)).toEqual([['bot'], ['worker']]);
    const slack = objects.find(
      ({ kind, metadata }) => kind === 'Service' && metadata.name === 'deepsearch-slack',
    );
    const { selector } = Service.parse(slack).spec;
    expect(apps.filter(({ labels }) => matches(labels, selector)).map((app) => app.name)).toEqual([
      'deepsearch-slack-bot',
    ]);
    const [scaled] = ofKind(objects, 'ScaledObject', ScaledObject);
    const target = apps.find((app) => app.name === scaled?.spec.scaleTargetRef.name);
    expect(target?.container.args).toEqual(['worker']);
    // Otherwise each `kubectl apply` would undo what the autoscaler has decided.
    expect(target?.replicas).toBeUndefined();
    expect(scaled?.spec.minReplicaCount).toBeGreaterThan(1);
  });

  it('the queries of the autoscaler each give one number about a running app', async () => {
    const objects = await render(join(MANIFESTS, 'overlays', 'large'));
    const queries = ofKind(objects, 'ScaledObject', ScaledObject).flatMap(({ spec }) =>
      spec.triggers.map((trigger) => trigger.metadata.query),
    );
    expect(queries).toHaveLength(2);
    const stack = await startStack({ roles: ['bot', 'worker'] });
    onTestFinished(() => stack.stop());
    const scenario = newScenario(stack);
    await scenario.answered(scenario.text());
    const prometheus = await startPrometheus(
      stack.bots.map(({ ports }) => `127.0.0.1:${ports.ops}`),
    );
    onTestFinished(() => prometheus.stop());
    for (const query of queries) {
      await expect.poll(() => prometheus.query(query)).toEqual([expect.any(Number)]);
    }
  });

  it('the docs’ own overlay renders with its image, and their Ingress leads to the Service', async () => {
    const [own = '', ingress = ''] = [...DOCS.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
      ([, text]) => text,
    );
    const folder = makeTemporaryFolder('deepsearch-kubernetes');
    onTestFinished(() => folder.remove());
    await cp(MANIFESTS, folder.path, { recursive: true });
    const mine = join(folder.path, 'overlays', 'mine');
    await mkdir(mine);
    await writeFile(join(mine, 'kustomization.yaml'), own);
    await writeFile(join(mine, 'ingress.yaml'), ingress);
    const objects = await render(mine);
    expect(appsOf(objects).map(({ container }) => container.image)).toEqual([
      ...['registry.example.com/deepsearch-slack:0.1.0'],
    ]);
    const found = objects.filter(({ kind }) => kind === 'Ingress');
    expect([await schemaErrors(found), await typeErrors(found)]).toEqual([[], []]);
    const paths = ofKind(found, 'Ingress', Ingress).flatMap(({ spec }) =>
      spec.rules.flatMap((rule) => rule.http.paths),
    );
    expect(paths.map(({ path }) => path)).toEqual(['/slack', '/account']);
    for (const { backend } of paths) {
      const service = objects.find(
        ({ kind, metadata }) => kind === 'Service' && metadata.name === backend.service.name,
      );
      expect(Service.parse(service).spec.ports.map((port) => port['name'])).toContain(
        backend.service.port.name,
      );
    }
  });
});

describe('the check of the manifests', () => {
  const broken = (text: string) => parseManifests(`${POD}\n${text}`);
  const POD = `apiVersion: v1
kind: Pod
metadata:
  name: example
spec:`;

  it.each([
    ['an unknown field', '  containers: [{ name: a, image: a, imagePullPolice: Always }]', 'type'],
    [
      'a field at the wrong place',
      '  containers: [{ name: a, image: a }]\n  runAsUser: 1000',
      'type',
    ],
    [
      'a number that is text',
      '  containers: [{ name: a, ports: [{ containerPort: "80" }] }]',
      'both',
    ],
    ['a missing field', '  containers: [{ image: a }]', 'both'],
  ])('refuses %s', async (_what, text, by) => {
    expect(await typeErrors(broken(text))).not.toEqual([]);
    if (by === 'both') expect(await schemaErrors(broken(text))).not.toEqual([]);
  });

  it('accepts the same without the mistake', async () => {
    const good = broken('  containers: [{ name: a, image: a, ports: [{ containerPort: 80 }] }]');
    expect([await typeErrors(good), await schemaErrors(good)]).toEqual([[], []]);
  });

  it('refuses a kind that does not exist', async () => {
    const [pod] = broken('  containers: []');
    expect(await schemaErrors([{ ...(pod as Manifest), kind: 'Pot' }])).toEqual(['v1 has no Pot']);
  });
});

/** What the Secret holds at least. */
const SECRET = {
  SLACK_BOT_TOKEN: 'xoxb-1-bot',
  SLACK_SIGNING_SECRET: 'signing-secret',
  DEEPSEARCH_URL: 'https://code.example.com',
  DEEPSEARCH_TOKEN: TOKEN,
  ENCRYPTION_KEY: KEY,
};

function ofKind<T>(objects: readonly Manifest[], kind: string, schema: z.ZodType<T>): T[] {
  return objects.filter((object) => object.kind === kind).map((object) => schema.parse(object));
}

function workloadsOf(objects: readonly Manifest[]) {
  return [...ofKind(objects, 'Deployment', Workload), ...ofKind(objects, 'StatefulSet', Workload)];
}

function containersOf(objects: readonly Manifest[]) {
  return workloadsOf(objects).map(({ metadata, spec }) => ({
    name: metadata.name,
    replicas: spec.replicas,
    labels: spec.template.metadata.labels,
    grace: spec.template.spec.terminationGracePeriodSeconds,
    container: spec.template.spec.containers[0],
  }));
}

/** The processes of the app. */
function appsOf(objects: readonly Manifest[]) {
  return containersOf(objects).filter(({ name }) => name.startsWith('deepsearch-slack'));
}

function portsOf(workload: z.infer<typeof Workload>): string[] {
  return workload.spec.template.spec.containers[0].ports.map(({ name }) => name);
}

function matches(labels: Record<string, string>, selector: Record<string, string>): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}
