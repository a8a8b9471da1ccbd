import { describe, expect, it } from '@jest/globals';
import { seeded } from './calls.js';
import { corrupt, KINDS, lieOf, type MessageKind, pathsOf, truthOf } from './tick-lies.js';

const AT = Date.UTC(2026, 0, 5, 12);
const STAMP = { instrument: 'one:spot:BTCUSDT', at: AT, receivedAt: AT };
const PRICE = 60_000;
const COMMON = ['instrument', 'at', 'receivedAt'];
const levels = [0, 1, 2].flatMap((place) => [`${place}.0`, `${place}.1`]);

/** Every field that a venue's message can have (`platform/feeds/feed.ts`). */
const FIELDS: Record<MessageKind, string[]> = {
  trade: ['id', 'price', 'quantity', 'side'],
  ticker: (
    'last mark index bid bidQuantity ask askQuantity open24h high24h low24h volume24h quoteVolume24h fundingRate ' +
    'nextFundingAt openInterest'
  )
    .split(' ')
    .map((field) => `fields.${field}`),
  book: [...levels.flatMap((level) => [`bids.${level}`, `asks.${level}`]), 'sequence'],
  bar: [
    'period',
    ...['openAt', 'open', 'high', 'low', 'close', 'volume', 'quoteVolume', 'trades', 'closed'].map(
      (field) => `bar.${field}`,
    ),
  ],
};

const sorted = (paths: Iterable<string>) => [...paths].sort();
/** The fields in which a message is not what it was. */
const differing = (kind: MessageKind, event: unknown, messageNumber: number) => {
  const truth = truthOf(kind, PRICE, STAMP, messageNumber);
  return pathsOf(truth).filter((path) => !Object.is(at(event, path), at(truth, path)));
};

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner: unknown, name) => (inner as Record<string, unknown>)[name], value);
}

describe.each(KINDS)('a %s', (kind) => {
  it('is bad in every field that it can have', () => {
    const truth = truthOf(kind, PRICE, STAMP, 1);
    expect(sorted(pathsOf(truth))).toEqual(sorted([...COMMON, ...FIELDS[kind]]));
    const random = seeded(1);
    for (const path of pathsOf(truth)) {
      const changes = Array.from({ length: 20 }, () => {
        const event = truthOf(kind, PRICE, STAMP, 1);
        corrupt(event, path, { price: PRICE, at: AT, random });
        return differing(kind, event, 1);
      });
      expect([path, new Set(changes.flat())]).toEqual([path, new Set([path])]);
    }
  });

  it('that lies does so in each of them', () => {
    const random = seeded(2);
    const seen = new Set<string>();
    for (let number = 0; number < 20_000; number += 1) {
      const event = lieOf(PRICE, STAMP, number, random);
      const changed = event.kind === kind ? differing(kind, event, number) : [];
      if (changed.length === 1) seen.add(changed[0] as string);
    }
    expect(sorted(seen)).toEqual(sorted([...COMMON, ...FIELDS[kind]]));
  });
});
