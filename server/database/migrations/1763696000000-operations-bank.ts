import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The house's bank account is set at the desk, by two people, as everything that says where users' money goes. */
export class OperationsBank1763696000000 implements MigrationInterface {
  name = 'OperationsBank1763696000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table operator_proposal drop constraint operator_proposal_kind_check;
      alter table operator_proposal add constraint operator_proposal_kind_check check (kind in
        ('adjustment', 'deposit', 'withdrawal', 'deposit-key', 'deposit-pool', 'deposit-bank', 'network-limit'))`);
    await runner.query(`
      update deposit_bank set active = false where active and id <> (select min(id) from deposit_bank where active);
      alter table deposit_bank
        add column added_at timestamptz,
        add check (length(bank_name) between 1 and 100),
        add check (length(card_number) between 1 and 50),
        add check (length(card_holder) between 1 and 100);
      create unique index deposit_bank_active on deposit_bank (active) where active;
      create function deposit_bank_keep() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' or (new.id, new.bank_name, new.card_number, new.card_holder) is distinct from
           (old.id, old.bank_name, old.card_number, old.card_holder) then
          raise exception 'where users were told to pay to stays known';
        end if;
        return new;
      end $$;
      create trigger deposit_bank_keep before update or delete on deposit_bank
        for each row execute function deposit_bank_keep()`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
