import type { AccountEventPayload } from '../../../contract/events.dto.js';
import { wireTime } from '../../../contract/pages.dto.js';
import type { DepositView } from '../../../contract/wallet/wallet-deposits.dto.js';
import { wireAmount } from '../../../contract/wire-decimals.js';
import type { OutboxEvent } from '../../../platform/outbox/outbox.js';
import { type WalletCatalog } from '../balances/index.js';
import type { DepositRow, DepositStatus } from './deposits.store.js';

const WIRE_STATUS: Record<DepositStatus, number> = { review: 1, approved: 2, rejected: 3 };

export function depositView(row: DepositRow, catalog: WalletCatalog): DepositView {
  return {
    id: row.id,
    uid: row.userId,
    currency_id: row.currencyId,
    name: catalog.codeOf(row.currencyId),
    amount: wireAmount(row.claimedAmount),
    daozhang_num: row.status === 'approved' ? wireAmount(row.amount) : '',
    user_account: row.sender,
    img: row.proof ?? '',
    hash: row.txHash ?? '',
    network: row.coinNetworkId === null ? '' : (catalog.network(row.coinNetworkId)?.network ?? ''),
    is_bank: row.kind === 'bank' ? 1 : 0,
    status: WIRE_STATUS[row.status],
    remark: row.remark,
    confirmations: row.confirmations,
    confirmations_needed: row.confirmationsNeeded,
    created_at: wireTime(row.createdAt),
    updated_at: wireTime(row.updatedAt),
  };
}

/** The event of a deposit's current state. */
export function depositEvent(row: DepositRow): OutboxEvent {
  return {
    userId: row.userId,
    kind: 'deposit',
    payload: {
      entity: `deposit:${row.id}`,
      entityVersion: row.version,
      depositId: row.id,
      currencyId: row.currencyId,
      amount: row.amount,
      state: stateOf(row),
      confirmations:
        row.chainVerdict === 'confirming' ? { seen: row.confirmations, needed: row.confirmationsNeeded } : null,
      reason: row.status === 'rejected' ? row.remark : null,
    },
  };
}

function stateOf({ status, chainVerdict }: DepositRow): AccountEventPayload<'deposit'>['state'] {
  if (status === 'approved') return 'credited';
  if (status === 'rejected') return 'rejected';
  if (chainVerdict === 'confirming') return 'confirming';
  return chainVerdict === 'confirmed' ? 'seen' : 'submitted';
}
