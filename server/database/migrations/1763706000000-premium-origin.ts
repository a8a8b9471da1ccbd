import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the prices of a premium came from. Samples from before do not say it, and count for nothing any more. */
export class PremiumOrigin1763706000000 implements MigrationInterface {
  name = 'PremiumOrigin1763706000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table funding_premium add column origin text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
