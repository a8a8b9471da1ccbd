import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many accounts lost money with a product, as it was last counted from the orders. */
export class LosingAccounts1763704000000 implements MigrationInterface {
  name = 'LosingAccounts1763704000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table losing_accounts (
        product text primary key check (product in ('option', 'contract')),
        accounts integer not null check (accounts >= 0),
        losing integer not null check (losing between 0 and accounts),
        since timestamptz not null,
        counted_at timestamptz not null
      )`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
