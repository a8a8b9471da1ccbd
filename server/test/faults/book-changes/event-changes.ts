import { type BookChange, of, one, posted, STRANGER } from './change.js';

const OWNER = of('spot_order', one('spot_order', `status = 'open' and not demo and side = 'buy'`), 'user_id');

/** Whose journal is the newest, and of which account it told last. */
const NEWEST_OWNER = `(select a.owner_id from ledger_posting p join ledger_account a on a.id = p.account_id
  where p.journal_id = (select max(id) from ledger_journal) and a.owner_id is not null limit 1)`;
const NEWEST_EVENT = `(select max(sequence) from outbox where user_id = ${NEWEST_OWNER} and kind = 'balance')`;

/** Changes of what users are told. */
export const EVENT_CHANGES: readonly BookChange[] = [
  {
    name: 'all events of everybody are taken out',
    foundBy: 'X01',
    sql: 'delete from outbox',
  },
  {
    name: 'one event is taken out',
    foundBy: 'X01',
    sql: `delete from outbox where (user_id, sequence) = (${OWNER}, 2)`,
  },
  {
    name: 'the first event of a stream is taken out, although its day is kept',
    foundBy: 'X01',
    sql: `delete from outbox where (user_id, sequence) = (${OWNER}, 1)`,
  },
  {
    name: 'the newest events are taken out, and their numbers given again',
    foundBy: 'X01',
    sql: `delete from outbox o using outbox_stream s
           where s.user_id = o.user_id and o.user_id = ${OWNER} and o.sequence > s.sequence - 3;
          update outbox_stream set sequence = sequence - 3 where user_id = ${OWNER}`,
  },
  {
    name: 'an event tells of more money than there is',
    foundBy: 'X01',
    sql: `update outbox o set payload = jsonb_set(o.payload, '{after}', '"1000000"')
           where o.user_id = ${OWNER} and o.kind = 'balance'`,
  },
  {
    name: 'money moves and nobody is told',
    foundBy: 'X01',
    sql: `insert into wallet_transfer (user_id, currency_id, from_account, to_account, amount, at)
          values (${STRANGER}, 3, 'spot', 'option', 7, now());
          ${posted('wallet.transfer', '(select max(id) from wallet_transfer)', [
            { owner: STRANGER, kind: 'spot', amount: '-7' },
            { owner: STRANGER, kind: 'option', amount: '7' },
          ])}`,
  },
  {
    name: 'an event of a balance is taken out, and those behind it are given its number and the next ones',
    foundBy: 'X01',
    sql: `create temporary table gone on commit drop as
            select e.user_id, e.sequence from outbox e
              join outbox b on b.user_id = e.user_id and b.kind = 'balance' and b.sequence < e.sequence
               and b.payload ->> 'entity' = e.payload ->> 'entity'
              join outbox n on n.user_id = e.user_id and n.kind = 'balance' and n.sequence > e.sequence
               and n.payload ->> 'entity' = e.payload ->> 'entity'
             where e.user_id = ${OWNER} and e.kind = 'balance' order by e.sequence limit 1;
          delete from outbox o using gone g where o.user_id = g.user_id and o.sequence = g.sequence;
          update outbox o set sequence = o.sequence + 1000000 from gone g
           where o.user_id = g.user_id and o.sequence > g.sequence;
          update outbox o set sequence = o.sequence - 1000001 from gone g
           where o.user_id = g.user_id and o.sequence > 1000000;
          update outbox_stream s set sequence = s.sequence - 1 from gone g where g.user_id = s.user_id`,
  },
  {
    name: 'the event of a balance that a fresh journal left is taken out',
    foundBy: 'X01',
    isOfRound: true,
    sql: `delete from outbox where user_id = ${NEWEST_OWNER} and sequence = ${NEWEST_EVENT}`,
  },
  {
    name: 'all that somebody was told is taken out, of whom a journal is fresh',
    foundBy: 'X01',
    isOfRound: true,
    sql: `delete from outbox where user_id = ${NEWEST_OWNER}`,
  },
  {
    name: 'the end of an order is told as if it were open',
    foundBy: 'X01',
    sql: `update outbox set payload = jsonb_set(payload, '{state}', '"open"')
           where kind = 'order' and payload ->> 'product' = 'spot' and payload ->> 'state' <> 'open'`,
  },
];
