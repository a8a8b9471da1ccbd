import { AlertWorld } from '../../../test/factories/alert-world.js';
import { tapeSeconds } from '../../../test/factories/tape.js';
import type { TestUser } from '../../../test/factories/users.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import type { Standing } from './alert.rules.js';
import { AlertTapeStore } from './alert-tape.store.js';
import { AlertStart } from './alert-start.js';
import type { JudgePriceAlerts } from './judge-price-alerts.js';
import { ManagePriceAlerts } from './manage-price-alerts.js';
import { PriceAlertsStore } from './price-alerts.store.js';
import { SavePriceAlert } from './save-price-alert.js';
import type { AlertTerms } from './watched-alert.js';
import { RecordAlertChanges } from './record-alert-changes.js';
import type { AlertChange } from './alert-changes.js';
import type { Transaction } from '../../../platform/database/transaction.js';

const HOUR_MS = 3_600_000;
let world: AlertWorld;
let judge: JudgePriceAlerts;
let user: TestUser;

beforeAll(async () => {
  world = await AlertWorld.open();
}, 60_000);
afterAll(async () => {
  const wrong = await world?.wrong().finally(() => world.close());
  expect(wrong).toEqual([]);
});
beforeEach(async () => {
  await world.source.query(`update price_alert set state = 'deleted', is_heard = true where state <> 'deleted'`);
  await world.endTurn();
  judge = world.judge();
  user = await world.user();
  await world.price('69000');
  await judge.execute();
});

/** The tape goes on by these seconds, each judged as it comes. @returns what the user was told at each. */
async function live(...prices: (string | null)[]): Promise<string[]> {
  for (const price of prices) {
    await world.price(price);
    await judge.execute();
  }
  return kinds();
}

/** The tape goes on, and nobody looks. */
async function unseen(...prices: (string | null)[]): Promise<void> {
  for (const price of prices) await world.price(price);
}

const of = <Service>(type: abstract new (...given: never[]) => Service): Service => world.app.application.get(type);
const kinds = async () => (await world.notices(user)).map(({ kind, parameters: { figure } }) => `${kind} ${figure}`);
const stateOf = async (id: string) => {
  const [row] = await world.source.query<{ state: string; times: number; phase: string }[]>(
    'select state, times, phase from price_alert where id = $1',
    [id],
  );
  return row;
};

describe('an alert on a price', () => {
  it('goes off at the first second that is there, once, with a notice and word to the user’s pages', async () => {
    const id = await world.alert(user, { note: 'Sell a third' });
    expect(await live('69999.99')).toEqual([]);
    const at = world.now + 1000;
    expect(await live('70000.5', '70100', '69000', '70200')).toEqual(['alert-rise 70000.5']);
    expect(await world.notices(user)).toEqual([
      {
        userId: user.userId,
        kind: 'alert-rise',
        parameters: { level: '70000', figure: '70000.5', market: 'BTC/USDT', note: 'Sell a third' },
        at: new Date(at),
      },
    ]);
    expect(await stateOf(id)).toEqual({ state: 'done', times: 1, phase: 'up' });
  });

  it.each<[string, Record<string, string>, string[], string[]]>([
    ['that falls', { kind: 'fall', value: '68000' }, ['68000.01', '68000', '67000'], ['alert-fall 68000']],
    ['that crosses from below', { kind: 'cross' }, ['69999', '70001'], ['alert-cross 70001']],
    ['that crosses from above', { kind: 'cross', value: '68500' }, ['69500', '68400'], ['alert-cross 68400']],
    ['by the mark', { source: 'mark' }, ['69999', '70001'], ['alert-rise 70001']],
  ])('%s', async (_what, changes, prices, expected) => {
    await world.alert(user, changes);
    expect(await live(...prices)).toEqual(expected);
  });

  it('by the mark is not told of the index', async () => {
    await world.alert(user, { source: 'mark' });
    await world.price('70001', { mark: '69999' });
    await judge.execute();
    expect(await kinds()).toEqual([]);
  });

  it('that is there already is refused, in the user’s language', async () => {
    expect(await world.create(user, { value: '69000' })).toMatchObject({ type: 'error', code: 'alert.already-there' });
    expect(await world.create(user, { kind: 'fall', value: '69000' })).toMatchObject({ code: 'alert.already-there' });
    expect(await world.create(user, { kind: 'cross', value: '69000' })).toMatchObject({ code: 'alert.already-there' });
    const wish = { symbol: 'BTC/USDT', kind: 'rise', value: '1' };
    const reply = await world.call.post('price_alert/create', wish, { token: user.token, language: 'zh' });
    expect(reply.message).toBe('当前已达到：69000。请填写尚未达到的数值');
  });

  it('that goes off every time is quiet for its pause, and waits until the price has come back', async () => {
    await world.alert(user, { pause: '300' });
    expect(await live('70001', '69000', '70002')).toHaveLength(1);
    world.pass(300);
    expect(await live('70003', '70004')).toHaveLength(1);
    expect(await live('69999', '70005')).toEqual(['alert-rise 70001', 'alert-rise 70005']);
    expect(await live('69999', '70006')).toHaveLength(2);
  });
});

describe('a price that may not be acted upon', () => {
  it.each([
    ['of a degraded index', { state: 'degraded' as const }],
    ['of a stale index', { state: 'stale' as const }],
  ])('%s sets nothing off', async (_what, changes) => {
    await world.alert(user);
    await world.price('71000', changes);
    await judge.execute();
    expect(await kinds()).toEqual([]);
    expect(await live('70001')).toEqual(['alert-rise 70001']);
  });

  describe('of a market that was halted', () => {
    const halt = async (halted: boolean): Promise<void> => {
      await world.source.query(
        `insert into market_halt (market_id, halted, at)
         select market_id, $2, second + interval '500 milliseconds' from tape_head where market_id = $1`,
        [world.marketId, halted],
      );
    };
    afterEach(() =>
      world.source.query(`set session_replication_role = replica;
        delete from market_halt where market_id = ${world.marketId}; set session_replication_role = origin`),
    );

    it('sets nothing off, however late somebody looks', async () => {
      await world.alert(user);
      await halt(true);
      expect(await live('71000')).toEqual([]);
      await unseen('72000');
      await halt(false);
      expect(await live('69500')).toEqual([]);
      expect(await live('70001')).toEqual(['alert-rise 70001']);
    });

    it('is compared with the last price before the halt', async () => {
      const store = of(AlertTapeStore);
      const indexOf = async (at: number) =>
        (await store.indexAt([{ marketId: world.marketId, at, origin: 'simulated' }])).map(Number);
      await unseen('70001');
      await halt(true);
      await unseen('50000', '51000');
      expect(await indexOf(world.now)).toEqual([70001]);
      await halt(false);
      const over = world.now;
      await unseen('69000', null);
      // At the edge, and of a second that is not there: no second of the halt, either.
      expect(await indexOf(over)).toEqual([70001]);
      expect(await indexOf(world.now)).toEqual([69000]);
    });

    it('counts as far as it was before the halt, also while that lasts', async () => {
      await world.alert(user);
      await unseen('70001');
      await halt(true);
      await unseen('69000');
      const market = of(MarketCatalog).byId(world.marketId) as { haltedReason: string | null };
      market.haltedReason = 'news';
      try {
        await judge.execute();
      } finally {
        market.haltedReason = null;
      }
      expect(await kinds()).toEqual(['alert-rise 70001']);
    });
  });
});

describe('a change in percent', () => {
  it('is measured against the tape as it was so long ago', async () => {
    await live('69000');
    world.pass(299);
    await live('69000');
    await world.alert(user, { kind: 'percent-up', value: '5', window: '300' });
    await world.alert(user, { kind: 'percent-down', value: '5', window: '300' });
    expect(await live('72449.99')).toEqual([]);
    expect(await live('72450')).toEqual(['alert-percent-up 5']);
    expect((await world.notices(user))[0]?.parameters).toEqual({
      level: '5',
      figure: '5',
      market: 'BTC/USDT',
      price: '72450',
      seconds: '300',
    });
    expect(await live('65550')).toEqual(['alert-percent-up 5', 'alert-percent-down -5']);
  });

  it('is not measured where the tape has nothing', async () => {
    await live('69000');
    world.pass(299);
    await live('69000');
    await world.alert(user, { kind: 'percent-up', value: '5', window: '300' });
    // Five minutes before, and a minute before that, there is no second.
    world.pass(370);
    expect(await live('90000')).toEqual([]);
  });
});

describe('whoever judges', () => {
  it('looks at every second since the last one, whoever looked at that', async () => {
    await world.alert(user);
    await judge.execute();
    await unseen('70001', '69000');
    await world.endTurn();
    const at = new Date(world.now - 1000);
    const successor = world.judge();
    expect(await successor.execute()).toMatchObject({ fired: 1 });
    expect((await world.notices(user)).map((notice) => notice.at)).toEqual([at]);
    await unseen('70002');
    expect(await judge.execute()).toMatchObject({ fired: 0 });
    expect(await successor.execute()).toMatchObject({ fired: 0 });
    expect(await kinds()).toHaveLength(1);
  });

  it('takes up one that was made after the last second it judged, and one that it hears of late', async () => {
    await world.alert(user);
    await unseen('69500');
    // Another one's round judges without it: as if the commit came late.
    await world.source.query('update price_alert set is_heard = true where user_id = $1', [user.userId]);
    await unseen('70001', '69000');
    await judge.execute();
    await judge.execute();
    expect(await kinds()).toEqual([]);
    await world.source.query('update price_alert set is_heard = false where user_id = $1', [user.userId]);
    await judge.execute();
    expect(await kinds()).toEqual(['alert-rise 70001']);
  });

  it('judges once though several do so at a time', async () => {
    const users = [user, await world.user(), await world.user()];
    for (const each of users) await world.alert(each);
    const judges = [judge, world.judge(), world.judge(), world.judge()];
    for (const price of ['69500', '70001', '69000', '70002']) {
      await world.price(price);
      await Promise.all(judges.map((each) => each.execute()));
      await world.endTurn();
    }
    await Promise.all(judges.map((each) => each.execute()));
    for (const each of users)
      expect((await world.notices(each)).map(({ parameters }) => parameters.figure)).toEqual(['70001']);
  });

  it('leaves the turn to whoever has it', async () => {
    await world.alert(user);
    const other = world.judge();
    await world.extendTurn();
    await unseen('70001');
    expect(await other.execute()).toEqual({ fired: 0, more: false });
    expect(await judge.execute()).toEqual({ fired: 1, more: false });
  });

  it('writes nothing when it fails half-way, and judges the same again', async () => {
    await world.alert(user);
    await judge.execute();
    const [before] = await places();
    const failing = new FailingRecord(world.app.application.get(RecordAlertChanges));
    const failed = world.judge({ recorder: failing as unknown as RecordAlertChanges });
    await world.endTurn();
    await unseen('70001');
    await expect(failed.execute()).rejects.toThrow('power cut');
    expect([await kinds(), await places()]).toEqual([[], [before]]);
    failing.isBroken = false;
    expect(await failed.execute()).toMatchObject({ fired: 1 });
    expect(await kinds()).toEqual(['alert-rise 70001']);
  });

  it('that stops between two transactions of one second tells nobody twice and forgets nobody', async () => {
    const many = await Promise.all(Array.from({ length: 14 }, () => world.user()));
    await insertAlerts(many, 100);
    await judge.execute();
    await unseen('70001');
    const cut = new CutTransactions(world.app.application.get(Transactions), 1);
    await world.endTurn();
    await expect(world.judge({ transactions: cut as unknown as Transactions }).execute()).rejects.toThrow('killed');
    expect(await countNotified(many)).toBe(1000);
    await world.endTurn();
    const successor = world.judge();
    for (let round = 0; round < 3; round += 1) await successor.execute();
    expect(await countNotified(many)).toBe(1400);
  });

  it('tells nothing that is older than an hour, and of what is younger says when it was', async () => {
    const old = await world.user();
    const ether = await marketOf('ETH/USDT');
    const now = Math.floor(Date.now() / 1000) * 1000;
    const tape = (agoMs: number, index: string) =>
      tapeSeconds(world.source, [{ marketId: ether, at: now - agoMs, index }]);
    await tape(2 * HOUR_MS, '2000');
    await judge.execute();
    const wish = { symbol: 'ETH/USDT', kind: 'rise' };
    await world.alert(old, { ...wish, value: '2100' });
    await world.alert(old, { ...wish, value: '2200' });
    await judge.execute();
    await tape(HOUR_MS + 60_000, '2300');
    await tape(HOUR_MS - 60_000, '2150');
    await tape(1000, '2000');
    await judge.execute();
    expect((await world.notices(old)).map(({ parameters: { level }, at }) => [level, at.getTime()])).toEqual([
      ['2100', now - HOUR_MS + 60_000],
    ]);
  });
});

describe('what a user changes', () => {
  it('counts from then on: a pause, another value, deletion', async () => {
    const [paused, changed, deleted] = [
      await world.alert(user, { value: '70001' }),
      await world.alert(user, { value: '70002' }),
      await world.alert(user, { value: '70003' }),
    ];
    await judge.execute();
    const { token } = user;
    await world.call.post('price_alert/pause', { id: paused }, { token });
    const wish = { id: changed, symbol: 'BTC/USDT', kind: 'rise', value: '72000' };
    expect(await world.call.post('price_alert/edit', wish, { token })).toMatchObject({ type: 'ok' });
    await world.call.post('price_alert/delete', { id: deleted }, { token });
    expect(await live('71000')).toEqual([]);
    await world.call.post('price_alert/resume', { id: paused }, { token });
    // It is there already, and waits until the price has come back.
    expect(await live('71001')).toEqual([]);
    expect(await live('70000', '70001')).toEqual(['alert-rise 70001']);
    expect(await live('72000')).toEqual(['alert-rise 70001', 'alert-rise 72000']);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['a pause', 'pause', {}, 'paused'],
    ['another value', 'edit', { symbol: 'BTC/USDT', kind: 'rise', value: '99000' }, 'active'],
  ])(
    'while it is judged goes before: after %s what was judged by other terms is not written',
    async (_what, call, fields, state) => {
      const id = await world.alert(user);
      await judge.execute();
      await unseen('70001');
      const late = new LateRecord(world.app.application.get(RecordAlertChanges), async () => {
        expect(await world.call.post(`price_alert/${call}`, { id, ...fields }, { token: user.token })).toMatchObject({
          type: 'ok',
        });
      });
      await world.endTurn();
      await world.judge({ recorder: late as unknown as RecordAlertChanges }).execute();
      expect([await kinds(), (await stateOf(id))?.state]).toEqual([[], state]);
    },
  );

  it.each<[string, (id: string, start: AlertStart) => Promise<unknown>]>([
    [
      'a change',
      (id, start) => {
        const save = new SavePriceAlert(of(PriceAlertsStore), start, of(MarketCatalog), of(Transactions), of(Clock));
        return save.change(user.userId, id, { symbol: 'BTC/USDT', kind: 'rise', value: '70000', pause: '300' });
      },
    ],
    [
      'the end of a pause',
      async (id, start) => {
        await of(ManagePriceAlerts).pause(user.userId, id);
        return new ManagePriceAlerts(of(PriceAlertsStore), start, of(Clock)).resume(user.userId, id);
      },
    ],
  ])('and goes off meanwhile tells of that second once, and holds nobody up: %s', async (what, change) => {
    const id = await world.alert(user, { pause: '300' });
    const other = await world.user();
    await world.alert(other, { value: '70002' });
    await judge.execute();
    const meanwhile = async () => {
      const managePriceAlerts = of(ManagePriceAlerts);
      await managePriceAlerts.resume(user.userId, id);
      expect(await live('70001')).toEqual(['alert-rise 70001']);
      if (what === 'the end of a pause') await managePriceAlerts.pause(user.userId, id);
    };
    await change(id, new LateStart(of(AlertStart), meanwhile) as unknown as AlertStart);
    // The price is still there, so it waits until that has come back.
    expect(await live('70002')).toEqual(['alert-rise 70001']);
    expect(await world.notices(other)).toHaveLength(1);
    expect(await live('69999', '70003')).toEqual(['alert-rise 70001', 'alert-rise 70003']);
  });

  it('one that went off can be set again', async () => {
    const id = await world.alert(user);
    await live('70001', '69000');
    const wish = { id, symbol: 'BTC/USDT', kind: 'rise', value: '70000' };
    expect(await world.call.post('price_alert/edit', wish, { token: user.token })).toMatchObject({ type: 'ok' });
    expect(await live('69999', '70002')).toEqual(['alert-rise 70001', 'alert-rise 70002']);
  });
});

async function marketOf(symbol: string): Promise<number> {
  const [row] = await world.source.query<{ id: number }[]>('select id from market where symbol = $1', [symbol]);
  return row?.id ?? 0;
}

const places = (): Promise<unknown[]> =>
  world.source.query('select second from price_alert_place where market_id = $1', [world.marketId]);

/** So many alerts of each of these users, by SQL: at 70,000 and below. */
async function insertAlerts(users: readonly TestUser[], each: number): Promise<void> {
  await world.source.query(
    `insert into price_alert (user_id, market_id, kind, value, source, note, state, phase, since, is_heard, created_at,
       changed_at)
     select given.id, $2, 'rise', 70000 - place::numeric / 100, 'index', '', 'active', 'up', to_timestamp($3::float8 / 1000), true,
            now(), now()
       from unnest($1::bigint[]) as given (id), generate_series(1, $4::integer) as place`,
    [users.map(({ userId }) => userId), world.marketId, world.now, each],
  );
}

async function countNotified(users: readonly TestUser[]): Promise<number> {
  const [row] = await world.source.query<{ count: number }[]>(
    `select count(*)::integer as count from account_notice where user_id = any ($1::bigint[]) and kind like 'alert-%'`,
    [users.map(({ userId }) => userId)],
  );
  return row?.count ?? 0;
}

/** Everything is written, and then the power fails before the commit. */
class FailingRecord {
  isBroken = true;

  constructor(private readonly own: RecordAlertChanges) {}

  async execute(tx: Transaction, changes: readonly AlertChange[]): Promise<number> {
    const notified = await this.own.execute(tx, changes);
    if (this.isBroken) throw new Error('power cut');
    return notified;
  }
}

/** Something happens after the judging and before it is written. */
class LateRecord {
  constructor(
    private readonly own: RecordAlertChanges,
    private readonly before: () => Promise<void>,
  ) {}

  async execute(tx: Transaction, changes: readonly AlertChange[]): Promise<number> {
    await this.before();
    return this.own.execute(tx, changes);
  }
}

/** Something happens between the reading of a figure and what is written because of it. */
class LateStart {
  constructor(
    private readonly own: AlertStart,
    private readonly behind: () => Promise<void>,
  ) {}

  async fresh(terms: AlertTerms): Promise<Standing> {
    const standing = await this.own.fresh(terms);
    await this.behind();
    return standing;
  }

  async again(terms: AlertTerms): Promise<Standing> {
    const standing = await this.own.again(terms);
    await this.behind();
    return standing;
  }
}

/** A process that is killed after so many transactions. */
class CutTransactions {
  constructor(
    private readonly own: Transactions,
    private left: number,
  ) {}

  run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (this.left === 0) return Promise.reject(new Error('killed'));
    this.left -= 1;
    return this.own.run(work);
  }
}
