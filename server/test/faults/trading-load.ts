import { randomBytes } from 'node:crypto';
import { send, sleep } from './calls.js';
import { LoggedLoad, trimmed, type Wish } from './logged-load.js';
import { BTC, type Person, USDT } from './people.js';

export const KINDS = ['option', 'spot', 'futures', 'trust', 'cancel'] as const;
export type Kind = (typeof KINDS)[number];
const PAUSE_MS = 120;
const REFUSED_PAUSE_MS = 300;
const CLOSE_EVERY = 12;
const REAL = 'real_account';
const DEMO = 'simulation_account';

/** Clients that buy options, trade spot and futures and lock funds, with real and demo money, and keep a log. */
export class TradingLoad extends LoggedLoad<Kind> {
  /** Runs until `end`; a lane a person and kind. */
  async run(persons: readonly Person[]): Promise<void> {
    const makers = [
      (person: Person) => this.option(person),
      (person: Person) => this.spot(person),
      (person: Person) => this.futures(person),
      (person: Person) => this.trust(person),
    ];
    const lanes = persons.map((person, place) => this.lane(person, makers[place % makers.length] as never));
    await Promise.all([...lanes, this.watchPrice()]);
  }

  private async lane(person: Person, make: (person: Person) => Wish<Kind>): Promise<void> {
    for (let round = 1; !this.isOver; round += 1) {
      const wish = make(person);
      const outcome = await this.perform(person, wish);
      if (round % CLOSE_EVERY === 0) await this.tidy(person, wish.kind);
      await sleep(outcome === 'done' ? PAUSE_MS : REFUSED_PAUSE_MS);
    }
  }

  private option({ userId }: Person): Wish<Kind> {
    const stake = trimmed(10 + this.next() / 100, 2);
    const [account, type] = [this.account(), String(1 + Math.floor(this.random() * 3))];
    const fields = { match_id: '1', currency_id: USDT, type, seconds: '30', number: stake, account_type: account };
    return { kind: 'option', name: `option ${userId} ${stake}`, path: 'api/microtrade/submit', fields };
  }

  private spot({ userId }: Person): Wish<Kind> {
    const amount = trimmed((2000 + this.next()) / 1e6, 6);
    // A market order now and then; else a limit that the market crosses soon.
    const price = this.random() < 0.3 ? '0' : this.near(0.0006);
    const fields = {
      legal_id: USDT,
      currency_id: BTC,
      type: '1',
      amount,
      target_price: price,
      account_type: this.account(),
    };
    return { kind: 'spot', name: `spot ${userId} ${amount}`, path: 'api/coin/trade', fields };
  }

  private futures({ userId }: Person): Wish<Kind> {
    const [isLong, isLimit] = [this.random() < 0.5, this.random() < 0.4];
    // Names the order: nobody will ever reach it.
    const profit = isLong ? `${900_000 + this.next()}` : trimmed(1 + this.next() / 100, 2);
    const fields = {
      share: '1',
      multiple: '20',
      legal_id: USDT,
      currency_id: BTC,
      type: isLong ? '1' : '2',
      status: isLimit ? '0' : '1',
      target_price: isLimit ? this.near(0.0006) : '',
      target_profit_price: profit,
      // Near enough to be reached in the run.
      stop_loss_price: this.random() < 0.5 ? this.off(isLong ? -0.001 : 0.001) : '',
      account_type: this.account(),
      margin_mode: this.random() < 0.5 ? 'cross' : 'isolated',
    };
    return { kind: 'futures', name: `futures ${userId} ${profit}`, path: 'api/lever/submit', fields };
  }

  private trust({ userId }: Person): Wish<Kind> {
    const amount = trimmed(100 + this.next() / 100, 2);
    const fields = { config_id: '2', amount, account_type: this.account() };
    return { kind: 'trust', name: `trust ${userId} ${amount}`, path: 'api/lh/deposit', fields };
  }

  /** Closes what is open, and cancels one spot order. */
  private async tidy(person: Person, kind: Kind): Promise<void> {
    const { token, userId } = person;
    if (kind === 'futures') {
      const key = randomBytes(12).toString('hex');
      await send(this.url(), 'api/lever/batch_close', { token, key, fields: { type: '0' } });
    }
    if (kind !== 'spot') return;
    const found = await this.rows<{ id: string }>(
      `select id::text from spot_order where user_id = ${userId} and status = 'open' order by id limit 1`,
    ).catch(() => []);
    const id = found[0]?.id;
    if (!id) return;
    const wish = { kind: 'cancel' as const, name: `cancel ${id}`, path: 'api/coin/trade/cancel', verb: 'PUT' };
    await this.perform(person, { ...wish, fields: { id } });
  }

  protected books(): Promise<Map<string, number>> {
    return this.counted(
      `select name, count(*)::integer as count from (
         select concat('option ', user_id, ' ', trim_scale(stake)) as name from option_order
         union all select concat('spot ', user_id, ' ', trim_scale(quantity)) from spot_order
         union all select concat('futures ', user_id, ' ', trim_scale(take_profit)) from futures_position
         union all select concat('trust ', user_id, ' ', trim_scale(principal)) from trust_order
                    where created_at > now() - interval '1 day'
         union all select concat('cancel ', id) from spot_order where status = 'cancelled' and reason = 'user'
       ) found group by 1`,
    );
  }

  private account(): string {
    return this.random() < 0.5 ? REAL : DEMO;
  }
}
