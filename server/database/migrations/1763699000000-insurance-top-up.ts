import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The insurance fund is topped up from the house's own means at the desk, by two people. */
export class InsuranceTopUp1763699000000 implements MigrationInterface {
  name = 'InsuranceTopUp1763699000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table operator_proposal drop constraint operator_proposal_kind_check;
      alter table operator_proposal add constraint operator_proposal_kind_check check (kind in
        ('adjustment', 'deposit', 'withdrawal', 'deposit-key', 'deposit-pool', 'deposit-bank', 'network-limit',
         'insurance'))`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
