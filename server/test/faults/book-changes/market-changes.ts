import { type BookChange, copied, of, one, posted, STRANGER } from './change.js';

const FILLED = one('spot_order', `status = 'filled' and not demo and side = 'buy' and limit_price is null`);
const [PAID, FEE, BOUGHT] = ['amount', 'fee', 'filled'].map((column) => of('spot_order', FILLED, column)) as [
  string,
  string,
  string,
];
const RESTING = one('spot_order', `status = 'open' and not demo and side = 'buy'`);
const LIMITED = one('spot_order', `filled > 0 and not demo and limit_price is not null and side = 'buy'`);
const STOP = one(
  'spot_stop',
  `status = 'waiting' and not demo and quantity is not null and paired_order_id is null and watermark is null`,
);
const PAIRED = one('spot_stop', `status = 'waiting' and not demo and paired_order_id is not null`);
const FILLED_AT_LIMIT = one('spot_order', `status = 'filled' and not demo and limit_price is not null`);
const [OWNER, RESERVED] = [of('spot_order', RESTING, 'user_id'), of('spot_order', RESTING, 'reserved')];
const ENDED_BY_HAND = `status = 'cancelled', reason = 'user', reserved = 0, ended_at = now()`;

const OPEN = one('option_order', `status = 'open' and not demo`);
const WON = one('option_order', `result = 'win' and not demo`);
const LOST = one('option_order', `result = 'loss' and not demo`);
const VOIDED = one('option_order', `status = 'voided' and not demo`);
const WINDOW = of('option_order', WON, 'settlement_id');
const VOID_WINDOW = of('option_order', VOIDED, 'settlement_id');
/** The window says what its samples make. */
const priced = (window: string) => `
  update option_settlement s set (price, reason) = (select due.price, due.reason from option_window_price(s) due) where s.id = ${window}`;
/** Each second of a window a second time, before the genuine one and at a higher index. */
const inventedBefore = (window: string) => `
  update option_settlement v set samples = (
    select jsonb_agg(jsonb_set(sample, '{index}', to_jsonb(((sample->>'index')::numeric + 100)::text)) order by place)
      from jsonb_array_elements(v.samples) with ordinality as taken (sample, place)) || v.samples
   where v.id = ${window};
  ${priced(window)}`;
/** A purchase of 10 USDT and what it holds, for a copy of the open one. */
const another = copied('option_order', OPEN, `'{"id": 900001}'`);
const COST = `(select stake + fee from option_order where id = ${OPEN})`;
const BUYER = of('option_order', OPEN, 'user_id');

/** Changes of spot orders. */
export const SPOT_CHANGES: readonly BookChange[] = [
  {
    name: 'more of an order is filled than was executed',
    foundBy: 'S01',
    sql: `update spot_order set filled = filled + 0.001 where id = ${RESTING}`,
  },
  {
    name: 'an execution is taken out',
    foundBy: 'S01',
    sql: `delete from spot_fill where order_id = ${FILLED}`,
  },
  {
    name: 'an order was filled beyond its limit',
    foundBy: 'S02',
    sql: `update spot_fill set levels = (
            select jsonb_agg(jsonb_build_array('99999', level ->> 1)) from jsonb_array_elements(levels) level)
           where order_id = ${LIMITED}`,
  },
  {
    name: 'the tape of its instant knows another price than that of an execution',
    foundBy: 'S15',
    sql: `update price_sample p set index = p.index * 2, mark = p.mark * 2, last = p.last * 2
            from spot_fill f join spot_order o on o.id = f.order_id
           where o.id = ${FILLED} and p.market_id = o.market_id
             and p.second between f.at - interval '15 seconds' and f.at + interval '5 seconds'`,
  },
  {
    name: 'the levels of an execution are cheaper than what was paid',
    foundBy: 'S02',
    sql: `update spot_fill set levels = (
            select jsonb_agg(jsonb_build_array(((level ->> 0)::numeric - 500)::text, level ->> 1))
              from jsonb_array_elements(levels) level)
           where order_id = ${FILLED}`,
  },
  {
    name: "an execution is on somebody else's accounts",
    foundBy: 'S03',
    sql: `update spot_order set user_id = ${STRANGER} where id = ${FILLED}`,
  },
  {
    name: 'somebody else pays an execution, and its owner has the coins',
    foundBy: 'S03',
    sql: `${copied('spot_order', FILLED, `'{"id": 900001}'`)}
          ${copied(
            'spot_fill',
            one('spot_fill', `order_id = ${FILLED}`),
            `jsonb_build_object('id', 900001, 'order_id', 900001)`,
          )}
          ${posted('spot.fill', '900001', [
            { owner: STRANGER, kind: 'spot', amount: `-(${PAID} + ${FEE})` },
            { owner: of('spot_order', FILLED, 'user_id'), kind: 'spot', amount: BOUGHT, currency: 1 },
            { owner: null, kind: 'fee', amount: FEE },
            { owner: null, kind: 'house_pnl', amount: PAID },
            { owner: null, kind: 'house_pnl', amount: `-${BOUGHT}`, currency: 1 },
          ])}`,
  },
  {
    name: 'the fee of an execution is forgiven',
    foundBy: 'S03',
    sql: `update spot_fill set fee = 0 where order_id = ${FILLED};
          update spot_order set fee = 0 where id = ${FILLED}`,
  },
  {
    name: 'an order is cancelled, and its money stays frozen',
    foundBy: 'S04',
    sql: `update spot_order set ${ENDED_BY_HAND} where id = ${RESTING}`,
  },
  {
    name: 'an order rests at any price',
    foundBy: 'S05',
    sql: `update spot_order set limit_price = null where id = ${RESTING}`,
  },
  {
    name: 'an order that is whole or nothing is half',
    foundBy: 'S05',
    sql: `update spot_order set time_in_force = 'fok', quantity = quantity * 2, status = 'cancelled', reason = 'user'
           where id = ${FILLED_AT_LIMIT}`,
  },
  {
    name: 'an order waits beyond its date',
    foundBy: 'S06',
    isOverdue: true,
    isLate: true,
    sql: `update spot_order set time_in_force = 'gtd', created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
           where id = ${RESTING}`,
  },
  {
    name: 'more is frozen for an order than its rest costs',
    foundBy: 'S07',
    sql: `update spot_order set limit_price = limit_price - 1 where id = ${RESTING}`,
  },
  {
    name: 'an order that was changed does not say so',
    foundBy: 'S08',
    sql: `update spot_order set amended_at = null where id = ${one('spot_order', 'amended_at is not null')}`,
  },
  {
    name: 'a stop is for more than is frozen for it',
    foundBy: 'S09',
    sql: `update spot_stop set quantity = quantity * 2 where id = ${STOP}`,
  },
  {
    name: 'a stop became the order of somebody else',
    foundBy: 'S09',
    sql: `update spot_stop set user_id = ${STRANGER} where status = 'triggered' and not demo`,
  },
  {
    name: 'the stop of a pair is gone, and its order goes on alone',
    foundBy: 'S10',
    sql: `update spot_stop set status = 'cancelled', reason = 'user', ended_at = now() where id = ${PAIRED}`,
  },
  {
    name: 'the order of a pair says that it was not ended by its stop',
    foundBy: 'S10',
    sql: `update spot_order set reason = 'user' where reason = 'stop-triggered'`,
  },
  {
    name: 'a stop that follows the price stands elsewhere than its best price says',
    foundBy: 'S12',
    sql: `update spot_stop set watermark = watermark * 1.1 where watermark is not null and status = 'waiting'`,
  },
  {
    name: 'a purchase leaves a stop for more than it bought',
    foundBy: 'S11',
    sql: `update spot_exit set quantity = quantity * 3 where status = 'active' and not demo`,
  },
  {
    name: 'a stop that was changed is for more than it was changed to',
    foundBy: 'S14',
    sql: `update spot_stop set cost = cost * 2, quantity = quantity * 2 where id = ${one('spot_stop', 'amendments > 0')}`,
  },
  {
    name: 'a stop waits beyond its date',
    foundBy: 'S13',
    isOverdue: true,
    isLate: true,
    sql: `update spot_stop set expires_at = now() - interval '1 hour', triggered_price = null, triggered_price_at = null,
                 is_heard = true where id = ${STOP};
          update spot_stop_place p set second = h.second from tape_head h where h.market_id = p.market_id`,
  },
  {
    name: 'a stop waits for seconds that the tape keeps no more',
    foundBy: 'S13',
    sql: `update spot_stop set created_at = now() - interval '101 days' where id = ${STOP};
          update spot_stop_place p set second = h.second - interval '100 days' from tape_head h where h.market_id = p.market_id;
          insert into tape_root (market_id, hour, root, samples, first_sequence, last_sequence, last_hash, sealed_at)
          select market_id, date_trunc('hour', second + interval '1 second', 'UTC'), sha256('1'), 1, 1, 1, sha256('1'), now()
            from spot_stop_place on conflict do nothing`,
  },
  {
    name: 'what a purchase leaves waits beyond its date',
    foundBy: 'S13',
    isOverdue: true,
    isLate: true,
    sql: `insert into spot_exit (order_id, user_id, demo, take_profit, created_at, expires_at)
          select id, user_id, demo, limit_price * 2, created_at, now() - interval '1 hour' from spot_order where id = ${RESTING}`,
  },
  {
    name: 'a cancelled order gives its money to somebody else',
    foundBy: 'L20',
    sql: `${posted('spot.release', RESTING, [
      { owner: OWNER, kind: 'spot_frozen', amount: `-${RESERVED}`, hold: `'spot-order:' || ${RESTING}` },
      { owner: STRANGER, kind: 'spot', amount: RESERVED },
    ])}
    update spot_order set ${ENDED_BY_HAND} where id = ${RESTING}`,
  },
];

/** Changes of options. */
export const OPTION_CHANGES: readonly BookChange[] = [
  {
    name: 'an option that has ended is paid twice',
    foundBy: 'O01',
    sql: posted('options.void', WON, [
      { owner: of('option_order', WON, 'user_id'), kind: 'option', amount: '180' },
      { owner: null, kind: 'house_pnl', amount: '-180' },
    ]),
  },
  {
    name: 'an option that was settled is open again',
    foundBy: 'O01',
    sql: `update option_order set status = 'open', result = null, profit = null, settlement_id = null, settled_at = null
           where id = ${LOST}`,
  },
  {
    name: 'a loss becomes a win',
    foundBy: 'O02',
    sql: `update option_order set result = 'win', profit = winnings where id = ${LOST}`,
  },
  {
    name: 'a win pays more than was agreed',
    foundBy: 'O02',
    sql: `update option_order set winnings = winnings + 50, profit = profit + 50 where id = ${WON}`,
  },
  {
    name: 'what an option won is paid to somebody else',
    foundBy: 'O03',
    sql: `update option_order set user_id = ${STRANGER} where id = ${WON}`,
  },
  {
    name: 'an option is counted that there is not',
    foundBy: 'O09',
    sql: `insert into option_exposure (market_id, currency_id, demo, shard, owed) values (1, 3, false, 99, 80)`,
  },
  {
    name: 'an option was settled before it closed',
    foundBy: 'O04',
    sql: `update option_order set settled_at = closes_at - interval '1 second' where id = ${WON}`,
  },
  {
    name: 'a window was decided before it closed',
    foundBy: 'O04',
    sql: `update option_settlement set recorded_at = closes_at - interval '1 second' where id = ${WINDOW}`,
  },
  {
    name: 'the tape has other samples than a window was decided from',
    foundBy: 'O04',
    sql: `update price_sample p set hash = sha256('x') from option_settlement s
           where s.id = ${WINDOW} and p.market_id = s.market_id and p.second = s.closes_at`,
  },
  {
    name: 'the price of a window is not that of its samples, and nobody wins or loses by it',
    foundBy: 'O04',
    sql: `update option_settlement set price = price + 1 where id = ${WINDOW}`,
  },
  {
    name: 'a window that was voided had its samples',
    foundBy: 'O04',
    sql: `update option_settlement v set samples = (
            select jsonb_agg(jsonb_set(sample, '{s}', to_jsonb((extract(epoch from v.closes_at) * 1000)::bigint
                     - 1000 * (place - 1))) order by place)
              from option_settlement s, jsonb_array_elements(s.samples) with ordinality as taken (sample, place)
             where s.id = ${WINDOW})
           where v.id = ${VOID_WINDOW}`,
  },
  {
    name: 'a sample of a window has another index than the tape, under the same hash',
    foundBy: 'O04',
    sql: `update option_settlement set samples = jsonb_set(samples, '{0,index}', '"1"') where id = ${WINDOW}`,
  },
  {
    name: 'samples of nobody stand before those of a window, and its price is theirs',
    foundBy: 'O04',
    sql: inventedBefore(WINDOW),
  },
  {
    name: 'likewise, in a window behind which thousands were decided',
    foundBy: 'O04',
    sql: `${copied('option_settlement', WINDOW, `'{"id": 10000000, "rule_version": 2}'`)}
          ${inventedBefore(WINDOW)}`,
  },
  {
    name: 'seconds that the tape lacks were made up for a window, and it has a price by them',
    foundBy: 'O04',
    sql: `update option_settlement v set samples = v.samples || (
            select jsonb_agg(jsonb_set(sample, '{s}', to_jsonb((extract(epoch from v.closes_at) * 1000)::bigint - 1000 * place)))
              from generate_series(0, v.window_seconds - 1) place
             cross join lateral (select s.samples -> 0 as sample from option_settlement s where s.id = ${WINDOW}) genuine
             where not exists (select from price_sample p where p.market_id = v.market_id
                      and p.second = v.closes_at - place * interval '1 second'))
           where v.id = ${VOID_WINDOW};
          ${priced(VOID_WINDOW)}`,
  },
  {
    name: 'why a window has no price is another reason than its samples give',
    foundBy: 'O04',
    sql: `update option_settlement set reason = 'stale' where id = ${VOID_WINDOW}`,
  },
  {
    name: 'the samples of a window are none of one chain, of a day that the tape does not keep any more',
    foundBy: 'O04',
    sql: `update option_settlement set samples = jsonb_set(samples, '{1,prevHash}', to_jsonb(repeat('0', 64))),
                 closes_at = closes_at - interval '100 days' where id = ${WINDOW};
          update option_settlement s set price = null, reason = 'samples-missing' where s.id = ${WINDOW}`,
  },
  {
    name: 'an option is overdue',
    foundBy: 'O05',
    isOverdue: true,
    isLate: true,
    sql: `update option_order set opened_at = opened_at - interval '1 hour', entry_at = entry_at - interval '1 hour',
            closes_at = closes_at - interval '1 hour' where id = ${OPEN}`,
  },
  {
    name: 'an option is open whose second the tape keeps no more',
    foundBy: 'O05',
    sql: `update option_order set opened_at = opened_at - interval '100 days', entry_at = entry_at - interval '100 days',
            closes_at = closes_at - interval '100 days' where id = ${OPEN}`,
  },
  {
    name: 'an option is eleven seconds overdue',
    foundBy: 'O05',
    isLate: true,
    sql: `update option_order set closes_at = now() + interval '1 hour' where status = 'open';
          update option_order set opened_at = opened_at - interval '1 hour', entry_at = entry_at - interval '1 hour',
            closes_at = now() - interval '11 seconds' where id = ${OPEN}`,
  },
  {
    name: 'an option of real money is one of demo money',
    foundBy: 'O06',
    sql: `update option_order set demo = true where id = ${OPEN}`,
  },
  {
    name: 'an option was entered at another price than the tape has',
    foundBy: 'O07',
    sql: `update option_order set entry_index = entry_index - 100 where id = ${LOST}`,
  },
  {
    name: 'nobody can say at what price an option was entered',
    foundBy: 'O07',
    sql: 'delete from option_entry',
  },
  {
    name: 'an open option is for more than it holds',
    foundBy: 'O08',
    sql: `update option_order set stake = stake * 2 where id = ${OPEN}`,
  },
  {
    name: 'an open option has no money frozen for it',
    foundBy: 'O08',
    sql: `update ledger_hold set closed_at = now(), amount = 0 where name = 'option-order:' || ${OPEN}`,
  },
  {
    name: 'an option is bought with the money of somebody else',
    foundBy: 'L20',
    sql: `${another}
          ${posted('options.buy', '900001', [
            { owner: STRANGER, kind: 'option', amount: `-${COST}` },
            { owner: BUYER, kind: 'option_frozen', amount: COST, hold: `'option-order:900001'` },
          ])}`,
  },
];
