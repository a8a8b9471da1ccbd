import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when contacts and cards count, what a code or a wallet's text confirms, and from where somebody logged in. */
export class FreshProofs1763710000000 implements MigrationInterface {
  name = 'FreshProofs1763710000000';

  async up(runner: QueryRunner): Promise<void> {
    // Null: as old as the account. Which of the two was changed is not known of the past, so both count as changed.
    await runner.query(`
      alter table account_user add column email_bound_at timestamptz, add column phone_bound_at timestamptz;
      update account_user u set email_bound_at = e.at, phone_bound_at = e.at
        from (select user_id, max(at) as at from account_security_event where kind = 'contact-changed' group by user_id) e
       where u.id = e.user_id`);
    // Tries are counted for each who tries, in account_limit: a stranger's do not use up those of the owner.
    await runner.query(`
      alter table account_code drop column tries_left;
      alter table account_code add column asked_from text not null default ''`);
    await runner.query(`
      alter table account_wallet_nonce add column user_id bigint references account_user (id),
        add column confirms text, add check ((user_id is null) = (confirms is null))`);
    await runner.query(`
      alter table account_bank_card add column usable_at timestamptz;
      update account_bank_card set usable_at = updated_at;
      alter table account_bank_card alter column usable_at set not null`);
    await runner.query('create index account_session_user on account_session (user_id, id desc)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
