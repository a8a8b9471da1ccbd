import { registerInvariant, registerReason } from '../../wallet/ledger/index.js';

const ROW = 'select from futures_position p where p.id::text = j.reference';
const STEP_OF_ROW = `select from futures_position p where p.id::text = split_part(j.reference, ':', 1)`;

registerReason('futures.open', ROW);
registerReason('futures.reserve', `${ROW} and p.price_type = 'limit'`);
registerReason('futures.fill', `${ROW} and p.price_type = 'limit' and p.opened_at is not null`);
registerReason('futures.release', `${ROW} and p.status = 4`);
registerReason('futures.close', `${ROW} and p.status = 3`);
registerReason('futures.reduce', STEP_OF_ROW);
registerReason('futures.add-margin', STEP_OF_ROW);

registerInvariant({
  name: 'C01',
  says: 'A closed position has one close journal, an open one none; what was opened was opened once.',
  sql: `select p.id, p.demo, p.status, count(distinct opened.id) as opened, count(distinct closed.id) as closed
          from futures_position p
          left join ledger_journal opened
            on opened.reason in ('futures.open', 'futures.fill') and opened.reference = p.id::text
          left join ledger_journal closed on closed.reason = 'futures.close' and closed.reference = p.id::text
         group by p.id
        having (p.status = 3) <> (count(distinct closed.id) = 1) or count(distinct closed.id) > 1
            or (p.opened_at is not null) <> (count(distinct opened.id) = 1)`,
});

registerInvariant({
  name: 'C02',
  says: 'What an isolated position costs its user is never more than was put into it.',
  sql: `select p.id, p.demo, p.realised_profit, p.funding, p.initial_margin, p.added_margin from futures_position p
         where p.margin_mode = 'isolated' and p.realised_profit + p.funding < -(p.initial_margin + p.added_margin)`,
});

registerInvariant({
  name: 'C03',
  says: 'The insurance fund moves only by hand and by what positions say that they booked on it, and is never below zero.',
  sql: `select 'fund' as what, a.id::text as id, a.demo, a.balance as amount from ledger_account a where a.kind = 'insurance' and a.balance < 0
        union all
        select 'position', p.id::text, p.demo, booked.amount from futures_position p
          left join (
            select split_part(j.reference, ':', 1) as position, sum(l.amount) as amount
              from ledger_account a join ledger_posting l on l.account_id = a.id join ledger_journal j on j.id = l.journal_id
             where a.kind = 'insurance' and j.reason in ('futures.close', 'futures.reduce')
             group by 1) booked on booked.position = p.id::text
         where p.insurance <> coalesce(booked.amount, 0) or p.insurance < -p.shortfall
        union all
        select 'journal', j.id::text, j.demo, l.amount from ledger_account a join ledger_posting l on l.account_id = a.id
          join ledger_journal j on j.id = l.journal_id
         where a.kind = 'insurance' and j.reason like 'futures.%' and j.reason not in ('futures.close', 'futures.reduce')`,
});

registerInvariant({
  name: 'C04',
  says: 'Lots are whole and at least one while something is open; leverage is on the list of the product.',
  sql: `select p.id, p.demo, p.status, p.lots, p.lots_ordered, p.leverage
          from futures_position p left join futures_product f on f.market_id = p.market_id
         where (p.status in (0, 1, 2) and p.lots < 1) or p.lots > p.lots_ordered or p.leverage < 1
            or (p.status in (0, 1, 2) and not p.leverage = any (f.leverages))`,
});

registerInvariant({
  name: 'C05',
  says: 'Frozen contract money is the margin of held positions and what pending orders reserve, hold by hold.',
  sql: `with expected as (
          select concat('position:', p.id) as name, p.user_id, p.currency_id, p.demo, p.margin as amount
            from futures_position p where p.status in (1, 2)
          union all
          select concat('contract-order:', p.id), p.user_id, p.currency_id, p.demo, p.reserved
            from futures_position p where p.status = 0),
        held as (
          select h.name, a.owner_id, a.currency_id, a.demo, h.amount from ledger_hold h
            join ledger_account a on a.id = h.account_id
           where a.kind = 'contract_frozen' and h.closed_at is null)
        select coalesce(e.name, h.name) as hold, coalesce(e.demo, h.demo) as demo, e.amount as expected, h.amount as held
          from expected e full join held h on h.name = e.name and h.owner_id = e.user_id
           and h.currency_id = e.currency_id and h.demo = e.demo
         where e.amount is distinct from h.amount`,
});

registerInvariant({
  name: 'C06',
  says: 'Every status was reached along the allowed steps.',
  sql: `select s.position_id, s.from_status, s.to_status, f.demo from futures_position_step s
          left join futures_position f on f.id = s.position_id
         where (coalesce(s.from_status, -1), s.to_status) not in ((-1, 0), (-1, 1), (0, 1), (0, 4), (1, 2), (2, 3))
        union all
        select p.id, null, p.status, p.demo from futures_position p
         where (select s.to_status from futures_position_step s where s.position_id = p.id
                 order by s.version desc limit 1) is distinct from p.status`,
});

registerInvariant({
  name: 'C07',
  says: 'Lots that count as open are those of held positions.',
  sql: `select coalesce(o.market_id, p.market_id) as market_id, coalesce(o.demo, p.demo) as demo,
               coalesce(o.side, p.side) as side, o.lots as counted, p.lots as held
          from (select market_id, demo, side, sum(lots) as lots from futures_open_lots group by 1, 2, 3) o
          full join (select market_id, demo, side, sum(lots) as lots from futures_position
                      where status in (1, 2) group by 1, 2, 3) p
            on p.market_id = o.market_id and p.demo = o.demo and p.side = o.side
         where coalesce(o.lots, 0) <> coalesce(p.lots, 0)`,
});

registerInvariant({
  name: 'C08',
  says: 'A position of demo money has moved demo money only, and the reverse.',
  sql: `select p.id, j.id as journal_id, null::boolean as demo from futures_position p join ledger_journal j on j.reference = p.id::text
         where j.reason in ('futures.open', 'futures.reserve', 'futures.fill', 'futures.release', 'futures.close')
           and j.demo <> p.demo`,
});
