/** The front door of the withdrawals: what the operators' desk does with them. */
export { ApproveWithdrawal, type WithdrawalApproval } from './approve-withdrawal.js';
export { MarkWithdrawalPaid, type WithdrawalPayment } from './mark-withdrawal-paid.js';
export { RejectWithdrawal, type WithdrawalRejection } from './reject-withdrawal.js';
export { WithdrawalsModule } from './withdrawals.module.js';
