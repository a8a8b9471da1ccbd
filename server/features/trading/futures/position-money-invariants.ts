import { registerInvariant } from '../../wallet/ledger/index.js';

/** Journals of a position `p` that closed a part of it. */
const PARTS = `from ledger_journal k
  where k.reason = 'futures.reduce' and k.reference between concat(p.id, ':') and concat(p.id, ':~')`;
/** The fee that opened a position `p`, whose currency is `c`. */
const OPENING_FEE = 'futures_fee(p.lots_ordered * p.lot_size, p.entry_price, p.open_fee_ratio, c.scale)';
/** Whether a report `r` is about the journal with a reason and a reference: a position is closed whole once at most. */
const isReported = (journal: string) => `case ${journal}.reason when 'futures.close' then r.lots = r.lots_before
  else r.lots < r.lots_before and r.version::text = split_part(${journal}.reference, ':', 2) end`;
const BY_USER = 'coalesce(sum(l.amount) filter (where l.owner_id is not null), 0)';
/** So many numbers of journals are one look into the postings. */
const JOURNALS_AT_ONCE = 10_000;
const FEE = `coalesce(sum(l.amount) filter (where l.kind = 'fee'), 0)`;

/*
 * These queries avoid postings of journals outside the slice, which a wave of liquidations would look up thousands of times. The
 * report of a liquidation step has the amounts that it moved and is compared with its journal; only a liquidation or the close
 * of a whole position posts to the insurance fund.
 */
registerInvariant({
  name: 'C03',
  says: 'The insurance fund moves only by hand and by what positions say that they booked on it, and is never below zero.',
  parts: [
    {
      over: 'ledger_account',
      sql: `select 'fund' as what, id, demo, balance as amount from checked where kind = 'insurance' and balance < 0`,
    },
    // The last close of a position without a report is covered by the next part.
    {
      over: 'futures_position',
      sql: `select 'position' as what, p.id, p.demo, p.insurance as amount from checked p
             cross join lateral (
               select coalesce(sum(r.insurance), 0) as amount, coalesce(bool_or(r.lots = r.lots_before), false) as is_whole
                 from liquidation_report r where r.position_id = p.id) reported
             where p.insurance < -p.shortfall
                or (p.insurance <> reported.amount and (p.status <> 3 or reported.is_whole))`,
    },
    {
      over: 'ledger_journal',
      sql: `select 'journal' as what, p.id, p.demo, p.insurance as amount
              from (select l.reason, l.reference, l.head, coalesce(sum(l.amount) filter (where l.kind = 'insurance'), 0) as amount
                      from legs l where l.reason in ('futures.close', 'futures.reduce')
                     group by l.journal_id, l.reason, l.reference, l.head) booked
              join futures_position p on p.id = booked.head
             cross join lateral (
               select coalesce(sum(r.insurance) filter (where r.lots < r.lots_before), 0) as by_parts,
                      coalesce(sum(r.insurance) filter (where ${isReported('booked')}), 0) as by_this
                 from liquidation_report r where r.position_id = p.id) reported
             where booked.amount <> case booked.reason when 'futures.close' then p.insurance - reported.by_parts
                                      else reported.by_this end
            union all
            select 'reason', journal_id, journal_demo, amount from legs
             where kind = 'insurance' and reason not in ('futures.close', 'futures.reduce', 'insurance.top-up')`,
    },
    {
      over: 'ledger_journal',
      sql: `select 'top-up' as what, l.journal_id as id, l.journal_demo as demo, p.detail ->> 'amount' as said,
                   sum(l.amount) filter (where l.kind = 'insurance') as amount
              from legs l left join operator_proposal p on p.id = l.number and p.kind = 'insurance'
             where l.reason = 'insurance.top-up'
             group by l.journal_id, l.journal_demo, p.detail
            having sum(l.amount) filter (where l.kind = 'insurance') is distinct from (p.detail ->> 'amount')::numeric
                or bool_or(l.currency_id::text is distinct from p.detail ->> 'currencyId')`,
    },
  ],
});

registerInvariant({
  name: 'C13',
  says: 'What the journals of a position moved is its fees, its margin and its profit, less what the fund got.',
  parts: [
    {
      over: 'ledger_journal',
      sql: `select 'begin' as what, p.id, p.demo, l.reason, ${BY_USER} as moved, ${FEE} as fee
              from legs l
              join futures_position p on p.id = l.head
              join currency c on c.id = p.currency_id
             where l.reason in ('futures.open', 'futures.fill', 'futures.reserve', 'futures.amend', 'futures.release', 'futures.add-margin')
             group by l.journal_id, l.reason, p.id, c.scale
            having ${BY_USER} <> case when l.reason in ('futures.open', 'futures.fill') then -${OPENING_FEE} else 0 end
                or (l.reason = 'futures.open'
                    and sum(l.amount) filter (where l.kind = 'contract_frozen') is distinct from p.initial_margin)
                or (l.reason = 'futures.add-margin'
                    and coalesce(sum(l.amount) filter (where l.kind = 'contract_frozen'), 0) <= 0)`,
    },
    {
      over: 'ledger_journal',
      sql: `select 'close' as what, p.id, p.demo, ${BY_USER} as moved, ${FEE} as fee
              from legs l
              join futures_position p on p.id = l.number
              join currency c on c.id = p.currency_id
             cross join lateral (select p.fee - ${OPENING_FEE} as closing) fees
             where l.reason = 'futures.close' and not exists (select ${PARTS})
             group by l.journal_id, p.id, fees.closing
            having ${FEE} <> fees.closing or ${BY_USER} <> p.realised_profit - fees.closing - greatest(p.insurance, 0)`,
    },
    {
      over: 'ledger_journal',
      sql: `select 'report' as what, r.position_id as id, r.version, l.journal_demo as demo, ${BY_USER} as moved, ${FEE} as fee
              from legs l join liquidation_report r on r.position_id = l.head and ${isReported('l')}
             where l.reason in ('futures.close', 'futures.reduce')
             group by l.journal_id, l.journal_demo, r.id
            having ${FEE} <> r.fee or ${BY_USER} <> r.profit - r.fee - greatest(r.insurance, 0)`,
    },
    {
      over: 'futures_position',
      sql: `select 'held' as what, p.id, p.demo, p.realised_profit, p.fee
              from checked p join currency c on c.id = p.currency_id
             where p.status <> 3 and (p.realised_profit <> 0 or p.fee <> coalesce(${OPENING_FEE}, 0))
               and not exists (select ${PARTS})`,
    },
    // Postings are only asked for where the owner closed a part, and those of journals that lie close together at once: to find
    // one journal's, the whole index of postings is read.
    {
      over: 'futures_position',
      sql: `with in_parts as materialized (select p.* from checked p where exists (select ${PARTS})),
            journal as materialized (
              select p.id as position_id, k.id, reported.gain, reported.fee
                from in_parts p
               cross join lateral (
                 select k.id, k.reason, k.reference ${PARTS}
                 union all
                 select k.id, k.reason, k.reference from ledger_journal k
                  where k.reason = 'futures.close' and k.reference = p.id::text) k
                left join lateral (
                  select r.profit - r.fee as gain, r.fee from liquidation_report r
                   where r.position_id = p.id and ${isReported('k')} order by r.id limit 1) reported on true),
            near as materialized (
              select min(j.id) as first, max(j.id) as last from journal j where j.fee is null group by j.id / ${JOURNALS_AT_ONCE}),
            booked as materialized (
              select s.journal_id, coalesce(sum(s.amount) filter (where a.owner_id is not null), 0) as gain,
                     coalesce(sum(s.amount) filter (where a.kind = 'fee'), 0) as fee
                from near
               cross join lateral (
                 select s.account_id, s.journal_id, s.amount from ledger_posting s
                  where s.journal_id between near.first and near.last offset 0) s
                join ledger_account a on a.id = s.account_id
               where s.journal_id in (select j.id from journal j where j.fee is null)
               group by s.journal_id),
            moved as (
              select j.position_id, coalesce(sum(coalesce(j.gain, b.gain)), 0) as gain,
                     coalesce(sum(coalesce(j.fee, b.fee)), 0) as fee
                from journal j left join booked b on b.journal_id = j.id group by j.position_id)
            select 'parts' as what, p.id, p.demo, p.realised_profit, p.fee, m.gain - ${OPENING_FEE} as gain,
                   m.fee + ${OPENING_FEE} as booked_fee
              from in_parts p join moved m on m.position_id = p.id join currency c on c.id = p.currency_id
             where m.gain - ${OPENING_FEE} <> p.realised_profit - p.fee or m.fee + ${OPENING_FEE} <> p.fee`,
    },
  ],
});
