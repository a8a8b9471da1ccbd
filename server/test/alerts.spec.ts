import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECURITY_KINDS, SecuritySignals } from '../platform/http/security-signals.js';
import { Metrics } from '../platform/metrics/metrics.js';

/** The rules that wake somebody up ask for figures that there are. */

const rules = readFileSync(join(__dirname, '../deploy/alerts.yml'), 'utf8');
const metrics = new Metrics();
const signals = new SecuritySignals(metrics);

it('ask for figures that there are', async () => {
  const asked = new Set([...rules.matchAll(/\bgateway_\w+/g)].map(([name]) => name));
  const published = (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name);
  expect([...asked].filter((name) => !published.includes(name))).toEqual([]);
});

it('watch every figure of money that is to be nothing', () => {
  const watched = [...rules.matchAll(/\bgateway_\w+/g)].map(([name]) => name);
  const figures = [
    'books_broken',
    'books_late',
    'books_passed_seconds_ago',
    'cancel_only',
    'stops_late',
    'options_parked',
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

it('say when a dependency is left alone', () => {
  expect(rules).toContain('gateway_dependency_away');
});

it('see the first margin that a sweep missed as an increase', async () => {
  expect(await new Metrics().text()).toContain('gateway_liquidation_sweep_found_total{outcome="missed"} 0');
});

it('watch every kind of security event, and no kind that there is not', () => {
  const watched = [...rules.matchAll(/kind=~?"([^"]+)"/g)].flatMap(([, kinds = '']) => kinds.split('|'));
  expect([...new Set(watched)].sort()).toEqual([...SECURITY_KINDS].sort());
});

it('see the first event of a kind as an increase', async () => {
  const { values } = await metrics.securityEvents.get();
  expect(values).toHaveLength(SECURITY_KINDS.length);
  signals.tell({ kind: 'desk-forbidden', address: '203.0.113.4' });
  expect(await metrics.text()).toContain('gateway_security_events_total{kind="desk-forbidden"} 1');
});
