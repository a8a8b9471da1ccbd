import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { IeoDates } from '../../contract/rules/ieo.rules.js';
import type { ListSoldCoin } from '../../features/trading/ieo/index.js';
import type { Transactions } from '../../platform/database/transactions.store.js';
import { AGREED, agreeOn } from './agreements.js';
import { USDT } from './ledger.js';

const MINUTE_MS = 60_000;

export interface SaleGiven {
  /** Unix milliseconds; applications begin a minute later, everything else an hour after what comes before it. */
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
  const { payCurrencyId = USDT } = given;
  const from = at + MINUTE_MS;
  const { payMs = stepMs } = given;
  const iso = (steps: number, payments = 0) => new Date(from + steps * stepMs + payments * payMs).toISOString();
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
    applyFrom: iso(0),
    applyUntil: iso(1),
    allotAt: iso(2),
    payUntil: iso(2, 1),
    secondPayUntil: iso(2, 2),
    listAt: iso(3, 2),
    lockUntil: iso(4, 2),
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
