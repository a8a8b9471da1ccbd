import type { HealthPart } from '../../../platform/health/health.registry.js';
import type { DueMargins, FoundMargins } from './due-margins.store.js';
import { MissedMargins } from './missed-margins.js';
import { SweepMargins } from './sweep-margins.js';

/** What a sweep does with what is due, beside an index that is given, and how it is told. */
const HOUR_MS = 3_600_000;

let now: number;
let counted: [string, number][];
let seconds: number[];
let health: () => HealthPart;

function missedMargins(): MissedMargins {
  const metrics = {
    liquidationSweepFound: { inc: ({ outcome }: { outcome: string }, count: number) => counted.push([outcome, count]) },
    liquidationSweepSeconds: { set: (value: number) => seconds.push(value) },
  };
  const registry = { part: (_name: string, state: typeof health) => (health = state) };
  const missed = new MissedMargins(metrics as never, registry as never, { now: () => now } as never);
  Object.assign(missed, { logger: { error: jest.fn(), warn: jest.fn() } });
  missed.onApplicationBootstrap();
  return missed;
}

beforeEach(() => {
  [now, counted, seconds] = [1000, [], []];
});

describe('a margin that the index missed', () => {
  it('is shown for an hour after the last one, and counted for ever', () => {
    const missed = missedMargins();
    expect(health()).toEqual({ state: 'ok', detail: { missed: 0 } });
    missed.miss(0, 'nobody');
    expect([counted, health().state]).toEqual([[], 'ok']);
    missed.miss(1, 'position 1');
    expect(health()).toEqual({ state: 'degraded', detail: { missed: 1 } });
    now += HOUR_MS - 1;
    missed.miss(2, 'position 2');
    now += HOUR_MS - 1;
    expect(health()).toEqual({ state: 'degraded', detail: { missed: 3 } });
    now += 1;
    expect(health()).toEqual({ state: 'ok', detail: { missed: 3 } });
    expect(counted).toEqual([
      ['missed', 1],
      ['missed', 2],
    ]);
  });

  it('is another than one that is late, in hand or just changed, which raise no alarm', () => {
    const missed = missedMargins();
    missed.late(0);
    missed.late(2);
    missed.inHand(3);
    missed.changed(0);
    missed.changed(4);
    missed.done(1.5);
    expect(counted).toEqual([
      ['late', 2],
      ['in_hand', 3],
      ['changed', 4],
    ]);
    expect([seconds, health()]).toEqual([[1.5], { state: 'ok', detail: { missed: 0 } }]);
  });
});

describe('a sweep', () => {
  let due: FoundMargins[];
  let inHand: (number | string)[];
  let decided: [readonly number[], readonly string[]][];
  let loaded: boolean;
  let failing: number | string | null;
  let named: string[];

  beforeEach(() => {
    now = 0;
    [due, inHand, decided, loaded, failing, named] = [[], [], [], true, null, []];
  });

  function aSweep(): SweepMargins {
    const find = {
      async *slices() {
        yield* due;
      },
    };
    const check = {
      // Of what is asked each is closed, and every account stands once its orders are taken back.
      settle: async (ids: number[], accounts: string[]) => {
        decided.push([ids, accounts]);
        if ([...ids, ...accounts].some((each) => each === failing)) throw new Error('a margin that cannot be judged');
        return { closed: ids.length, cancelled: accounts.length };
      },
    };
    const missed = missedMargins();
    const miss = missed.miss.bind(missed);
    missed.miss = (count, who) => (named.push(who), miss(count, who));
    return new SweepMargins(
      find as never,
      {
        get loaded() {
          return loaded;
        },
      } as never,
      { inHand: () => new Set(inHand) } as never,
      check as never,
      missed,
    );
  }
  const margins = (ids: number[], accounts: string[] = []): DueMargins => ({
    ids,
    accounts: accounts as DueMargins['accounts'],
  });
  const slice = (ids: number[], accounts: string[] = [], changed = margins([])): FoundMargins => ({
    due: margins(ids, accounts),
    changed,
  });
  const nothing = [['in_hand', 0]];

  it('decides what the index has not reached, and says who that was', async () => {
    due = [slice([1, 2], ['7:0']), slice([3])];
    const clock = jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(3500);
    await aSweep().execute();
    clock.mockRestore();
    expect(decided).toEqual([
      [[1, 2], []],
      [[], ['7:0']],
      [[3], []],
    ]);
    expect(counted).toEqual([
      ['in_hand', 0],
      ['missed', 3],
      ['in_hand', 0],
      ['missed', 1],
    ]);
    expect(named).toEqual(['position 1, position 2, account 7:0', 'position 3']);
    expect(seconds).toEqual([2.5]);
  });

  it('leaves to the index what it has reached, until it had reached that at the sweep before, too', async () => {
    const sweep = aSweep();
    [due, inHand] = [[slice([1, 2], ['7:0', '8:1'])], [1, '7:0']];
    await sweep.execute();
    expect(decided).toEqual([
      [[2], []],
      [[], ['8:1']],
    ]);
    expect(counted).toEqual([
      ['in_hand', 2],
      ['missed', 2],
    ]);
    [decided, counted] = [[], []];
    // 2 was reached since: it is the index's own until the next sweep.
    inHand = [1, 2, '7:0'];
    due = [slice([1, 2], ['7:0'])];
    await sweep.execute();
    expect(decided).toEqual([
      [[1], []],
      [[], ['7:0']],
    ]);
    expect(counted).toEqual([
      ['in_hand', 1],
      ['late', 2],
    ]);
    [decided, counted] = [[], []];
    due = [];
    await sweep.execute();
    due = [slice([2])];
    await sweep.execute();
    expect([decided, counted]).toEqual([[], [['in_hand', 1]]]);
  });

  it('decides what was just changed as well, and says nothing of the index by it', async () => {
    due = [slice([1], ['7:0'], margins([2, 3], ['8:0'])), slice([], [], margins([4]))];
    inHand = [3];
    const sweep = aSweep();
    await sweep.execute();
    expect(decided).toEqual([
      [[1], []],
      [[], ['7:0']],
      [[2], []],
      [[], ['8:0']],
      [[4], []],
    ]);
    expect(counted).toEqual([
      ['in_hand', 1],
      ['missed', 2],
      ['changed', 2],
      ['in_hand', 0],
      ['changed', 1],
    ]);
    expect(named).toEqual(['position 1, account 7:0', '']);
    // What the index had in hand at the sweep before is late, however lately it was changed again.
    [decided, counted, due] = [[], [], [slice([], [], margins([3]))]];
    await sweep.execute();
    expect(decided).toEqual([[[3], []]]);
    expect(counted).toEqual([
      ['in_hand', 0],
      ['late', 1],
    ]);
  });

  it('says that the index missed what was just changed at three sweeps in a row, until there is none again', async () => {
    const sweep = aSweep();
    const swept = async (...changed: number[]) => {
      [counted, named, due] = [[], [], [slice([], [], margins(changed))]];
      await sweep.execute();
      return counted.filter(([outcome]) => outcome !== 'in_hand');
    };
    expect(await swept(2)).toEqual([['changed', 1]]);
    expect(await swept(3, 4)).toEqual([['changed', 2]]);
    expect(await swept(2)).toEqual([['missed', 1]]);
    expect([named.filter((who) => who !== ''), health().state]).toEqual([['position 2'], 'degraded']);
    expect(await swept(2, 5)).toEqual([['missed', 2]]);
    // What the index has in hand is no such change, nor is what another has decided meanwhile.
    inHand = [6];
    expect(await swept(6)).toEqual([]);
    inHand = [];
    expect(await swept(2)).toEqual([['changed', 1]]);
    expect(await swept(2)).toEqual([['changed', 1]]);
    expect(await swept()).toEqual([]);
    expect(await swept(2)).toEqual([['changed', 1]]);
  });

  it('decides so many at once, and names the first twenty of each', async () => {
    const ids = Array.from({ length: 501 }, (_, place) => place + 1);
    due = [
      slice(
        ids,
        ids.slice(0, 251).map((id) => `${id}:0`),
      ),
    ];
    await aSweep().execute();
    expect(decided.map(([some, accounts]) => [some.length, accounts.length])).toEqual([
      [250, 0],
      [250, 0],
      [1, 0],
      [0, 250],
      [0, 1],
    ]);
    expect(decided.flatMap(([some]) => some)).toEqual(ids);
    expect(counted).toEqual([...nothing, ['missed', 752]]);
    expect(named[0]?.split(', ')).toHaveLength(40);
  });

  it('goes on behind what cannot be judged, and says so at the end', async () => {
    [due, failing] = [[slice([1], ['7:0']), slice([2])], 1];
    await expect(aSweep().execute()).rejects.toThrow('cannot be judged');
    expect(counted).toEqual([...nothing, ['missed', 1], ...nothing, ['missed', 1]]);
    expect(seconds).toHaveLength(1);
    [counted, failing] = [[], '7:0'];
    await expect(aSweep().execute()).rejects.toThrow('cannot be judged');
    expect(counted).toEqual([...nothing, ['missed', 1], ...nothing, ['missed', 1]]);
  });

  it('looks at nothing before the index is there, and is one at a time', async () => {
    const sweep = aSweep();
    due = [slice([1])];
    loaded = false;
    await sweep.execute();
    expect([decided, seconds]).toEqual([[], []]);
    loaded = true;
    await Promise.all([sweep.execute(), sweep.execute()]);
    expect(decided).toHaveLength(1);
    await sweep.execute();
    expect(decided).toHaveLength(2);
  });

  it('fails where the index has not come for a minute, until it does', async () => {
    const sweep = aSweep();
    loaded = false;
    await sweep.execute();
    now = 59_999;
    await sweep.execute();
    now = 60_000;
    await expect(sweep.execute()).rejects.toThrow('has not been loaded');
    loaded = true;
    await sweep.execute();
    loaded = false;
    await sweep.execute();
    now = 120_000;
    await expect(sweep.execute()).rejects.toThrow('has not been loaded');
  });
});
