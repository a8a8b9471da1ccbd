import { checkAllotment } from '../../../contract/rules/ieo-proof.rules.js';
import { firstHourAfter } from '../../../contract/rules/ieo-draw.rules.js';
import { merklePath, merkleRoot } from '../../../contract/rules/tape.rules.js';
import type { Sale } from '../../../test/factories/ieo.js';
import { IeoWorld } from '../../../test/factories/ieo-world.js';
import { aUserId, fund } from '../../../test/factories/ledger.js';
import { sealHour, type TapedSecond, tapeSeconds } from '../../../test/factories/tape.js';
import { TapePartitionsStore } from '../../markets/tape/tape-partitions.store.js';
import { IeoWorkStore } from './ieo-work.store.js';

const HOUR_MS = 3_600_000;
const SECOND_MS = 1000;
/** Of the last minute of an hour. */
const END_MS = HOUR_MS - 30 * SECOND_MS;

let world: IeoWorld;
/** The market that sales are drawn by. */
let market: number;
let tapeSales: () => Promise<void>;

beforeAll(async () => {
  world = await IeoWorld.open();
  tapeSales = world.sweep.tape;
  const [first]: { id: number }[] = await world.source.query(
    'select id from market where perpetual or option order by id limit 1',
  );
  market = first?.id as number;
}, 60_000);
// A test tapes by itself.
beforeEach(() => {
  world.sweep.tape = () => Promise.resolve();
});
afterEach(async () => {
  world.sweep.tape = tapeSales;
  await world.endTest();
});
afterAll(() => world.close());

const hourOf = ({ applyUntil }: Sale) => firstHourAfter(applyUntil);
const roundsOf = async ({ id }: Sale) => (await world.store.rounds(id)).map(({ round }) => round);
const at = (instant: number) => new Date(instant);
/** The gateway's sight of a sale. */
const shown = async ({ id }: Sale) => world.store.project(id, at(world.clock.now()));

/** Three wanted one each of two coins, and the hour of the draw is over. */
async function closed() {
  const { made, people } = await world.applied([1, 1, 1], { supply: 2, cap: 2, most: 2 });
  await world.sweep.execute();
  world.clock.set(hourOf(made) + HOUR_MS);
  return { made, people };
}

/** What is recorded, as it would be by hand. */
async function record({ id }: Sale, change: Record<string, unknown> = {}): Promise<unknown> {
  const [row]: Record<string, unknown>[] = await world.source.query(
    `select p.id as project_id, p.draw_market_id as market_id, ieo_draw_hour(p) as hour, t.root, t.samples, t.path,
            (select tape_sample(s) from price_sample s
              where s.market_id = p.draw_market_id and s.second >= ieo_draw_hour(p)
                and s.second < ieo_draw_hour(p) + interval '1 hour' order by s.second desc limit 1) as last
       from ieo_project p cross join lateral tape_hour_tree(p.draw_market_id, ieo_draw_hour(p)) t where p.id = $1`,
    [id],
  );
  const given = { ...row, drawn_at: at(world.clock.now()), ...change };
  const names = Object.keys(given);
  return world.source.query(
    `insert into ieo_draw (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(given),
  );
}

describe('the draw of a sale', () => {
  it('waits until the hour after the close is sealed, and is told then, with what proves it', async () => {
    const { made, people } = await closed();
    expect(await shown(made)).toMatchObject({
      phase: 'allotting',
      drawMarket: 'BTC/USDT',
      drawHour: at(hourOf(made)),
      isDrawn: false,
    });
    world.clock.set(made.allotAt + HOUR_MS);
    await world.sweep.execute();
    expect(await roundsOf(made)).toEqual([0]);
    // Whatever the dates say, nobody can pay yet.
    expect(await shown(made)).toMatchObject({ phase: 'allotting', isDrawn: false });
    const seed = await world.serving.query('select ieo_seed_of($1, $2) as seed', [made.id, at(world.clock.now())]);
    expect(seed).toEqual([{ seed: null }]);
    await tapeSales();
    await world.sweep.execute();
    expect(await shown(made)).toMatchObject({ phase: 'paying', isDrawn: true });
    expect((await world.ownOf(people)).map((row) => Number(row?.allotted)).sort((a, b) => a - b)).toEqual([0, 1, 1]);
    const { code, terms, rows, roots } = await world.published(made.id);
    expect(terms.draw).toMatchObject({ marketId: market, hour: hourOf(made), root: roots?.[0]?.root });
    const { second, 'second-root': last, ...checks } = checkAllotment(code, terms, rows, roots);
    expect([second, last]).toEqual(['later', 'later']);
    expect(new Set(Object.values(checks))).toEqual(new Set(['right']));
  });

  it('keeps its proof when the day of the tape has gone, which stays until it is drawn', async () => {
    const { made } = await closed();
    await tapeSales();
    const day = at(hourOf(made)).toISOString().slice(0, 10);
    const later = world.clock.now() + 10 * 24 * HOUR_MS;
    const drop = () =>
      world.serving.query('select tape_partition_drop($1, $2, 2) as dropped', [day, at(later)]) as Promise<unknown>;
    expect(await drop()).toEqual([{ dropped: false }]);
    await world.sweep.execute();
    expect(await drop()).toEqual([{ dropped: true }]);
    const { code, terms, rows, roots } = await world.published(made.id);
    expect(checkAllotment(code, terms, rows, roots)).toMatchObject({ draw: 'right', hour: 'right', first: 'right' });
  });

  it('is by a later hour only where the first one has no price, and never the tape will have one', async () => {
    const { made } = await closed();
    const next = hourOf(made) + HOUR_MS;
    world.clock.set(next + HOUR_MS);
    await world.sweep.execute();
    expect(await roundsOf(made)).toEqual([0]);
    await sealHour(world.source, market, next);
    await world.sweep.execute();
    expect(await shown(made)).toMatchObject({ drawHour: at(next), isDrawn: true });
    expect(await roundsOf(made)).toEqual([0, 1]);
    const { code, terms, rows, roots } = await world.published(made.id);
    expect(checkAllotment(code, terms, rows, roots)).toMatchObject({ draw: 'right', hour: 'right', first: 'right' });
  });

  it('is by no later hour where the first one has prices that are not sealed', async () => {
    const { made } = await closed();
    await tapeSeconds(world.source, [{ marketId: market, at: hourOf(made) + END_MS, index: '60000' }]);
    await sealHour(world.source, market, hourOf(made) + HOUR_MS);
    world.clock.advance(HOUR_MS);
    await world.sweep.execute();
    expect(await roundsOf(made)).toEqual([0]);
    await expect(record(made, { hour: at(hourOf(made) + HOUR_MS) })).rejects.toMatchObject({ code: 'IE014' });
  });

  it.each<[string, Omit<TapedSecond, 'marketId' | 'at'>, number]>([
    ['whose last second has no price, as where no source is reached', { index: null, state: 'stale' }, END_MS],
    ['behind whose last price the tape was stopped', { index: '60000' }, HOUR_MS - 61 * SECOND_MS],
  ])('is by no hour %s: its root could be known, or chosen', async (_, second, past) => {
    const { made } = await closed();
    const hour = hourOf(made);
    await tapeSeconds(world.source, [
      { marketId: market, at: hour + SECOND_MS, index: '60000' },
      { marketId: market, at: hour + past, ...second },
    ]);
    await closeTape(hour);
    await root(hour);
    world.clock.set(hour + 2 * HOUR_MS);
    await world.sweep.execute();
    expect(await roundsOf(made)).toEqual([0]);
    await expect(record(made, { hour: at(hour), ...(await treeOf(hour)) })).rejects.toMatchObject({ code: 'IE014' });
    await sealHour(world.source, market, hour + HOUR_MS);
    await world.sweep.execute();
    expect(await shown(made)).toMatchObject({ drawHour: at(hour + HOUR_MS), isDrawn: true });
    // That the hour before was void is to be seen in the tape.
    const { code, terms, rows, roots } = await world.published(made.id);
    expect(checkAllotment(code, terms, rows, roots)).toMatchObject({ draw: 'right', hour: 'later', first: 'right' });
  });

  it('is by no hour whose prices could be known before the applications were sealed', async () => {
    const { made } = await world.applied([1, 1, 1], { supply: 2, cap: 2, most: 2 });
    const hour = hourOf(made);
    await sealHour(world.source, market, hour);
    // Who held a transaction open over the close has kept it from being sealed.
    world.clock.set(hour + HOUR_MS / 2 + SECOND_MS);
    await world.sweep.execute();
    world.clock.set(hour + HOUR_MS);
    await world.sweep.execute();
    expect(await roundsOf(made)).toEqual([0]);
    await expect(record(made, { hour: at(hour), ...(await treeOf(hour)) })).rejects.toMatchObject({ code: 'IE014' });
    const next = hour + HOUR_MS;
    expect(await shown(made)).toMatchObject({ drawHour: at(next), isDrawn: false });
    world.clock.set(Math.max(made.allotAt, next + HOUR_MS));
    await sealHour(world.source, market, next);
    await world.sweep.execute();
    expect(await shown(made)).toMatchObject({ drawHour: at(next), isDrawn: true });
    const { code, terms, rows, roots } = await world.published(made.id);
    expect(checkAllotment(code, terms, rows, roots)).toMatchObject({ draw: 'right', hour: 'right', first: 'right' });
  });

  it('is late an hour after both its date and the hour, and not before', async () => {
    const { made } = await closed();
    const lag = async (instant: number) => world.app.application.get(IeoWorkStore).lagSeconds(at(instant));
    const due = Math.max(made.allotAt, hourOf(made) + HOUR_MS);
    expect(await lag(due)).toBe(0);
    expect(await lag(due + 1000)).toBe(1);
  });

  it.each([
    ['another root', { root: Buffer.alloc(32, 7) }],
    ['the root of another hour', { hour: at(0) }],
    ['another market', { market_id: 2 }],
    ['another number of prices', { samples: 2 }],
    ['another last price', { last: {} }],
    ['another way', { path: Buffer.alloc(32) }],
  ])('refuses %s, whoever writes it', async (_, change) => {
    const { made } = await closed();
    await tapeSales();
    await expect(record(made, change)).rejects.toMatchObject({ code: 'IE014' });
    await record(made);
    await expect(
      world.source.query(`update ieo_draw set root = sha256('x') where project_id = $1`, [made.id]),
    ).rejects.toMatchObject({ code: 'IE009' });
    await expect(world.source.query('delete from ieo_draw where project_id = $1', [made.id])).rejects.toMatchObject({
      code: 'IE009',
    });
  });

  it.each([
    ['a published root that is not that of the prices', 2 * HOUR_MS, Buffer.alloc(32, 7)],
    ['one that a worker published before the hour was over', HOUR_MS / 2, null],
  ])('is none by %s', async (_, after, root) => {
    const { made } = await closed();
    const hour = hourOf(made);
    await tapeSeconds(world.source, [{ marketId: market, at: hour + END_MS, index: '60000' }]);
    if (root) await closeTape(hour);
    world.clock.set(hour + after);
    await world.source.query(
      `insert into tape_root (market_id, hour, root, samples, first_sequence, last_sequence, last_hash, sealed_at)
       select $1, $2, coalesce($3, t.root), t.samples, 1, 1, $4, now() from tape_hour_tree($1, $2) t`,
      [market, at(hour), root, Buffer.alloc(32)],
    );
    await expect(record(made)).rejects.toMatchObject({ code: 'IE014' });
    world.clock.set(made.allotAt + HOUR_MS);
    await expect(world.sweep.execute()).rejects.toMatchObject({ message: expect.stringContaining('drawn by') });
    expect(await roundsOf(made)).toEqual([0]);
  });

  it('is none without it: neither by a worker of the version before, nor by another root', async () => {
    const { made, people } = await closed();
    const ids = await Promise.all(people.map((user) => world.idOf(user, made.id)));
    const given = [made.id, Buffer.alloc(32), ids, [1, 1, 0], at(made.allotAt)];
    world.clock.set(made.allotAt);
    await tapeSales();
    const old = () => world.serving.query('select ieo_seal($1, 1::smallint, $2, $3, $4, $5)', given);
    const by = (root: Buffer) =>
      world.serving.query('select ieo_seal($1, 1::smallint, $2, $3, $4, $5, $6)', [...given, root]);
    await expect(old()).rejects.toMatchObject({ code: 'IE007' });
    await expect(by(Buffer.alloc(32, 7))).rejects.toMatchObject({ code: 'IE014' });
    const insert = (draw: Buffer | null) =>
      world.source.query(
        `insert into ieo_round (project_id, round, root, rows, supply, units, sealed_at, draw)
         values ($1, 1, $2, 3, 2, 2, $3, $4)`,
        [made.id, Buffer.alloc(32), at(made.allotAt), draw],
      );
    await expect(insert(null)).rejects.toMatchObject({ code: 'IE014' });
    const root = await world.drawn(made.id);
    // As the function of the version before does it, when it is back.
    for (const draw of [null, Buffer.alloc(32, 7)]) {
      await expect(insert(draw)).rejects.toMatchObject({ code: 'IE014' });
    }
    await expect(old()).rejects.toMatchObject({ code: 'IE007' });
    await expect(by(Buffer.alloc(32, 7))).rejects.toMatchObject({ code: 'IE014' });
    await by(root);
    expect(await roundsOf(made)).toEqual([0, 1]);
    await expect(
      world.source.query('update ieo_round set draw = null where project_id = $1 and round = 1', [made.id]),
    ).rejects.toMatchObject({ code: 'IE009' });
    // Who gets what is not what the rule gives by this root, and everybody finds it out.
    const { code, terms, rows, roots } = await world.published(made.id);
    expect(checkAllotment(code, terms, rows, roots)).toMatchObject({ draw: 'right', root: 'wrong' });
  });

  it('is by the market that follows from the markets, whoever makes the sale, and by none later', async () => {
    const made = await world.sale();
    const [sold]: { market: number }[] = await world.source.query(
      'select draw_market_id as market from ieo_project where id = $1',
      [made.id],
    );
    expect(sold?.market).toBe(market);
    for (const other of ['2', 'null']) {
      await expect(
        world.source.query(`update ieo_project set draw_market_id = ${other} where id = $1`, [made.id]),
      ).rejects.toMatchObject({ code: 'IE009' });
    }
  });

  it('takes no application that comes when the time is over, whoever writes it', async () => {
    const { made, people } = await closed();
    const late = await aUserId(world.source);
    await fund(world.source, late, '10');
    const insert = (instant: number) =>
      world.source.query(
        `insert into ieo_application (project_id, user_id, units, salt, account_hash, created_at, updated_at)
         values ($1, $2, 1, sha256('salt'), sha256('account'), $3, $3)`,
        [made.id, late, at(instant)],
      );
    const more = (instant: number) =>
      world.source.query(
        'update ieo_application set units = units + 1, updated_at = $3 where user_id = $1 and project_id = $2',
        [people[0], made.id, at(instant)],
      );
    await expect(insert(made.applyUntil)).rejects.toMatchObject({ code: 'IE002' });
    await expect(more(made.applyUntil)).rejects.toMatchObject({ code: 'IE002' });
    await expect(world.wish(people[0] as string, made.id, '1')).rejects.toMatchObject({ code: 'ieo.not-open' });
  });

  it('of a sale that closed before there was an order 2 is by the order of before', async () => {
    const { made, people } = await world.applied([1, 1, 1], { supply: 2, cap: 2, most: 2, order: 1 });
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    expect((await world.ownOf(people)).map((row) => Number(row?.allotted)).sort((a, b) => a - b)).toEqual([0, 1, 1]);
    expect(await shown(made)).toMatchObject({ drawMarket: null, drawHour: null, isDrawn: false, phase: 'paying' });
    const { code, terms, rows, roots } = await world.published(made.id);
    expect(terms).toMatchObject({ order: 1, draw: null });
    expect(checkAllotment(code, terms, rows, roots)).toMatchObject({ first: 'right', root: 'right', draw: 'later' });
  });
});

/** What is recorded of an hour, where it is that one. */
async function treeOf(hour: number): Promise<Record<string, unknown>> {
  const [row]: Record<string, unknown>[] = await world.source.query(
    `select t.root, t.samples, t.path,
            (select tape_sample(s) from price_sample s where s.market_id = $1 and s.second >= $2
                and s.second < $2::timestamptz + interval '1 hour' order by s.second desc limit 1) as last
       from tape_hour_tree($1, $2) t`,
    [market, at(hour)],
  );
  return row ?? {};
}

/** An hour's root is published. */
async function root(hour: number): Promise<void> {
  await world.source.query(
    `insert into tape_root (market_id, hour, root, samples, first_sequence, last_sequence, last_hash, sealed_at)
     select $1, $2, t.root, t.samples, 1, 1, $3, now() from tape_hour_tree($1, $2) t`,
    [market, at(hour), Buffer.alloc(32)],
  );
}

/** Nothing is added to an hour any more. */
async function closeTape(hour: number): Promise<void> {
  await world.source.query('update tape_head set second = $2 where market_id = $1', [
    market,
    at(hour + HOUR_MS - SECOND_MS),
  ]);
}

it.each([0, 1, 2, 3, 4, 5, 7, 8, 31, 32, 33, 100, 3600])(
  'the database makes of %d prices of an hour the tree that everybody makes',
  async (count) => {
    const hour = firstHourAfter(world.clock.now()) + 24 * HOUR_MS;
    await new TapePartitionsStore(world.serving).ensure([hour]);
    await world.source.query(
      `insert into price_sample (market_id, second, sequence, index_state, constituents, live_constituents, origin, prev_hash, hash)
       select $1, $2::timestamptz + n * interval '1 second', n + 1, 'stale', '[]', 0, 'simulated', sha256('0'), sha256(n::text::bytea)
         from generate_series(0, $3::integer - 1) n`,
      [market, at(hour), count],
    );
    const rows: { hash: string }[] = await world.source.query(
      `select encode(sha256(n::text::bytea), 'hex') as hash from generate_series(0, $1::integer - 1) n order by n`,
      [count],
    );
    const leaves = rows.map(({ hash }) => hash);
    const [tree]: unknown[] = await world.source.query(
      `select encode(root, 'hex') as root, samples, encode(path, 'hex') as path from tape_hour_tree($1, $2)`,
      [market, at(hour)],
    );
    const none = { root: null, samples: null, path: null };
    const known = { root: merkleRoot(leaves), samples: count, path: merklePath(leaves, count - 1).join('') };
    expect(tree).toEqual(count === 0 ? none : known);
  },
);

it.each([0, 1, 1000, HOUR_MS - 1])(
  'hours begin in the database as they do for everybody, %d ms after one',
  async (past) => {
    const instant = firstHourAfter(world.clock.now()) + past;
    const rows: unknown[] = await world.source.query('select ieo_first_hour($1) as hour', [at(instant)]);
    expect(rows).toEqual([{ hour: at(firstHourAfter(instant)) }]);
  },
);
