import { registerInvariant, registerReason, registerSubject } from '../ledger/index.js';

registerSubject({
  table: 'sub_account_transfer',
  touchedBy: `select number from recent where reason = 'sub-account.transfer'`,
  sliceRows: 10_000,
  booked: { as: ['sub-account.transfer'] },
});
registerReason('sub-account.transfer', 'select from sub_account_transfer t where t.id = j.number', {
  kinds: ['spot', 'option', 'contract'],
  // It leaves the one and comes to the other.
  owner: `select case when l.amount < 0 then t.from_user_id else t.to_user_id end from sub_account_transfer t where t.id = l.number`,
  isCapital: true,
});

/** SQL: whose account it is. Written out, so that the check does not rest on what the product asks. */
const PERSON = (user: string) => `coalesce((select s.main_id from sub_account s where s.user_id = ${user}), ${user})`;

registerInvariant({
  name: 'M12',
  says: 'A transfer of sub-accounts moves one amount between two different accounts of one person, and nothing of anybody else.',
  parts: [
    {
      over: 'sub_account_transfer',
      sql: `select t.id, t.amount, 0 as journals, false as demo from checked t
             where not exists (select from ledger_journal j where j.reason = 'sub-account.transfer' and j.reference = t.id::text)
                or ${PERSON('t.from_user_id')} <> t.main_id or ${PERSON('t.to_user_id')} <> t.main_id`,
    },
    {
      over: 'ledger_journal',
      sql: `select t.id, t.amount, count(p.sequence) as postings, false as demo
              from legs p
              left join sub_account_transfer t on t.id = p.number
             where p.reason = 'sub-account.transfer'
             group by p.journal_id, t.id, t.amount
            having count(p.sequence) <> 2 or t.id is null
                or count(distinct ${PERSON('p.owner_id')}) <> 1 or bool_or(p.owner_id is null or p.account_demo)
                or min(${PERSON('p.owner_id')}) is distinct from min(t.main_id)
                or min(p.owner_id) filter (where p.amount < 0) is distinct from min(t.from_user_id)
                or min(p.owner_id) filter (where p.amount > 0) is distinct from min(t.to_user_id)
                or min(p.kind) filter (where p.amount < 0) is distinct from min(t.from_account)
                or min(p.kind) filter (where p.amount > 0) is distinct from min(t.to_account)
                or bool_or(p.currency_id is distinct from t.currency_id)
                or max(p.amount) is distinct from t.amount or min(p.amount) is distinct from -t.amount`,
    },
  ],
});

registerSubject({ table: 'sub_account', touchedBy: 'select id from sub_account where false', sliceRows: 2000 });
registerInvariant({
  name: 'M13',
  says: 'A sub-account has no way to log in, no demo money and nothing in trust, and its main account is none.',
  parts: [
    {
      over: 'sub_account',
      sql: `select s.id, s.user_id, s.main_id, false as demo from checked s
             where exists (select from sub_account o where o.user_id = s.main_id)
                or exists (select from ledger_account a
                            where a.owner_key = s.user_id and (a.demo or a.kind not in ('spot', 'spot_frozen', 'contract',
                              'contract_frozen', 'option', 'option_frozen')))
                or not exists (select from account_user u where u.id = s.user_id and u.extension_code is null
                     and num_nonnulls(u.email, u.phone, u.username, u.password_hash) = 0)
                or exists (select from account_session e where e.user_id = s.user_id)`,
    },
  ],
});
