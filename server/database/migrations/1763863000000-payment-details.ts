import { ForwardMigration } from './forward-migration.js';

/** The banks that the forms of old clients offer, and the accounts with Alipay and WeChat beside a bank card. */
export class PaymentDetails1763863000000 extends ForwardMigration {
  protected readonly statements = [
    `create table account_bank (
       id integer generated always as identity primary key,
       name text not null unique check (length(name) between 2 and 100),
       -- whether it is offered; a bank that somebody chose keeps its number
       listed boolean not null,
       changed_at timestamptz not null
     )`,
    `insert into account_bank (name, listed, changed_at)
       select name, true, now() from unnest(array['中国工商银行', '中国建设银行', '中国农业银行', '中国银行', '交通银行', '招商银行',
         '中国邮政储蓄银行']) with ordinality as bank (name, place) order by place`,
    `alter table account_bank_card
       add column alipay_account text not null default '' check (length(alipay_account) <= 100),
       add column wechat_nickname text not null default '' check (length(wechat_nickname) <= 100),
       add column wechat_account text not null default '' check (length(wechat_account) <= 100),
       add column alipay_qr text references upload (id),
       add column wechat_qr text references upload (id)`,
    // One more purpose of pictures, beside whichever there are.
    `do $$
       declare
         law constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'upload_purpose_check');
       begin
         alter table upload drop constraint upload_purpose_check;
         execute 'alter table upload add constraint upload_purpose_check '
           || replace(law, 'ARRAY[', 'ARRAY[''payment''::text, ');
       end $$`,
  ];
}
