import { z } from 'zod';
import type { AccountEventPayload } from '../../../contract/events.dto.js';
import { wireTime } from '../../../contract/pages.dto.js';
import type {
  TakenWithdrawalView,
  WithdrawalNetworkView,
  WithdrawalView,
} from '../../../contract/wallet/wallet-withdrawals.dto.js';
import { wireAmount } from '../../../contract/wire-decimals.js';
import type { OutboxEvent } from '../../../platform/outbox/outbox.js';
import { type CoinNetwork, subtract, type WalletCatalog } from '../balances/index.js';
import type { WithdrawalRow, WithdrawalStatus } from './withdrawals.store.js';

/** The old clients know three: under review, approved, rejected. */
const WIRE_STATUS: Record<WithdrawalStatus, number> = { review: 1, approved: 2, paid: 2, rejected: 3, cancelled: 3 };
const EVENT_STATE: Record<WithdrawalStatus, AccountEventPayload<'withdrawal'>['state']> = {
  review: 'pending',
  approved: 'approved',
  paid: 'paid',
  rejected: 'rejected',
  cancelled: 'cancelled',
};

export function withdrawalView(row: WithdrawalRow, catalog: WalletCatalog): WithdrawalView {
  return {
    id: row.id,
    user_id: row.userId,
    currency: row.currencyId,
    name: catalog.codeOf(row.currencyId),
    address: row.destination.address,
    nettype: row.destination.network,
    number: wireAmount(row.amount),
    rate: wireAmount(row.fee),
    real_number: wireAmount(subtract(row.amount, row.fee)),
    status: WIRE_STATUS[row.status],
    state: row.status,
    notes: row.reason,
    remark: row.remark,
    hash: row.chainTx ?? '',
    create_time: wireTime(row.createdAt),
    update_time: wireTime(row.updatedAt),
  };
}

/** What a withdrawal took and what arrives of it. */
/** What a request that was taken answers, when it is read back; null of one that a version of before took. */
export const takenReply: z.ZodType<TakenWithdrawalView | null> = z
  .object({ id: z.string(), number: z.string(), rate: z.string(), real_number: z.string() })
  .nullable();

export function takenView({ id, amount, fee }: WithdrawalRow): TakenWithdrawalView {
  const arrives = subtract(amount, fee);
  return { id, number: wireAmount(amount), rate: wireAmount(fee), real_number: wireAmount(arrives) };
}

/** The event of a withdrawal's current state. */
export function withdrawalEvent(row: WithdrawalRow): OutboxEvent {
  return {
    userId: row.userId,
    kind: 'withdrawal',
    payload: {
      entity: `withdrawal:${row.id}`,
      entityVersion: row.version,
      withdrawalId: row.id,
      currencyId: row.currencyId,
      amount: row.amount,
      fee: row.fee,
      state: EVENT_STATE[row.status],
      transactionHash: row.chainTx,
      reason: row.reason === '' ? null : row.reason,
    },
  };
}

export function withdrawalNetworkView(network: CoinNetwork): WithdrawalNetworkView {
  return {
    network: network.network,
    chain: network.chain,
    min_number: network.withdrawalMinimum,
    fee: network.withdrawalFee,
    rate: network.withdrawalFeePercent,
  };
}
