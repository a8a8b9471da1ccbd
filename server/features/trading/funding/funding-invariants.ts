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
  says: 'A funding charge is in the books with what was paid, once a position and stamp, never more than was owed.',
  parts: [
    {
      over: 'futures_position',
      sql: `select c.position_id, c.stamp, p.demo, c.paid, c.owed from checked p
              join funding_charge c on c.position_id = p.id
             where c.paid > c.owed
                or (c.paid <> 0 and not exists (
                  select from ledger_journal j where j.reason = 'futures.funding'
                     and j.reference = concat(c.position_id, ':', extract(epoch from c.stamp)::bigint)))`,
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
