import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LEAN_FUTURES } from './1763702000000-lean-orders-futures.js';

const KEPT = `user_id, market_id, currency_id, demo, direction, seconds, stake, fee, payout_ratio, fee_ratio, winnings,
     entry_at, entry_index, entry_price, even_band, origin, opened_at, closes_at, rule_version, window_seconds,
     price_decimals, constituents_min`;

/** Delivery options: rules of one column are their domains', those of several are the table's triggers'. */
const LEAN_OPTIONS = [
  'drop trigger option_order_keep on option_order',
  'drop trigger option_order_end on option_order',
  `alter table option_order
     drop constraint option_order_check, drop constraint option_order_check1, drop constraint option_order_check2,
     drop constraint option_order_direction_check, drop constraint option_order_stake_check,
     drop constraint option_order_fee_check, drop constraint option_order_winnings_check,
     drop constraint option_order_entry_price_check, drop constraint option_order_even_band_check,
     drop constraint option_order_status_check, drop constraint option_order_result_check,
     drop constraint option_order_user_id_fkey, drop constraint option_order_market_id_fkey,
     drop constraint option_order_currency_id_fkey`,
  `create domain option_direction as text collate "C" check (value in ('rise', 'fall', 'even'))`,
  `create domain option_status as text collate "C" check (value in ('open', 'settled', 'voided'))`,
  `create domain option_result as text collate "C" check (value in ('win', 'loss', 'tie', 'void'))`,
  `create domain option_amount as numeric(38,18) check (value >= 0 and value <> 'NaN')`,
  `alter table option_order
     alter direction type option_direction, alter stake type moved_amount, alter fee type option_amount,
     alter winnings type option_amount, alter entry_price type moved_amount, alter even_band type option_amount,
     alter status type option_status, alter result type option_result`,
  `create function option_order_begin() returns trigger language plpgsql set enable_seqscan = off as $$
   begin
     if new.closes_at <> date_trunc('second', new.closes_at) or new.closes_at <= new.opened_at or new.status <> 'open'
       or new.result is not null or new.profit is not null or new.settlement_id is not null
       or new.settled_at is not null then
       raise exception 'an order begins open, and closes at a second after it' using errcode = '23514';
     end if;
     if not exists (select from market m where m.id = new.market_id) then
       raise exception 'an order is of a market' using errcode = '23503';
     end if;
     return new;
   end $$`,
  `create trigger option_order_begin before insert on option_order
     for each row execute function option_order_begin()`,
  `create trigger option_order_keep before delete or update of id, ${KEPT}
     on option_order for each row execute function option_keep()`,
  // Once, from open to an end that is whole.
  `create trigger option_order_end before update on option_order for each row
     when (old.status <> 'open' or new.status = 'open' or new.result is null or new.profit is null
       or new.settlement_id is null or new.settled_at is null or new.settled_at < new.closes_at
       or (new.status = 'voided') <> (new.result = 'void'))
     execute function option_keep()`,
  ...['begin', 'keep', 'end'].map((name) => `alter table option_order enable always trigger option_order_${name}`),
];

/**
 * Every statement that writes to a table reads that table's check constraints anew from their stored text, and a foreign
 * key is a statement of its own that locks the row it points at, which all orders of a market share. In the two tables of
 * orders their rules are therefore the domains' and the triggers'; the user and the currency of an order are those of the
 * accounts that its posting moves, which have foreign keys to both.
 */
export class LeanOrders1763702000000 implements MigrationInterface {
  name = 'LeanOrders1763702000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...LEAN_OPTIONS, ...LEAN_FUTURES]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
