import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** The alarms, as Prometheus itself reads them. */

const DEPLOY = join(__dirname, '../../deploy');
const PROMTOOL = process.env.PROMTOOL_PATH ?? '';
const withPromtool = PROMTOOL === '' ? it.skip : it;
if (PROMTOOL === '') console.warn('SKIPPED: there is no promtool; run `npm test`, which fetches it.');

const Rules = z.object({
  groups: z.array(
    z.object({ rules: z.array(z.object({ alert: z.string(), labels: z.object({ severity: z.string() }) })) }),
  ),
});
const Tests = z.object({
  tests: z.array(
    z.object({
      input_series: z.array(z.object({ series: z.string(), values: z.string() })).optional(),
      alert_rule_test: z
        .array(
          z.object({
            alertname: z.string(),
            exp_alerts: z.array(z.object({ exp_labels: z.record(z.string(), z.string()) })),
          }),
        )
        .default([]),
    }),
  ),
});
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
const alarms = Rules.parse(parse(read('alerts.yml'))).groups.flatMap(({ rules }) => rules);
const TESTS = ['alerts.test.yml', 'objectives.test.yml'];
const tests = TESTS.flatMap((name) => Tests.parse(parse(read(name))).tests);

/** What promtool says of a folder with the alarms and their tests; it fails with what is wrong. */
const judge = (words: string[], folder = DEPLOY) =>
  execFileSync(PROMTOOL, words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

withPromtool('are rules, every one of them', () => {
  expect(judge(['check', 'rules', '--lint-fatal', 'alerts.yml'])).toContain(`${alarms.length} rules found`);
});

withPromtool('go by objectives that are recorded', () => {
  expect(judge(['check', 'rules', '--lint-fatal', 'objectives.yml'])).toMatch(/SUCCESS: \d\d rules found/);
});

withPromtool('go off where they should, and nowhere else', () => {
  for (const name of TESTS) expect(judge(['test', 'rules', name])).toContain('SUCCESS');
});

withPromtool('are seen to fail where a bound, a span or an expression is another', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alarms-'));
  const change = (text: string, [from, to]: readonly [string, string]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
  const write = (changes: readonly (readonly [string, string])[]) =>
    writeFileSync(join(folder, 'alerts.yml'), changes.reduce(change, read('alerts.yml')));
  try {
    for (const name of TESTS) cpSync(join(DEPLOY, name), join(folder, name));
    const objectives: [string, string] = ['account.events",le="0.3"}', 'account.events",le="1"}'];
    writeFileSync(join(folder, 'objectives.yml'), change(read('objectives.yml'), objectives));
    write([
      ['gateway_tape_lag_seconds) > 15', 'gateway_tape_lag_seconds) > 16'],
      ['gateway_case_oldest_seconds{kind="payment"}) > 7200', 'gateway_case_oldest_seconds{kind="payment"}) > 7199'],
      ['(sum(gateway_feed_leader) or vector(0))', 'sum(gateway_feed_leader)'],
      [
        '(min(haproxy_backend_active_servers{proxy="gateways"}) or vector(0))',
        'min(haproxy_backend_active_servers{proxy="gateways"})',
      ],
      ['min(haproxy_backend_active_servers{proxy="desks"})', 'sum(haproxy_backend_active_servers{proxy="desks"})'],
      ['for: 30m', 'for: 2m'],
    ]);
    const failedOf = (name: string) => {
      const { stderr, stdout } = spawnSync(PROMTOOL, ['test', 'rules', name], { cwd: folder, encoding: 'utf8' });
      return [...`${stdout}${stderr}`.matchAll(/name: (\w+),?\n\s+alertname/g)].map(([, failed]) => failed);
    };
    expect(new Set(failedOf('objectives.test.yml'))).toEqual(new Set(['PricesBudgetFast', 'PricesBudgetSlow']));
    expect(failedOf('alerts.test.yml')).toEqual([
      'GatewaysGone',
      'DeskGone',
      'NoLeader',
      'TapeLate',
      'EventsNotForgotten',
      'PaymentsOld',
    ]);
    write([['max by (book)', 'max(by (book)']]);
    expect(() => judge(['check', 'rules', 'alerts.yml'], folder)).toThrow(/parse error/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each(alarms)('$alert has figures that set it off, and figures of its own that do not', ({ alert, labels }) => {
  const own = tests.filter(({ alert_rule_test }) => alert_rule_test.some(({ alertname }) => alertname === alert));
  const expected = own.flatMap(({ alert_rule_test }) => alert_rule_test.map(({ exp_alerts }) => exp_alerts));
  expect(expected.flat().map(({ exp_labels }) => exp_labels.severity)).toContain(labels.severity);
  const quiet = own.filter(({ alert_rule_test }) => alert_rule_test.some(({ exp_alerts }) => exp_alerts.length === 0));
  expect(quiet.flatMap(({ input_series }) => input_series ?? [])).not.toEqual([]);
});
