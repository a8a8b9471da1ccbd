import type { Bar } from './bar';
import { type DayDirection, dayDirection } from './day-direction';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const AT = Date.UTC(2026, 0, 5, 12);

function bar(openAt: number, open: string, close: string): Bar {
  return { openAt, open, high: '9', low: '1', close, volume: '1' };
}

describe('the direction of the last day', () => {
  it.each<[string, Bar[], DayDirection]>([
    ['rises from its first open', [bar(AT, '5', '4'), bar(AT + MINUTE, '4', '6')], 'gain'],
    ['falls from its first open, though its last bar rises', [bar(AT, '8', '5'), bar(AT + MINUTE, '5', '7')], 'loss'],
    ['ends where it began', [bar(AT, '5', '4'), bar(AT + MINUTE, '4', '5')], 'even'],
    ['leaves out what is a day before', [bar(AT, '9', '2'), bar(AT + DAY, '2', '3')], 'gain'],
    ['takes what is a minute less than a day before', [bar(AT, '9', '2'), bar(AT + DAY - MINUTE, '2', '3')], 'loss'],
    ['is that of the last bar, where bars are weeks', [bar(AT - 7 * DAY, '1', '8'), bar(AT, '8', '7')], 'loss'],
    ['is none without bars', [], 'even'],
  ])('%s', (_name, bars, direction) => {
    expect(dayDirection(bars)).toBe(direction);
  });
});
