import type { DataSource } from 'typeorm';
import { BASELINE } from './migrations/index.js';

/** The migrations that were folded into {@link BASELINE}. A database that has them all has its tables. */
const FOLDED = [
  'Markets1763600000000',
  'CandleOrigin1763605000000',
  'Account1763610000000',
  'Ledger1763620000000',
  'Idempotency1763622000000',
  'Outbox1763625000000',
  'Verification1763630000000',
  'Wallet1763640000000',
  'Tape1763645000000',
  'Demo1763646000000',
  'Operations1763650000000',
  'LedgerBatch1763655000000',
  'LeanPostings1763656000000',
  'Spot1763660000000',
  'Options1763670000000',
  'Futures1763680000000',
  'Liquidation1763685000000',
  'FundingBatch1763686000000',
  'Trust1763690000000',
  'UploadsRetention1763695000000',
  'OperationsBank1763696000000',
  'BalanceEvents1763698000000',
  'InsuranceTopUp1763699000000',
  'LeanOrders1763702000000',
  'LosingAccounts1763704000000',
];

/**
 * Notes in a database from before the fold that it has what {@link BASELINE} makes, so that nothing of it runs again.
 * The old names stay, so that a process of the version before counts as many migrations as it knows.
 * @throws when only some of the old ones have run: the last version that has them must run the others first.
 */
export async function adoptFolded(source: DataSource): Promise<void> {
  await source.transaction(async (tx) => {
    const [found]: { exists: boolean }[] = await tx.query(`select to_regclass('migrations') is not null as exists`);
    if (!found?.exists) return;
    await tx.query('lock table migrations in share row exclusive mode');
    const rows: { name: string }[] = await tx.query('select name from migrations');
    const run = new Set(rows.map(({ name }) => name));
    const missing = FOLDED.filter((name) => !run.has(name));
    if (missing.length === FOLDED.length) return;
    if (missing.length > 0)
      throw new Error(`This database lacks ${missing.join(', ')}: bring it to version 0.1.0 first, then to this one.`);
    for (const { name } of BASELINE)
      if (!run.has(name))
        await tx.query('insert into migrations (timestamp, name) values ($1, $2)', [name.slice(-13), name]);
  });
}
