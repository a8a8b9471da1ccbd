import { describe, expect, it } from '@jest/globals';
import { someLoops } from '../../../test/factories/loops.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { ActivateSpotExits } from './activate-spot-exits.js';
import { BarredBuyers } from './barred-buyers.js';
import { WatchSpotExits } from './watch-spot-exits.js';
import { WatchSpotOrders } from './watch-spot-orders.js';
import { WatchSpotStops } from './watch-spot-stops.js';

/** Order of the rounds, and that no money waits for other money, with fake stores and prices. */
const settled = () => new Promise((done) => setImmediate(done));
const catalog = { bySymbol: (symbol: string) => ({ id: Number(symbol) }) };

/** What is looked at, and looks that last until they are ended. */
class Looks {
  readonly begun: string[] = [];
  /** Looks that each market and book is still to have. */
  readonly more = new Map<string, number>();
  readonly lasting = new Set<string>();
  readonly failing = new Set<string>();
  private readonly ends = new Map<string, () => void>();

  async execute(marketId: number, demo: boolean): Promise<number> {
    const place = `${marketId} ${demo ? 'demo' : 'real'}`;
    this.begun.push(place);
    this.more.set(place, (this.more.get(place) ?? 1) - 1);
    if (this.lasting.has(place)) await new Promise<void>((end) => this.ends.set(place, end));
    if (this.failing.has(place)) throw new Error('One of them fails.');
    return 0;
  }

  isUnfinished({ marketId, demo }: { marketId: number; demo: boolean }): boolean {
    return (this.more.get(`${marketId} ${demo ? 'demo' : 'real'}`) ?? 0) > 0;
  }

  end(place: string): void {
    this.lasting.delete(place);
    this.ends.get(place)?.();
  }
}

const KINDS = {
  orders: (looks: Looks, listen: (heard: (symbols: string[]) => void) => void, waiting: object[]) => {
    const book = { bids: [['100', '1']], asks: [['101', '1']], at: 1, confirmedAt: 1 };
    const market = { quantityScale: 2, base: { scale: 2 } };
    const rows = waiting.map((each) => ({ ...each, highestBuy: '102', lowestSell: null }));
    return new WatchSpotOrders(
      someLoops(),
      updates(listen) as never,
      catalog as never,
      { look: () => ({ book, market, last: '100' }) } as never,
      { openLimits: async () => rows } as never,
      looks as never,
    );
  },
  stops: (looks: Looks, listen: (heard: (symbols: string[]) => void) => void, waiting: object[]) => {
    const rows = waiting.map((each) => ({ ...each, lowestRise: '100', highestFall: null, isReached: false }));
    return new WatchSpotStops(
      someLoops(),
      updates(listen) as never,
      catalog as never,
      { look: () => ({ last: '100' }) } as never,
      { nearest: async () => rows } as never,
      looks as never,
    );
  },
};

function updates(listen: (heard: (symbols: string[]) => void) => void) {
  return {
    on: (listener: (notice: object) => void) => {
      listen((symbols) => listener({ last: symbols, book: symbols }));
      return () => undefined;
    },
  };
}

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('rounds of %s', (kind) => {
  const waiting = (...places: [marketId: number, demo: boolean][]) =>
    places.map(([marketId, demo]) => ({ marketId, demo }));

  it('let no real money wait for demo money, nor a sweep for either', async () => {
    const looks = new Looks();
    for (const place of ['1 demo', '2 real']) looks.lasting.add(place);
    const watch = KINDS[kind](looks, () => undefined, waiting([1, true], [2, false], [3, false], [4, true]));
    await watch.sweep();
    await settled();
    expect(looks.begun.toSorted()).toEqual(['1 demo', '2 real']);
    looks.end('2 real');
    await settled();
    expect(looks.begun.slice(2)).toEqual(['3 real']);
    await watch.sweep();
    await settled();
    // Those of demo money wait for their own.
    expect(looks.begun.slice(3)).toEqual(['2 real', '3 real']);
    looks.end('1 demo');
    await settled();
    expect(looks.begun.slice(5)).toEqual(['4 demo', '1 demo']);
  });

  it('go on at once where more is left, after all other markets, also where one failed', async () => {
    const looks = new Looks();
    looks.more.set('1 real', 3);
    looks.failing.add('1 real');
    const watch = KINDS[kind](looks, () => undefined, waiting([1, false], [2, false], [3, false]));
    await watch.sweep();
    for (let each = 0; each < 5; each += 1) await settled();
    expect(looks.begun).toEqual(['1 real', '2 real', '3 real', '1 real', '1 real']);
  });
});

describe('exits', () => {
  /** Purchases that have ended, by book, and which were tried. */
  function anActivation(ended: { real: number; demo: number }, failing: string[] = []) {
    const ids = (demo: boolean) =>
      Array.from({ length: demo ? ended.demo : ended.real }, (_, n) => `${(demo ? 50_000 : 0) + n + 1}`);
    const tried: string[] = [];
    const done = new Set<string>();
    const store = {
      due: async ({ demo, after }: { demo: boolean; after: string | null }, limit: number) =>
        ids(demo)
          .filter((id) => !done.has(id) && Number(id) > Number(after ?? '0'))
          .slice(0, limit),
      activate: async (_tx: object, id: string) => {
        tried.push(id);
        if (failing.includes(id)) throw new Error('The row is held.');
        done.add(id);
        return ['7'];
      },
    };
    const activation = new ActivateSpotExits(
      store as never,
      { run: (work: (tx: object) => unknown) => work({}) } as never,
      { announce: () => undefined } as never,
      new FakeClock(),
    );
    return { activation, tried };
  }

  it('are placed in looks, those that fail once in all of them', async () => {
    const { activation, tried } = anActivation({ real: 450, demo: 0 }, ['1', '200']);
    await expect(activation.execute()).rejects.toThrow('held');
    expect([tried.length, activation.isUnfinished(false)]).toEqual([200, true]);
    await activation.execute();
    await activation.execute();
    expect([tried.length, activation.isUnfinished(false)]).toEqual([450, false]);
    await expect(activation.execute()).rejects.toThrow('held');
    expect(tried.slice(450)).toEqual(['1', '200']);
  });

  it('of one book leave the place of the other as it is', async () => {
    const { activation, tried } = anActivation({ real: 1, demo: 250 });
    expect(await activation.execute([true])).toBe(200);
    expect(await activation.execute([false])).toBe(1);
    expect(tried.at(-1)).toBe('1');
    expect(await activation.execute([true])).toBe(50);
  });

  it('are looked at again at once where a look has left some, also where it failed', async () => {
    const left = [2, 0];
    const activation = {
      looks: 0,
      execute: async () => {
        activation.looks += 1;
        if (activation.looks === 1) throw new Error('The row is held.');
      },
      isUnfinished: (demo: boolean) => !demo && (left.shift() ?? 0) > 0,
    };
    const watch = new WatchSpotExits(someLoops(), activation as never);
    watch.sweep();
    for (let each = 0; each < 5; each += 1) await settled();
    // One of demo money, and two of real money.
    expect(activation.looks).toBe(3);
  });

  it('of real money wait for none of demo money', async () => {
    const looked: boolean[][] = [];
    let end = (): void => undefined;
    const activation = {
      execute: (books: boolean[]) => {
        looked.push(books);
        return books[0] ? new Promise<void>((done) => (end = done)) : Promise.resolve();
      },
      isUnfinished: () => false,
    };
    const watch = new WatchSpotExits(someLoops(), activation as never);
    watch.sweep();
    await settled();
    watch.sweep();
    await settled();
    expect(looked).toEqual([[false], [true], [false]]);
    end();
    await settled();
    expect(looked.slice(3)).toEqual([[true]]);
  });
});

describe('who may not buy', () => {
  it('is passed over for half a minute, in the book that it was found in', () => {
    const barred = new BarredBuyers();
    barred.add(false, ['1'], 1000);
    barred.add(false, ['2'], 2000);
    expect([barred.of(false, 2000), barred.of(true, 2000)]).toEqual([['1', '2'], []]);
    expect(barred.of(false, 30_999)).toEqual(['1', '2']);
    expect(barred.of(false, 31_000)).toEqual(['2']);
    expect(barred.of(false, 32_000)).toEqual([]);
  });

  it('is asked of again in parts, who has been passed over for the longest first', () => {
    const barred = new BarredBuyers();
    const users = Array.from({ length: 402 }, (_, n) => `${n + 1}`);
    barred.add(false, users, 1000);
    barred.add(false, ['1'], 1001);
    const left = barred.of(false, 40_000);
    expect([left.length, left[0], left.at(-1)]).toEqual([202, '202', '1']);
    expect(barred.of(false, 40_000)).toEqual(['402', '1']);
    expect(barred.of(false, 40_000)).toEqual([]);
  });
});
