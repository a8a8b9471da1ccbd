import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type Answer, send, type Sent, sleep } from './calls.js';
import { BTC, type Person, USDT } from './people.js';

export const KINDS = ['option', 'spot', 'futures', 'trust', 'cancel'] as const;
export type Kind = (typeof KINDS)[number];
type Outcome = 'done' | 'refused' | 'unknown';

/** One line of the clients' log; `name` finds the command in the books again. */
interface Logged {
  kind: Kind;
  name: string;
  outcome: Outcome;
  code: string;
  atOnce: boolean;
  sentMs: number;
  toldMs: number;
}

/** A command on its way: what is sent, and what it is called in the books. */
interface Wish {
  kind: Kind;
  name: string;
  path: string;
  verb?: string;
  fields: Record<string, string>;
}

const PAUSE_MS = 120;
const REFUSED_PAUSE_MS = 300;
const CLOSE_EVERY = 12;
const REAL = 'real_account';
const DEMO = 'simulation_account';

/** What is under way at the end is asked for only so often more. */
const TRIES = 200;

/** Clients that buy options, trade spot and perpetuals and lock funds, with real and demo money, and keep a log. */
export class TradingLoad {
  readonly log: Logged[] = [];
  /** How long the slowest answer took, in milliseconds, and what was asked. */
  slowest = { ms: 0, path: '' };
  private isOver = false;
  private turn = 0;
  private last = 60_000;

  constructor(
    private readonly sql: Pool,
    private readonly url: () => string,
    private readonly random: () => number,
  ) {}

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

  end(): void {
    this.isOver = true;
  }

  count(holds: (entry: Logged) => boolean): number {
    return this.log.filter(holds).length;
  }

  /** Holds the log against the books; answers what does not agree. */
  async wrong(): Promise<string[]> {
    const books = await this.books();
    const wrong: string[] = [];
    for (const entry of this.log) {
      const times = books.get(entry.name) ?? 0;
      const allowed = { done: [1], refused: [0], unknown: [0, 1] }[entry.outcome];
      if (!allowed.includes(times)) wrong.push(`${JSON.stringify(entry)} is in the books ${times} times`);
    }
    const sent = new Set(this.log.map(({ name }) => name));
    for (const name of books.keys()) if (!sent.has(name)) wrong.push(`${name} was never sent`);
    return wrong;
  }

  /**
   * Holds the log against books that were put back to an instant: what was acknowledged by then is in them once, and what was
   * sent later is not. Answers what does not agree, and how many acknowledged commands are lost with the time since.
   */
  async wrongAt(instantMs: number): Promise<{ wrong: string[]; kept: number; lost: number }> {
    const books = await this.books();
    const wrong: string[] = [];
    let [kept, lost] = [0, 0];
    for (const entry of this.log) {
      const times = books.get(entry.name) ?? 0;
      if (times > 1) wrong.push(`${JSON.stringify(entry)} is in the books ${times} times`);
      if (entry.sentMs > instantMs && times > 0) wrong.push(`${JSON.stringify(entry)} was sent later`);
      if (entry.outcome !== 'done') continue;
      if (entry.toldMs < instantMs && times === 0) wrong.push(`${JSON.stringify(entry)} is gone`);
      if (times > 0) kept += 1;
      else lost += 1;
    }
    return { wrong, kept, lost };
  }

  private async lane(person: Person, make: (person: Person) => Wish): Promise<void> {
    for (let round = 1; !this.isOver; round += 1) {
      const wish = make(person);
      const outcome = await this.perform(person, wish);
      if (round % CLOSE_EVERY === 0) await this.tidy(person, wish.kind);
      await sleep(outcome === 'done' ? PAUSE_MS : REFUSED_PAUSE_MS);
    }
  }

  /** Half of the clients ask again with the same key until they know; half give up, as people do. */
  private async perform(person: Person, { kind, name, path, fields, verb }: Wish): Promise<Outcome> {
    const sentMs = Date.now();
    const sent = { token: person.token, key: randomBytes(12).toString('hex'), fields, ...(verb ? { verb } : {}) };
    let answer = await this.timed(path, sent);
    const most = this.random() < 0.5 ? TRIES : 0;
    let tries = 0;
    for (; !isKnown(answer) && tries < most; tries += 1) {
      await sleep(100);
      answer = await this.timed(path, sent);
    }
    const outcome = !isKnown(answer) ? 'unknown' : answer?.type === 'ok' ? 'done' : 'refused';
    this.log.push({ kind, name, outcome, code: answer?.code ?? '', atOnce: tries === 0, sentMs, toldMs: Date.now() });
    return outcome;
  }

  private async timed(path: string, sent: Sent): Promise<Answer> {
    const began = performance.now();
    const answer = await send(this.url(), path, sent);
    const ms = performance.now() - began;
    if (ms > this.slowest.ms) this.slowest = { ms, path };
    return answer;
  }

  private option({ userId }: Person): Wish {
    const stake = trimmed(10 + this.next() / 100, 2);
    const [account, type] = [this.account(), String(1 + Math.floor(this.random() * 3))];
    const fields = { match_id: '1', currency_id: USDT, type, seconds: '30', number: stake, account_type: account };
    return { kind: 'option', name: `option ${userId} ${stake}`, path: 'api/microtrade/submit', fields };
  }

  private spot({ userId }: Person): Wish {
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

  private futures({ userId }: Person): Wish {
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

  private trust({ userId }: Person): Wish {
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

  private async books(): Promise<Map<string, number>> {
    const found = await this.rows<{ name: string; count: number }>(
      `select name, count(*)::integer as count from (
         select concat('option ', user_id, ' ', trim_scale(stake)) as name from option_order
         union all select concat('spot ', user_id, ' ', trim_scale(quantity)) from spot_order
         union all select concat('futures ', user_id, ' ', trim_scale(take_profit)) from futures_position
         union all select concat('trust ', user_id, ' ', trim_scale(principal)) from trust_order
                    where created_at > now() - interval '1 day'
         union all select concat('cancel ', id) from spot_order where status = 'cancelled' and reason = 'user'
       ) found group by 1`,
    );
    return new Map(found.map(({ name, count }) => [name, count]));
  }

  private async watchPrice(): Promise<void> {
    while (!this.isOver) {
      const found = await this.rows<{ last: number }>(
        'select last::float8 as last from price_sample where market_id = 1 and last is not null order by second desc limit 1',
      ).catch(() => []);
      if (found[0]) this.last = found[0].last;
      await sleep(1000);
    }
  }

  private async rows<Row extends object>(text: string): Promise<Row[]> {
    return (await this.sql.query<Row>(text)).rows;
  }

  private account(): string {
    return this.random() < 0.5 ? REAL : DEMO;
  }

  private next(): number {
    this.turn += 1;
    return this.turn;
  }

  private near(ratio: number): string {
    return this.off((this.random() * 2 - 1) * ratio);
  }

  private off(ratio: number): string {
    return (this.last * (1 + ratio)).toFixed(2);
  }
}

/** Decimal text as the books write it: no zeros at its end. */
function trimmed(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

/** 503 and "outcome unknown" say nothing about what was done. */
function isKnown(answer: Answer): boolean {
  const isOpen = answer?.code === 'request.outcome-unknown' || answer?.code === 'request.unavailable';
  return answer !== null && answer.status === 200 && !isOpen;
}
