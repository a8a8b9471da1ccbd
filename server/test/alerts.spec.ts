import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { SECURITY_KINDS, SecuritySignals } from '../platform/http/security-signals.js';
import { Metrics } from '../platform/metrics/metrics.js';

/** The rules that wake somebody up ask for figures that there are. */

const rules = readFileSync(join(__dirname, '../deploy/alerts.yml'), 'utf8');
const metrics = new Metrics();
const signals = new SecuritySignals(metrics);

it('ask for figures that there are', async () => {
  const asked = new Set([...rules.matchAll(/\bgateway_\w+/g)].map(([name]) => name.replace(/_(bucket|count)$/, '')));
  const published = (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name);
  expect([...asked].filter((name) => !published.includes(name))).toEqual([]);
});

it('go by labels that Prometheus leaves as they are', () => {
  // A label that a scrape adds by itself is renamed to `exported_…` where a figure has one of its own: no rule finds it then.
  const added = ['job', 'instance', 'namespace', 'pod', 'service', 'endpoint', 'container'];
  const figures = metrics.registry.getMetricsAsArray();
  expect(figures.length).toBeGreaterThan(50);
  const taken = figures.flatMap((figure) => {
    const { name, labelNames } = figure as unknown as { name: string; labelNames: string[] };
    return labelNames.filter((label) => added.includes(label)).map((label) => `${name}{${label}}`);
  });
  expect(taken).toEqual([]);
});

it('watch every figure of money that is to be nothing', () => {
  const watched = [...rules.matchAll(/\bgateway_\w+/g)].map(([name]) => name);
  const figures = [
    'books_broken',
    'books_late',
    'books_work_late',
    'books_passed_seconds_ago',
    'cancel_only',
    'stops_late',
    'gone_market_accounts',
    'options_parked',
    'option_lag_seconds',
  ];
  figures.push(
    'liquidation_sweep_found_total',
    'trust_accrual_lag_days',
    'subscription_release_lag_seconds',
    'rebate_lag_days',
    'clock_ahead_seconds',
    'failures_total',
  );
  expect(figures.filter((name) => !watched.includes(`gateway_${name}`))).toEqual([]);
});

it('wake nobody for a market that is closed: its price grows old every night', () => {
  expect(rules).not.toContain('gateway_price_age_seconds');
  expect(rules).toContain('gateway_market_status{status="stale"}');
});

it('say when a dependency is left alone', () => {
  expect(rules).toContain('gateway_dependency_away');
});

it('see the first margin that a sweep missed as an increase', async () => {
  expect(await new Metrics().text()).toContain('gateway_liquidation_sweep_found_total{outcome="missed"} 0');
});

it('watch every kind of security event, and no kind that there is not', () => {
  const watched = [...rules.matchAll(/gateway_security_events_total\{kind=~?"([^"]+)"/g)].flatMap(([, kinds = '']) =>
    kinds.split('|'),
  );
  expect([...new Set(watched)].sort()).toEqual([...SECURITY_KINDS].sort());
});

it('see the first event of a kind as an increase', async () => {
  const { values } = await metrics.securityEvents.get();
  expect(values).toHaveLength(SECURITY_KINDS.length);
  signals.emit({ kind: 'desk-forbidden', address: '203.0.113.4' });
  expect(await metrics.text()).toContain('gateway_security_events_total{kind="desk-forbidden"} 1');
});

describe('the runbook', () => {
  const runbook = readFileSync(join(__dirname, '../documents/runbook.md'), 'utf8');
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const [pages = '', byHand = ''] = runbook.split('\n## By hand\n');

  it('has a page for each alarm, and for nothing else', () => {
    expect([...pages.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(alarms);
    for (const page of pages.split(/^### /m).slice(1)) {
      expect([page.split('\n', 1)[0], /^Means: /m.test(page)]).toEqual([page.split('\n', 1)[0], true]);
    }
  });

  it('is named by each alarm', () => {
    const named = [...rules.matchAll(/- alert: (\w+)[^]*?runbook: "([^"]+)"/g)].map(([, name, page]) => [name, page]);
    expect(named).toEqual(alarms.map((name) => [name, `server/documents/runbook.md#${name.toLowerCase()}`]));
  });

  it('speaks of figures and commands that there are', async () => {
    const published = (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name);
    const namedMetrics = [...runbook.matchAll(/\bgateway_\w+/g)].map(([name]) =>
      name.replace(/_(count|bucket|sum)$/, ''),
    );
    expect(
      namedMetrics.filter((name) => !published.includes(name) && !/^gateway_(app|worker|feed|verifier)$/.test(name)),
    ).toEqual([]);
    const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = [...runbook.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    expect(byHand.length).toBeGreaterThan(500);
  });
});

describe('the dashboards', () => {
  const folder = join(__dirname, '../deploy/grafana');
  const files = readdirSync(folder);

  it('are those of traders, workers, books and machines', () => {
    expect(files.toSorted()).toEqual(['books.json', 'machines.json', 'traders.json', 'workers.json']);
  });

  it.each(files)('%s asks for figures and labels that there are', async (file) => {
    const board = z
      .object({
        panels: z
          .array(
            z.object({
              id: z.int(),
              title: z.string().min(3),
              targets: z.array(z.object({ expr: z.string() })).min(1),
            }),
          )
          .min(8),
      })
      .parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    const all = new Metrics();
    all.watchProcess();
    const published = (await all.registry.getMetricsAsJSON()).map(({ name }) => name);
    const asked = board.panels
      .flatMap(({ targets }) => targets)
      .flatMap(({ expr }) => [...expr.matchAll(/\b(gateway|nodejs|process)_\w+/g)].map(([name]) => name))
      .map((name) => (published.includes(name) ? name : name.replace(/_(bucket|count)$/, '')));
    expect(asked.filter((name) => !published.includes(name))).toEqual([]);
  });
});

it('each alarm goes to somebody, and none is silenced by one that there is not', () => {
  const severities = new Set([...rules.matchAll(/severity: (\w+)/g)].map(([, severity]) => severity));
  const routing = z
    .object({
      route: z.object({
        receiver: z.string(),
        routes: z.array(z.object({ matchers: z.array(z.string()), receiver: z.string() })),
      }),
      receivers: z.array(z.object({ name: z.string() })),
      inhibit_rules: z.array(
        z.object({
          source_matchers: z.array(z.string()),
          target_matchers: z.array(z.string()),
          equal: z.array(z.string()).default([]),
        }),
      ),
    })
    .parse(parse(readFileSync(join(__dirname, '../deploy/alertmanager.yml'), 'utf8')));
  const routed = routing.route.routes.flatMap(({ matchers }) =>
    matchers.map((one) => /severity="(\w+)"/.exec(one)?.[1]),
  );
  expect(new Set(routed)).toEqual(severities);
  const receivers = routing.receivers.map(({ name }) => name);
  for (const { receiver } of [routing.route, ...routing.route.routes]) expect(receivers).toContain(receiver);
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const named = routing.inhibit_rules
    .flatMap(({ source_matchers, target_matchers }) => [...source_matchers, ...target_matchers])
    .flatMap((one) => (/"([^"]+)"/.exec(one)?.[1] ?? '').split('|'));
  expect(named.filter((name) => !alarms.includes(name))).toEqual([]);
  // An alarm of one book says nothing of the other: what both are told by is the same.
  const labelsOf = (name: string) => {
    const [, expression = ''] = new RegExp(`- alert: ${name}\\n\\s+expr: (.*)`).exec(rules) ?? [];
    return /\bby \(([^)]+)\)/.exec(expression)?.[1]?.split(', ') ?? [];
  };
  const namesIn = (matchers: string[]) => matchers.flatMap((one) => (/"([^"]+)"/.exec(one)?.[1] ?? '').split('|'));
  for (const { source_matchers, target_matchers, equal } of routing.inhibit_rules) {
    const ofSources = namesIn(source_matchers).flatMap(labelsOf);
    const shared = namesIn(target_matchers)
      .flatMap(labelsOf)
      .filter((label) => ofSources.includes(label));
    expect([source_matchers, equal]).toEqual([source_matchers, shared]);
  }
});
