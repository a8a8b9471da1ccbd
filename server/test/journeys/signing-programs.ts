import { generateKeyPairSync } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Pool } from 'pg';
import { Decimal } from '../../contract/decimal.js';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../contract/rules/api-keys.rules.js';
import { type OwnKey, sendSigned, type SignedCall, type SignedReply } from '../factories/api-keys.js';
import { ProgramOwner } from '../factories/program-owner.js';
import type { TradingWorld } from '../factories/trading-world.js';
import { sleep } from '../faults/calls.js';
import { BTC, USDT } from '../faults/people.js';
import type { ProgramStep, SignedCommand } from './model-programs.js';
import { freeOf, holdingsOf, keyEnds, ordersOf } from './program-rows.js';

type SpotOrder = Extract<SignedCommand, { call: 'spot' }>;

/** What the reference knows of a key. */
interface KnownKey {
  own: OwnKey;
  scopes: readonly ApiKeyScope[];
  demo: boolean;
  until: number;
  ended: 'revoked' | 'password' | null;
}

/** An order that was placed, known by its limit, and between which prices the market was since then. */
interface KnownOrder extends Pick<SpotOrder, 'sells' | 'time'> {
  demo: boolean;
  limit: string;
  isCancelled: boolean;
  lowest: number;
  highest: number;
}

/** What is sent, and what becomes of it where the key may: done, refused for one of these, or either. */
interface Asked {
  scope: ApiKeyScope;
  demo: boolean;
  verb: string;
  path: string;
  fields: Record<string, string>;
  becomes: 'done' | 'either' | readonly string[];
  /** That it places. */
  order?: KnownOrder;
  /** That it cancels. */
  cancels?: KnownOrder;
}

/** It waits. */
const FIRST_ORDER: SpotOrder = { call: 'spot', sells: false, size: 60, limit: 900, time: 'gtc', isOther: false };

/** Of BTC/USDT. */
interface Prices {
  /** So many thousandths of the first price. */
  at: (thousandths: number) => string;
  last: () => number;
  /** Connections are lost in the workers' work. */
  die: (afterMs: number) => Promise<void>;
}

const DAYS = 7;
const DAY_MS = 86_400_000;
const LATE_MS = 5001;
const WAIT_MS = 90_000;
/** Between the best prices and the last one. */
const SPREAD = 0.0005;
/** Thousandths by which fees change what an order takes. */
const FEES = 5;
const POOR = ['ledger.insufficient-balance', 'spot.insufficient-balance', 'spot.insufficient-sellable'];
/** What somebody is told whose connection was lost. */
const AWAY = ['request.unavailable', 'request.outcome-unknown'];
const AWAY_PAUSE_MS = 50;
const AWAY_TRIES = 100;

let commands = 0;
/** How often what was answered, over all runs. */
export const answered = new Map<string, number>();

/**
 * What a user's programs do by their keys through the product's own door, and a reference beside it: what each call is answered and
 * changes, which keys live, and what becomes of the orders of those that do not.
 */
export class SigningPrograms {
  private readonly keys: KnownKey[] = [];
  private readonly orders: KnownOrder[] = [];
  private instant = 0;
  private placed = 0;

  private constructor(
    private readonly world: TradingWorld,
    private readonly sql: Pool,
    private readonly owner: ProgramOwner,
    private readonly prices: Prices,
  ) {}

  static async open(world: TradingWorld, sql: Pool, prices: Prices): Promise<SigningPrograms> {
    const url = world.futures.app.url;
    const owner = await ProgramOwner.make(sql, { url, now: () => world.futures.clock.now() });
    for (const kind of ['spot', 'option', 'contract'] as const) {
      for (const demo of [false, true]) await world.endow(owner.userId, kind, '3000', { demo });
    }
    const programs = new SigningPrograms(world, sql, owner, prices);
    await programs.makeKey({ kind: 'hmac', scopes: [...API_KEY_SCOPES], demo: false });
    await programs.makeKey({ kind: 'ed25519', scopes: [...API_KEY_SCOPES], demo: true });
    return programs;
  }

  /** One of each that must be in every run, whatever is drawn after it. */
  async begin(): Promise<void> {
    for (const scopes of [['read'], ['trade.spot']] as const) {
      await this.makeKey({ kind: 'hmac', scopes, demo: false });
    }
    const [whole, , reader, trader] = this.keys as [KnownKey, KnownKey, KnownKey, KnownKey];
    const { world } = this;
    for (const [key, command, way] of [
      [reader, FIRST_ORDER, 'once'],
      [trader, { ...FIRST_ORDER, isOther: true }, 'once'],
      [trader, { call: 'read', isOther: false }, 'once'],
      [whole, FIRST_ORDER, 'twice'],
      [whole, FIRST_ORDER, 'again'],
      [whole, FIRST_ORDER, 'late'],
      [whole, FIRST_ORDER, 'forged'],
    ] as const) {
      await world.write();
      world.futures.refresh();
      await this.signed(key, command, way);
    }
    await this.endKey(trader, FIRST_ORDER);
    await this.logOut();
  }

  /** The market moved. */
  see(): void {
    const last = this.prices.last();
    for (const order of this.orders) {
      order.lowest = Math.min(order.lowest, last);
      order.highest = Math.max(order.highest, last);
    }
  }

  async perform(step: ProgramStep): Promise<void> {
    // What is traded at has been written down, and is up to date.
    await this.world.write();
    this.world.futures.refresh();
    switch (step.do) {
      case 'makeKey':
        return this.makeKey(step);
      case 'endKey':
        return this.endKey(this.keyAt(step.which), step.order);
      case 'logOut':
        return this.logOut();
      case 'newPassword':
        return this.newPassword();
      case 'signed':
        return this.signed(this.keyAt(step.which), step.command, step.way);
      default:
        return this.signedWhileDying(this.keyAt(step.which), step.order, step.afterMs);
    }
  }

  /** At the end: nothing was ordered but what was answered so, each order is where its prices have led it, and each key as it was left. */
  async expectAll(): Promise<void> {
    const rows = await ordersOf(this.sql, this.owner.userId);
    expect(rows.map(({ limit }) => limit)).toEqual(this.orders.map(({ limit }) => limit));
    for (const [place, { status }] of rows.entries()) {
      const order = this.orders[place] as KnownOrder;
      const mayBe = this.statesOf(order);
      expect({ order, mayBe, status }).toEqual({ order, mayBe, status: mayBe.find((state) => state === status) });
    }
    expect(await keyEnds(this.sql, this.owner.userId)).toEqual(this.keys.map(({ own, ended }) => [own.id, ended]));
  }

  /** Mostly one that lives. */
  private keyAt(which: number): KnownKey {
    const living = this.keys.filter(({ ended }) => ended === null);
    const some = which % 5 === 0 || living.length === 0 ? this.keys : living;
    return some[which % some.length] as KnownKey;
  }

  private async makeKey({
    kind,
    scopes,
    demo,
  }: Pick<Extract<ProgramStep, { do: 'makeKey' }>, 'kind' | 'scopes' | 'demo'>) {
    const own = await this.owner.makeKey({ kind, scopes, demo, days: String(DAYS) });
    this.keys.push({ own, scopes, demo, until: this.now() + DAYS * DAY_MS, ended: null });
  }

  /** While an order by it is under way; whatever else it has placed stays as it is, and from the answer on it places nothing. */
  private async endKey(key: KnownKey, order: SpotOrder): Promise<void> {
    const asked = await this.ask(key, order);
    const act = () => Promise.all([this.owner.endKey(key.own), this.send(key, asked)]);
    // The first answer is about the key.
    const [ended, placed] = await this.unchangedUnlessDone(asked, act, 1);
    expect([ended.code, ended.type]).toEqual(key.ended === null ? [undefined, 'ok'] : ['api-key.unknown', 'error']);
    if (placed.code !== 'api-key.ended') this.expectAnswer(placed, this.verdict(key, asked), asked);
    key.ended ??= 'revoked';
    await this.signed(key, order, 'once');
  }

  /** Keys outlive the sessions of their owner, who makes none without one. */
  private async logOut(): Promise<void> {
    expect(await this.owner.logOut()).toMatchObject({ type: '999' });
    for (const key of this.keys) await this.signed(key, { call: 'read', isOther: false }, 'once');
  }

  private async newPassword(): Promise<void> {
    expect(await this.owner.newPassword()).toMatchObject({ type: 'ok' });
    for (const key of this.keys) key.ended ??= 'password';
    await this.signed(this.keyAt(this.keys.length - 1), { call: 'read', isOther: false }, 'once');
  }

  private async signed(key: KnownKey, command: SignedCommand, way: string): Promise<void> {
    const asked = await this.ask(key, command);
    if (asked === null) return;
    const verdict =
      way === 'late' ? 'api-key.window' : way === 'forged' ? 'api-key.not-accepted' : this.verdict(key, asked);
    const changes = {
      ...(way === 'late' && { at: this.now() - LATE_MS - (this.aMoment() % 1000) }),
      ...(way === 'again' && { idempotencyKey: aCommandKey() }),
    };
    const forged = typeof key.own.secret === 'string' ? 'x'.repeat(43) : generateKeyPairSync('ed25519').privateKey;
    const by = way === 'forged' ? { ...key, own: { ...key.own, secret: forged } } : key;
    const answers = await this.unchangedUnlessDone(asked, async () => {
      const call = this.callOf(asked, changes);
      const url = this.world.futures.app.url;
      return Promise.all(Array.from({ length: way === 'twice' ? 2 : 1 }, () => sendSigned(url, by.own, call)));
    });
    const [first, ...others] = answers.sort((one, other) => Number(isCopy(one)) - Number(isCopy(other)));
    this.expectAnswer(first as SignedReply, verdict, asked);
    // It is used up once it was found to be signed, whatever the key may do.
    const isUsedUp = verdict === null || ['api-key.scope', 'api-key.money'].includes(verdict);
    for (const { code } of others) expect(code).toBe(isUsedUp ? 'api-key.replayed' : verdict);
    if (way === 'again' && first?.type === 'ok') await this.again(key, asked, changes);
  }

  /** The same command once more, by any key that may: it was done, and is not done again. Another one under its key is refused. */
  private async again(key: KnownKey, asked: Asked, changes: Partial<SignedCall>): Promise<void> {
    const before = await holdingsOf(this.sql, this.owner.userId);
    const other = this.keys.find((one) => one !== key && this.verdict(one, asked) === null) ?? key;
    expect(await this.send(other, asked, changes)).toMatchObject({ type: 'ok' });
    if (asked.order) {
      const amount = new Decimal(asked.fields.amount ?? 0).plus('0.00001').toFixed();
      const changed = { ...asked, fields: { ...asked.fields, amount } };
      expect(await this.send(key, changed, changes)).toMatchObject({ code: 'request.key-reused' });
    }
    expect(await holdingsOf(this.sql, this.owner.userId)).toEqual(before);
  }

  /** Its connection may be lost, too: who asks again under the same key learns what became of it. */
  private async signedWhileDying(key: KnownKey, order: SpotOrder, afterMs: number): Promise<void> {
    const asked = await this.ask(key, order);
    const idempotencyKey = aCommandKey();
    const send = async (): Promise<SignedReply> => {
      for (let tried = 0; ; tried += 1) {
        const answer = await this.send(key, asked, { idempotencyKey });
        if (!AWAY.includes(answer.code ?? '') || tried === AWAY_TRIES) return answer;
        await sleep(AWAY_PAUSE_MS);
      }
    };
    const [answer] = await Promise.all([send(), this.prices.die(afterMs)]);
    // What workers fill meanwhile leaves more to trade with, never less.
    const becomes = asked.becomes === 'done' ? 'done' : 'either';
    this.expectAnswer(answer, this.verdict(key, asked), { ...asked, becomes });
    const rows = await ordersOf(this.sql, this.owner.userId);
    expect(rows.filter(({ limit }) => limit === asked.order?.limit)).toHaveLength(answer.type === 'ok' ? 1 : 0);
  }

  /** What a key is told before anything else is looked at; null: it may. */
  private verdict({ ended, until, scopes, demo }: KnownKey, asked: Pick<Asked, 'scope' | 'demo'>): string | null {
    if (ended !== null) return 'api-key.ended';
    if (until <= this.now()) return 'api-key.expired';
    if (!scopes.includes(asked.scope)) return 'api-key.scope';
    return demo === asked.demo ? null : 'api-key.money';
  }

  private expectAnswer(answer: SignedReply, verdict: string | null, { becomes, order, cancels, path }: Asked): void {
    const { type, code } = answer;
    const said = code ?? type;
    answered.set(said, (answered.get(said) ?? 0) + 1);
    const foreseen = verdict ?? becomes;
    const isForeseen =
      verdict !== null
        ? said === verdict
        : becomes === 'done'
          ? said === 'ok'
          : becomes === 'either'
            ? !/^(api-key|request|session|999)/.test(said)
            : becomes.includes(said);
    const seen = { path, order, said, foreseen, message: answer.message };
    expect({ ...seen, isForeseen }).toEqual({ ...seen, isForeseen: true });
    if (said !== 'ok') return;
    if (order) this.orders.push(order);
    if (cancels) cancels.isCancelled = true;
  }

  /** Does it, and holds what there is then against what was answered: refused is nothing, done is something. */
  private async unchangedUnlessDone<Answers extends readonly SignedReply[]>(
    asked: Asked,
    act: () => Promise<Answers>,
    from = 0,
  ): Promise<Answers> {
    const before = await holdingsOf(this.sql, this.owner.userId);
    const answers = await act();
    const after = await holdingsOf(this.sql, this.owner.userId);
    const isDone = asked.verb !== 'GET' && answers.slice(from).some(({ type }) => type === 'ok');
    if (!isDone) expect(after).toEqual(before);
    else expect(after).not.toEqual(before);
    const made = after.rows.length - before.rows.length;
    if (isDone && asked.order) expect(made).toBe(1);
    return answers;
  }

  private send({ own }: KnownKey, asked: Asked, changes: Partial<SignedCall> = {}): Promise<SignedReply> {
    return sendSigned(this.world.futures.app.url, own, this.callOf(asked, changes));
  }

  private callOf({ verb, path, fields }: Asked, changes: Partial<SignedCall>): SignedCall {
    const at = this.aMoment();
    // An empty query would be sent as none.
    const query = new URLSearchParams(fields).toString();
    if (verb === 'GET') return { verb, path: `/api/${path}${query && `?${query}`}`, at, ...changes };
    return { verb, path: `/api/${path}`, body: JSON.stringify(fields), at, ...changes };
  }

  private now(): number {
    return this.world.futures.clock.now();
  }

  /** Of no two signatures the same. */
  private aMoment(): number {
    this.instant = Math.max(this.instant + 1, this.now() - 2000);
    return this.instant;
  }

  private ask(key: KnownKey, command: SpotOrder): Promise<Asked>;
  private ask(key: KnownKey, command: SignedCommand): Promise<Asked | null>;
  private async ask(key: KnownKey, command: SignedCommand): Promise<Asked | null> {
    if (command.call === 'cancel') return this.askCancel(command.order);
    const demo = key.demo !== command.isOther;
    switch (command.call) {
      case 'spot':
        return this.askSpot(command, demo);
      case 'stop': {
        const { size, trigger } = command;
        const fields = { ...place(demo), type: '1', amount: String(size), trigger_price: this.prices.at(trigger) };
        const becomes = becomesOf(await this.free(USDT, demo), size, size);
        return { scope: 'trade.spot', demo, verb: 'POST', path: 'spot/stop', fields, becomes };
      }
      case 'option': {
        const { fall, stake } = command;
        const fields = {
          match_id: BTC,
          currency_id: USDT,
          type: fall ? '2' : '1',
          seconds: '60',
          number: String(stake),
          ...book(demo),
        };
        return { scope: 'trade.options', demo, verb: 'POST', path: 'microtrade/submit', fields, becomes: 'either' };
      }
      case 'contract': {
        const { short, lots, leverage } = command;
        const order = {
          share: String(lots),
          multiple: String(leverage),
          type: short ? '2' : '1',
          status: '1',
          target_price: '',
        };
        const fields = { ...place(demo), ...order };
        return { scope: 'trade.futures', demo, verb: 'POST', path: 'lever/submit', fields, becomes: 'either' };
      }
      default:
        return { scope: 'read', demo, verb: 'GET', path: 'coin/list', fields: book(demo), becomes: 'done' };
    }
  }

  private async askSpot({ sells, size, limit: thousandths, time }: SpotOrder, demo: boolean): Promise<Asked> {
    this.placed += 1;
    const limit = new Decimal(this.prices.at(thousandths)).plus(new Decimal(this.placed).div(100)).toFixed();
    const quantity = (size / Number(limit)).toFixed(5);
    const last = this.prices.last();
    const isReached = sells ? Number(limit) <= last * (1 - SPREAD) : Number(limit) >= last * (1 + SPREAD);
    const isNear = Math.abs(Number(limit) / last - 1) <= SPREAD;
    const worth = (price: number) => Number(quantity) * price;
    const money = sells
      ? becomesOf(await this.free(BTC, demo), Number(quantity), Number(quantity), 0)
      : becomesOf(await this.free(USDT, demo), worth(Math.min(Number(limit), last)), worth(Number(limit)));
    const obstacle =
      time === 'post-only' && isReached ? 'spot.would-take' : time === 'fok' && !isReached ? 'spot.not-whole' : null;
    const isOpen = isNear && ['post-only', 'fok'].includes(time);
    const fields = {
      ...place(demo),
      type: sells ? '2' : '1',
      amount: quantity,
      target_price: limit,
      time_in_force: time,
      ...(time === 'gtd' && { expires_at: String(this.now() + WAIT_MS) }),
    };
    const order = { limit, sells, time, demo, isCancelled: false, lowest: last, highest: last };
    const becomes = isOpen ? 'either' : obstacle === null ? money : [obstacle];
    return { scope: 'trade.spot', demo, verb: 'POST', path: 'coin/trade', fields, becomes, order };
  }

  private async askCancel(which: number): Promise<Asked | null> {
    const rows = await ordersOf(this.sql, this.owner.userId);
    const row = rows[which % Math.max(1, rows.length)];
    if (!row) return null;
    const { id, demo, status } = row;
    const becomes = status === 'open' ? 'done' : ['spot.not-open'];
    const known = this.orders.find(({ limit }) => limit === row.limit);
    const cancels = known && { cancels: known };
    return { scope: 'trade.spot', demo, verb: 'PUT', path: 'coin/trade/cancel', fields: { id }, becomes, ...cancels };
  }

  private async free(currency: string, demo: boolean): Promise<number> {
    return freeOf(await holdingsOf(this.sql, this.owner.userId), Number(currency), demo);
  }

  /** In which states an order may be, by what the market did since it was placed. */
  private statesOf({ limit, sells, time, isCancelled, lowest, highest }: KnownOrder): string[] {
    if (isCancelled) return ['cancelled'];
    if (time === 'fok') return ['filled'];
    if (time === 'ioc') return ['filled', 'cancelled'];
    const last = this.prices.last();
    const price = Number(limit);
    const ended = time === 'gtd' ? ['cancelled'] : [];
    if (sells ? price <= last * (1 - SPREAD) : price >= last * (1 + SPREAD)) return ['filled', ...ended];
    const isMet = sells ? price <= highest : price >= lowest;
    return isMet ? ['filled', 'open', ...ended] : ['open', ...ended];
  }
}

const book = (demo: boolean): Record<string, string> => (demo ? { account_type: 'simulation_account' } : {});
const place = (demo: boolean) => ({ legal_id: USDT, currency_id: BTC, ...book(demo) });
const isCopy = ({ code }: SignedReply): boolean => code === 'api-key.replayed';

function aCommandKey(): string {
  commands += 1;
  return `program-command-${commands}`;
}

/** Of what there is: done where it is enough at the most that an order may take, refused where not even at the least, else either. */
function becomesOf(free: number, least: number, most: number, fees = FEES): Asked['becomes'] {
  if (free >= most * (1 + fees / 1000)) return 'done';
  return free < least * (1 - fees / 1000) ? POOR : 'either';
}
