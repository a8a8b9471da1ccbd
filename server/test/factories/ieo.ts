import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { firstHourAfter } from '../../contract/rules/ieo-draw.rules.js';
import type { IeoDates } from '../../contract/rules/ieo.rules.js';
import { TAPE_HOUR_MS } from '../../contract/rules/tape.rules.js';
import type { DueProject } from '../../features/trading/ieo/ieo-work.store.js';
import type { ListSoldCoin } from '../../features/trading/ieo/index.js';
import type { SealAllotment } from '../../features/trading/ieo/seal-allotment.js';
import type { Transactions } from '../../platform/database/transactions.store.js';
import { AGREED, agreeOn } from './agreements.js';
import { USDT } from './ledger.js';
import { sealHour } from './tape.js';

const MINUTE_MS = 60_000;

export interface SaleGiven {
  /**
   * Unix milliseconds; applications begin a minute later, everything else an hour after what comes before it, and the allotment as the
   * hour that it is drawn by ends.
   */
  at: number;
  stepMs?: number;
  /** How long each round of payments is open, where it is not a step. */
  payMs?: number;
  supply?: number;
  cap?: number;
  least?: number;
  most?: number;
  price?: string;
  releaseParts?: number;
  releaseDays?: number;
  coinCode?: string;
  name?: string;
  payCurrencyId?: number;
  /** 1: drawn without prices, as sales that closed before there was an order 2; it is not waited for an hour then. */
  order?: 1 | 2;
}

export interface Sale {
  id: number;
  code: string;
  applyFrom: number;
  applyUntil: number;
  allotAt: number;
  payUntil: number;
  secondPayUntil: number;
  listAt: number;
  lockUntil: number;
}

/** The terms of a sale as they are proposed at the desk. */
export function saleTerms(given: SaleGiven): Record<string, unknown> & { code: string } {
  const { at, stepMs = 60 * MINUTE_MS, supply = 1000, cap = 400, least = 1, most = supply } = given;
  const { price = '2', releaseParts = 2, releaseDays = 30, coinCode = 'NOVA', name = 'Nova Network' } = given;
  const { payCurrencyId = USDT, order = 2 } = given;
  const from = at + MINUTE_MS;
  const { payMs = stepMs } = given;
  const until = from + stepMs;
  // Not before the hour is over that it is drawn by.
  const allot = Math.max(until + stepMs, order === 2 ? firstHourAfter(until) + TAPE_HOUR_MS : 0);
  const iso = (instant: number) => new Date(instant).toISOString();
  const payments = allot + 2 * payMs;
  const text = { summary: 'Payments for small shops.', description: 'Nova may become worthless.' };
  return {
    code: `nova-${randomBytes(4).toString('hex')}`,
    name,
    issuer: 'Nova Foundation',
    coinCode,
    coinName: 'Nova',
    coinScale: 6,
    payCurrencyId,
    coinSupply: 1_000_000,
    supply,
    least,
    most,
    cap,
    price,
    texts: { en: text, zh: { summary: '小商店支付。', description: 'Nova 可能变得毫无价值。' } },
    applyFrom: iso(from),
    applyUntil: iso(until),
    allotAt: iso(allot),
    payUntil: iso(allot + payMs),
    secondPayUntil: iso(payments),
    listAt: iso(payments + stepMs),
    lockUntil: iso(payments + 2 * stepMs),
    releaseParts,
    releaseDays,
  };
}

/** A project that two operators agreed on. */
export async function aSale(source: DataSource, given: SaleGiven): Promise<Sale> {
  const terms = saleTerms(given);
  const [made]: { id: number }[] = await source.query(
    `with ${AGREED} select ieo_publish(agreed.id, $3::jsonb, $4) as id from agreed`,
    ['ieo-project', null, JSON.stringify(terms), new Date(given.at)],
  );
  if (given.order === 1) await withoutPrices(source, made?.id as number);
  const instant = (name: string) => Date.parse(terms[name] as string);
  return {
    id: made?.id as number,
    code: terms.code,
    applyFrom: instant('applyFrom'),
    applyUntil: instant('applyUntil'),
    allotAt: instant('allotAt'),
    payUntil: instant('payUntil'),
    secondPayUntil: instant('secondPayUntil'),
    listAt: instant('listAt'),
    lockUntil: instant('lockUntil'),
  };
}

/** Makes a sale one that closed before sales were drawn by prices. */
async function withoutPrices(source: DataSource, id: number): Promise<void> {
  await source.query(
    `alter table ieo_project disable trigger ieo_project_draw_stays;
     update ieo_project set draw_market_id = null where id = ${id};
     alter table ieo_project enable always trigger ieo_project_draw_stays`,
  );
}

/**
 * Seals what was applied for in sales whose time for it is over, as the sweep of that instant does: a test's clock leaps
 * over it, and of what is sealed late the hour does not count.
 */
export async function sealInTime(source: DataSource, seal: SealAllotment, at: number): Promise<void> {
  const sales: (DueProject & { applyUntil: Date })[] = await source.query(
    `select p.id, p.supply::text, p.cap::text, p.apply_until as "applyUntil" from ieo_project p
      where p.draw_market_id is not null and p.cancelled_at is null and p.apply_until <= $1
        and not exists (select from ieo_round r where r.project_id = p.id and r.round = 0) order by p.id`,
    [new Date(at)],
  );
  for (const sale of sales) await seal.close(sale, sale.applyUntil);
}

/** Has the tape done what sales wait for: of each that is not drawn and whose hour is over at this instant, the hour is sealed. */
export async function tapeHoursOfSales(source: DataSource, at: number): Promise<void> {
  const waiting: { market: number; hour: Date }[] = await source.query(
    `select distinct p.draw_market_id as market, ieo_draw_due(p) - interval '1 hour' as hour from ieo_project p
      where p.cancelled_at is null and ieo_draw_due(p) <= $1
        and not exists (select from ieo_draw d where d.project_id = p.id)
        and not exists (select from tape_root r
                         where r.market_id = p.draw_market_id and r.hour = ieo_draw_due(p) - interval '1 hour')`,
    [new Date(at)],
  );
  for (const { market, hour } of waiting) await sealHour(source, market, hour.getTime());
}

/** Ends a sale as two operators agree to. @returns whether it was still to be ended. */
export async function cancelSale(source: DataSource, projectId: number, at: Date): Promise<boolean> {
  const rows: { done: boolean }[] = await source.query(
    `with ${AGREED} select ieo_cancel($2::integer, $4) as done from agreed`,
    ['ieo-cancel', projectId, '{}', at],
  );
  return rows[0]?.done ?? false;
}

/** Lists the coin of a sale as two operators agree to, with a market that is played. */
export async function listSale(
  projectId: number,
  { list, transactions }: { list: ListSoldCoin; transactions: Transactions },
): Promise<void> {
  const terms = { coin: 'NOVA', priceScale: 4, quantityScale: 2, leastOrder: '5', instruments: [] };
  await transactions.run(async (tx) => {
    await agreeOn(tx, 'ieo-list', projectId, terms);
    await list.execute(tx, projectId, terms);
  });
}

/** Makes users' identities verified. */
export async function verifyUsers(source: DataSource, users: readonly string[]): Promise<void> {
  await source.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     select u, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', sealed, sha256(sealed), 'Street 1', now()
       from unnest($1::bigint[]) u, lateral (select convert_to(concat('id of ', u), 'UTF8') as sealed) id
     on conflict do nothing`,
    [users],
  );
  await source.query(
    `update verification_case set status = 'verified', version = 2, decided_at = now()
      where user_id = any($1) and status = 'under-review'`,
    [users],
  );
}

/**
 * The same as the desk's page sends it, with time to read, apply and pay: instants as Unix milliseconds, the first one two hours
 * from now and a day between each two, amounts as text.
 */
export function saleRequest(now: number): Record<string, unknown> & IeoDates & { code: string } {
  const { texts, ...terms } = saleTerms({ at: now + 120 * MINUTE_MS, stepMs: 1440 * MINUTE_MS, name: 'Nova Network' });
  const instants = Object.entries(terms).map(([name, value]) => [
    name,
    /^(apply|allot|pay|second|list|lock)/.test(name) && typeof value === 'string' ? Date.parse(value) : value,
  ]);
  const amounts = ['coinSupply', 'supply', 'least', 'most', 'cap'].map((name) => [name, String(terms[name])]);
  const words = Object.entries(texts as Record<string, object>).map(([language, text]) => ({ language, ...text }));
  return { ...Object.fromEntries([...instants, ...amounts]), texts: words, reason: 'Listed by contract 17' } as never;
}
