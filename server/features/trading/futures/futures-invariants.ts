import { isContradicted } from '../../markets/tape/index.js';
import { registerHold, registerInvariant, registerReason, registerSubject } from '../../wallet/ledger/index.js';

registerSubject({
  table: 'futures_position',
  // Funding is posted for all positions at once and has invariants of its own; its totals are checked by the pass.
  touchedBy: `select head from recent where reason like 'futures.%' and reason <> 'futures.funding'`,
  // A position may have many steps and charges.
  sliceRows: 2000,
  // The postings of its parts are looked up journal by journal.
  weight: `1 + 20 * (select count(*) from ledger_journal k where k.reason = 'futures.reduce'
    and k.reference between concat(futures_position.id, ':') and concat(futures_position.id, ':~'))`,
  booked: { as: ['futures.open', 'futures.reserve'] },
});
const ROW = 'select from futures_position p where p.id = j.number';
const STEP_OF_ROW = 'select from futures_position p where p.id = j.head';

const HOLDER = `select from futures_position p where p.id = h.number and p.user_id = h.owner_id and p.demo = h.demo
  and p.currency_id = h.currency_id and h.kind = 'contract_frozen'`;
registerHold('position', `${HOLDER} and p.status in (1, 2)`);
registerHold('contract-order', `${HOLDER} and p.status = 0`);
const owner = 'select p.user_id from futures_position p where p.id = l.head';
const HELD = ['contract', 'contract_frozen'];
const CLOSING = [...HELD, 'fee', 'house_pnl', 'insurance'];
registerReason('futures.open', ROW, { kinds: [...HELD, 'fee'], owner });
registerReason('futures.reserve', `${ROW} and p.price_type = 'limit'`, { kinds: HELD, owner });
registerReason('futures.amend', `select from futures_position p where p.id = j.head and p.price_type = 'limit'`, {
  kinds: HELD,
  owner,
});
registerReason('futures.fill', `${ROW} and p.price_type = 'limit' and p.opened_at is not null`, {
  kinds: [...HELD, 'fee'],
  owner,
});
registerReason('futures.release', `${ROW} and p.status = 4`, { kinds: HELD, owner });
registerReason('futures.close', `${ROW} and p.status = 3`, { kinds: CLOSING, owner });
registerReason('futures.reduce', STEP_OF_ROW, { kinds: CLOSING, owner });
registerReason('futures.add-margin', STEP_OF_ROW, { kinds: HELD, owner });

registerInvariant({
  name: 'C01',
  says: 'A closed position has one close journal, an open one none; what was opened was opened once.',
  parts: [
    {
      over: 'futures_position',
      sql: `select p.id, p.demo, p.status, count(distinct opened.id) as opened, count(distinct closed.id) as closed
              from checked p
              left join ledger_journal opened
                on opened.reason in ('futures.open', 'futures.fill') and opened.reference = p.id::text
              left join ledger_journal closed on closed.reason = 'futures.close' and closed.reference = p.id::text
             group by p.id, p.demo, p.status, p.opened_at
            having (p.status = 3) <> (count(distinct closed.id) = 1) or count(distinct closed.id) > 1
                or (p.opened_at is not null) <> (count(distinct opened.id) = 1)`,
    },
  ],
});

registerInvariant({
  name: 'C02',
  says: 'What an isolated position costs its user is never more than was put into it.',
  parts: [
    {
      over: 'futures_position',
      sql: `select p.id, p.demo, p.realised_profit, p.funding, p.initial_margin, p.added_margin from checked p
             where p.margin_mode = 'isolated' and p.realised_profit + p.funding < -(p.initial_margin + p.added_margin)`,
    },
  ],
});

registerInvariant({
  name: 'C04',
  says: 'Lots are whole, and at least one was ordered, and is there while something is open; leverage is one that the product offers or has offered.',
  parts: [
    {
      over: 'futures_position',
      sql: `select p.id, p.demo, p.status, p.lots, p.lots_ordered, p.leverage
              from checked p left join futures_product f on f.market_id = p.market_id
             where (p.status in (0, 1, 2) and p.lots < 1) or p.lots > p.lots_ordered or p.lots_ordered < 1 or p.leverage < 1
                or not coalesce(p.leverage = any (f.leverages || coalesce(f.leverages_before, '{}')), false)`,
    },
  ],
});

registerInvariant({
  name: 'C05',
  says: 'Frozen contract money is the margin of held positions and what pending orders reserve, hold by hold.',
  parts: [
    {
      over: 'futures_position',
      sql: `select p.id, p.demo, p.status, p.margin, p.reserved, h.held from checked p
              left join lateral (
                select sum(o.amount) as held,
                       bool_and(o.name = concat(case p.status when 0 then 'contract-order:' else 'position:' end, p.id)
                         and a.kind = 'contract_frozen' and a.owner_id = p.user_id and a.currency_id = p.currency_id
                         and a.demo = p.demo) as is_own
                  from ledger_hold o join ledger_account a on a.id = o.account_id
                 where o.name in (concat('position:', p.id), concat('contract-order:', p.id)) and o.closed_at is null) h on true
             where case when p.status in (1, 2) then p.margin when p.status = 0 then p.reserved end
                   is distinct from case when p.status in (0, 1, 2) then coalesce(h.held, 0) else h.held end
                or not coalesce(h.is_own, true)`,
    },
  ],
});

registerInvariant({
  name: 'C06',
  says: 'Every status was reached along the allowed steps.',
  parts: [
    {
      over: 'futures_position',
      sql: `select s.position_id, s.from_status, s.to_status, p.demo from checked p
              join futures_position_step s on s.position_id = p.id
             where (coalesce(s.from_status, -1), s.to_status) not in ((-1, 0), (-1, 1), (0, 1), (0, 4), (1, 2), (2, 3))
            union all
            select p.id, null, p.status, p.demo from checked p
             where (select s.to_status from futures_position_step s where s.position_id = p.id
                     order by s.version desc limit 1) is distinct from p.status`,
    },
  ],
});

registerInvariant({
  name: 'C07',
  says: 'Lots that count as open are those of held positions.',
  parts: [
    {
      over: 'round',
      sql: `select coalesce(o.market_id, p.market_id) as market_id, coalesce(o.demo, p.demo) as demo,
                   coalesce(o.side, p.side) as side, o.lots as counted, p.lots as held
              from (select market_id, demo, side, sum(lots) as lots from futures_open_lots group by 1, 2, 3) o
              full join (select market_id, demo, side, sum(lots) as lots from futures_position
                          where status in (1, 2) group by 1, 2, 3) p
                on p.market_id = o.market_id and p.demo = o.demo and p.side = o.side
             where coalesce(o.lots, 0) <> coalesce(p.lots, 0)`,
    },
  ],
});

registerInvariant({
  name: 'C08',
  says: 'A position of demo money has moved demo money only, and the reverse.',
  parts: [
    {
      over: 'ledger_journal',
      sql: `select p.id, j.id as journal_id, null::boolean as demo from checked j join futures_position p on p.id = j.head
             where j.reason like 'futures.%' and j.demo <> p.demo`,
    },
  ],
});

registerInvariant({
  name: 'C14',
  says: 'No more lots wait to be closed than a position has, and none of one that is closed.',
  parts: [
    {
      over: 'futures_position',
      sql: `select p.id, p.demo, p.status, p.lots, sum(o.lots_waiting) as waiting
              from checked p join futures_closing_order o on o.position_id = p.id and o.status = 'waiting'
             group by p.id, p.demo, p.status, p.lots
            having sum(o.lots_waiting) > case when p.status in (1, 2) then p.lots else 0 end`,
    },
  ],
});

registerInvariant({
  name: 'C15',
  says: 'The terms of an amended order to close lots are those of its last amendment, and each amendment begins with those before it.',
  parts: [
    {
      over: 'futures_position',
      sql: `select p.id, p.demo, o.id as closing_id, o.amendments, o.limit_price, o.lots, last.limit_after, last.lots_after
              from checked p join futures_closing_order o on o.position_id = p.id
             cross join lateral (
               select count(*) as amendments from futures_closing_amendment a where a.closing_id = o.id) made
              left join lateral (
                select * from futures_closing_amendment a where a.closing_id = o.id order by a.number desc limit 1) last on true
             where o.amendments <> made.amendments or last.number <> made.amendments or o.limit_price <> last.limit_after
                or o.lots <> last.lots_filled + last.lots_after or o.lots_filled < last.lots_filled
                or exists (
                  select from (
                    select a.limit_before, a.lots_before, a.lots_filled, lag(a.limit_after) over w as limit_after,
                           lag(a.lots_after) over w as lots_after, lag(a.lots_filled) over w as filled_before
                      from futures_closing_amendment a where a.closing_id = o.id window w as (order by a.number)) step
                   where step.limit_before <> step.limit_after or step.lots_filled < step.filled_before
                      or step.lots_before + step.lots_filled > step.lots_after + step.filled_before)`,
    },
  ],
});

registerInvariant({
  name: 'C16',
  says: 'No more lots of a position are noted as closed in parts than it has lost, and the profits of all of them are its profit; each stands in the list of its user and book.',
  parts: [
    {
      over: 'futures_position',
      sql: `select p.id, p.demo, p.lots_ordered, p.lots, p.realised_profit, sum(c.lots) as noted, sum(c.profit) as profit
              from checked p join futures_closed_part c on c.position_id = p.id
             group by p.id, p.demo, p.lots_ordered, p.lots, p.realised_profit
            having sum(c.lots) > p.lots_ordered - p.lots or bool_or(c.user_id <> p.user_id or c.demo <> p.demo)
                or (sum(c.lots) = p.lots_ordered - p.lots and sum(c.profit) <> p.realised_profit)`,
    },
  ],
});

registerInvariant({
  name: 'C18',
  says: 'No position of real money was opened or closed by its user at a price that the tape of its instant contradicts, nor a part of it closed, while it keeps the day.',
  parts: [
    {
      over: 'futures_position',
      sql: `select p.id, p.demo, fill.price, fill.at from checked p
             cross join lateral (
               select p.entry_price as price, p.opened_at as at
               union all
               select p.close_price, p.closed_at
                where p.status = 3 and p.liquidated_at is null
                  and not exists (select from futures_closed_part c where c.position_id = p.id)
               union all
               select c.price, c.at from futures_closed_part c where c.position_id = p.id and p.liquidated_at is null) fill
             where not p.demo and fill.price is not null
               and ${isContradicted({ market: 'p.market_id', price: 'fill.price', at: 'fill.at' })}`,
    },
  ],
});
