import { registerRetainedTable, registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'otc_merchant',
  retained: true,
  owned: 't.user_id = $1',
  order: 't.user_id',
  without: ['nickname_key'],
});
registerPersonalTable({ table: 'otc_payment', retained: true, owned: 't.user_id = $1', order: 't.id' });
registerPersonalTable({ table: 'otc_advert', retained: true, owned: 't.merchant_id = $1', order: 't.id' });
// Lines that the user wrote; those of the other side are about somebody else. A room is found by its order.
registerPersonalTable({
  table: 'room_line',
  retained: true,
  owned: `t.user_id = $1 and t.room in (select 'otc-order:' || id from otc_order where buyer_id = $1 or seller_id = $1)`,
  order: 't.id',
  without: ['operator_id', 'digest', 'chain'],
});
registerRetainedTable({ table: 'otc_order', owned: '$1 in (t.buyer_id, t.seller_id)', order: 't.id' });
