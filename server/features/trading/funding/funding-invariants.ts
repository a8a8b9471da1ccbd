import { isStillTaped } from '../../markets/tape/index.js';
import { registerInvariant, registerReason } from '../../wallet/ledger/index.js';

/** The stamp that the reference of a row names, after its position. */
const stampOf = (row: string) => `
  case when ${row}.reference ~ '^[1-9][0-9]{0,17}:[1-9][0-9]{0,11}$' then to_timestamp(split_part(${row}.reference, ':', 2)::bigint) end`;
registerReason(
  'futures.funding',
  `select from funding_charge c where c.position_id = j.head and c.stamp = ${stampOf('j')}`,
  {
    kinds: ['contract', 'contract_frozen', 'house_pnl'],
    owner: 'select p.user_id from futures_position p where p.id = l.head',
  },
);

registerInvariant({
  name: 'C10',
  says: 'A funding charge is in the books with what was paid, once a position and stamp: what the rate and the mark of the stamp make of its lots, or less where there was less, and all of what is received.',
  parts: [
    {
      over: 'futures_position',
      sql: `select c.position_id, c.stamp, p.demo, c.paid, c.owed from checked p
              join funding_charge c on c.position_id = p.id
             where c.paid > c.owed or c.paid < least(c.owed, 0)
                or (c.paid <> 0 and not exists (
                  select from ledger_journal j where j.reason = 'futures.funding'
                     and j.reference = concat(c.position_id, ':', extract(epoch from c.stamp)::bigint)))`,
    },
    {
      over: 'futures_position',
      sql: `select c.position_id, c.stamp, p.demo, c.lots, c.mark, c.rate, c.notional, c.owed from checked p
              join funding_charge c on c.position_id = p.id
              join currency u on u.id = p.currency_id
              left join funding_rate r on r.market_id = p.market_id and r.stamp = c.stamp
              left join funding_due d on d.position_id = c.position_id and d.stamp = c.stamp
             where r.stamp is null or c.rate <> r.rate or c.mark <> r.mark
                or c.lots > p.lots_ordered or c.lots <> coalesce(d.lots, c.lots)
                or c.notional <> round(c.lots * p.lot_size * c.mark, 18)
                or c.owed <> funding_owed(p.side, c.lots * p.lot_size * c.mark, c.rate, u.scale)`,
    },
    {
      over: 'ledger_journal',
      sql: `select c.position_id, c.stamp, f.demo, c.paid,
                   coalesce(-sum(p.amount) filter (where p.owner_id is not null), 0) as booked
              from legs p
              join funding_charge c on c.position_id = p.head and c.stamp = ${stampOf('p')}
              left join futures_position f on f.id = c.position_id
             where p.reason = 'futures.funding'
             group by p.journal_id, c.position_id, c.stamp, c.paid, f.demo, f.user_id
            having coalesce(-sum(p.amount) filter (where p.owner_id is not null), 0) <> c.paid
                or bool_or(p.owner_id is not null and p.owner_id is distinct from f.user_id)`,
    },
  ],
});

registerInvariant({
  name: 'C11',
  says: 'The funding of a position is the sum of its charges.',
  parts: [
    {
      over: 'futures_position',
      sql: `select f.id, f.demo, f.funding, c.paid from checked f
              left join lateral (select sum(g.paid) as paid from funding_charge g where g.position_id = f.id) c on true
             where f.funding <> -coalesce(c.paid, 0)`,
    },
  ],
});

registerInvariant({
  name: 'C12',
  says: 'Whoever was open at a stamp of the last three days that is settled has a charge for it, however soon it was closed.',
  parts: [
    {
      over: 'futures_position',
      // Processes may see the stamp at slightly different instants, so the minute around it says nothing.
      sql: `select f.id, f.demo, r.stamp from funding_rate r
              join checked f on f.market_id = r.market_id and f.opened_at < r.stamp - interval '1 minute'
               and (f.closed_at is null or f.closed_at > r.stamp + interval '1 minute')
             where r.settled_at is not null and r.stamp > (select max(stamp) from funding_rate) - interval '3 days'
               and not exists (select from funding_charge c where c.position_id = f.id and c.stamp = r.stamp)`,
    },
  ],
});

/** Rates with what they followed from. */
const DECIDED = `
  select r.market_id, r.stamp, r.rate, r.premium, r.samples, r.mark, r.void, r.origins, r.cap, r.halted_seconds, r.sessions,
         r.open_seconds, coalesce(r.decided_at, r.decided_in_part_at) as decided_at from funding_rate r`;
/** What a stamp charges by its row `r`; the version before charged a market that was open for more than half of the hours for all of them. */
const SHOULD_BE = `case when r.void is null then funding_rate_for(r.premium, r.cap, coalesce(r.open_seconds, 28800)) else 0 end`;
/** What does not agree of a rate `r` with what it follows from. One rate serves both books. */
const WRONG_RATE = `
  r.decided_at is not null and (r.origins is null or r.cap is null or r.decided_at < r.stamp
    or r.rate <> ${SHOULD_BE})`;
/** The same with the samples of the premium, kept for fourteen days, and with the tape while it keeps the days of the stamp. */
const UNSAMPLED = `
  select 'samples' as what, r.market_id, r.stamp, null::boolean as demo, r.premium as said, mean.premium as should_be
    from late r cross join lateral funding_mean(r.market_id, r.stamp, r.origins) mean
   where r.stamp > now() - interval '13 days' and (r.premium <> mean.premium or r.samples <> mean.samples
           or (r.void is null and mean.samples = 0))
  union all
  select 'mark', r.market_id, r.stamp, null::boolean, r.mark, taped.mark
    from late r
    left join lateral (
      select case when s.origin = any (r.origins) then s.mark end as mark from price_sample s
       where s.market_id = r.market_id and s.second between r.stamp - interval '10 seconds' and r.stamp
       order by s.second desc limit 1) taped on true
   where coalesce(r.void, 'no-price') = 'no-price' and r.mark <> coalesce(taped.mark, 0)
     and ${isStillTaped(`r.stamp - interval '10 seconds'`)} and ${isStillTaped('r.stamp')}`;

/**
 * The same with the halts, which are never deleted, and the sessions of the stamp's own row. A halt or its end at the very instant
 * at which a rate is decided may be counted by the rate or not: differences of up to a minute are ignored. Beneath it what the
 * version before decided.
 */
const UNHALTED = `
  select 'open seconds', r.market_id, r.stamp, null::boolean, r.open_seconds::numeric,
         funding_open_seconds(r.market_id, r.stamp, r.sessions)::numeric
    from late r
   where r.open_seconds is not null
     and (abs(r.open_seconds - funding_open_seconds(r.market_id, r.stamp, r.sessions)) > 60
       or (r.void = 'halted' and r.open_seconds > 0 and r.decided_at < r.stamp + interval '3 days')
       or (r.void is null and r.open_seconds = 0))
  union all
  select 'halt', r.market_id, r.stamp, null::boolean, r.halted_seconds::numeric,
         funding_halted_seconds(r.market_id, r.stamp)::numeric
    from late r
   where r.open_seconds is null
     and ((coalesce(r.void, '') = 'halted') <> (r.halted_seconds >= 4 * 3600)
       or abs(r.halted_seconds - funding_halted_seconds(r.market_id, r.stamp)) > 60)`;

registerInvariant({
  name: 'C17',
  says: 'The rate of a stamp is that of its mean premium and cap; the mean is that of its samples, and the mark the tape’s of that instant, while these are kept. It is for the seconds in which its market could be traded, and void for a halt where there were none.',
  parts: [
    {
      over: 'round',
      sql: `with late as materialized (
              ${DECIDED} where r.stamp > now() - interval '1 hour' and coalesce(r.decided_at, r.decided_in_part_at) is not null)
            select 'rate' as what, r.market_id, r.stamp, null::boolean as demo, r.rate as said,
                   ${SHOULD_BE} as should_be
              from late r where ${WRONG_RATE}
            union all ${UNSAMPLED}
            union all ${UNHALTED}`,
    },
    {
      over: 'pass',
      sql: `with late as materialized (${DECIDED} where coalesce(r.decided_at, r.decided_in_part_at) is not null)
            select 'rate' as what, r.market_id, r.stamp, null::boolean as demo, r.rate as said,
                   ${SHOULD_BE} as should_be
              from late r where ${WRONG_RATE}
            union all ${UNSAMPLED}
            union all ${UNHALTED}`,
    },
  ],
});
