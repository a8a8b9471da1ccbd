import type { DecimalText } from '../../../../server/contract/money';
import {
  accountOfWire,
  type StatementLineView,
  type WalletAccount,
  type WireAccount,
} from '../../../../server/contract/wallet/wallet.dto';

/** A line's account, and whether it is the frozen part of it. */
export function accountOfLine(line: Pick<StatementLineView, 'wallet_type'>): {
  account: WalletAccount | null;
  frozen: boolean;
} {
  const wire = line.wallet_type.replace('_frozen', '') as WireAccount;
  return { account: accountOfWire(wire), frozen: line.wallet_type.endsWith('_frozen') };
}

/** A transfer as one row of its record. */
export interface TransferRow {
  id: string;
  code: string;
  amount: DecimalText;
  /** Null while its line is on a page that has not been read. */
  from: WalletAccount | null;
  to: WalletAccount | null;
  createdAt: string;
}

/** Puts the two lines of each transfer together, in the order of the lines. */
export function transfersOf(lines: readonly StatementLineView[]): TransferRow[] {
  const rows = new Map<string, TransferRow>();
  for (const line of lines) {
    const id = line.transaction_info;
    const row = rows.get(id) ?? {
      id,
      code: line.currency_name,
      amount: line.value.replace('-', ''),
      from: null,
      to: null,
      createdAt: line.created_at,
    };
    const { account } = accountOfLine(line);
    rows.set(id, line.value.startsWith('-') ? { ...row, from: account } : { ...row, to: account });
  }
  return [...rows.values()];
}
