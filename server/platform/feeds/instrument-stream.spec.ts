import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import type { FeedEvent } from './feed.js';
import { InstrumentStream } from './instrument-stream.js';

/** A ticker that comes in parts, each with an instant of its own. */
let clock: FakeClock;
let said: Extract<FeedEvent, { kind: 'ticker' }>[];
let stream: InstrumentStream;

beforeEach(() => {
  clock = new FakeClock();
  said = [];
  const sink = {
    event: (event: FeedEvent) => {
      if (event.kind === 'ticker') said.push(event);
    },
    notice: () => undefined,
  };
  stream = new InstrumentStream(
    { venue: 'okx', category: 'linear', symbol: 'ABC-USDT-SWAP' },
    { sink, clock, bookEveryMs: 0 },
  );
});

const ago = (milliseconds: number) => clock.now() - milliseconds;
const newest = () => said.at(-1);

describe('the parts of a ticker', () => {
  it('are one ticker, as young as its youngest part', () => {
    stream.tickerPart({ last: '10' }, ago(100));
    stream.tickerPart({ index: '11' }, ago(3000));
    expect(newest()).toMatchObject({ at: ago(100), fields: { last: '10', index: '11' } });
  });

  it.each([
    ['a year ahead', 365 * 86_400_000],
    ['six seconds ahead', 6000],
    ['without an instant', Number.NaN],
  ])('that come after one that is stamped %s keep their own time, and it is no part of them', (_what, ahead) => {
    stream.tickerPart({ last: '10' }, ago(100));
    stream.tickerPart({ index: '99' }, clock.now() + ahead);
    // It is handed on as it was sent: the guard of prices refuses and counts it.
    expect(newest()).toMatchObject({ at: clock.now() + ahead, fields: { index: '99' } });
    clock.advance(1000);
    stream.tickerPart({ last: '12' }, ago(50));
    expect(newest()).toMatchObject({ at: ago(50), fields: { last: '12' } });
    expect(newest()?.fields.index).toBeUndefined();
  });

  it('of a clock that is some seconds ahead are taken as they are', () => {
    stream.tickerPart({ last: '10' }, clock.now() + 5000);
    stream.tickerPart({ index: '11' }, clock.now());
    expect(newest()).toMatchObject({ at: clock.now() + 5000, fields: { last: '10', index: '11' } });
  });

  it('begin anew, with a time of their own, where the connection was lost', () => {
    stream.tickerPart({ last: '10', index: '9' }, clock.now() + 4000);
    stream.forgetTicker();
    stream.tickerPart({ last: '11' }, ago(20));
    expect(newest()).toMatchObject({ at: ago(20), fields: { last: '11' } });
    expect(newest()?.fields.index).toBeUndefined();
  });
});
