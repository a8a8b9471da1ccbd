import type { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { IdempotencyStore } from '../../platform/idempotency/idempotency.store.js';
import { IdempotentCommands } from '../../platform/idempotency/idempotent-commands.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { CheckFundPassword, HasFundPassword } from '../../features/account/security/index.js';
import { VerificationLevels } from '../../features/account/verification/index.js';
import { JudgeListing, ListCoin } from '../../features/markets/listing/index.js';
import { ApplyForIeo } from '../../features/trading/ieo/apply-for-ieo.js';
import { hoursOf } from '../../contract/rules/ieo-draw.rules.js';
import { termsOf } from '../../contract/rules/ieo-table.rules.js';
import { TapeRootsStore } from '../../features/markets/tape/tape-roots.store.js';
import { allotmentView } from '../../features/trading/ieo/ieo-views.js';
import { GetAllotment } from '../../features/trading/ieo/get-allotment.js';
import { IeoStore } from '../../features/trading/ieo/ieo.store.js';
import { IeoWorkStore } from '../../features/trading/ieo/ieo-work.store.js';
import { ListSoldCoin } from '../../features/trading/ieo/list-sold-coin.js';
import { PayForIeo } from '../../features/trading/ieo/pay-for-ieo.js';
import { PreviewIeo } from '../../features/trading/ieo/preview-ieo.js';
import { SealAllotment } from '../../features/trading/ieo/seal-allotment.js';
import { SweepIeo } from '../../features/trading/ieo/sweep-ieo.js';
import { Ledger } from '../../features/wallet/ledger/index.js';
import { OwnLimitsStore } from '../../features/wallet/own-limits/own-limits.store.js';
import { RecordOwnLimitChanges } from '../../features/wallet/own-limits/record-own-limit-changes.js';
import { TakeBreak } from '../../features/wallet/own-limits/take-break.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { FakeClock } from '../fakes/fake-clock.js';
import { aSale, listSale, type Sale, type SaleGiven, sealInTime, tapeHoursOfSales, verifyUsers } from './ieo.js';
import { aUserId, fund, USDT } from './ledger.js';

/** Applications of a sale that is made now end with an hour. */
const START = Date.UTC(2027, 4, 3, 7, 59);
const DAY_MS = 86_400_000;

/** The hours that sales are drawn by are sealed before it looks, unless a test tapes by itself. */
class TapedSweep extends SweepIeo {
  tape: () => Promise<void> = () => Promise.resolve();

  override async execute(): Promise<number> {
    await this.tape();
    return super.execute();
  }
}

/** Sales of new coins on a clock that a test moves by hand. */
export class IeoWorld {
  readonly source: DataSource;
  /** With the rights of who serves: for what the product does. */
  readonly serving: DataSource;
  readonly store: IeoStore;
  readonly clock = new FakeClock(START);
  readonly apply: ApplyForIeo;
  readonly payments: PayForIeo;
  readonly previews: PreviewIeo;
  readonly sweep: TapedSweep;
  readonly shown: GetAllotment;
  readonly list: ListSoldCoin;
  readonly takeBreak: TakeBreak;
  /** When the test that runs began. */
  began = START;

  private constructor(readonly app: TestApp) {
    const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
    const { clock } = this;
    this.source = app.owner;
    this.serving = app.serving;
    this.store = of(IeoStore);
    const outbox = of(Outbox);
    const commands = new IdempotentCommands(of(Transactions), new IdempotencyStore(this.serving), clock, of(Config));
    this.apply = new ApplyForIeo(this.store, commands, outbox);
    this.payments = new PayForIeo(this.store, commands, outbox);
    this.previews = new PreviewIeo(this.store, of(Ledger), of(VerificationLevels), clock);
    const work = of(IeoWorkStore);
    const seal = new SealAllotment(work, of(Transactions));
    this.sweep = new TapedSweep(work, seal, of(Transactions), outbox, clock, of(Metrics));
    this.sweep.tape = async () => {
      await sealInTime(this.source, seal, clock.now());
      await tapeHoursOfSales(this.source, clock.now());
    };
    this.shown = new GetAllotment(this.store, clock);
    this.list = new ListSoldCoin(this.store, of(ListCoin), of(JudgeListing), clock);
    const passwords = [of(HasFundPassword), of(CheckFundPassword)] as const;
    this.takeBreak = new TakeBreak(
      of(OwnLimitsStore),
      of(RecordOwnLimitChanges),
      ...passwords,
      of(Transactions),
      clock,
    );
  }

  static async open(): Promise<IeoWorld> {
    return new IeoWorld(await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' }));
  }

  /** Nothing of a test is due in the next one. */
  async endTest(): Promise<void> {
    this.began += 400 * DAY_MS;
    this.clock.set(this.began);
    await this.sweep.execute();
  }

  close(): Promise<void> {
    return closeInOrder(this.app, ['I01', 'I02', 'I03', 'I04', 'I05', 'I06']);
  }

  transactions(): Transactions {
    return this.app.application.get(Transactions);
  }

  sale(given: Partial<SaleGiven> = {}): Promise<Sale> {
    return aSale(this.source, { at: this.began, ...given });
  }

  listed(id: number) {
    return listSale(id, { list: this.list, transactions: this.transactions() });
  }

  async person(amount = '10000'): Promise<string> {
    const user = await aUserId(this.source);
    await fund(this.source, user, amount);
    await verifyUsers(this.source, [user]);
    return user;
  }

  /** A sale, with people who applied for so many units each, when applications are over. */
  async applied(units: number[], given: Partial<SaleGiven> = {}): Promise<{ made: Sale; people: string[] }> {
    const made = await this.sale(given);
    this.clock.set(made.applyFrom);
    const people: string[] = [];
    for (const wanted of units) {
      const user = await this.person();
      await this.wish(user, made.id, String(wanted));
      people.push(user);
    }
    this.clock.set(made.applyUntil);
    return { made, people };
  }

  wish(userId: string, projectId: number, units: string, key: string | null = null) {
    return this.apply.execute({ userId, projectId, units, agreed: true, demo: false, key });
  }

  async pay(userId: string, projectId: number, round: 1 | 2 | null = null, key: string | null = null) {
    return this.payments.execute({
      userId,
      applicationId: await this.idOf(userId, projectId),
      round,
      demo: false,
      key,
    });
  }

  async own(userId: string) {
    const { applications } = await this.store.applications({
      userId,
      states: ['committed', 'failed', 'allotted', 'missed', 'paid', 'locked', 'releasing', 'cancelled'],
      words: [],
      page: 1,
      limit: 50,
    });
    return applications[0];
  }

  ownOf(users: readonly string[]) {
    return Promise.all(users.map((user) => this.own(user)));
  }

  async idOf(userId: string, projectId: number): Promise<string> {
    const rows: { id: string }[] = await this.source.query(
      'select id from ieo_application where user_id = $1 and project_id = $2',
      [userId, projectId],
    );
    return rows[0]?.id ?? '0';
  }

  async balances(userId: string): Promise<Record<string, string>> {
    const rows = await this.app.application.get(Ledger).balancesOf(userId, false);
    return Object.fromEntries(
      rows
        .filter(({ balance }) => balance !== '0')
        .map(({ kind, currencyId, balance }) => [currencyId === USDT ? kind : `${kind}:coin`, balance]),
    );
  }

  async ieoEvents(userId: string): Promise<string[]> {
    const rows: { kind: string; state: string | null }[] = await this.source.query(
      `select kind, payload ->> 'state' as state from outbox where user_id = $1 and kind = 'ieo' order by sequence`,
      [userId],
    );
    return rows.map(({ state }) => state ?? '');
  }

  /** Has the hour sealed that a sale is drawn by, and recorded. @returns its root. */
  async drawn(projectId: number): Promise<Buffer> {
    await this.sweep.tape();
    await this.serving.query('select ieo_draw_record($1, $2)', [projectId, new Date(this.clock.now())]);
    const [draw]: { root: Buffer }[] = await this.source.query('select root from ieo_draw where project_id = $1', [
      projectId,
    ]);
    return draw?.root as Buffer;
  }

  /** Everything published of a sale, as anybody reads it. */
  async published(id: number) {
    const limit = 1000;
    const table = await this.shown.table(id, { after: '', prefix: '', limit });
    const { code, rows, ...over } = allotmentView(table, limit);
    const terms = termsOf({ code, ...over });
    const { draw, closed } = terms;
    const stored = this.app.application.get(TapeRootsStore);
    const roots = draw && (await stored.list(draw.marketId, hoursOf(draw, closed), limit));
    return { code, terms, rows, roots, project: table.project };
  }
}
