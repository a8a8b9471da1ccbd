import { SealAudit } from '../../features/operations/audit/seal-audit.js';
import { CheckBooks } from '../../features/wallet/ledger/index.js';
import { SealJournals } from '../../features/wallet/ledger/seal-journals.js';
import { BTC, fund } from './ledger.js';
import { TradingWorld } from './trading-world.js';
import { WholeBookMoney } from './whole-book-money.js';
import { WholeBookTrades } from './whole-book-trades.js';

const DAY_MS = 86_400_000;
/** So long ago it begins, so that its days of interest are over by every clock. */
const DAYS_AGO = 10;

/**
 * A book with everything of every product in it, in every state, made by the use cases of the product: what ended days
 * ago, what is open now, real and demo money, seals and a journal behind them. Its last user
 * is a stranger to all others, with money on all accounts. It is in order, and was checked.
 */
export async function aWholeBook(): Promise<TradingWorld> {
  const world = await TradingWorld.open();
  try {
    await make(world);
    return world;
  } catch (error) {
    await world.futures.app.close();
    throw error;
  }
}

async function make(world: TradingWorld): Promise<void> {
  const trades = new WholeBookTrades(world);
  const money = new WholeBookMoney(world);
  const { clock } = world.futures;
  const now = clock.now();
  clock.set(now - DAYS_AGO * DAY_MS);
  await trades.lockFunds();
  clock.set(now - DAYS_AGO * DAY_MS);
  await trades.sellNewCoins();
  clock.set(now - 2 * DAY_MS);
  await trades.tradeContracts();
  await seal(world);
  clock.set(now);
  await trades.sweepTrust();
  await trades.tradeSpot();
  await trades.buyOptions();
  await money.moveMoney();
  const stranger = await aStranger(world);
  await seal(world);
  // What nobody has sealed yet.
  await money.transfer(stranger, '1');
  // As the worker does it each minute: what was verified stays verified.
  await world.futures.get(CheckBooks).execute();
}

/** Has money on all accounts, real and demo, and does nothing but one transfer. */
async function aStranger(world: TradingWorld): Promise<string> {
  const id = await world.user('spot', '20000');
  for (const demo of [false, true]) {
    for (const kind of ['spot', 'option', 'contract'] as const) await world.endow(id, kind, '100', { demo });
    await fund(world.source, id, '1', { currencyId: BTC, demo });
  }
  return id;
}

/** Sealing waits for whoever may still write, in any database of the server, and gives up after a while: again then. */
async function seal({ futures, source }: TradingWorld): Promise<void> {
  const isUnsealed = async (entries: string, sealed: string): Promise<boolean> => {
    const rows: unknown[] = await source.query(`select 1 where exists (${entries} > coalesce((${sealed}), 0))`);
    return rows.length > 0;
  };
  const journals = 'select from ledger_journal where id';
  while (await isUnsealed(journals, 'select max(last_journal) from ledger_seal'))
    await futures.get(SealJournals).execute();
  const acts = 'select from audit_entry where id';
  while (await isUnsealed(acts, 'select max(last_entry) from audit_seal')) await futures.get(SealAudit).execute();
}
