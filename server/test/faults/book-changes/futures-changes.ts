import { type BookChange, of, one, posted, STRANGER, unchecked } from './change.js';

const HELD = one('futures_position', `status = 1 and not demo and margin_mode = 'isolated'`);
const CLOSED = one('futures_position', `status = 3 and not demo and closed_as = 'closed'`);
const LIQUIDATED = one('futures_position', `closed_as = 'liquidated' and insurance > 0`);
const CHANGED = one('futures_closing_order', 'amendments > 1');
const PART = one('futures_closed_part', 'true');
const PENDING = one('futures_position', 'status = 0 and not demo');
const OWNER = of('futures_position', HELD, 'user_id');
const MARGIN = of('futures_position', HELD, 'margin');
const FUND = `(select balance from ledger_account where kind = 'insurance' and not demo and balance > 0)`;
const CHARGE = `(position_id, stamp) = (select position_id, stamp from funding_charge where paid > 0 order by 1, 2 limit 1)`;

/** A held position is closed by hand at its entry, with everything that belongs to it but the right owner. */
const CLOSED_FOR_STRANGER = `
  ${posted('futures.close', HELD, [
    { owner: OWNER, kind: 'contract_frozen', amount: `-${MARGIN}`, hold: `'position:' || ${HELD}` },
    { owner: STRANGER, kind: 'contract', amount: MARGIN },
  ])}
  update futures_open_lots o set lots = o.lots - p.lots from futures_position p
   where p.id = ${HELD} and (o.market_id, o.demo, o.side) = (p.market_id, p.demo, p.side)
     and o.shard = (select min(shard) from futures_open_lots s
                     where (s.market_id, s.demo, s.side) = (p.market_id, p.demo, p.side));
  insert into futures_position_step (position_id, version, from_status, to_status, at)
  select id, version + step, step, step + 1, now() from futures_position, generate_series(1, 2) step where id = ${HELD};
  update futures_position set status = 3, lots = 0, margin = 0, close_price = entry_price, closed_as = 'closed',
    closed_at = now(), updated_at = now(), version = version + 2 where id = ${HELD}`;

/** The fund's money goes to somebody under a name. */
const drained = (name: string, reason: string, reference: string): BookChange => ({
  name,
  foundBy: 'C03',
  sql: posted(reason, reference, [
    { owner: null, kind: 'insurance', amount: `-${FUND}` },
    { owner: STRANGER, kind: 'contract', amount: FUND },
  ]),
});

/** Changes of positions, their funding and their liquidations. */
export const FUTURES_CHANGES: readonly BookChange[] = [
  {
    name: 'a closed position is open again',
    foundBy: 'C01',
    sql: `update futures_position set status = 1, lots = 1, margin = 1, closed_as = null, closed_at = null
           where id = ${CLOSED}`,
  },
  {
    name: 'an open position is paid as if it were closed',
    foundBy: 'C01',
    sql: posted('futures.close', HELD, [
      { owner: OWNER, kind: 'contract', amount: '500' },
      { owner: null, kind: 'house_pnl', amount: '-500' },
    ]),
  },
  {
    name: 'an isolated position lost more than was put into it',
    foundBy: 'C02',
    sql: `update futures_position set realised_profit = -2 * (initial_margin + added_margin) where id = ${CLOSED}`,
  },
  drained('the insurance fund is drained by ledger.adjustment', 'ledger.adjustment', `'1'`),
  drained(
    'the insurance fund is drained as if a part of a position were closed',
    'futures.reduce',
    `${HELD} || ':999'`,
  ),
  {
    name: 'a position says that it cost the fund less than it did',
    foundBy: 'C03',
    sql: `update futures_position set insurance = insurance + 1 where insurance < 0`,
  },
  {
    name: 'the insurance fund got more than two operators said',
    foundBy: 'C03',
    sql: `update operator_proposal set detail = jsonb_set(detail, '{amount}', '"1"')
           where id = (select max(id) from operator_proposal where kind = 'insurance')`,
  },
  {
    name: 'nothing is open of a position that is held',
    foundBy: 'C04',
    sql: `update futures_position set lots = 0 where id = ${HELD}`,
  },
  {
    name: 'a position has a leverage that nobody offers',
    foundBy: 'C04',
    sql: `update futures_position set leverage = 1000 where id = ${HELD}`,
  },
  {
    name: 'a position has more margin than is frozen for it',
    foundBy: 'C05',
    sql: `update futures_position set margin = margin + 100 where id = ${HELD}`,
  },
  {
    name: 'a pending order reserves less than is frozen for it',
    foundBy: 'C05',
    sql: `update futures_position set reserved = reserved / 2 where id = ${PENDING}`,
  },
  {
    name: 'a closed position was opened again on the way',
    foundBy: 'C06',
    sql: `insert into futures_position_step (position_id, version, from_status, to_status, at)
          values (${CLOSED}, -1, 3, 1, now())`,
  },
  {
    name: 'fewer lots count as open than are held',
    foundBy: 'C07',
    sql: 'update futures_open_lots set lots = lots - 1 where lots > 0',
  },
  {
    name: 'more lots wait to be closed than a position has',
    foundBy: 'C14',
    sql: `insert into futures_closing_order (position_id, market_id, demo, side, limit_price, lots, lots_waiting, created_at,
            updated_at)
          select id, market_id, demo, side, entry_price, lots + 1, lots + 1, now(), now() from futures_position
           where id = ${HELD}`,
  },
  {
    name: 'an order to close lots that was changed is for more than it was changed to',
    foundBy: 'C15',
    sql: `update futures_closing_order set lots = lots + 1 where id = ${CHANGED}`,
  },
  {
    name: 'a change of an order to close lots is taken out',
    foundBy: 'C15',
    sql: `delete from futures_closing_amendment where closing_id = ${CHANGED} and number = 1`,
  },
  {
    name: 'a position was opened at three times the price that the tape of its instant knows',
    foundBy: 'C18',
    sql: `update futures_position p set opened_at = s.second, entry_price = 3 * s.index
            from (select t.second, t.index from price_sample t
                   where t.market_id = ${of('futures_position', CLOSED, 'market_id')} and t.index_state = 'ok'
                   order by t.second desc limit 1) s
           where p.id = ${CLOSED}`,
  },
  {
    name: 'more lots are noted as closed in parts than were closed',
    foundBy: 'C16',
    sql: `update futures_closed_part set lots = lots + 1 where id = ${PART}`,
  },
  {
    name: 'a part that was closed says that it brought more',
    foundBy: 'C16',
    sql: `update futures_closed_part set profit = profit + 1 where id = ${PART}`,
  },
  {
    name: 'a part that was closed is listed as of somebody else',
    foundBy: 'C16',
    sql: `update futures_closed_part set user_id = ${STRANGER} where id = ${PART}`,
  },
  {
    name: 'a part that was closed is listed in the other book',
    foundBy: 'C16',
    sql: `update futures_closed_part set demo = not demo where id = ${PART}`,
  },
  {
    name: 'a position of real money is one of demo money',
    foundBy: 'C08',
    sql: `update futures_position set demo = true where id = ${CLOSED}`,
  },
  {
    name: 'a liquidation has no report',
    foundBy: 'C09',
    sql: `delete from liquidation_report where position_id = ${LIQUIDATED}`,
  },
  {
    name: 'somebody was liquidated who had enough',
    foundBy: 'C09',
    sql: `update liquidation_report set equity = required + 1 where position_id = ${LIQUIDATED}`,
  },
  {
    name: 'a position that is closed had a leverage that was never offered',
    foundBy: 'C04',
    sql: `${unchecked('futures_position')} update futures_position set leverage = 7 where id = ${CLOSED}`,
  },
  {
    name: 'a position that is closed was for no lot at all',
    foundBy: 'C04',
    sql: `${unchecked('futures_position')} alter domain futures_count drop constraint futures_count_check;
          update futures_position set lots_ordered = 0 where id = ${CLOSED}`,
  },
  {
    name: 'a funding charge says that less was paid',
    foundBy: 'C10',
    sql: `update funding_charge set paid = paid - 0.01 where ${CHARGE}`,
  },
  {
    name: 'a funding charge says that more was owed than the stamp makes of the lots',
    foundBy: 'C10',
    sql: `update funding_charge set owed = owed * 10 where ${CHARGE}`,
  },
  {
    name: 'a funding charge is by another rate than that of its stamp',
    foundBy: 'C10',
    sql: `update funding_charge set rate = rate * 2, owed = owed * 2 where ${CHARGE}`,
  },
  {
    name: 'a funding charge is by another mark than that of its stamp',
    foundBy: 'C10',
    sql: `update funding_charge set mark = mark * 2, notional = notional * 2, owed = owed * 2 where ${CHARGE}`,
  },
  {
    name: 'a funding charge is for lots that nobody held',
    foundBy: 'C10',
    sql: `update funding_charge set lots = lots * 1000, notional = notional * 1000, owed = owed * 1000 where ${CHARGE}`,
  },
  {
    name: 'who receives funding got more than was due',
    foundBy: 'C10',
    sql: `update funding_charge set owed = owed / 2 where paid < 0`,
  },
  {
    name: 'a rate of funding is not what its premium makes',
    foundBy: 'C17',
    sql: 'update funding_rate set rate = rate + 0.0001 where void is null',
  },
  {
    name: 'a rate and its premium are not what the samples make',
    foundBy: 'C17',
    sql: 'update funding_rate set premium = 0.002, rate = funding_rate_of(0.002, cap) where void is null',
  },
  {
    name: 'a premium was sampled by nobody, after its rate was decided',
    foundBy: 'C17',
    sql: `insert into funding_premium (market_id, at, premium, index, origin)
          select market_id, stamp - interval '1 hour', 0.02, 52000, 'live' from funding_rate where void is null`,
  },
  {
    name: 'the mark of a stamp is not the one on the tape',
    foundBy: 'C17',
    sql: 'update funding_rate set mark = mark + 1 where void is null',
  },
  {
    name: 'nobody can say what a rate of funding followed from',
    foundBy: 'C17',
    sql: 'update funding_rate set origins = null where void is null',
  },
  {
    name: 'a stamp is void for a halt, and nobody halted its market',
    foundBy: 'C17',
    sql: `update funding_rate set void = 'halted', rate = 0, open_seconds = 0 where void is null`,
  },
  {
    name: 'a stamp is void for a halt that was too short for it',
    foundBy: 'C17',
    sql: `update funding_rate set void = 'halted', rate = 0 where void is null`,
  },
  {
    name: 'a position forgets its funding',
    foundBy: 'C11',
    sql: `update futures_position set funding = 0 where id = (select min(position_id) from funding_charge where paid > 0)`,
  },
  {
    name: 'somebody was not charged with funding',
    foundBy: 'C12',
    sql: `delete from funding_charge where ${CHARGE}`,
  },
  {
    name: 'what a closed position returned is paid to somebody else',
    foundBy: 'L20',
    sql: CLOSED_FOR_STRANGER,
  },
  {
    name: 'a closed position says that it gained more than it was paid',
    foundBy: 'C13',
    sql: `update futures_position set realised_profit = realised_profit + 100 where id = ${CLOSED}`,
  },
  {
    name: 'a closed position says that its fee was lower',
    foundBy: 'C13',
    sql: `update futures_position set fee = fee / 2 where id = ${CLOSED}`,
  },
  {
    name: 'a position that was closed in part says that it lost more',
    foundBy: 'C13',
    sql: `update futures_position set realised_profit = realised_profit - 1
           where id = (select min(split_part(reference, ':', 1)::bigint) from ledger_journal
                        where reason = 'futures.reduce' and not demo)`,
  },
  {
    name: 'somebody gets the margin of a position without its close',
    foundBy: 'C13',
    sql: `${posted('futures.add-margin', `${HELD} || ':999'`, [
      { owner: OWNER, kind: 'contract_frozen', amount: '-10', hold: `'position:' || ${HELD}` },
      { owner: OWNER, kind: 'contract', amount: '10' },
    ])}
    update futures_position set margin = margin - 10 where id = ${HELD}`,
  },
];
