import { checkAllotment } from '../../../contract/rules/ieo-proof.rules.js';
import { isInTree } from '../../../contract/rules/tape.rules.js';
import { allotmentLeaf, accountHash } from '../../../contract/rules/ieo-proof.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { inTurn } from '../../../test/factories/held-back.js';
import { aUserId, fund } from '../../../test/factories/ledger.js';
import { IeoStore } from './ieo.store.js';
import { IeoWorkStore } from './ieo-work.store.js';
import { SealAllotment } from './seal-allotment.js';
import { GetAllotment } from './get-allotment.js';
import { SweepIeo } from './sweep-ieo.js';
import { IeoWorld } from '../../../test/factories/ieo-world.js';

const DAY_MS = 86_400_000;

let world: IeoWorld;

beforeAll(async () => {
  world = await IeoWorld.open();
}, 60_000);
afterEach(() => world.endTest());
afterAll(() => world.close());

const refusal = (code: string, parameters?: object) =>
  expect.objectContaining({ code, ...(parameters ? { parameters } : {}) });

describe('applying', () => {
  it('freezes the price on the spot account, tells the user, and can be added to', async () => {
    const made = await world.sale();
    world.clock.set(made.applyFrom);
    const user = await world.person();
    await world.wish(user, made.id, '100');
    expect(await world.balances(user)).toEqual({ spot: '9800', spot_frozen: '200' });
    await world.wish(user, made.id, '50');
    expect(await world.balances(user)).toEqual({ spot: '9700', spot_frozen: '300' });
    expect(await world.own(user)).toMatchObject({ units: '150', state: 'committed', version: 2, allotted: null });
    const events = await world.source.query('select kind, payload from outbox where user_id = $1 order by sequence', [
      user,
    ]);
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'ieo',
      'balance',
      'balance',
      'ieo',
      'balance',
      'balance',
    ]);
    expect(events[3].payload).toMatchObject({ state: 'committed', units: '150', allotted: null, entityVersion: 2 });
  });

  it('is done once for one key', async () => {
    const made = await world.sale();
    world.clock.set(made.applyFrom);
    const user = await world.person();
    await Promise.all([1, 2, 3].map(() => world.wish(user, made.id, '10', 'one-key')));
    expect(await world.balances(user)).toEqual({ spot: '9980', spot_frozen: '20' });
  });

  it.each([
    ['4', 'ieo.below-minimum', { minimum: '5' }],
    ['301', 'ieo.above-maximum', { maximum: '300' }],
    ['300', 'ledger.insufficient-balance', undefined],
  ])('refuses %s units: %s, and leaves nothing', async (units, code, parameters) => {
    const made = await world.sale({ least: 5, most: 300 });
    world.clock.set(made.applyFrom);
    const user = await world.person('500');
    await expect(world.wish(user, made.id, units)).rejects.toEqual(refusal(code, parameters));
    expect(await world.balances(user)).toEqual({ spot: '500' });
    expect(await world.own(user)).toBeUndefined();
    await expect(world.previews.execute({ userId: user, projectId: made.id, units, demo: false })).rejects.toEqual(
      refusal(code, parameters),
    );
  });

  it('never passes the most of one person, however many come at once', async () => {
    const made = await world.sale({ most: 100 });
    world.clock.set(made.applyFrom);
    const user = await world.person();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, place) => world.wish(user, made.id, '30', `try-${place}`)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await world.own(user)).toMatchObject({ units: '90' });
  });

  it.each([
    ['39', '99', 'done'],
    ['40', '100', 'done'],
    ['41', '101', 'ieo.above-maximum'],
  ])('for %s units beside 60, and for %s alone, is by a most of 100: %s', async (beside, alone, outcome) => {
    const made = await world.sale({ most: 100 });
    world.clock.set(made.applyFrom);
    const [user, other] = [await world.person(), await world.person()];
    const tries = [
      () => world.wish(user, made.id, '60', 'most-first'),
      () => world.wish(user, made.id, beside, 'most-beside'),
      () => world.wish(other, made.id, alone, 'most-alone'),
    ];
    expect(await inTurn(tries)).toEqual(['done', outcome, outcome]);
  });

  it('is for verified people, with real money, who agree, and while it is open', async () => {
    const made = await world.sale();
    const user = await world.person();
    const given = { userId: user, projectId: made.id, units: '10', agreed: true, demo: false, key: null };
    await expect(world.apply.execute(given)).rejects.toEqual(refusal('ieo.not-open'));
    world.clock.set(made.applyFrom);
    await expect(world.apply.execute({ ...given, demo: true })).rejects.toEqual(refusal('demo.real-money-only'));
    await expect(world.apply.execute({ ...given, agreed: false })).rejects.toEqual(refusal('ieo.agreement'));
    await expect(world.apply.execute({ ...given, projectId: 999_999 })).rejects.toEqual(refusal('ieo.not-found'));
    const stranger = await aUserId(world.source);
    await fund(world.source, stranger, '100');
    await expect(world.apply.execute({ ...given, userId: stranger })).rejects.toEqual(refusal('verification.required'));
    world.clock.set(made.applyUntil - 1);
    await world.apply.execute(given);
    world.clock.set(made.applyUntil);
    await expect(world.apply.execute({ ...given, key: 'late' })).rejects.toEqual(refusal('ieo.not-open'));
  });

  it('previews what it does', async () => {
    const made = await world.sale();
    world.clock.set(made.applyFrom);
    const user = await world.person();
    await world.wish(user, made.id, '10');
    expect(await world.previews.execute({ userId: user, projectId: made.id, units: '15', demo: false })).toMatchObject({
      amount: '30',
      unitsAfter: '25',
      balance: '9980',
      balanceAfter: '9950',
    });
  });
});

describe('the allotment', () => {
  it('gives by the rule, releases the unused part at once, and tells everybody', async () => {
    // 1000 units, cap 400: 400 by the cap, the other 600 shared 2:1 between 800 and 400, of which the first is capped too.
    const { made, people } = await world.applied([1000, 800, 400], { supply: 1000, cap: 400 });
    await world.sweep.execute();
    const [a, b, c] = people as [string, string, string];
    // Sealed, and nothing moved before the day.
    expect((await world.store.rounds(made.id)).map(({ round, units }) => [round, units])).toEqual([[0, '2200']]);
    expect(await world.balances(a)).toEqual({ spot: '8000', spot_frozen: '2000' });
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    expect(await world.ownOf(people)).toEqual([
      expect.objectContaining({ state: 'allotted', allotted: '400' }),
      expect.objectContaining({ state: 'allotted', allotted: '400' }),
      expect.objectContaining({ state: 'allotted', allotted: '200' }),
    ]);
    expect(await world.balances(a)).toEqual({ spot: '9200', spot_frozen: '800' });
    expect(await world.balances(b)).toEqual({ spot: '9200', spot_frozen: '800' });
    expect(await world.balances(c)).toEqual({ spot: '9600', spot_frozen: '400' });
    expect(await world.ieoEvents(c)).toEqual(['committed', 'allotted']);
  });

  it('fails who gets nothing, and gives all back', async () => {
    const { made, people } = await world.applied([5, 5, 5], { supply: 5, cap: 5, most: 5 });
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    const results = (await world.ownOf(people)).map((row) => `${row?.state} ${row?.allotted}`).sort();
    expect(results).toEqual(['allotted 1', 'allotted 2', 'allotted 2']);
    const few = await world.applied([3, 3, 3], { supply: 3, cap: 3, most: 3, least: 3 });
    world.clock.set(few.made.allotAt);
    await world.sweep.execute();
    expect((await world.ownOf(few.people)).map((row) => row?.allotted)).toEqual(['1', '1', '1']);
    const none = await world.applied([1, 1, 1], { supply: 2, cap: 2, most: 2 });
    world.clock.set(none.made.allotAt);
    await world.sweep.execute();
    const ends = await world.ownOf(none.people);
    expect(ends.map((row) => row?.state).sort()).toEqual(['allotted', 'allotted', 'failed']);
    const loser = none.people[ends.findIndex((row) => row?.state === 'failed')] as string;
    expect(await world.balances(loser)).toEqual({ spot: '10000' });
  });

  it('gives everybody all where there is enough, and works with nobody at all', async () => {
    const { made, people } = await world.applied([10, 20]);
    const empty = await world.sale();
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    expect((await world.ownOf(people)).map((row) => row?.allotted)).toEqual(['10', '20']);
    world.clock.set(empty.listAt);
    await world.sweep.execute();
    await world.sweep.execute();
    await world.listed(empty.id);
    await world.sweep.execute();
    expect(await world.store.project(empty.id, new Date(world.clock.now()))).toMatchObject({
      phase: 'listed',
      applications: 0,
    });
  });

  it('is one result, however many sweep at once', async () => {
    const { made, people } = await world.applied([300, 200, 100, 50], { supply: 300 });
    world.clock.set(made.allotAt);
    await Promise.all([1, 2, 3, 4].map(() => world.sweep.execute()));
    await world.sweep.execute();
    // 300 of 650: 138.46, 92.3, 46.15, 23.07; one is left, and 0.46 is the largest remainder.
    expect((await world.ownOf(people)).map((row) => row?.allotted)).toEqual(['139', '92', '46', '23']);
  });

  it('can be computed by anybody from what is published, and each one proves the own row', async () => {
    const { made, people } = await world.applied([300, 300, 300], { supply: 500 });
    expect(await world.published(made.id)).toMatchObject({ rows: [], terms: { seed: null, rounds: [] } });
    await world.sweep.execute();
    const sealed = await world.published(made.id);
    expect(sealed.terms).toMatchObject({ seed: null, rounds: [{ round: 0, rows: 3, units: '900' }] });
    expect(sealed.rows.map(({ first }) => first)).toEqual([null, null, null]);
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    const { code, terms, rows, roots, project } = await world.published(made.id);
    expect(checkAllotment(code, terms, rows, roots)).toMatchObject({
      order: 'right',
      seed: 'right',
      commitments: 'right',
      first: 'right',
      sum: 'right',
      root: 'right',
      second: 'later',
    });
    // What was sealed before the allotment is what it was made from.
    expect(terms.rounds[0]).toEqual(sealed.terms.rounds[0]);
    const mine = await world.own(people[1] as string);
    expect(mine?.account).toBe(accountHash(made.id, people[1] as string, mine?.salt ?? ''));
    const row = rows.find(({ account }) => account === mine?.account);
    for (const proof of await world.shown.proofs(project, mine as { account: string })) {
      const leaf = allotmentLeaf(made.id, proof.round, row as (typeof rows)[0], terms.cap) as string;
      expect(isInTree(leaf, proof.place, proof.rows, proof.path, proof.root)).toBe(true);
    }
  });

  it('is not read anew for each look at a proof, also where several sales are looked at in turn', async () => {
    class Counting extends IeoStore {
      read = 0;
      override rows(...given: Parameters<IeoStore['rows']>) {
        this.read += 1;
        return super.rows(...given);
      }
    }
    const [one, two] = [await world.applied([300, 200]), await world.applied([100, 50])];
    world.clock.set(two.made.allotAt);
    await world.sweep.execute();
    world.clock.set(two.made.payUntil);
    await world.sweep.execute();
    const counting = new Counting(world.serving);
    const showing = new GetAllotment(counting, world.clock);
    for (let look = 0; look < 3; look += 1) {
      for (const { made, people } of [one, two]) {
        const project = await world.store.project(made.id, new Date(world.clock.now()));
        const proofs = await showing.proofs(project as NonNullable<typeof project>, {
          account: (await world.own(people[0] as string))?.account ?? '',
        });
        expect(proofs.map(({ round }) => round)).toEqual([0, 1]);
      }
    }
    // Three rounds of two sales.
    expect(counting.read).toBe(6);
  });

  it('keeps its seed from everybody until then', async () => {
    const { made } = await world.applied([10]);
    const [{ seed }]: [{ seed: string | null }] = await world.serving.query('select ieo_seed_of($1, $2) as seed', [
      made.id,
      new Date(world.clock.now()),
    ]);
    expect(seed).toBeNull();
    await expect(
      world.app.application.get(IeoStore).project(made.id, new Date(world.clock.now())),
    ).resolves.toMatchObject({
      seed: null,
    });
    const rights: { may: boolean }[] = await world.source.query(
      `select has_table_privilege('gateway_app', 'ieo_seed', 'select') as may union all
       select has_table_privilege('gateway_app', 'ieo_application', 'update') union all
       select has_table_privilege('gateway_app', 'ieo_allotment', 'insert')`,
    );
    expect(rights.some(({ may }) => may)).toBe(false);
  });

  it('refuses to seal what the rows do not say', async () => {
    const { made, people } = await world.applied([300, 300], { supply: 400 });
    await world.sweep.execute();
    world.clock.set(made.allotAt);
    const ids = await Promise.all(people.map((user) => world.idOf(user, made.id)));
    const root = await world.drawn(made.id);
    const seal = (units: number[], of = ids) =>
      world.serving.query('select ieo_seal($1, 1::smallint, $2, $3, $4, $5, $6)', [
        made.id,
        Buffer.alloc(32),
        of,
        units,
        new Date(world.clock.now()),
        root,
      ]);
    for (const [units, of] of [
      [[201, 200], ids],
      [[199, 200], ids],
      [[301, 99], ids],
      [[400], ids.slice(0, 1)],
      [
        [200, 200, 0],
        [...ids, '999999'],
      ],
    ] as const) {
      await expect(seal([...units], [...of])).rejects.toMatchObject({ code: 'IE006' });
    }
    expect(await world.store.rounds(made.id)).toHaveLength(1);
  });
});

describe('payment', () => {
  it('keeps the frozen money for the issuer until the listing, once', async () => {
    const { made, people } = await world.applied([100]);
    const [user] = people as [string];
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    await Promise.all([world.pay(user, made.id, null, 'k'), world.pay(user, made.id, null, 'k')]);
    expect(await world.balances(user)).toEqual({ spot: '9800' });
    expect(await world.ieoEvents(user)).toEqual(['committed', 'allotted', 'paid']);
    await expect(world.pay(user, made.id)).rejects.toEqual(refusal('ieo.nothing-to-pay'));
    expect(await world.balances(user)).toEqual({ spot: '9800' });
  });

  it('is refused to who takes a break, and the money is free again when its time is over', async () => {
    const { made, people } = await world.applied([100, 100]);
    const [user, other] = people as [string, string];
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    const wanted = { span: '7-days', fundPassword: '' } as const;
    await world.takeBreak.execute(user, wanted, { ip: '192.0.2.1', userAgent: '' });
    await expect(world.pay(user, made.id)).rejects.toEqual(refusal('limits.break'));
    await world.pay(other, made.id);
    world.clock.set(made.payUntil);
    await world.sweep.execute();
    expect(await world.balances(user)).toEqual({ spot: '10000' });
  });

  it('twice at once is one payment', async () => {
    const { made, people } = await world.applied([100]);
    const [user] = people as [string];
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    const tries = await Promise.allSettled([world.pay(user, made.id, 1, 'a'), world.pay(user, made.id, 1, 'b')]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.balances(user)).toEqual({ spot: '9800' });
  });

  it('is refused before the allotment, after its time, and to strangers', async () => {
    const { made, people } = await world.applied([100, 100]);
    const [user, other] = people as [string, string];
    await expect(world.pay(user, made.id)).rejects.toEqual(refusal('ieo.nothing-to-pay'));
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    const applicationId = await world.idOf(user, made.id);
    await expect(
      world.payments.execute({ userId: other, applicationId, round: 1, demo: false, key: null }),
    ).rejects.toEqual(refusal('ieo.not-found'));
    world.clock.set(made.payUntil);
    await expect(world.pay(user, made.id)).rejects.toEqual(refusal('ieo.payment-over'));
    await world.sweep.execute();
    await expect(world.pay(user, made.id)).rejects.toEqual(refusal('ieo.nothing-to-pay'));
    expect(await world.balances(user)).toEqual({ spot: '10000' });
  });

  it('that is missed gives the lot to the others by the same rule, once, from their spot accounts', async () => {
    const { made, people } = await world.applied([300, 300, 300, 100], { supply: 500, cap: 250 });
    const [a, b, c, d] = people as [string, string, string, string];
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    expect((await world.ownOf(people)).map((row) => row?.allotted)).toEqual(['150', '150', '150', '50']);
    await world.pay(b, made.id);
    await world.pay(c, made.id);
    await world.pay(d, made.id);
    world.clock.set(made.payUntil);
    await world.sweep.execute();
    expect(await world.own(a)).toMatchObject({ state: 'missed', second: null });
    expect(await world.balances(a)).toEqual({ spot: '10000' });
    // 150 come back. Left over: 150, 150 and 50, with room for 100, 100 and 50: 64.28, 64.28 and 21.42.
    const second = (await world.ownOf([b, c, d])).map((row) => Number(row?.second));
    expect(second.reduce((sum, units) => sum + units)).toBe(150);
    expect([second[0], second[1]].every((units) => units === 64 || units === 65)).toBe(true);
    expect(second[2]).toBeGreaterThanOrEqual(21);
    const { code, terms, rows, roots } = await world.published(made.id);
    const checks = checkAllotment(code, terms, rows, roots);
    expect(Object.values(checks).every((verdict) => verdict === 'right')).toBe(true);
    await world.pay(b, made.id);
    const coins = 150 + (second[0] as number);
    expect(await world.balances(b)).toEqual({ spot: String(10_000 - 2 * coins) });
    world.clock.set(made.secondPayUntil);
    await expect(world.pay(c, made.id)).rejects.toEqual(refusal('ieo.payment-over'));
    await world.sweep.execute();
    expect(await world.own(c)).toMatchObject({ state: 'paid', secondState: 'lapsed' });
    expect(await world.balances(c)).toEqual({ spot: '9700' });
    world.clock.set(made.listAt);
    await world.listed(made.id);
    await world.sweep.execute();
    expect(await world.balances(b)).toMatchObject({ 'spot_frozen:coin': String(coins) });
    expect(await world.balances(c)).toEqual({ spot: '9700', 'spot_frozen:coin': '150' });
  });
});

it('what stops one sale holds up no other one, and is told', async () => {
  const [broken, whole] = [await world.applied([10]), await world.applied([20])];
  class Broken extends SealAllotment {
    override close(...given: Parameters<SealAllotment['close']>) {
      return given[0].id === broken.made.id ? Promise.reject(new Error('broken')) : super.close(...given);
    }
  }
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => world.app.application.get(token);
  const seal = new Broken(of(IeoWorkStore), of(Transactions));
  const sweeping = new SweepIeo(of(IeoWorkStore), seal, of(Transactions), of(Outbox), world.clock, of(Metrics));
  await expect(sweeping.execute()).rejects.toThrow('broken');
  expect(await world.store.rounds(broken.made.id)).toEqual([]);
  expect((await world.store.rounds(whole.made.id)).map(({ round }) => round)).toEqual([0]);
});

it('an application that takes too long by itself holds up no other one of its sale, and is told', async () => {
  const { made, people } = await world.applied([10, 20]);
  const [slow, other] = people as [string, string];
  const id = await world.idOf(slow, made.id);
  class Slow extends IeoWorkStore {
    override settle(...given: Parameters<IeoWorkStore['settle']>) {
      const timeout = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
      return (given[3].only?.includes(id) ?? true) ? Promise.reject(timeout) : super.settle(...given);
    }
  }
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => world.app.application.get(token);
  const seal = new SealAllotment(of(IeoWorkStore), of(Transactions));
  const sweeping = new SweepIeo(new Slow(world.serving), seal, of(Transactions), of(Outbox), world.clock, of(Metrics));
  world.clock.set(made.allotAt);
  await world.sweep.tape();
  await expect(sweeping.execute()).rejects.toThrow(`Row ${id}: Error: canceling statement`);
  expect([(await world.own(slow))?.state, (await world.own(other))?.state]).toEqual(['committed', 'allotted']);
  await world.sweep.execute();
  expect((await world.own(slow))?.state).toBe('allotted');
});

it('a round is computed while nothing is held, and sealed in a minute, however many applied', async () => {
  const { made } = await world.applied([10, 20]);
  const [read, sealed, limits] = [[] as unknown[], [] as unknown[], [] as string[]];
  const limitOf = async (tx: Transaction) => {
    const [row]: { limit: string }[] = await tx.query(`select current_setting('statement_timeout') as limit`);
    sealed.push(tx);
    limits.push(row?.limit ?? '');
  };
  class Noted extends IeoWorkStore {
    override rows(...given: Parameters<IeoWorkStore['rows']>) {
      read.push(...given);
      return super.rows(...given);
    }
    override async close(...given: Parameters<IeoWorkStore['close']>) {
      const isClosed = await super.close(...given);
      await limitOf(given[0]);
      return isClosed;
    }
    override async seal(...given: Parameters<IeoWorkStore['seal']>) {
      const isSealed = await super.seal(...given);
      await limitOf(given[0]);
      return isSealed;
    }
  }
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => world.app.application.get(token);
  const work = new Noted(world.serving);
  const seal = new SealAllotment(work, of(Transactions));
  const sweeping = new SweepIeo(work, seal, of(Transactions), of(Outbox), world.clock, of(Metrics));
  world.clock.set(made.applyUntil);
  await sweeping.execute();
  world.clock.set(made.allotAt);
  await world.sweep.tape();
  await sweeping.execute();
  expect((await world.store.rounds(made.id)).map(({ round }) => round)).toEqual([0, 1]);
  expect(limits).toEqual(['1min', '1min']);
  expect(read.filter((tx) => sealed.includes(tx))).toEqual([]);
});

it.each([[3], [0], [-1], [null]])('round %j is none that anybody pays in', async (round) => {
  const { made, people } = await world.applied([100, 50], { supply: 100, cap: 100 });
  const [user] = people as [string];
  world.clock.set(made.allotAt);
  await world.sweep.execute();
  await world.pay(user, made.id);
  world.clock.set(made.payUntil);
  await world.sweep.execute();
  expect(await world.own(user)).toMatchObject({ second: '33', secondState: 'offered' });
  const before = await world.balances(user);
  const paying = world.serving.query(`select ieo_pay($1, 'ieo/pay', $2, $3, $4, 3600, $5, $6::smallint)`, [
    user,
    `no-such-round-${round}`,
    Buffer.alloc(32),
    new Date(world.clock.now()),
    await world.idOf(user, made.id),
    round,
  ]);
  await expect(paying).rejects.toMatchObject({ code: 'IE011' });
  expect(await world.balances(user)).toEqual(before);
});

describe('a worker that was away', () => {
  const HALF = 30 * 60_000;

  it('while lots could be paid for leaves everybody half of the time from when they hear of it', async () => {
    const { made, people } = await world.applied([100, 50, 40], { supply: 100, cap: 100 });
    const [user, late, short] = people as [string, string, string];
    world.clock.set(made.listAt + DAY_MS);
    await Promise.all([world.sweep.execute(), world.sweep.execute()]);
    await world.sweep.execute();
    // 100 of 190: 52.63, 26.31 and 21.05; one is left for the largest remainder.
    expect((await world.ownOf(people)).map((row) => `${row?.state} ${row?.allotted}`)).toEqual([
      'allotted 53',
      'allotted 26',
      'allotted 21',
    ]);
    expect(await world.store.project(made.id, new Date(world.clock.now()))).toMatchObject({
      phase: 'paying',
      payUntil: new Date(world.clock.now() + HALF),
    });
    world.clock.advance(HALF - 1);
    await world.sweep.execute();
    for (const payer of [user, short]) await world.pay(payer, made.id);
    world.clock.advance(1);
    await expect(world.pay(late, made.id)).rejects.toEqual(refusal('ieo.payment-over'));
    // The second round is told late, too: 26 are offered again by what 53 of 100 and 21 of 40 leave, 47 to 19.
    await world.sweep.execute();
    expect(await world.own(late)).toMatchObject({ state: 'missed' });
    expect(await world.own(user)).toMatchObject({ second: '19', secondState: 'offered' });
    expect(await world.own(short)).toMatchObject({ second: '7', secondState: 'offered' });
    world.clock.advance(HALF - 1);
    await world.sweep.execute();
    await world.pay(user, made.id);
    world.clock.advance(1);
    await world.sweep.execute();
    expect(await world.own(short)).toMatchObject({ secondState: 'lapsed' });
    const { code, terms, rows, roots } = await world.published(made.id);
    expect(Object.values(checkAllotment(code, terms, rows, roots)).every((verdict) => verdict === 'right')).toBe(true);
    expect(await world.balances(late)).toEqual({ spot: '10000' });
  });

  it('in the middle of telling ends nothing of what was told', async () => {
    const { made, people } = await world.applied([10, 10]);
    const ids = await Promise.all(people.map((user) => world.idOf(user, made.id)));
    world.clock.set(made.allotAt);
    const work = world.app.application.get(IeoWorkStore);
    await new SealAllotment(work, world.app.application.get(Transactions)).close(
      { id: made.id, supply: '1000', cap: '400', isCancelled: false, isListed: false },
      new Date(made.applyUntil),
    );
    await world.serving.query('select ieo_seal($1, 1::smallint, $2, $3, $4, $5, $6)', [
      made.id,
      Buffer.alloc(32),
      ids,
      [10, 10],
      new Date(world.clock.now()),
      await world.drawn(made.id),
    ]);
    await world.serving.query('select ieo_settle($1, 1::smallint, 1, $2)', [made.id, new Date(world.clock.now())]);
    world.clock.set(made.listAt);
    const [{ applications }]: [{ applications: number }] = await world.serving.query(
      'select applications from ieo_lapse($1, 10, $2)',
      [made.id, new Date(world.clock.now())],
    );
    expect(applications).toBe(0);
    await world.sweep.execute();
    expect((await world.ownOf(people)).map((row) => row?.state)).toEqual(['allotted', 'allotted']);
  });
});
