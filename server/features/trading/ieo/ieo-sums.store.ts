import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** What users have paid for a sale by now, in the coin that it is paid in. */
export async function paidFor(projectId: number, tx: Transaction): Promise<{ paid: DecimalText; payCoin: string }> {
  const [row]: [{ paid: DecimalText; payCoin: string }] = await tx.query(
    `select trim_scale(coalesce(sum(a.allotted + case a.second_status when 'paid' then a.second else 0 end), 0) * p.price)::text as paid,
            c.code as "payCoin"
       from ieo_project p join currency c on c.id = p.pay_currency_id
       left join ieo_application a on a.project_id = p.id and a.status = 'paid'
      where p.id = $1 group by p.id, c.code`,
    [projectId],
  );
  return row;
}
