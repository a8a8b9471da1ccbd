/** The front door of the withdrawals: what the operators' desk does with them. */
export { ApproveWithdrawal } from './approve-withdrawal.js';
export { MarkWithdrawalPaid } from './mark-withdrawal-paid.js';
export { PostponeWithdrawal } from './postpone-withdrawal.js';
export { RejectWithdrawal } from './reject-withdrawal.js';
export { SendWithdrawal } from './send-withdrawal.js';
export { WithdrawalsModule } from './withdrawals.module.js';
export { type Destination, readDestination } from './destination.js';
