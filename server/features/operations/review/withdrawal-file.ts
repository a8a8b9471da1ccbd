import type { WithdrawalCaseView } from '../../../contract/operations/cases.dto.js';
import { BEGINNING, beginning, END } from './case-columns.js';
import { withdrawalCaseView } from './desk-views.js';
import type { WithdrawalCasesStore } from './withdrawal-cases.store.js';

const WITHDRAWALS = {
  ...BEGINNING,
  changed: 'instant',
  user: 'text',
  account: 'text',
  coin: 'text',
  network: 'text',
  address: 'text',
  amount: 'amount',
  fee: 'amount',
  payout: 'amount',
  hash: 'text',
  sentBy: 'text',
  sendingSince: 'instant',
  note: 'text',
  reason: 'text',
  ...END,
} as const;

/** Withdrawals as a file shows them. A card is a person's, with a name: its number is in the case, where each look is on record, and in no file. */
export function withdrawalFile(cases: WithdrawalCasesStore, operatorId: string, now: () => Date) {
  return {
    name: 'withdrawals' as const,
    columns: WITHDRAWALS,
    rows: async (ids: readonly string[]) =>
      (await cases.ofIds(ids, now())).map((row) => withdrawalCaseView(row, operatorId)),
    cells: (view: WithdrawalCaseView) => ({
      ...beginning({ ...view, status: listedStatus(view) }, view.createdAt),
      changed: new Date(view.updatedAt),
      coin: view.coin,
      network: view.network,
      address: view.holder === null ? view.address : null,
      amount: view.amount,
      fee: view.fee,
      payout: view.payout,
      hash: view.hash,
      sentBy: view.sending?.login ?? null,
      sendingSince: view.sending === null ? null : new Date(view.sending.since),
      note: view.remark,
      reason: view.reason,
      firstApproval: view.firstApprovedBy,
    }),
  };
}

/** As the lists of the desk call it: what is being sent is no more to be paid. */
function listedStatus({ status, sending }: WithdrawalCaseView): string {
  return status === 'approved' && sending !== null ? 'sending' : status;
}
