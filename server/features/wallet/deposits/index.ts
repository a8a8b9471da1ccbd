/** The front door of the deposits: what the operators' desk does with them. */
export { ApproveDeposit, settledBy } from './approve-deposit.js';
export { AskForLook } from './ask-for-look.js';
export { type ChainObjection } from './decide-deposit.js';
export { PostponeDeposit } from './postpone-deposit.js';
export { DepositsModule } from './deposits.module.js';
export { IsDepositAddress } from './is-deposit-address.js';
export { RejectDeposit } from './reject-deposit.js';
export { SetUpDepositAddresses } from './set-up-deposit-addresses.js';
