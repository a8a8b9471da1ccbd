import { type WalletAccount, WIRE_OF_ACCOUNT } from '../../../../server/contract/wallet/wallet.dto';
import { post } from '../../../platform/api';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };

export interface TransferOrder {
  from: WalletAccount;
  to: WalletAccount;
  currencyId: number;
  amount: string;
}

export function transfer({ from, to, currencyId, amount }: TransferOrder, key: string): Promise<string> {
  return post(
    'wallet/change',
    { number: amount, currency_id: currencyId, from_field: WIRE_OF_ACCOUNT[from], to_field: WIRE_OF_ACCOUNT[to] },
    { ...QUIET, idempotencyKey: key },
  );
}
