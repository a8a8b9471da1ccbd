import { type PartState, SERVICE_PARTS, STATUS_DAYS } from '../../../contract/rules/service-status.rules.js';
import { dayBars, type Span, stateNow } from './day-bars.rules.js';
import { judgeParts, type SeenPart } from './judge-parts.rules.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TODAY = Date.parse('2026-06-10T00:00:00Z');
const NOW = TODAY + 12 * HOUR;
const span = (state: PartState, beganAt: number, seenAt: number): Span => ({ state, beganAt, seenAt });
const bar = (spans: Span[], back = 0, firstAt: number | null = spans[0]?.beganAt ?? null, now = NOW) =>
  dayBars(spans, firstAt, STATUS_DAYS, now).at(-1 - back);

describe('the bar of a day', () => {
  it('has no figures before the first look of all, nor where nobody ever looked', () => {
    const bars = dayBars([span('up', TODAY, NOW)], TODAY, STATUS_DAYS, NOW);
    expect(bars).toHaveLength(STATUS_DAYS);
    expect(bars[0]).toEqual({ day: '2026-03-13', state: null, available: null });
    expect(bars.at(-1)).toEqual({ day: '2026-06-10', state: 'up', available: 10_000 });
    expect(bar([], 0)).toEqual({ day: '2026-06-10', state: null, available: null });
  });

  it('counts what was down, cut and never rounded to a whole', () => {
    const second = [span('up', TODAY - DAY, TODAY - 1000), span('down', TODAY - 1000, TODAY), span('up', TODAY, NOW)];
    expect(bar(second, 1)).toEqual({ day: '2026-06-09', state: 'down', available: 9999 });
    expect(bar(second)).toMatchObject({ state: 'up', available: 10_000 });
  });

  it('counts what was late as working, and says that it was late', () => {
    expect(bar([span('degraded', TODAY, NOW)])).toMatchObject({ state: 'degraded', available: 10_000 });
  });

  it('counts a gap as what nobody saw, and not as well', () => {
    const gap = [span('up', TODAY, TODAY + 3 * HOUR), span('up', TODAY + 6 * HOUR, NOW)];
    expect(bar(gap)).toMatchObject({ state: 'unknown', available: 7500 });
    expect(bar([...gap.slice(0, 1), span('down', TODAY + 6 * HOUR, NOW)])).toMatchObject({
      state: 'down',
      available: 2500,
    });
  });

  it('counts from the last look on, once nobody looks any more', () => {
    const last = [span('up', TODAY, NOW - 90_000)];
    expect(bar(last)).toMatchObject({ state: 'up', available: 10_000 });
    expect(stateNow(last[0], NOW)).toBe('up');
    expect(bar(last, 0, TODAY, NOW + 1)).toMatchObject({ state: 'unknown', available: 9979 });
    expect(stateNow(last[0], NOW + 1)).toBe('unknown');
    expect(stateNow(undefined, NOW)).toBe('unknown');
  });

  it('is that of each day that a span goes over, for one that began long before', () => {
    const bars = dayBars([span('up', TODAY - 200 * DAY, NOW)], TODAY - 300 * DAY, STATUS_DAYS, NOW);
    expect(new Set(bars.map(({ available }) => available))).toEqual(new Set([10_000]));
  });
});

const ok: SeenPart = { state: 'ok' };
const ill: SeenPart = { state: 'degraded' };
const well = {
  tape: ok,
  markets: { state: 'ok', detail: { live: 5, stale: 0, closed: 2, halted: 0 } },
  'cancel-only': { state: 'ok', detail: { real: 'open', demo: 'open' } },
  margins: ok,
  mail: ok,
  sms: ok,
  'evm-node': ok,
  'tron-node': ok,
  queue: ok,
  outbox: ok,
  redis: ok,
} satisfies Record<string, SeenPart>;

describe('what is seen', () => {
  it.each<[seen: Record<string, SeenPart>, bad: Partial<Record<string, PartState>>]>([
    [{}, {}],
    [{ tape: ill }, { prices: 'down', spot: 'down', contracts: 'down', options: 'down' }],
    [
      { markets: { state: 'degraded', detail: { live: 0, stale: 5 } } },
      { prices: 'down', spot: 'down', contracts: 'down', options: 'down' },
    ],
    [
      { markets: { state: 'degraded', detail: { live: 4, stale: 1 } } },
      { prices: 'degraded', spot: 'degraded', contracts: 'degraded', options: 'degraded' },
    ],
    // At night, with every market closed.
    [{ markets: { state: 'ok', detail: { live: 0, stale: 0, closed: 7 } } }, {}],
    [
      { 'cancel-only': { state: 'degraded', detail: { real: 'cancel-only', demo: 'open' } } },
      { spot: 'down', contracts: 'down', options: 'down', withdrawals: 'down' },
    ],
    [{ 'cancel-only': { state: 'degraded', detail: { real: 'open', demo: 'cancel-only' } } }, {}],
    [{ margins: ill }, { contracts: 'degraded' }],
    [{ 'evm-node': ill }, { deposits: 'degraded', withdrawals: 'degraded' }],
    [
      { 'evm-node': ill, 'tron-node': ill },
      { deposits: 'down', withdrawals: 'down' },
    ],
    [{ mail: ill }, { login: 'degraded', withdrawals: 'degraded', notices: 'degraded' }],
    [{ redis: ill }, { notices: 'degraded' }],
    [{ queue: ill }, { deposits: 'degraded', notices: 'degraded' }],
  ])('%j is for users %j', (seen, bad) => {
    const all = Object.fromEntries(SERVICE_PARTS.map((part) => [part, 'up']));
    expect(judgeParts({ ...well, ...seen })).toEqual({ ...all, ...bad });
  });

  it('says nothing of chains that are not watched', () => {
    const { 'evm-node': _evm, 'tron-node': _tron, ...rest } = well;
    expect(judgeParts(rest).deposits).toBe('up');
  });
});
