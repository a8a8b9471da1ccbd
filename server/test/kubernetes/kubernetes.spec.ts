import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConfiguration, ROLES } from '../../platform/config/config.js';
import { SECRET_SETTINGS } from '../../platform/config/secret-settings.js';
import { addressOf, makeInstallationSecrets } from '../../platform/config/secrets.js';
import { REQUEST_LIMIT_MS } from '../../platform/http/connection-limits.js';
import { deskPlace, HEALTH_PATHS } from '../../platform/http/entrances.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import {
  builtOf,
  type Container,
  FOLDER,
  faultsOf,
  type Manifest,
  manifestsOf,
  type Peer,
  type Pod,
  type Rule,
  settingsOf,
} from './manifests.js';

const ROOT = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const base = manifestsOf('base');
const of = (kind: string, from = base) => from.filter((manifest) => manifest.kind === kind);
const named = (kind: string, name: string, from = base): Manifest => {
  const found = of(kind, from).find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
};

const NAME = 'app.kubernetes.io/name';
const SERVING = ['gateway', 'desk', 'worker', 'feed'];
const pods = [...of('Deployment'), ...of('Job')].map(({ metadata, spec }) => ({
  name: metadata.name,
  labels: spec?.template?.metadata.labels ?? {},
  pod: spec?.template?.spec as Pod,
}));
const podOf = (name: string): Pod => pods.find((one) => one.name === name)?.pod as Pod;
const containerOf = (name: string): Container => podOf(name).containers[0] as Container;
const portOf = (name: string, port: string) => containerOf(name).ports?.find((one) => one.name === port)?.containerPort;

/** What is drawn for an installation, and what its providers gave it, as the Secrets have them. */
const secrets = mkdtempSync(join(tmpdir(), 'kubernetes-'));
beforeAll(() => makeInstallationSecrets({ shared: secrets, owner: secrets, migration: secrets }, {}));
afterAll(() => rmSync(secrets, { recursive: true }));

const MOUNTED = '/run/secrets/trading';
/** The environment of a pod, with its secrets where the test has drawn them. */
function environmentOf(name: string): Record<string, string> {
  const sets = containerOf(name).envFrom?.map(({ configMapRef }) => configMapRef.name) ?? [];
  const settings = Object.assign({}, ...sets.map((set) => settingsOf('base', set))) as Record<string, string>;
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, value.replace(MOUNTED, secrets)]));
}
const SITE = { PUBLIC_URL: 'https://trade.example' };

describe('the schemas of Kubernetes', () => {
  it('find nothing wrong, in the base and in what the autoscaler reads', () => {
    expect(base.length).toBeGreaterThan(30);
    expect(faultsOf([...base, ...manifestsOf('metrics-adapter')])).toEqual([]);
  });

  it('would find it', () => {
    const wrong = (kind: string, name: string, change: (manifest: never) => void) => {
      const copy = structuredClone(named(kind, name));
      change(copy as never);
      return faultsOf([copy]);
    };
    interface Deployed {
      spec: { template: { spec: { containers: { resources: unknown }[] } } } & Record<string, unknown>;
    }
    const container = ({ template }: Deployed['spec']) => template.spec.containers[0] as { resources: unknown };
    const cases = [
      wrong('Deployment', 'worker', ({ spec }: Deployed) => (spec.replica = 2)),
      wrong('Deployment', 'worker', ({ spec }: Deployed) => (spec.replicas = '2')),
      wrong('Deployment', 'worker', ({ spec }: Deployed) => delete (spec as Record<string, unknown>).selector),
      wrong('Deployment', 'worker', ({ spec }: Deployed) => Object.assign(container(spec), { livenesProbe: {} })),
      wrong('Deployment', 'worker', ({ spec }: Deployed) =>
        Object.assign(container(spec), { resources: { limits: { memory: 'lots' } } }),
      ),
      wrong(
        'ServiceMonitor',
        'worker',
        ({ spec }: { spec: { endpoints: unknown } }) => (spec.endpoints = [{ prot: 'http' }]),
      ),
      wrong('NetworkPolicy', 'nobody', ({ spec }: { spec: Record<string, unknown> }) => (spec.policyTypes = 'Ingress')),
    ];
    expect(cases.map((faults) => faults.length > 0)).toEqual(cases.map(() => true));
  });
});

describe('every pod', () => {
  it.each(pods)('of $name gives up every right that it does not need', ({ pod }) => {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    expect(named('Namespace', 'trading').metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
  });

  it.each(pods)('of $name says what it needs, and no more than the node may give it is taken', ({ pod }) => {
    for (const { resources } of pod.containers) {
      expect(Object.keys(resources?.requests ?? {}).sort()).toEqual(['cpu', 'memory']);
      expect(Object.keys(resources?.limits ?? {})).toEqual(['memory']);
    }
  });

  it.each(pods)('of $name finds all that it mounts, and mounts all that it has', ({ pod }) => {
    const mounts = pod.containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
    expect([...mounts].sort()).toEqual((pod.volumes ?? []).map(({ name }) => name).sort());
  });

  it.each(of('Deployment').map(({ metadata }) => metadata.name))('of %s is spread over zones and machines', (name) => {
    const spread = podOf(name).topologySpreadConstraints ?? [];
    expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
    for (const { labelSelector } of spread) expect(labelSelector.matchLabels).toEqual({ [NAME]: name });
  });

  it.each(of('Deployment').map(({ metadata }) => metadata.name))(
    'of %s leaves one at a time, and never the last one',
    (name) => {
      const { spec } = named('PodDisruptionBudget', name);
      expect(spec).toMatchObject({ maxUnavailable: 1, selector: { matchLabels: { [NAME]: name } } });
      const least =
        named('Deployment', name).spec?.replicas ?? named('HorizontalPodAutoscaler', name).spec?.minReplicas ?? 1;
      expect(least).toBeGreaterThan(1);
    },
  );
});

describe('probes', () => {
  it.each(SERVING)(
    '%s is asked at the paths that it answers in every role, and lives without Postgres and Redis',
    (name) => {
      const { startupProbe, readinessProbe, livenessProbe } = containerOf(name);
      const asked = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet);
      expect(asked).toEqual([
        { path: '/healthz', port: 'http' },
        { path: '/readyz', port: 'http' },
        { path: '/healthz', port: 'http' },
      ]);
      for (const { path = '' } of asked.flatMap((one) => one ?? [])) expect(HEALTH_PATHS).toContain(path.slice(1));
      expect(portOf(name, 'http')).toBe(readConfiguration({ ...environmentOf(name), ...SITE }).PORT);
    },
  );

  it('of the balancer and the pooler are at ports that they have', () => {
    for (const name of ['balancer', 'pooler']) {
      const { startupProbe, readinessProbe, livenessProbe } = containerOf(name);
      for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? '';
        expect([name, port, portOf(name, port) !== undefined]).toEqual([name, port, true]);
        if (probe?.httpGet) expect(read('server/deploy/haproxy.cfg')).toContain(`monitor-uri ${probe.httpGet.path}`);
      }
    }
  });
});

describe('what a pod is started with', () => {
  const ROLE_OF: Record<string, string> = { gateway: 'gateway', desk: 'gateway', worker: 'worker', feed: 'feed' };

  it('is every role of the product, and no other', () => {
    expect([...new Set(Object.values(ROLE_OF))].sort()).toEqual([...ROLES].sort());
    expect(
      of('Deployment')
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual([...SERVING, 'balancer', 'pooler'].sort());
  });

  it.each(SERVING)('%s is understood by the product, in production, in one role, as a user of its own', (name) => {
    const values = readConfiguration({ ...environmentOf(name), ...SITE });
    const role = ROLE_OF[name] ?? '';
    const user = role === 'gateway' ? 'gateway_app' : `gateway_${role}`;
    const own = (file: string) => readFileSync(join(secrets, file), 'utf8').trim();
    expect(values).toMatchObject({
      NODE_ENV: 'production',
      ROLES: [role],
      STORAGE: 's3',
      AUDIT_ANCHORS: 's3',
      SECRETS_ORIGIN: 'given',
      DATABASE_POOLING: 'transaction-by-work',
      SECRET_KEY: own('secret-key'),
      WEB_PUSH_PRIVATE_KEY: own('web-push-key'),
    });
    expect(new URL(values.DATABASE_URL)).toMatchObject({
      username: user,
      password: own(`postgres-${role}-password`),
      host: 'pooler:6432',
    });
    expect(new URL(values.REDIS_URL)).toMatchObject({ username: role, password: own(`redis-${role}-password`) });
    expect(deskPlace(values)).toBe(name === 'desk' ? 'own port' : 'nowhere');
    expect(values.METRICS_PORT).toBe(portOf(name, 'figures'));
    const inner = portOf(name, 'inside');
    expect(values.OPS_PORT).toBe(role === 'gateway' ? inner : undefined);
    expect(inner).toBe(role === 'gateway' ? 3100 : undefined);
  });

  it('writes nowhere but to places that are made for it', () => {
    for (const name of SERVING) {
      const places = (containerOf(name).volumeMounts ?? [])
        .filter(({ readOnly }) => !readOnly)
        .map(({ mountPath }) => mountPath);
      expect(places).toEqual(['/tmp']);
      expect(readConfiguration({ ...environmentOf(name), ...SITE }).DATA_FOLDER).toMatch(/^\/tmp\//);
    }
  });

  it.each([...SERVING, 'migrate'])('%s has no secret in its environment, but the files of them', (name) => {
    for (const [key, value] of Object.entries(environmentOf(name))) {
      expect([key, SECRET_SETTINGS.includes(key)]).toEqual([key, false]);
      if (URL.canParse(value)) expect([key, new URL(value).password]).toEqual([key, '']);
    }
    expect(containerOf(name).env).toBeUndefined();
    const sources = podOf(name).volumes?.find(({ projected }) => projected)?.projected;
    expect(sources?.defaultMode).toBe(0o440);
    const role = name === 'desk' ? 'gateway' : name;
    const wanted =
      name === 'migrate'
        ? ['trading-owner', 'trading-gateway', 'trading-worker', 'trading-feed']
        : ['trading-sealing', `trading-${role}`, 'trading-providers'];
    expect(sources?.sources.map(({ secret }) => secret.name)).toEqual(wanted);
  });

  it('is told to leave, and has the time for it that it takes', () => {
    for (const name of ['gateway', 'desk']) {
      const { DRAIN_NOTICE_MS, REALTIME_DRAIN_MS } = readConfiguration({ ...environmentOf(name), ...SITE });
      const looks = Number(/inter (\d+)s fall 2 /.exec(read('server/deploy/haproxy.cfg'))?.[1]) * 2;
      expect(DRAIN_NOTICE_MS).toBeGreaterThan((looks + 1) * 1000);
      expect((podOf(name).terminationGracePeriodSeconds ?? 0) * 1000).toBeGreaterThan(
        DRAIN_NOTICE_MS + REALTIME_DRAIN_MS + REQUEST_LIMIT_MS,
      );
      const [notice, drain, request] = [DRAIN_NOTICE_MS, REALTIME_DRAIN_MS, REQUEST_LIMIT_MS].map((ms) => ms / 1000);
      expect(read(`server/deploy/kubernetes/base/${name}.yaml`)).toContain(
        `notice to the balancer (${notice} s), the drain of sockets (${drain} s), and the longest that a request may take (${request} s)`,
      );
    }
  });

  it('is migrated by the owner of the tables, whose password is nowhere else', () => {
    const environment = environmentOf('migrate');
    expect(containerOf('migrate').command).toEqual(['node', 'dist/programs/migrate.js']);
    const password = readFileSync(join(secrets, 'postgres-password'), 'utf8').trim();
    expect(new URL(addressOf(environment, 'DATABASE_OWNER') ?? '')).toMatchObject({
      username: 'gateway_owner',
      password,
    });
    for (const [role, name] of [
      ['worker', 'DATABASE_WORKER'],
      ['feed', 'DATABASE_FEED'],
    ] as const) {
      expect(new URL(addressOf(environment, name) ?? '')).toMatchObject({
        username: `gateway_${role}`,
        password: readFileSync(join(secrets, `postgres-${role}-password`), 'utf8').trim(),
      });
    }
    const readers = pods
      .filter(({ pod }) => JSON.stringify(pod.volumes).includes('trading-owner'))
      .map(({ name }) => name);
    expect(readers).toEqual(['migrate']);
  });
});

describe('the autoscaler', () => {
  interface AdapterRule {
    seriesQuery: string;
    name: { as: string };
    metricsQuery: string;
  }
  const adapter = manifestsOf('metrics-adapter')[0]?.data?.['config.yaml'] ?? '';
  const rules = (parse(adapter) as { rules: AdapterRule[] }).rules;

  it('goes by figures that the rules make of what a gateway publishes', async () => {
    const wanted = named('HorizontalPodAutoscaler', 'gateway').spec?.metrics?.map(
      ({ pods: { metric } }) => metric.name,
    );
    expect(wanted).toEqual(['gateway_sockets', 'gateway_event_loop_delay_seconds']);
    expect(rules.map(({ name }) => name.as)).toEqual(wanted);
    const metrics = new Metrics();
    metrics.watchProcess();
    const text = await metrics.text();
    for (const { seriesQuery, metricsQuery } of rules) {
      const series = /^(\w+)\{/.exec(seriesQuery)?.[1] ?? '';
      expect(text).toMatch(new RegExp(`^# TYPE ${series} gauge$`, 'm'));
      expect(metricsQuery).toContain('<<.Series>>{<<.LabelMatchers>>}');
    }
  });

  it('makes no more gateways than the balancer knows, with those that come and those that leave', () => {
    const cfg = read('server/deploy/haproxy.cfg');
    const { maxReplicas = 0 } = named('HorizontalPodAutoscaler', 'gateway').spec ?? {};
    const { strategy, minReadySeconds = 0, replicas } = named('Deployment', 'gateway').spec ?? {};
    expect(replicas).toBeUndefined();
    const heldSeconds = Number(/hold obsolete (\d+)s/.exec(cfg)?.[1]);
    const leavesSeconds = (podOf('gateway').terminationGracePeriodSeconds ?? 0) + heldSeconds;
    expect(minReadySeconds).toBeGreaterThan(0);
    // A rollout lets the next one go when a new one has been ready for `minReadySeconds`; one more may go with fewer sockets.
    const leaving = Math.floor(leavesSeconds / minReadySeconds) + 1 + 1;
    const most = maxReplicas + (strategy?.rollingUpdate.maxSurge ?? 0) + leaving;
    const known = [...cfg.matchAll(/server-template (gateway|desk) 1-(\d+) /g)].map(([, name, count]) => ({
      name,
      count,
    }));
    expect(known.map(({ name }) => name)).toEqual(['gateway', 'gateway', 'gateway', 'desk']);
    for (const { count } of known) expect(Number(count)).toBeGreaterThan(most);
  });
});

describe('who may talk to whom', () => {
  const policies = of('NetworkPolicy');
  const chosen = (selector: Peer['podSelector']): string[] =>
    pods
      .map(({ name }) => name)
      .filter(
        (name) =>
          Object.values(selector?.matchLabels ?? {}).every((label) => label === name) &&
          (selector?.matchExpressions ?? []).every(({ values }) => values.includes(name)),
      );
  /** Every way in or out, as `who: peer port`. */
  const ways = (direction: 'ingress' | 'egress') =>
    policies.flatMap(({ spec }) =>
      chosen(spec?.podSelector).flatMap((who) =>
        (spec?.[direction] ?? []).flatMap((rule) =>
          rule.ports.flatMap(({ port }) =>
            peersOf(rule, direction).map((peer) => `${who} ${peer} ${numberOf(who, port)}`),
          ),
        ),
      ),
    );
  const numberOf = (who: string, port: string | number) => (typeof port === 'number' ? port : portOf(who, port));
  const peersOf = (rule: Rule, direction: 'ingress' | 'egress'): string[] => {
    const peers = direction === 'ingress' ? rule.from : rule.to;
    if (!peers) return ['anybody'];
    return peers.flatMap(({ podSelector, namespaceSelector, ipBlock }) =>
      ipBlock
        ? 'outside'
        : namespaceSelector
          ? Object.values(namespaceSelector.matchLabels ?? {}).join()
          : podsOf(podSelector),
    );
  };
  /** Postgres and Redis are pods where somebody runs them in this namespace. */
  const podsOf = (selector: Peer['podSelector']) => {
    const found = chosen(selector);
    return found.length > 0 ? found : [selector?.matchLabels?.[NAME] ?? ''];
  };

  it('is nobody, unless it is said', () => {
    expect(named('NetworkPolicy', 'nobody').spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    for (const { spec } of policies.slice(1)) {
      for (const { ports } of [...(spec?.ingress ?? []), ...(spec?.egress ?? [])])
        expect(ports.length).toBeGreaterThan(0);
    }
  });

  it('comes in so', () => {
    expect(ways('ingress').sort()).toEqual(
      [
        'balancer anybody 8080',
        'balancer anybody 8443',
        // The desk: from namespaces that somebody has marked.
        'balancer true 9443',
        'balancer monitoring 8405',
        'gateway balancer 3000',
        'desk balancer 3100',
        ...SERVING.map((name) => `${name} monitoring 9464`),
        ...SERVING.map((name) => `pooler ${name} 6432`),
      ].sort(),
    );
  });

  it('goes out so', () => {
    const names = pods.flatMap(({ name }) => [`${name} kube-system 53`, `${name} kube-system 53`]);
    const outside = SERVING.flatMap((name) => [443, 465, 587, 8443, 9443].map((port) => `${name} outside ${port}`));
    const servers = SERVING.flatMap((name) => [`${name} pooler 6432`, `${name} redis 6379`, `${name} redis 26379`]);
    const others = ['balancer gateway 3000', 'balancer desk 3100', 'pooler postgres 5432', 'migrate postgres 5432'];
    const traces = SERVING.map((name) => `${name} monitoring 4318`);
    expect(ways('egress').sort()).toEqual([...names, ...outside, ...servers, ...traces, ...others].sort());
  });

  it('outside is no network of our own, nor the address of a cloud’s credentials', () => {
    const { spec } = named('NetworkPolicy', 'outside');
    const { ipBlock } = spec?.egress?.[0]?.to?.[0] ?? {};
    expect(ipBlock?.except).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']),
    );
  });

  it('is found by name: every service leads to ports of pods that there are, and one alone to the outside', () => {
    for (const { metadata, spec } of of('Service')) {
      const who = String((spec?.selector as Record<string, unknown> | undefined)?.[NAME]);
      for (const { targetPort } of spec?.ports ?? [])
        expect([metadata.name, targetPort, portOf(who, targetPort) !== undefined]).toEqual([
          metadata.name,
          targetPort,
          true,
        ]);
    }
    const open = of('Service').filter(({ spec }) => spec?.type === 'LoadBalancer' || spec?.type === 'NodePort');
    expect(open.map(({ metadata, spec }) => [metadata.name, spec?.ports?.map(({ targetPort }) => targetPort)])).toEqual(
      [['balancer', ['plain', 'public']]],
    );
  });

  it('of figures: each is read where it is published', () => {
    for (const { spec } of of('ServiceMonitor')) {
      const name = spec?.selector?.matchLabels?.[NAME] ?? '';
      const service = named('Service', name);
      expect(service.metadata.labels).toEqual({ [NAME]: name });
      const [endpoint] = spec?.endpoints ?? [];
      expect(endpoint?.path).toBe('/metrics');
      expect(service.spec?.ports?.map((port) => port.name)).toContain(endpoint?.port);
      expect(endpoint?.port).toBe('figures');
    }
    expect(
      of('ServiceMonitor')
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual([...SERVING, 'balancer'].sort());
  });

  it('raise the alarms that stand beside the manifests, and no others', () => {
    const { groups } = parse(read('server/deploy/alerts.yml')) as { groups: unknown[] };
    expect(named('PrometheusRule', 'alarms').spec?.groups).toEqual(groups);
  });

  it('have recorded what the objectives take', () => {
    const { groups } = parse(read('server/deploy/objectives.yml')) as { groups: unknown[] };
    expect(named('PrometheusRule', 'objectives').spec?.groups).toEqual(groups);
  });
});

describe('the balancer', () => {
  const environment = settingsOf('base', 'balancer');

  it('finds gateways and desks by the names of their services, at their ports, before they are ready', () => {
    const at = (name: string, port: string) => `${name}.trading.svc.cluster.local:${portOf(name, port)}`;
    expect(environment).toMatchObject({
      BALANCER_GATEWAYS: at('gateway', 'http'),
      BALANCER_DESKS: at('desk', 'inside'),
    });
    for (const name of ['gateway', 'desk'])
      expect(named('Service', name).spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
  });

  it('listens at the ports that its pod says, with variables that its file knows', () => {
    const haproxy = read('server/deploy/haproxy.cfg');
    for (const name of Object.keys(environment)) expect(haproxy).toContain(`\${${name}`);
    const doors = { plain: 'PLAIN', public: 'PUBLIC', desk: 'DESK', health: 'HEALTH', figures: 'FIGURES' };
    for (const [port, door] of Object.entries(doors))
      expect(environment[`BALANCER_${door}`]).toBe(`:${portOf('balancer', port)}`);
    for (const { containerPort } of containerOf('balancer').ports ?? []) expect(containerPort).toBeGreaterThan(1024);
  });

  it('leaves no socket earlier than it must: the pod is there for as long as HAProxy keeps what is open', () => {
    const [, minutes] = /hard-stop-after (\d+)m$/m.exec(read('server/deploy/haproxy.cfg')) ?? [];
    const { terminationGracePeriodSeconds: grace = 0 } = podOf('balancer');
    const hook = JSON.stringify(containerOf('balancer').lifecycle?.preStop);
    const [, before, after] = /sleep (\d+); kill -s USR1 1; sleep (\d+)/.exec(hook) ?? [];
    expect(Number(after)).toBeGreaterThan(Number(minutes) * 60);
    // What it has not left by then is cut by HAProxy itself, not by the end of the grace.
    expect(grace).toBeGreaterThan(Number(before) + Number(after));
  });

  it('reads a certificate that was renewed, by the file that its image has', () => {
    const { command = [] } = containerOf('balancer');
    expect(command.slice(0, 3)).toEqual(['sh', '/etc/haproxy/reload-on-renewal.sh', '60']);
    // What it starts is the master, which is told by a signal and keeps its number.
    expect(command.slice(3)).toEqual(['haproxy', '-W', '-db', '-f', '/etc/haproxy/haproxy.cfg']);
    expect(read('server/deploy/balancer.Dockerfile')).toMatch(/^COPY .*reload-on-renewal\.sh .*\/etc\/haproxy\/$/m);
    // A part of a volume (`subPath`) is never renewed.
    const mount = containerOf('balancer').volumeMounts?.find(({ name }) => name === 'certificate');
    expect(mount).toEqual({ name: 'certificate', mountPath: '/etc/haproxy/tls', readOnly: true });
  });

  const haproxyPath = process.env.HAPROXY_PATH ?? '';
  const withHaproxy = haproxyPath === '' ? it.skip : it;
  withHaproxy('is understood by HAProxy itself', () => {
    const folder = mkdtempSync(join(tmpdir(), 'balancer-'));
    const path = join(folder, 'certificate.pem');
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=trade.example';
    execFileSync('openssl', [...words.split(' '), '-keyout', `${path}.key`, '-out', path], { stdio: 'ignore' });
    const env = {
      ...environment,
      ...settingsOf('production', 'balancer'),
      PATH: process.env.PATH,
      BALANCER_CERTIFICATE: path,
      BALANCER_SOCKET: join(folder, 'socket'),
      // Not what is asked here, and more than a machine may allow.
      BALANCER_CONNECTIONS: '1000',
    };
    execFileSync(haproxyPath, ['-c', '-f', join(ROOT, 'server/deploy/haproxy.cfg')], { env, stdio: 'pipe' });
    rmSync(folder, { recursive: true });
  });
});

describe('an installation in earnest', () => {
  const built = builtOf('production');
  const withKubectl = built === null ? it.skip : it;
  if (built === null)
    console.warn(
      'SKIPPED: there is no kubectl, which alone says what the patches of the production folder come to; run `npm test`, which fetches it.',
    );
  const all = built ?? [];

  withKubectl('is built, follows the schemas, and has everything of the base', () => {
    expect(faultsOf(all)).toEqual([]);
    const names = (from: Manifest[]) =>
      from.filter(({ kind }) => kind !== 'ConfigMap').map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names(all).sort()).toEqual(names(base).sort());
    for (const { kind, metadata } of all)
      expect(kind === 'Namespace' ? metadata.name : metadata.namespace).toBe('trading');
  });

  withKubectl('takes every image by its digest', () => {
    const deployed = [...of('Deployment', all), ...of('Job', all)];
    const images = deployed.flatMap(({ spec }) => spec?.template?.spec.containers.map(({ image }) => image) ?? []);
    expect(images).toHaveLength(pods.length);
    for (const image of images) expect(image).toMatch(/^registry\.example\/trading-\w+@sha256:[0-9a-f]{64}$/);
  });

  withKubectl.each([...SERVING])('%s starts so', (name) => {
    const container = named('Deployment', name, all).spec?.template?.spec.containers[0];
    const maps =
      container?.envFrom?.map(({ configMapRef }) => named('ConfigMap', configMapRef.name, all).data ?? {}) ?? [];
    const settings = Object.assign({}, ...maps) as Record<string, string>;
    const given = Object.entries(settings).filter(([key]) => !/^(S3|AUDIT|SMTP).*_FILE$/.test(key));
    const values = readConfiguration(
      Object.fromEntries(given.map(([key, value]) => [key, value.replace(MOUNTED, secrets)])),
    );
    expect(values).toMatchObject({ PUBLIC_URL: 'https://trade.example', PRIVATE_NETWORK_HOSTS: 'pooler' });
    expect(new URL(values.REDIS_URL).protocol).toBe('rediss:');
    // Each is there to be read: the pod mounts the folder that its files are named in.
    const files = Object.entries(settings).filter(([key]) => key.endsWith('_FILE'));
    for (const [key, path] of files) expect([key, path.startsWith(`${MOUNTED}/`)]).toEqual([key, true]);
    const secretsNamed = files.map(([key]) => key.replace(/_FILE$/, ''));
    expect(secretsNamed.filter((key) => !SECRET_SETTINGS.includes(key))).toEqual([]);
  });

  withKubectl('reaches Postgres and Redis in their own networks and by TLS', () => {
    const pooler = Object.values(
      all.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('pooler'))?.data ?? {},
    ).join();
    expect(pooler).toContain('server_tls_sslmode = verify-full');
    const { spec } = named('NetworkPolicy', 'pooler', all);
    expect(spec?.ingress).toEqual(named('NetworkPolicy', 'pooler').spec?.ingress);
    expect(spec?.egress?.[0]?.to?.[0]?.ipBlock?.cidr).toBeDefined();
  });

  withKubectl.each(['migrate', 'pooler', ...SERVING])('%s has the root of what it reaches by TLS', (name) => {
    const pod = named(name === 'migrate' ? 'Job' : 'Deployment', name, all).spec?.template?.spec as Pod;
    const [container] = pod.containers;
    const texts = (container?.envFrom ?? []).map(({ configMapRef }) => named('ConfigMap', configMapRef.name, all).data);
    const settings = Object.assign({}, ...texts) as Record<string, string>;
    const path =
      name === 'pooler'
        ? /server_tls_ca_file = (.*)/.exec(readFileSync(join(FOLDER, 'production/pgbouncer.ini'), 'utf8'))?.[1]
        : name === 'migrate'
          ? new URL(settings.DATABASE_OWNER_URL ?? '').searchParams.get('sslrootcert')
          : settings.NODE_EXTRA_CA_CERTS;
    const mount = container?.volumeMounts?.find(({ mountPath }) => path?.startsWith(`${mountPath}/`));
    expect([path, mount]).toEqual(['/run/certificates/ca.crt', expect.objectContaining({ readOnly: true })]);
    const volume = pod.volumes?.find((one) => one.name === mount?.name);
    expect(volume?.configMap?.name).toBe(SERVING.includes(name) ? 'redis-root' : 'postgres-root');
  });

  it('has the rules of the pooler that the tests start PgBouncer with', () => {
    const kinds = (text: string) => text.match(/^postgres_(reads|jobs) = .*$/gm);
    const composed = kinds(readFileSync(join(FOLDER, '../pgbouncer.ini'), 'utf8'));
    expect(composed).toHaveLength(2);
    for (const folder of ['base', 'production']) {
      const text = readFileSync(join(FOLDER, folder, 'pgbouncer.ini'), 'utf8');
      expect(text).toContain('%include /etc/pgbouncer/pooling.ini');
      expect(kinds(text)?.map((line) => line.replace('postgres.example', 'postgres'))).toEqual(composed);
    }
  });
});
