import type { DataSource } from 'typeorm';
import { checkAllotment } from '../../../contract/rules/ieo-proof.rules.js';
import { isInTree } from '../../../contract/rules/tape.rules.js';
import { allotmentLeaf, accountHash } from '../../../contract/rules/ieo-proof.rules.js';
import { Config } from '../../../platform/config/config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { IdempotencyStore } from '../../../platform/idempotency/idempotency.store.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Clock } from '../../../platform/clock/clock.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import {
  agreedOn,
  aSale,
  listSale,
  type Sale,
  type SaleGiven,
  saleTerms,
  verifyUsers,
} from '../../../test/factories/ieo.js';
import { anOffer, offerTerms } from '../../../test/factories/subscription.js';
import { inTurn } from '../../../test/factories/held-back.js';
import { giveMoney } from '../../../test/factories/given-money.js';
import { aUserId, BTC, fund, USDT } from '../../../test/factories/ledger.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { CheckFundPassword, HasFundPassword } from '../../account/security/index.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { JudgeListing, ListCoin } from '../../markets/listing/index.js';
import { capitalReasons, Ledger } from '../../wallet/ledger/index.js';
import { OwnLimitsStore } from '../../wallet/own-limits/own-limits.store.js';
import { TakeBreak } from '../../wallet/own-limits/take-break.js';
import { RecordOwnLimitChanges } from '../../wallet/own-limits/record-own-limit-changes.js';
import { SealJournals } from '../../wallet/ledger/seal-journals.js';
import { FoldProfit } from '../../wallet/profit/fold-profit.js';
import { ProfitDaysStore } from '../../wallet/profit/profit-days.store.js';
import { ProfitStore } from '../../wallet/profit/profit.store.js';
import { GetTaxReport } from '../../wallet/taxes/get-tax-report.js';
import { ApplyForIeo } from './apply-for-ieo.js';
import { IeoStore } from './ieo.store.js';
import { IeoWorkStore } from './ieo-work.store.js';
import { ListSoldCoin } from './list-sold-coin.js';
import { PayForIeo } from './pay-for-ieo.js';
import { PreviewIeo } from './preview-ieo.js';
import { PublishIeo } from './publish-ieo.js';
import { SealAllotment } from './seal-allotment.js';
import { GetAllotment } from './get-allotment.js';
import { SweepIeo } from './sweep-ieo.js';

const START = Date.UTC(2027, 4, 3, 8, 0);
const DAY_MS = 86_400_000;

let app: TestApp;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let store: IeoStore;
let clock: FakeClock;
let apply: ApplyForIeo;
let payments: PayForIeo;
let previews: PreviewIeo;
let sweep: SweepIeo;
let shown: GetAllotment;
let list: ListSoldCoin;
let takeBreak: TakeBreak;
let began = START;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
  source = app.owner;
  serving = app.serving;
  store = of(IeoStore);
  clock = new FakeClock(START);
  const outbox = of(Outbox);
  const commands = new IdempotentCommands(of(Transactions), new IdempotencyStore(serving), clock, of(Config));
  apply = new ApplyForIeo(store, commands, outbox);
  payments = new PayForIeo(store, commands, outbox);
  previews = new PreviewIeo(store, of(Ledger), of(VerificationLevels), clock);
  const work = of(IeoWorkStore);
  const seal = new SealAllotment(work, of(Transactions));
  sweep = new SweepIeo(work, seal, of(Transactions), outbox, clock, of(Metrics));
  shown = new GetAllotment(store, clock);
  list = new ListSoldCoin(store, of(ListCoin), of(JudgeListing), clock);
  const passwords = [of(HasFundPassword), of(CheckFundPassword)] as const;
  takeBreak = new TakeBreak(of(OwnLimitsStore), of(RecordOwnLimitChanges), ...passwords, of(Transactions), clock);
}, 60_000);

// Nothing of a test is due in the next one.
afterEach(async () => {
  began += 400 * DAY_MS;
  clock.set(began);
  await sweep.execute();
});

afterAll(() => closeInOrder(app, ['I01', 'I02', 'I03', 'I04', 'I05', 'I06']));

const refusal = (code: string, parameters?: object) =>
  expect.objectContaining({ code, ...(parameters ? { parameters } : {}) });
const sale = (given: Partial<SaleGiven> = {}) => aSale(source, { at: began, ...given });
const transactions = () => app.application.get(Transactions);
const listed = (id: number) => listSale(source, id, { list, transactions: transactions() });

async function person(amount = '10000'): Promise<string> {
  const user = await aUserId(source);
  await fund(source, user, amount);
  await verifyUsers(source, [user]);
  return user;
}

/** A sale, with people who applied for so many units each, when applications are over. */
async function applied(units: number[], given: Partial<SaleGiven> = {}): Promise<{ made: Sale; people: string[] }> {
  const made = await sale(given);
  clock.set(made.applyFrom);
  const people: string[] = [];
  for (const wanted of units) {
    const user = await person();
    await wish(user, made.id, String(wanted));
    people.push(user);
  }
  clock.set(made.applyUntil);
  return { made, people };
}

function wish(userId: string, projectId: number, units: string, key: string | null = null) {
  return apply.execute({ userId, projectId, units, agreed: true, demo: false, key });
}

async function pay(userId: string, projectId: number, round: 1 | 2 | null = null, key: string | null = null) {
  return payments.execute({ userId, applicationId: await idOf(userId, projectId), round, demo: false, key });
}

async function own(userId: string) {
  const { applications } = await store.applications({
    userId,
    states: ['committed', 'failed', 'allotted', 'missed', 'paid', 'locked', 'releasing', 'cancelled'],
    words: [],
    page: 1,
    limit: 50,
  });
  return applications[0];
}

async function idOf(userId: string, projectId: number): Promise<string> {
  const rows: { id: string }[] = await source.query(
    'select id from ieo_application where user_id = $1 and project_id = $2',
    [userId, projectId],
  );
  return rows[0]?.id ?? '0';
}

async function balances(userId: string): Promise<Record<string, string>> {
  const rows = await app.application.get(Ledger).balancesOf(userId, false);
  return Object.fromEntries(
    rows
      .filter(({ balance }) => balance !== '0')
      .map(({ kind, currencyId, balance }) => [currencyId === USDT ? kind : `${kind}:coin`, balance]),
  );
}

async function ieoEvents(userId: string): Promise<string[]> {
  const rows: { kind: string; state: string | null }[] = await source.query(
    `select kind, payload ->> 'state' as state from outbox where user_id = $1 and kind = 'ieo' order by sequence`,
    [userId],
  );
  return rows.map(({ state }) => state ?? '');
}

/** Everything published of a sale, as anybody reads it. */
async function published(id: number) {
  const { project, rounds, rows } = await shown.table(id, { after: '', prefix: '', limit: 1000 });
  const terms = {
    projectId: id,
    supply: project.supply,
    cap: project.cap,
    seedHash: project.seedHash,
    seed: project.seed,
    rounds,
  };
  return { code: project.code, terms, rows, project };
}

describe('applying', () => {
  it('freezes the price on the spot account, tells the user, and can be added to', async () => {
    const made = await sale();
    clock.set(made.applyFrom);
    const user = await person();
    await wish(user, made.id, '100');
    expect(await balances(user)).toEqual({ spot: '9800', spot_frozen: '200' });
    await wish(user, made.id, '50');
    expect(await balances(user)).toEqual({ spot: '9700', spot_frozen: '300' });
    expect(await own(user)).toMatchObject({ units: '150', state: 'committed', version: 2, allotted: null });
    const events = await source.query('select kind, payload from outbox where user_id = $1 order by sequence', [user]);
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
    const made = await sale();
    clock.set(made.applyFrom);
    const user = await person();
    await Promise.all([1, 2, 3].map(() => wish(user, made.id, '10', 'one-key')));
    expect(await balances(user)).toEqual({ spot: '9980', spot_frozen: '20' });
  });

  it.each([
    ['4', 'ieo.below-minimum', { minimum: '5' }],
    ['301', 'ieo.above-maximum', { maximum: '300' }],
    ['300', 'ledger.insufficient-balance', undefined],
  ])('refuses %s units: %s, and leaves nothing', async (units, code, parameters) => {
    const made = await sale({ least: 5, most: 300 });
    clock.set(made.applyFrom);
    const user = await person('500');
    await expect(wish(user, made.id, units)).rejects.toEqual(refusal(code, parameters));
    expect(await balances(user)).toEqual({ spot: '500' });
    expect(await own(user)).toBeUndefined();
    await expect(previews.execute({ userId: user, projectId: made.id, units, demo: false })).rejects.toEqual(
      refusal(code, parameters),
    );
  });

  it('never passes the most of one person, however many come at once', async () => {
    const made = await sale({ most: 100 });
    clock.set(made.applyFrom);
    const user = await person();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, place) => wish(user, made.id, '30', `try-${place}`)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await own(user)).toMatchObject({ units: '90' });
  });

  it.each([
    ['39', '99', 'done'],
    ['40', '100', 'done'],
    ['41', '101', 'ieo.above-maximum'],
  ])('for %s units beside 60, and for %s alone, is by a most of 100: %s', async (beside, alone, outcome) => {
    const made = await sale({ most: 100 });
    clock.set(made.applyFrom);
    const [user, other] = [await person(), await person()];
    const tries = [
      () => wish(user, made.id, '60', 'most-first'),
      () => wish(user, made.id, beside, 'most-beside'),
      () => wish(other, made.id, alone, 'most-alone'),
    ];
    expect(await inTurn(tries)).toEqual(['done', outcome, outcome]);
  });

  it('is for verified people, with real money, who agree, and while it is open', async () => {
    const made = await sale();
    const user = await person();
    const given = { userId: user, projectId: made.id, units: '10', agreed: true, demo: false, key: null };
    await expect(apply.execute(given)).rejects.toEqual(refusal('ieo.not-open'));
    clock.set(made.applyFrom);
    await expect(apply.execute({ ...given, demo: true })).rejects.toEqual(refusal('demo.real-money-only'));
    await expect(apply.execute({ ...given, agreed: false })).rejects.toEqual(refusal('ieo.agreement'));
    await expect(apply.execute({ ...given, projectId: 999_999 })).rejects.toEqual(refusal('ieo.not-found'));
    const stranger = await aUserId(source);
    await fund(source, stranger, '100');
    await expect(apply.execute({ ...given, userId: stranger })).rejects.toEqual(refusal('verification.required'));
    clock.set(made.applyUntil - 1);
    await apply.execute(given);
    clock.set(made.applyUntil);
    await expect(apply.execute({ ...given, key: 'late' })).rejects.toEqual(refusal('ieo.not-open'));
  });

  it('previews what it does', async () => {
    const made = await sale();
    clock.set(made.applyFrom);
    const user = await person();
    await wish(user, made.id, '10');
    expect(await previews.execute({ userId: user, projectId: made.id, units: '15', demo: false })).toMatchObject({
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
    const { made, people } = await applied([1000, 800, 400], { supply: 1000, cap: 400 });
    await sweep.execute();
    const [a, b, c] = people as [string, string, string];
    // Sealed, and nothing moved before the day.
    expect((await store.rounds(made.id)).map(({ round, units }) => [round, units])).toEqual([[0, '2200']]);
    expect(await balances(a)).toEqual({ spot: '8000', spot_frozen: '2000' });
    clock.set(made.allotAt);
    await sweep.execute();
    expect(await Promise.all(people.map(own))).toEqual([
      expect.objectContaining({ state: 'allotted', allotted: '400' }),
      expect.objectContaining({ state: 'allotted', allotted: '400' }),
      expect.objectContaining({ state: 'allotted', allotted: '200' }),
    ]);
    expect(await balances(a)).toEqual({ spot: '9200', spot_frozen: '800' });
    expect(await balances(b)).toEqual({ spot: '9200', spot_frozen: '800' });
    expect(await balances(c)).toEqual({ spot: '9600', spot_frozen: '400' });
    expect(await ieoEvents(c)).toEqual(['committed', 'allotted']);
  });

  it('fails who gets nothing, and gives all back', async () => {
    const { made, people } = await applied([5, 5, 5], { supply: 5, cap: 5, most: 5 });
    clock.set(made.allotAt);
    await sweep.execute();
    const results = (await Promise.all(people.map(own))).map((row) => `${row?.state} ${row?.allotted}`).sort();
    expect(results).toEqual(['allotted 1', 'allotted 2', 'allotted 2']);
    const few = await applied([3, 3, 3], { supply: 3, cap: 3, most: 3, least: 3 });
    clock.set(few.made.allotAt);
    await sweep.execute();
    expect((await Promise.all(few.people.map(own))).map((row) => row?.allotted)).toEqual(['1', '1', '1']);
    const none = await applied([1, 1, 1], { supply: 2, cap: 2, most: 2 });
    clock.set(none.made.allotAt);
    await sweep.execute();
    const ends = await Promise.all(none.people.map(own));
    expect(ends.map((row) => row?.state).sort()).toEqual(['allotted', 'allotted', 'failed']);
    const loser = none.people[ends.findIndex((row) => row?.state === 'failed')] as string;
    expect(await balances(loser)).toEqual({ spot: '10000' });
  });

  it('gives everybody all where there is enough, and works with nobody at all', async () => {
    const { made, people } = await applied([10, 20]);
    const empty = await sale();
    clock.set(made.allotAt);
    await sweep.execute();
    expect((await Promise.all(people.map(own))).map((row) => row?.allotted)).toEqual(['10', '20']);
    clock.set(empty.listAt);
    await sweep.execute();
    await sweep.execute();
    await listed(empty.id);
    await sweep.execute();
    expect(await store.project(empty.id, new Date(clock.now()))).toMatchObject({ phase: 'listed', applications: 0 });
  });

  it('is one result, however many sweep at once', async () => {
    const { made, people } = await applied([300, 200, 100, 50], { supply: 300 });
    clock.set(made.allotAt);
    await Promise.all([1, 2, 3, 4].map(() => sweep.execute()));
    await sweep.execute();
    // 300 of 650: 138.46, 92.3, 46.15, 23.07; one is left, and 0.46 is the largest remainder.
    expect((await Promise.all(people.map(own))).map((row) => row?.allotted)).toEqual(['139', '92', '46', '23']);
  });

  it('can be computed by anybody from what is published, and each one proves the own row', async () => {
    const { made, people } = await applied([300, 300, 300], { supply: 500 });
    expect(await published(made.id)).toMatchObject({ rows: [], terms: { seed: null, rounds: [] } });
    await sweep.execute();
    const sealed = await published(made.id);
    expect(sealed.terms).toMatchObject({ seed: null, rounds: [{ round: 0, rows: 3, units: '900' }] });
    expect(sealed.rows.map(({ first }) => first)).toEqual([null, null, null]);
    clock.set(made.allotAt);
    await sweep.execute();
    const { code, terms, rows, project } = await published(made.id);
    expect(checkAllotment(code, terms, rows)).toMatchObject({
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
    const mine = await own(people[1] as string);
    expect(mine?.account).toBe(accountHash(made.id, people[1] as string, mine?.salt ?? ''));
    const row = rows.find(({ account }) => account === mine?.account);
    for (const proof of await shown.proofs(project, mine as { account: string })) {
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
    const [one, two] = [await applied([300, 200]), await applied([100, 50])];
    clock.set(two.made.allotAt);
    await sweep.execute();
    clock.set(two.made.payUntil);
    await sweep.execute();
    const counting = new Counting(serving);
    const showing = new GetAllotment(counting, clock);
    for (let look = 0; look < 3; look += 1) {
      for (const { made, people } of [one, two]) {
        const project = await store.project(made.id, new Date(clock.now()));
        const proofs = await showing.proofs(project as NonNullable<typeof project>, {
          account: (await own(people[0] as string))?.account ?? '',
        });
        expect(proofs.map(({ round }) => round)).toEqual([0, 1]);
      }
    }
    // Three rounds of two sales.
    expect(counting.read).toBe(6);
  });

  it('keeps its seed from everybody until then', async () => {
    const { made } = await applied([10]);
    const [{ seed }]: [{ seed: string | null }] = await source.query('select ieo_seed_of($1, $2) as seed', [
      made.id,
      new Date(clock.now()),
    ]);
    expect(seed).toBeNull();
    await expect(app.application.get(IeoStore).project(made.id, new Date(clock.now()))).resolves.toMatchObject({
      seed: null,
    });
    const rights: { may: boolean }[] = await source.query(
      `select has_table_privilege('gateway_app', 'ieo_seed', 'select') as may union all
       select has_table_privilege('gateway_app', 'ieo_application', 'update') union all
       select has_table_privilege('gateway_app', 'ieo_allotment', 'insert')`,
    );
    expect(rights.some(({ may }) => may)).toBe(false);
  });

  it('refuses to seal what the rows do not say', async () => {
    const { made, people } = await applied([300, 300], { supply: 400 });
    await sweep.execute();
    clock.set(made.allotAt);
    const ids = await Promise.all(people.map((user) => idOf(user, made.id)));
    const seal = (units: number[], of = ids) =>
      serving.query('select ieo_seal($1, 1::smallint, $2, $3, $4, $5)', [
        made.id,
        Buffer.alloc(32),
        of,
        units,
        new Date(clock.now()),
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
    expect(await store.rounds(made.id)).toHaveLength(1);
  });
});

describe('payment', () => {
  it('keeps the frozen money for the issuer until the listing, once', async () => {
    const { made, people } = await applied([100]);
    const [user] = people as [string];
    clock.set(made.allotAt);
    await sweep.execute();
    await Promise.all([pay(user, made.id, null, 'k'), pay(user, made.id, null, 'k')]);
    expect(await balances(user)).toEqual({ spot: '9800' });
    expect(await ieoEvents(user)).toEqual(['committed', 'allotted', 'paid']);
    await expect(pay(user, made.id)).rejects.toEqual(refusal('ieo.nothing-to-pay'));
    expect(await balances(user)).toEqual({ spot: '9800' });
  });

  it('is refused to who takes a break, and the money is free again when its time is over', async () => {
    const { made, people } = await applied([100, 100]);
    const [user, other] = people as [string, string];
    clock.set(made.allotAt);
    await sweep.execute();
    const wanted = { span: '7-days', fundPassword: '' } as const;
    await takeBreak.execute(user, wanted, { ip: '192.0.2.1', userAgent: '' });
    await expect(pay(user, made.id)).rejects.toEqual(refusal('limits.break'));
    await pay(other, made.id);
    clock.set(made.payUntil);
    await sweep.execute();
    expect(await balances(user)).toEqual({ spot: '10000' });
  });

  it('twice at once is one payment', async () => {
    const { made, people } = await applied([100]);
    const [user] = people as [string];
    clock.set(made.allotAt);
    await sweep.execute();
    const tries = await Promise.allSettled([pay(user, made.id, 1, 'a'), pay(user, made.id, 1, 'b')]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balances(user)).toEqual({ spot: '9800' });
  });

  it('is refused before the allotment, after its time, and to strangers', async () => {
    const { made, people } = await applied([100, 100]);
    const [user, other] = people as [string, string];
    await expect(pay(user, made.id)).rejects.toEqual(refusal('ieo.nothing-to-pay'));
    clock.set(made.allotAt);
    await sweep.execute();
    const applicationId = await idOf(user, made.id);
    await expect(payments.execute({ userId: other, applicationId, round: 1, demo: false, key: null })).rejects.toEqual(
      refusal('ieo.not-found'),
    );
    clock.set(made.payUntil);
    await expect(pay(user, made.id)).rejects.toEqual(refusal('ieo.payment-over'));
    await sweep.execute();
    await expect(pay(user, made.id)).rejects.toEqual(refusal('ieo.nothing-to-pay'));
    expect(await balances(user)).toEqual({ spot: '10000' });
  });

  it('that is missed gives the lot to the others by the same rule, once, from their spot accounts', async () => {
    const { made, people } = await applied([300, 300, 300, 100], { supply: 500, cap: 250 });
    const [a, b, c, d] = people as [string, string, string, string];
    clock.set(made.allotAt);
    await sweep.execute();
    expect((await Promise.all(people.map(own))).map((row) => row?.allotted)).toEqual(['150', '150', '150', '50']);
    await pay(b, made.id);
    await pay(c, made.id);
    await pay(d, made.id);
    clock.set(made.payUntil);
    await sweep.execute();
    expect(await own(a)).toMatchObject({ state: 'missed', second: null });
    expect(await balances(a)).toEqual({ spot: '10000' });
    // 150 come back. Left over: 150, 150 and 50, with room for 100, 100 and 50: 64.28, 64.28 and 21.42.
    const second = (await Promise.all([b, c, d].map(own))).map((row) => Number(row?.second));
    expect(second.reduce((sum, units) => sum + units)).toBe(150);
    expect([second[0], second[1]].every((units) => units === 64 || units === 65)).toBe(true);
    expect(second[2]).toBeGreaterThanOrEqual(21);
    const { code, terms, rows } = await published(made.id);
    const checks = checkAllotment(code, terms, rows);
    expect(Object.values(checks).every((verdict) => verdict === 'right')).toBe(true);
    await pay(b, made.id);
    const coins = 150 + (second[0] as number);
    expect(await balances(b)).toEqual({ spot: String(10_000 - 2 * coins) });
    clock.set(made.secondPayUntil);
    await expect(pay(c, made.id)).rejects.toEqual(refusal('ieo.payment-over'));
    await sweep.execute();
    expect(await own(c)).toMatchObject({ state: 'paid', secondState: 'lapsed' });
    expect(await balances(c)).toEqual({ spot: '9700' });
    clock.set(made.listAt);
    await listed(made.id);
    await sweep.execute();
    expect(await balances(b)).toMatchObject({ 'spot_frozen:coin': String(coins) });
    expect(await balances(c)).toEqual({ spot: '9700', 'spot_frozen:coin': '150' });
  });
});

it('what stops one sale holds up no other one, and is told', async () => {
  const [broken, whole] = [await applied([10]), await applied([20])];
  class Broken extends SealAllotment {
    override close(...given: Parameters<SealAllotment['close']>) {
      return given[0].id === broken.made.id ? Promise.reject(new Error('broken')) : super.close(...given);
    }
  }
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
  const seal = new Broken(of(IeoWorkStore), of(Transactions));
  const sweeping = new SweepIeo(of(IeoWorkStore), seal, of(Transactions), of(Outbox), clock, of(Metrics));
  await expect(sweeping.execute()).rejects.toThrow('broken');
  expect(await store.rounds(broken.made.id)).toEqual([]);
  expect((await store.rounds(whole.made.id)).map(({ round }) => round)).toEqual([0]);
});

it('an application that takes too long by itself holds up no other one of its sale, and is told', async () => {
  const { made, people } = await applied([10, 20]);
  const [slow, other] = people as [string, string];
  const id = await idOf(slow, made.id);
  class Slow extends IeoWorkStore {
    override settle(...given: Parameters<IeoWorkStore['settle']>) {
      const timeout = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
      return (given[3].only?.includes(id) ?? true) ? Promise.reject(timeout) : super.settle(...given);
    }
  }
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
  const seal = new SealAllotment(of(IeoWorkStore), of(Transactions));
  const sweeping = new SweepIeo(new Slow(serving), seal, of(Transactions), of(Outbox), clock, of(Metrics));
  clock.set(made.allotAt);
  await expect(sweeping.execute()).rejects.toThrow(`Row ${id}: Error: canceling statement`);
  expect([(await own(slow))?.state, (await own(other))?.state]).toEqual(['committed', 'allotted']);
  await sweep.execute();
  expect((await own(slow))?.state).toBe('allotted');
});

it('a round is computed while nothing is held, and sealed in a minute, however many applied', async () => {
  const { made } = await applied([10, 20]);
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
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
  const work = new Noted(serving);
  const seal = new SealAllotment(work, of(Transactions));
  const sweeping = new SweepIeo(work, seal, of(Transactions), of(Outbox), clock, of(Metrics));
  clock.set(made.allotAt);
  await sweeping.execute();
  expect((await store.rounds(made.id)).map(({ round }) => round)).toEqual([0, 1]);
  expect(limits).toEqual(['1min', '1min']);
  expect(read.filter((tx) => sealed.includes(tx))).toEqual([]);
});

it.each([[3], [0], [-1], [null]])('round %j is none that anybody pays in', async (round) => {
  const { made, people } = await applied([100, 50], { supply: 100, cap: 100 });
  const [user] = people as [string];
  clock.set(made.allotAt);
  await sweep.execute();
  await pay(user, made.id);
  clock.set(made.payUntil);
  await sweep.execute();
  expect(await own(user)).toMatchObject({ second: '33', secondState: 'offered' });
  const before = await balances(user);
  const paying = serving.query(`select ieo_pay($1, 'ieo/pay', $2, $3, $4, 3600, $5, $6::smallint)`, [
    user,
    `no-such-round-${round}`,
    Buffer.alloc(32),
    new Date(clock.now()),
    await idOf(user, made.id),
    round,
  ]);
  await expect(paying).rejects.toMatchObject({ code: 'IE011' });
  expect(await balances(user)).toEqual(before);
});

describe('a worker that was away', () => {
  const HALF = 30 * 60_000;

  it('while lots could be paid for leaves everybody half of the time from when they hear of it', async () => {
    const { made, people } = await applied([100, 50, 40], { supply: 100, cap: 100 });
    const [user, late, short] = people as [string, string, string];
    clock.set(made.listAt + DAY_MS);
    await Promise.all([sweep.execute(), sweep.execute()]);
    await sweep.execute();
    // 100 of 190: 52.63, 26.31 and 21.05; one is left for the largest remainder.
    expect((await Promise.all(people.map(own))).map((row) => `${row?.state} ${row?.allotted}`)).toEqual([
      'allotted 53',
      'allotted 26',
      'allotted 21',
    ]);
    expect(await store.project(made.id, new Date(clock.now()))).toMatchObject({
      phase: 'paying',
      payUntil: new Date(clock.now() + HALF),
    });
    clock.advance(HALF - 1);
    await sweep.execute();
    for (const payer of [user, short]) await pay(payer, made.id);
    clock.advance(1);
    await expect(pay(late, made.id)).rejects.toEqual(refusal('ieo.payment-over'));
    // The second round is told late, too: 26 are offered again by what 53 of 100 and 21 of 40 leave, 47 to 19.
    await sweep.execute();
    expect(await own(late)).toMatchObject({ state: 'missed' });
    expect(await own(user)).toMatchObject({ second: '19', secondState: 'offered' });
    expect(await own(short)).toMatchObject({ second: '7', secondState: 'offered' });
    clock.advance(HALF - 1);
    await sweep.execute();
    await pay(user, made.id);
    clock.advance(1);
    await sweep.execute();
    expect(await own(short)).toMatchObject({ secondState: 'lapsed' });
    const { code, terms, rows } = await published(made.id);
    expect(Object.values(checkAllotment(code, terms, rows)).every((verdict) => verdict === 'right')).toBe(true);
    expect(await balances(late)).toEqual({ spot: '10000' });
  });

  it('in the middle of telling ends nothing of what was told', async () => {
    const { made, people } = await applied([10, 10]);
    const ids = await Promise.all(people.map((user) => idOf(user, made.id)));
    clock.set(made.allotAt);
    const work = app.application.get(IeoWorkStore);
    await new SealAllotment(work, app.application.get(Transactions)).close(
      { id: made.id, supply: '1000', cap: '400', isCancelled: false, isListed: false },
      new Date(clock.now()),
    );
    await serving.query('select ieo_seal($1, 1::smallint, $2, $3, $4, $5)', [
      made.id,
      Buffer.alloc(32),
      ids,
      [10, 10],
      new Date(clock.now()),
    ]);
    await serving.query('select ieo_settle($1, 1::smallint, 1, $2)', [made.id, new Date(clock.now())]);
    clock.set(made.listAt);
    const [{ applications }]: [{ applications: number }] = await serving.query(
      'select applications from ieo_lapse($1, 10, $2)',
      [made.id, new Date(clock.now())],
    );
    expect(applications).toBe(0);
    await sweep.execute();
    expect((await Promise.all(people.map(own))).map((row) => row?.state)).toEqual(['allotted', 'allotted']);
  });
});

describe('listing and release', () => {
  /** A sale of which one person has paid for so many coins, at its listing date. */
  async function paid(units: number, given: Partial<SaleGiven> = {}): Promise<{ made: Sale; user: string }> {
    const { made, people } = await applied([units], given);
    const [user] = people as [string];
    clock.set(made.allotAt);
    await sweep.execute();
    await pay(user, made.id);
    clock.set(made.listAt);
    await sweep.execute();
    return { made, user };
  }

  it('brings the coins in as what was paid for them, so that what they are worth beyond is profit', async () => {
    const { made, user } = await paid(101, { coinCode: 'GAIN' });
    await listed(made.id);
    await sweep.execute();
    await sweep.execute();
    expect(await balances(user)).toEqual({ spot: '9798', 'spot_frozen:coin': '101' });
    const query = { userId: user, demo: false, since: new Date(made.applyFrom - 1), capital: capitalReasons() };
    const { moved } = await app.application.get(ProfitStore).movements({ ...query, limit: 100 });
    const outside = (moved ?? []).filter(({ isOutside }) => isOutside);
    // 101 at 2 USDT: out with the payment, in with the coins.
    expect(outside.map(({ currencyId, amount }) => [currencyId, amount])).toEqual([
      [USDT, '-202'],
      [USDT, '202'],
    ]);
    expect(outside.map(({ at }) => at * 1000)).toEqual([made.allotAt, made.listAt]);
  });

  describe('paid for with another coin', () => {
    const BTC_MARKET = 1;

    async function bitcoinAt(at: number, price: string): Promise<void> {
      await source.query(
        `insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision,
           closed, filled, outage, origin)
         values ($1, '1min', date_trunc('minute', $2::timestamptz), $3, $3, $3, $3, 1, 1, 1, 1, true, false, false, 'live')
         on conflict (market_id, period, origin, open_at) do update set close = excluded.close`,
        [BTC_MARKET, new Date(at), price],
      );
    }

    /** One bitcoin, given to them at this instant. */
    async function bitcoin(user: string, amount: string, at: number): Promise<void> {
      await source.transaction((tx) =>
        giveMoney((sql, values) => tx.query(sql, values), [user], {
          kind: 'spot',
          amount,
          currencyId: BTC,
          at: new Date(at),
        }),
      );
    }

    const taxes = async (user: string, at = clock.now()) => {
      const year = new Date(at).getUTCFullYear();
      // The year of the sale and the next one: a test may begin in December.
      const linesOf = async (one: number) =>
        (await app.application.get(GetTaxReport).execute(user, 'en', { year: one, method: 'fifo' })).lines;
      // One report of a user at a time.
      return [...(await linesOf(year)), ...(await linesOf(year + 1))];
    };

    /** What crossed the border of all that the user has, in USDT, by the days: told from the newest lines, or kept. */
    async function flows(user: string, made: Sale): Promise<[string, string][]> {
      const day = (at: number) => new Date(at).toISOString().slice(0, 10);
      const query = { userId: user, demo: false, from: day(made.applyFrom), to: day(clock.now()), limit: 256 };
      const rows = await app.application.get(ProfitDaysStore).read(query);
      return rows.flows
        .filter(({ kind, unpriced }) => kind === 'outside' && unpriced.length === 0)
        .map(({ received, given }) => [received, given]);
    }

    async function sold() {
      const made = await sale({ supply: 150, cap: 100, price: '0.001', payCurrencyId: BTC, stepMs: DAY_MS });
      clock.set(made.applyFrom);
      const people = [await person(), await person()] as const;
      for (const user of people) {
        await bitcoinAt(began, '40000');
        await bitcoin(user, '1', began);
        await wish(user, made.id, '100');
      }
      clock.set(made.allotAt);
      await bitcoinAt(made.allotAt, '50000');
      await sweep.execute();
      await sweep.execute();
      // 75 of 150 for 0.075.
      await pay(people[0], made.id);
      clock.set(made.payUntil);
      await bitcoinAt(made.payUntil, '55000');
      await sweep.execute();
      await sweep.execute();
      // 25 of those that the other one left, for 0.025.
      await pay(people[0], made.id);
      return { made, user: people[0] };
    }

    const folded = async () => {
      await app.application.get(SealJournals).execute();
      await app.application.get(FoldProfit).execute({ lagSeconds: 0 });
    };

    it('nothing is sold while the sale keeps it; the coins cost what it is worth when they come, and it is sold for that', async () => {
      const { made, user } = await sold();
      expect(await taxes(user, began)).toEqual([]);
      clock.set(made.listAt);
      await bitcoinAt(made.listAt, '60000');
      await sweep.execute();
      await listed(made.id);
      await sweep.execute();
      await sweep.execute();
      expect(await own(user)).toMatchObject({ state: 'locked' });
      const lines = await taxes(user, began);
      const [delivered]: { journal: string }[] = await source.query(
        `select id::text as journal from ledger_journal where reason = 'ieo.deliver' and reference = $1`,
        [await idOf(user, made.id)],
      );
      expect(lines).toMatchObject([
        {
          kind: 'dispose',
          currency: 'BTC',
          quantity: '0.1',
          proceeds: '6000',
          cost: '4000',
          gain: '2000',
          acquired_at: began,
          journal: delivered?.journal,
          is_assumed: true,
        },
      ]);
      // Out at 3,750 and 1,375; in at both: nothing is lost of what it was worth, and nothing invented.
      for (const isFolded of [false, true]) {
        if (isFolded) await folded();
        expect(await flows(user, made)).toEqual([
          ['40000', '0'],
          ['0', '3750'],
          ['0', '1375'],
          ['5125', '0'],
        ]);
      }
      const query = { userId: user, demo: false, since: new Date(made.applyFrom), capital: capitalReasons() };
      const { moved } = await app.application.get(ProfitStore).movements({ ...query, limit: 100 });
      const outside = (moved ?? []).filter(({ isOutside }) => isOutside);
      expect(outside.map(({ at, pricedAt, amount }) => [at * 1000, pricedAt * 1000, amount])).toEqual([
        [made.allotAt, made.allotAt, '-0.075'],
        [made.payUntil, made.payUntil, '-0.025'],
        [made.listAt, made.allotAt, '0.075'],
        [made.listAt, made.payUntil, '0.025'],
      ]);
    });

    it('without a price of it when the coins come their cost is unknown, and not what they cost themselves', async () => {
      const { made, user } = await sold();
      clock.set(made.listAt);
      await sweep.execute();
      await listed(made.id);
      await sweep.execute();
      await sweep.execute();
      expect(await taxes(user, began)).toMatchObject([
        { currency: 'BTC', quantity: '0.1', proceeds: null, cost: '4000', gain: null },
      ]);
    });

    it('what is given back was never gone: it has the date and the cost that it had, and came in as it went out', async () => {
      const { made, user } = await sold();
      clock.set(made.listAt);
      await sweep.execute();
      const givenBack = made.listAt + 30 * DAY_MS;
      clock.set(givenBack);
      await bitcoinAt(givenBack, '70000');
      await sweep.execute();
      await sweep.execute();
      expect(await own(user)).toMatchObject({ state: 'cancelled' });
      expect(await taxes(user, began)).toEqual([]);
      for (const isFolded of [false, true]) {
        if (isFolded) await folded();
        expect((await flows(user, made)).at(-1)).toEqual(['5125', '0']);
      }
      await bitcoin(user, '-1', givenBack);
      expect(await taxes(user, began)).toMatchObject([
        { kind: 'move', quantity: '1', cost: '40000', acquired_at: began, is_uncovered: false },
      ]);
    });
  });

  it('is an act of two: it makes the coin and its market, pays the issuer, and frees the coins by the schedule', async () => {
    const { made, user } = await paid(101, { releaseParts: 3, releaseDays: 30, coinCode: 'STAR' });
    expect(await own(user)).toMatchObject({ state: 'paid' });
    expect(await source.query(`select from currency where code = 'STAR'`)).toEqual([]);
    await listed(made.id);
    await sweep.execute();
    await sweep.execute();
    expect(await own(user)).toMatchObject({ state: 'locked' });
    expect(await store.project(made.id, new Date(clock.now()))).toMatchObject({ phase: 'listed', market: 'STAR/USDT' });
    const [{ id: star }]: [{ id: number }] = await source.query(`select id from currency where code = 'STAR'`);
    const issued: { currency: number; amount: string }[] = await source.query(
      `select p.currency_id as currency, trim_scale(p.amount)::text as amount from ledger_journal j
         join ledger_posting p on p.journal_id = j.id join ledger_account a on a.id = p.account_id and a.kind = 'issuance'
        where (j.reason = 'ieo.list' and j.reference = $1) or (j.reason = 'ieo.deliver' and j.reference = $2) order by 1`,
      [String(made.id), await idOf(user, made.id)],
    );
    expect(issued).toEqual([
      { currency: USDT, amount: '202' },
      { currency: star, amount: '-101' },
    ]);
    expect(await balances(user)).toEqual({ spot: '9798', 'spot_frozen:coin': '101' });
    const free: string[] = [];
    for (const part of [0, 1, 2]) {
      clock.set(made.lockUntil + part * 30 * DAY_MS - 1);
      expect(await sweep.execute()).toBe(0);
      clock.advance(1);
      await Promise.all([sweep.execute(), sweep.execute()]);
      free.push((await balances(user))['spot:coin'] ?? '0');
    }
    expect(free).toEqual(['33', '67', '101']);
    expect(await own(user)).toMatchObject({ state: 'releasing', released: '101', releasedParts: 3 });
    expect(await ieoEvents(user)).toEqual([
      'committed',
      'allotted',
      'paid',
      'locked',
      'releasing',
      'releasing',
      'releasing',
    ]);
  });

  it('does not come by its date alone, and nothing is released before it', async () => {
    const { made, user } = await paid(100, { releaseParts: 2, releaseDays: 1 });
    // Both parts' days pass without a listing.
    clock.set(made.lockUntil + 3 * DAY_MS);
    await sweep.execute();
    expect(await own(user)).toMatchObject({ state: 'paid', released: '0' });
    expect(await balances(user)).toEqual({ spot: '9800' });
    await listed(made.id);
    for (let rounds = 0; rounds < 3; rounds += 1) await sweep.execute();
    expect(await balances(user)).toEqual({ spot: '9800', 'spot:coin': '100' });
    const [last]: [{ early: boolean }] = await source.query(
      `select bool_or(j.at < p.listed_at) as early from ledger_journal j, ieo_project p
        where p.id = $1 and j.reason = 'ieo.release' and j.reference like $2`,
      [made.id, `${await idOf(user, made.id)}:%`],
    );
    expect(last.early).toBe(false);
  });

  it('that does not come for thirty days gives everything back by itself', async () => {
    const { made, user } = await paid(100);
    clock.set(made.listAt + 30 * DAY_MS - 1);
    await sweep.execute();
    expect(await own(user)).toMatchObject({ state: 'paid' });
    clock.advance(1);
    await Promise.all([sweep.execute(), sweep.execute()]);
    await sweep.execute();
    expect(await own(user)).toMatchObject({ state: 'cancelled' });
    expect(await balances(user)).toEqual({ spot: '10000' });
    expect(await store.project(made.id, new Date(clock.now()))).toMatchObject({
      phase: 'cancelled',
      cancelReason: 'not-listed',
    });
    await expect(listed(made.id)).rejects.toEqual(refusal('ieo.ended'));
  });

  it('is refused while lots can be paid for, before its date, twice, and without two people; nothing is left of it', async () => {
    const { made, people } = await applied([100], { coinCode: 'EARLY' });
    clock.set(made.allotAt);
    await sweep.execute();
    await expect(listed(made.id)).rejects.toEqual(refusal('ieo.payments-open'));
    await pay(people[0] as string, made.id);
    clock.set(made.payUntil);
    await sweep.execute();
    clock.set(made.secondPayUntil);
    await sweep.execute();
    await expect(listed(made.id)).rejects.toEqual(refusal('ieo.not-due'));
    const market = { coin: 'EARLY', priceScale: 4, quantityScale: 2, leastOrder: '5', instruments: [] };
    await transactions().run((tx) => list.judge(tx, made.id, market));
    // A market that nobody could trade in, or whose least order is dust, is not proposed.
    const wrongOnes: [object, string][] = [
      [{ quantityScale: 7 }, 'request.invalid'],
      [{ leastOrder: '0.5' }, 'listing.least-worth'],
      [{ instruments: ['bybit:spot:BTCUSDT'] }, 'listing.other-instrument'],
    ];
    for (const [wrong, code] of wrongOnes)
      await expect(transactions().run((tx) => list.judge(tx, made.id, { ...market, ...wrong }))).rejects.toEqual(
        refusal(code),
      );
    expect(await source.query(`select from currency where code = 'EARLY'`)).toEqual([]);
    await expect(listed(999_999)).rejects.toEqual(refusal('ieo.not-found'));
    clock.set(made.listAt);
    const terms = { coin: 'EARLY', priceScale: 4, quantityScale: 2, leastOrder: '5', instruments: [] };
    const other = await sale({ at: clock.now(), coinCode: 'EARLY' });
    await expect(transactions().run((tx) => list.execute(tx, other.id, terms))).rejects.toEqual(
      refusal('ieo.payments-open'),
    );
    const tries = await Promise.allSettled([listed(made.id), listed(made.id)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(listed(made.id)).rejects.toEqual(refusal('ieo.ended'));
  });

  it('is held against the proposal by the database', async () => {
    const { made } = await paid(10);
    const terms = { coin: 'NOVA', priceScale: 4, quantityScale: 2, leastOrder: '5', instruments: [] };
    await expect(transactions().run((tx) => list.execute(tx, made.id, terms))).rejects.toBeDefined();
    await agreedOn(source, { kind: 'ieo-list', subjectId: made.id, detail: terms });
    // Another coin's market is none of it.
    await expect(
      serving.query('select ieo_list($1, m.base_currency_id, m.id, $2) from market m where m.id = 1', [
        made.id,
        new Date(clock.now()),
      ]),
    ).rejects.toMatchObject({ code: 'IE009' });
    expect(await store.project(made.id, new Date(clock.now()))).toMatchObject({ phase: 'listing' });
  });

  it('is not sold under the name of a coin that the product began with', async () => {
    const terms = { ...saleTerms({ at: began, coinCode: 'BTC' }), coinScale: 8 };
    const proposal = await agreedOn(source, { kind: 'ieo-project', subjectId: null, detail: terms });
    const publish = app.application.get(PublishIeo);
    await expect(transactions().run((tx) => publish.publish(tx, proposal, terms))).rejects.toEqual(
      refusal('ieo.terms', { field: 'coinCode' }),
    );
  });

  it('is not sold when it was agreed on so late that nobody could read of it for an hour', async () => {
    const publish = app.application.get(PublishIeo);
    const now = app.application.get(Clock).now();
    const attempt = async (left: number) => {
      // Applications begin a minute after what is given here.
      const terms = saleTerms({ at: now + left - 60_000, coinCode: 'LATER' });
      const proposal = await agreedOn(source, { kind: 'ieo-project', subjectId: null, detail: terms });
      return transactions().run((tx) => publish.publish(tx, proposal, terms));
    };
    await expect(attempt(59 * 60_000)).rejects.toEqual(
      refusal('ieo.date-too-soon', { field: 'applyFrom', span: '1 h' }),
    );
    await expect(attempt(70 * 60_000)).resolves.toEqual(expect.any(Number));
  });

  it('is not sold with other decimals than an offer of the same coin has, nor the other way round', async () => {
    const judge = (code: string, scale: number) =>
      transactions().run((tx) => app.application.get(ListCoin).wrongOf(tx, { code, scale }));
    await anOffer(source, offerTerms(began, { coinCode: 'PROMIS', coinScale: 8 }));
    await sale({ coinCode: 'PLEDGE' });
    expect(await Promise.all([judge('PROMIS', 8), judge('PROMIS', 6)])).toEqual([null, 'scale']);
    expect(await Promise.all([judge('PLEDGE', 6), judge('PLEDGE', 8)])).toEqual([null, 'scale']);
    const terms = saleTerms({ at: began, coinCode: 'PROMIS' });
    const proposal = await agreedOn(source, { kind: 'ieo-project', subjectId: null, detail: terms });
    const publish = app.application.get(PublishIeo);
    await expect(transactions().run((tx) => publish.publish(tx, proposal, terms))).rejects.toEqual(
      refusal('ieo.terms', { field: 'coinScale' }),
    );
  });

  it('catches up with parts that nobody released in time', async () => {
    const { made, user } = await paid(100, { releaseParts: 4, releaseDays: 1 });
    await listed(made.id);
    clock.set(made.lockUntil + 10 * DAY_MS);
    for (let rounds = 0; rounds < 5; rounds += 1) await sweep.execute();
    expect(await balances(user)).toEqual({ spot: '9800', 'spot:coin': '100' });
  });
});

describe('a sale that is cancelled', () => {
  async function cancel(id: number): Promise<boolean> {
    await agreedOn(source, { kind: 'ieo-cancel', subjectId: id, detail: {} });
    const rows: { done: boolean }[] = await serving.query('select ieo_cancel($1, $2) as done', [
      id,
      new Date(clock.now()),
    ]);
    return rows[0]?.done ?? false;
  }

  it.each(['committed', 'allotted', 'paid'])('gives back everything of who has %s', async (state) => {
    const { made, people } = await applied([100, 50]);
    const [user] = people as [string];
    if (state !== 'committed') {
      clock.set(made.allotAt);
      await sweep.execute();
    }
    if (state === 'paid') await pay(user, made.id);
    expect(await cancel(made.id)).toBe(true);
    await sweep.execute();
    await sweep.execute();
    expect((await Promise.all(people.map(own))).map((row) => row?.state)).toEqual(['cancelled', 'cancelled']);
    expect(await balances(user)).toEqual({ spot: '10000' });
    clock.set(made.listAt);
    await sweep.execute();
    expect(await store.project(made.id, new Date(clock.now()))).toMatchObject({ phase: 'cancelled' });
    expect(await cancel(made.id)).toBe(false);
  });

  it('or listed, never both, where the two come at once', async () => {
    const { made, people } = await applied([100]);
    const [user] = people as [string];
    clock.set(made.allotAt);
    await sweep.execute();
    await pay(user, made.id);
    clock.set(made.listAt);
    await sweep.execute();
    const [asListed, asCancelled] = await Promise.allSettled([listed(made.id), cancel(made.id)]);
    await sweep.execute();
    await sweep.execute();
    const isCancelled = asCancelled.status === 'fulfilled' && asCancelled.value;
    expect(asListed.status).toBe(isCancelled ? 'rejected' : 'fulfilled');
    expect(await balances(user)).toEqual(isCancelled ? { spot: '10000' } : { spot: '9800', 'spot_frozen:coin': '100' });
  });

  it('is what two people agreed on, and not after the listing', async () => {
    const { made } = await applied([10]);
    await expect(serving.query('select ieo_cancel($1, now())', [made.id])).rejects.toMatchObject({ code: 'IE009' });
    clock.set(made.allotAt);
    await sweep.execute();
    clock.set(made.listAt);
    for (let rounds = 0; rounds < 3; rounds += 1) await sweep.execute();
    await listed(made.id);
    expect(await cancel(made.id)).toBe(false);
  });
});

describe('nobody bends it', () => {
  it('neither terms, nor seals, nor units', async () => {
    const { made, people } = await applied([10, 10]);
    clock.set(made.allotAt);
    await sweep.execute();
    const id = await idOf(people[0] as string, made.id);
    for (const statement of [
      `update ieo_project set supply = 5 where id = ${made.id}`,
      `update ieo_project set cap = 5 where id = ${made.id}`,
      `update ieo_project set apply_until = apply_until + interval '1 day' where id = ${made.id}`,
      `update ieo_round set root = sha256('') where project_id = ${made.id}`,
      `delete from ieo_round where project_id = ${made.id}`,
      `update ieo_allotment set units = 9 where application_id = ${id}`,
      `delete from ieo_allotment where application_id = ${id}`,
      `update ieo_application set units = 11 where id = ${id}`,
      `update ieo_application set allotted = 9 where id = ${id}`,
      `update ieo_application set salt = sha256('') where id = ${id}`,
      `update ieo_application set status = 'committed' where id = ${id}`,
      `update ieo_application set status = 'locked' where id = ${id}`,
      `update ieo_project set cancelled_at = now(), cancel_reason = 'not-listed' where id = ${made.id}`,
      `delete from ieo_application where id = ${id}`,
      `update ieo_seed set seed = sha256('') where project_id = ${made.id}`,
      `insert into ieo_project select * from ieo_project where id = ${made.id}`,
    ]) {
      await expect(source.query(statement)).rejects.toBeDefined();
    }
  });
});
