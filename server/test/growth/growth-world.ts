import { CandlesStore } from '../../features/markets/candles/candles.store.js';
import { CANDLE_PERIODS, type CandlePeriod, type CandleView } from '../../contract/markets/markets.dto.js';

import { OpenLogin } from '../../features/account/login/open-login.js';
import { UsersStore } from '../../features/account/users/users.store.js';
import { WriteEventNotices } from '../../features/account/event-centre/write-event-notices.js';
import { TransferMoney } from '../../features/wallet/balances/transfer-money.js';
import { SealJournals } from '../../features/wallet/ledger/seal-journals.js';
import { FoldProfit } from '../../features/wallet/profit/fold-profit.js';
import { CountLosingAccounts } from '../../features/trading/losing-accounts/count-losing-accounts.js';
import { BTC_MARKET } from '../factories/futures-world.js';
import { USDT } from '../factories/ledger.js';
import { TradingWorld } from '../factories/trading-world.js';
import type { Act, MarketAct } from './usage.js';
import { sealJournals } from '../factories/seals.js';

const PRICE = '60000.00';
const OPTION_SECONDS = 60;
const DAY_MS = 86_400_000;
const CALLER = {
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};

/** Active users, whose commands are the product's own use cases. */
export class GrowthWorld {
  private keys = 0;
  private hours = 0;

  private constructor(
    readonly world: TradingWorld,
    private readonly users: readonly string[],
    private readonly token: string,
  ) {}

  static async open(count: number): Promise<GrowthWorld> {
    const world = await TradingWorld.open();
    const users: string[] = [];
    while (users.length < count) {
      const user = await world.user('contract', '100000');
      await world.endow(user, 'spot', '100000');
      await world.endow(user, 'option', '100000');
      await world.verify(user);
      users.push(user);
    }
    const [lease] = await world.source.query(`select token::text as token from feed_lease where name = 'markets'`);
    return new GrowthWorld(world, users, lease.token);
  }

  close(): Promise<void> {
    return this.world.close();
  }

  /** Each user does it once, and workers do what follows of it. */
  async act(act: Act): Promise<void> {
    await this.acts[act]();
    await this.follow();
  }

  async market(act: MarketAct): Promise<void> {
    if (act === 'tape') await this.minuteOfTape();
    else await this.bars();
  }

  /** It is the next day. */
  nextDay(): void {
    this.world.futures.clock.advance(DAY_MS - 3_600_000);
    this.second();
  }

  private readonly acts: Record<Act, () => Promise<void>> = {
    option: async () => {
      // One after the other, so that no two close in the same second.
      for (const user of this.users) {
        await this.pass(1);
        const order = { marketId: BTC_MARKET, direction: 'rise', seconds: OPTION_SECONDS, stake: '10' } as const;
        await must(this.world.option(user, order));
      }
      await this.pass(OPTION_SECONDS + 5);
      await this.world.settle();
    },
    spot: async () => {
      for (const user of this.users) {
        this.second();
        const order = { marketId: BTC_MARKET, side: 'buy', quantity: '0.001', limitPrice: null } as const;
        await must(this.world.spot(user, order));
      }
    },
    'spot-cancelled': async () => {
      for (const user of this.users) {
        this.second();
        const order = { marketId: BTC_MARKET, side: 'buy', quantity: '0.001', limitPrice: '50000' } as const;
        await must(this.world.spot(user, order));
        await must(this.world.cancelSpot(user, await this.newest('spot_order', user)));
      }
    },
    contract: async () => {
      for (const user of this.users) {
        this.second();
        const order = { marketId: BTC_MARKET, side: 'long', lots: 1, leverage: 10, marginMode: 'isolated' } as const;
        await must(this.world.futuresOrder(user, order));
        this.second();
        await must(this.world.closePosition(user, await this.newest('futures_position', user)));
      }
    },
    transfer: async () => {
      const transfer = this.world.futures.get(TransferMoney);
      for (const userId of this.users) {
        const terms = { from: 'spot', to: 'option', currencyId: USDT, amount: '1' } as const;
        await transfer.execute({ userId, ...terms, key: this.key() });
      }
    },
    login: async () => {
      const users = this.world.futures.get(UsersStore);
      for (const userId of this.users) {
        const user = await users.byId(userId);
        if (!user) throw new Error(`There is no user ${userId}.`);
        await this.world.futures.get(OpenLogin).execute(user, { language: 'en', caller: CALLER });
      }
    },
  };

  /** What workers make of it. Days of profit are made from sealed journals, however new. */
  private async follow(): Promise<void> {
    const { futures } = this.world;
    await this.world.write();
    await futures.get(WriteEventNotices).execute();
    await sealJournals(this.world.source, futures.get(SealJournals));
    while (!(await futures.get(FoldProfit).execute({ lagSeconds: -2 * 86_400 * 366 })));
    await futures.get(CountLosingAccounts).execute();
  }

  private async bars(): Promise<void> {
    const begins = Date.UTC(2026, 0, 1) + this.hours * 3_600_000;
    this.hours += 1;
    const bars = CANDLE_PERIODS.flatMap((period) => {
      const length = MINUTES[period];
      return length === undefined
        ? []
        : Array.from({ length: 60 / length }, (_, place) => aBar(period, begins + place * length * 60_000));
    });
    const wrote = await this.world.futures.get(CandlesStore).write(
      this.token,
      bars.map((bar) => ({ marketId: BTC_MARKET, bar })),
    );
    if (!wrote) throw new Error('The bars were not written.');
  }

  /** Seconds as the product records them where three venues quote. */
  private async minuteOfTape(): Promise<void> {
    const constituents = ['bybit', 'binance', 'okx'].map((venue, place) => ({
      venue,
      price: `6000${place}.25`,
      weight: '0.333333333333',
      ageMs: 100 + place,
      used: true,
      reason: null,
    }));
    for (let second = 0; second < 60; second += 1) {
      this.world.futures.clock.advance(1000);
      this.world.record(BTC_MARKET, {
        symbol: 'BTC/USDT',
        mark: '60001.1234',
        index: '60001.25',
        last: '60001.3',
        indexState: 'ok',
        method: 'constituents',
        constituents,
        fundingRate: null,
        nextFundingAt: null,
        sampledAt: this.world.futures.clock.now(),
      });
      if (second % 10 === 9) await this.world.write();
    }
  }

  /** Seconds that go to the tape. */
  private async pass(seconds: number): Promise<void> {
    for (let place = 1; place <= seconds; place += 1) {
      this.second();
      if (place % 10 === 0) await this.world.write();
    }
    await this.world.write();
  }

  private second(): void {
    this.world.sample(new Map([[BTC_MARKET, PRICE]]));
  }

  private async newest(table: string, user: string): Promise<string> {
    const [row] = await this.world.source.query(`select max(id)::text as id from ${table} where user_id = $1`, [user]);
    return row.id;
  }

  private key(): string {
    this.keys += 1;
    return `growth-${process.pid}-${this.keys}`;
  }
}

/** Periods that an hour has whole bars of. */
const MINUTES: Partial<Record<CandlePeriod, number>> = { '1min': 1, '5min': 5, '15min': 15, '30min': 30, '60min': 60 };

function aBar(period: CandlePeriod, openAt: number): CandleView {
  return {
    symbol: 'BTC/USDT',
    period,
    openAt,
    open: '60000.01',
    high: '60010.25',
    low: '59990.5',
    close: '60000.02',
    volume: '12.345678',
    quoteVolume: '740741.23456',
    trades: 1234,
    revision: 1,
    closed: true,
    filled: false,
    outage: false,
    origin: 'live',
  };
}

async function must(command: Promise<boolean>): Promise<void> {
  if (!(await command)) throw new Error('The product refused what is measured.');
}
