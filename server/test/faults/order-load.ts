import { randomBytes } from 'node:crypto';
import { makeKey, type OwnKey } from '../factories/api-keys.js';
import { send, sleep } from './calls.js';
import { LoggedLoad, trimmed, type Wish } from './logged-load.js';
import { BTC, type Person, USDT } from './people.js';

export const ORDER_KINDS = [
  'signed',
  'exit',
  'stop',
  'pair',
  'contract',
  'closing',
  'change',
  'reverse',
  'alert',
  'alert-change',
  'alert-end',
] as const;
type Kind = (typeof ORDER_KINDS)[number];

const PAUSE_MS = 60;
const HOUR_MS = 3_600_000;
/** Of a user, before the oldest is deleted; there may be a hundred. */
const ALERTS_RETAINED = 5;
const CANCEL_EVERY = 6;

/**
 * Clients that place orders by keys that have signed them, orders that say how long they wait, stops, pairs, and what purchases leave;
 * that open, turn and close futures by orders that wait; and that make, change and end price alerts; and keep a log.
 */
export class OrderLoad extends LoggedLoad<Kind> {
  private readonly keys = new Map<string, OwnKey>();
  private readonly alertValues = new Set<string>();

  /** Makes everybody's key, while nothing fails yet. */
  async prepare(persons: readonly Person[]): Promise<void> {
    for (const { userId, token } of persons) this.keys.set(userId, await makeKey(this.url(), token));
  }

  /** Runs until `end`; a lane a person and kind. */
  async run(persons: readonly Person[]): Promise<void> {
    const lanes = persons.map((person, place) => {
      if (place % 3 === 0) return this.rounds(() => this.spot(person));
      return place % 3 === 1 ? this.rounds(() => this.futures(person)) : this.alerts(person);
    });
    await Promise.all([...lanes, this.watchPrice()]);
  }

  /** Of which nothing was done yet. */
  lacking(): Kind[] {
    return ORDER_KINDS.filter((kind) => !this.log.some((entry) => entry.kind === kind && entry.outcome === 'done'));
  }

  private async rounds(round: () => Promise<void>): Promise<void> {
    while (!this.isOver) {
      await round();
      await sleep(PAUSE_MS);
    }
  }

  private async spot(person: Person): Promise<void> {
    const turn = this.next();
    const makers = [
      () => this.signed(person, turn),
      () => this.exit(person, turn),
      () => this.stop(person, turn),
      () => this.pair(person, turn),
    ];
    const wish = makers[turn % makers.length]?.();
    if (wish) await this.perform(person, wish);
    if (turn % CANCEL_EVERY === 0) await this.tidy(person);
  }

  /** By a key, with a time of each kind; some of them execute at once, some wait. */
  private signed({ userId }: Person, turn: number): Wish<Kind> {
    const time = (['fok', 'ioc', 'post-only', 'gtd'] as const)[Math.floor(this.random() * 4)] ?? 'ioc';
    const amount = trimmed((2000 + turn) / 1e6, 6);
    const waits = time === 'post-only' || time === 'gtd';
    const fields = {
      ...this.ticket(amount, this.off(waits ? -0.001 : 0.001)),
      time_in_force: time,
      ...(time === 'gtd' ? { expires_at: String(Date.now() + HOUR_MS) } : {}),
    };
    const own = this.keys.get(userId) as OwnKey;
    return { kind: 'signed', name: `spot ${userId} ${amount}`, path: 'api/coin/trade', fields, own };
  }

  private exit({ userId }: Person, turn: number): Wish<Kind> {
    const amount = trimmed((2000 + turn) / 1e6, 6);
    const leaves = { take_profit_price: this.off(0.0008), stop_loss_price: this.off(-0.0008) };
    const fields = { ...this.ticket(amount, '0'), ...leaves };
    return { kind: 'exit', name: `spot ${userId} ${amount}`, path: 'api/coin/trade', fields };
  }

  private stop({ userId }: Person, turn: number): Wish<Kind> {
    const cost = trimmed(50 + turn / 100, 2);
    const { target_price: _none, ...ticket } = this.ticket(cost, '');
    const fields = { ...ticket, trigger_price: this.off(this.random() < 0.5 ? 0.0004 : -0.0004) };
    return { kind: 'stop', name: `stop ${userId} ${cost}`, path: 'api/spot/stop', fields };
  }

  private pair({ userId }: Person, turn: number): Wish<Kind> {
    const amount = trimmed((2000 + turn) / 1e6, 6);
    const fields = {
      ...this.ticket(amount, this.off(-0.0006)),
      trigger_price: this.off(0.0006),
      stop_limit_price: this.off(0.01),
    };
    return { kind: 'pair', name: `pair ${userId} ${amount}`, path: 'api/spot/pair', fields };
  }

  private ticket(amount: string, price: string): Record<string, string> {
    return { legal_id: USDT, currency_id: BTC, type: '1', amount, target_price: price };
  }

  /** What waits is taken back, so that money and places are there again. */
  private async tidy({ userId, token }: Person): Promise<void> {
    const found = await this.rows<{ path: string; id: string }>(
      `(select 'coin/trade' as path, id::text from spot_order where user_id = ${userId} and status = 'open' order by id limit 10)
       union all
       (select 'spot/stop', id::text from spot_stop where user_id = ${userId} and status = 'waiting' order by id limit 10)`,
    ).catch(() => []);
    for (const { path, id } of found) {
      const key = randomBytes(12).toString('hex');
      await send(this.url(), `api/${path}/cancel`, { token, key, verb: 'PUT', fields: { id } });
    }
  }

  /** A position by a key, an order that closes it, its change, and then it turns or is closed. */
  private async futures(person: Person): Promise<void> {
    const turn = this.next();
    const own = this.keys.get(person.userId) as OwnKey;
    const profit = `${200_000 + turn}`;
    const order = { share: '2', multiple: '10', legal_id: USDT, currency_id: BTC, type: '1', status: '1' };
    const fields = { ...order, target_price: '', target_profit_price: profit };
    const name = `contract ${person.userId} ${profit}`;
    await this.perform(person, { kind: 'contract', name, path: 'api/lever/submit', fields, own });
    const id = await this.idOf(`select id::text from futures_position where user_id = ${person.userId}
      and take_profit = ${profit} and status = 1`);
    if (id) await this.closeAndTurn(person, id, turn);
    const key = randomBytes(12).toString('hex');
    await send(this.url(), 'api/lever/batch_close', { token: person.token, key, fields: { type: '0' } });
  }

  private async closeAndTurn(person: Person, id: string, turn: number): Promise<void> {
    const own = this.keys.get(person.userId) as OwnKey;
    // Even tenths when it is placed, odd ones once it was changed.
    const price = 90_000 + turn / 5;
    const [first, second] = [trimmed(price, 1), trimmed(price + 0.1, 1)];
    const at = { id, price: first };
    const name = `${person.userId} ${first}`;
    await this.perform(person, { kind: 'closing', name: `closing ${name}`, path: 'api/lever/close_limit', fields: at });
    const closing = await this.idOf(`select id::text from futures_closing_order where position_id = ${id}`);
    if (closing) {
      const fields = { id, closing_id: closing, price: second, share: '1' };
      await this.perform(person, {
        kind: 'change',
        name: `change ${name}`,
        path: 'api/lever/close_amend',
        fields,
        own,
      });
    }
    if (turn % 2 === 0) return;
    await this.perform(person, {
      kind: 'reverse',
      name: `reverse ${id}`,
      path: 'api/lever/reverse',
      fields: { id },
      own,
    });
  }

  /** Near the price, so that some go off while they are changed; their names are in their notes. */
  private async alerts(person: Person): Promise<void> {
    const made: string[] = [];
    await this.rounds(async () => {
      const note = String(this.next());
      const wish = { symbol: 'BTC/USDT', kind: this.random() < 0.5 ? 'rise' : 'fall' };
      const fields = { ...wish, value: this.alertValue(), note };
      const name = `${person.userId} ${note}`;
      await this.perform(person, {
        kind: 'alert',
        name: `alert ${name}`,
        path: 'api/price_alert/create',
        fields,
        isDoneBy: 'alert.same',
      });
      const id = await this.idOf(
        `select id::text from price_alert where user_id = ${person.userId} and note = '${note}'`,
      );
      if (!id) return;
      made.push(id);
      const change = { ...wish, id, value: this.alertValue(), note: `${note}c` };
      await this.perform(person, {
        kind: 'alert-change',
        name: `alert-change ${name}`,
        path: 'api/price_alert/edit',
        fields: change,
        isDoneBy: 'none',
      });
      const oldest = made.length > ALERTS_RETAINED ? made.shift() : undefined;
      if (oldest === undefined) return;
      await this.perform(person, {
        kind: 'alert-end',
        name: `alert-end ${oldest}`,
        path: 'api/price_alert/delete',
        fields: { id: oldest },
        isDoneBy: 'alert.unknown',
      });
    });
  }

  /** Of no two alerts the same. */
  private alertValue(): string {
    for (;;) {
      const value = this.near(0.0006);
      if (this.alertValues.has(value)) continue;
      this.alertValues.add(value);
      return value;
    }
  }

  private async idOf(text: string): Promise<string | null> {
    const found = await this.rows<{ id: string }>(text).catch(() => []);
    return found[0]?.id ?? null;
  }

  protected books(): Promise<Map<string, number>> {
    const users = [...this.keys.keys()].join(', ') || '0';
    return this.counted(
      `with ours as materialized (select unnest(array[${users}]::bigint[]) as id)
       select name, count(*)::integer as count from (
         select concat(case when p.id is null then 'spot ' else 'pair ' end, o.user_id, ' ', trim_scale(o.quantity)) as name
           from spot_order o join ours on ours.id = o.user_id
           left join spot_stop p on p.paired_order_id = o.id and p.side = 'buy'
          where o.side = 'buy' and not exists (select from spot_stop s where s.order_id = o.id)
         union all select concat('stop ', s.user_id, ' ', trim_scale(s.cost)) from spot_stop s join ours on ours.id = s.user_id
                    where s.cost is not null
         union all select concat('contract ', p.user_id, ' ', trim_scale(p.take_profit))
                     from futures_position p join ours on ours.id = p.user_id where p.take_profit is not null
         union all select concat('closing ', p.user_id, ' ', trim_scale(o.limit_price - mod(o.limit_price * 10, 2) / 10))
                     from futures_closing_order o join futures_position p on p.id = o.position_id join ours on ours.id = p.user_id
         union all select concat('change ', p.user_id, ' ', trim_scale(o.limit_price - 0.1))
                     from futures_closing_order o join futures_position p on p.id = o.position_id join ours on ours.id = p.user_id
                    where mod(o.limit_price * 10, 2) = 1
         union all select concat('reverse ', p.id) from futures_position p join ours on ours.id = p.user_id
                     join futures_position r on r.user_id = p.user_id and r.id > p.id and r.side = -p.side
                      and r.opened_at = p.closed_at
         union all select concat('alert ', a.user_id, ' ', rtrim(a.note, 'c')) from price_alert a join ours on ours.id = a.user_id
         union all select concat('alert-change ', a.user_id, ' ', rtrim(a.note, 'c'))
                     from price_alert a join ours on ours.id = a.user_id where a.note like '%c'
         union all select concat('alert-end ', a.id) from price_alert a join ours on ours.id = a.user_id where a.state = 'deleted'
       ) found group by 1`,
    );
  }
}
