import { Module } from '@nestjs/common';
import { ProfileModule } from '../../account/profile/index.js';
import { AddressBookModule } from '../address-book/index.js';
import { LedgerModule } from '../ledger/index.js';
import { VerificationModule } from '../../account/verification/index.js';
import { BalancesModule } from '../balances/index.js';
import { WalletLoginModule } from '../../account/wallet-login/index.js';
import { ApproveWithdrawal } from './approve-withdrawal.js';
import { CancelWithdrawal } from './cancel-withdrawal.js';
import { DecideWithdrawal } from './decide-withdrawal.js';
import { FindDestination } from './find-destination.js';
import { FreezeWithdrawal } from './freeze-withdrawal.js';
import { IsReached } from './is-reached.js';
import { MarkWithdrawalPaid } from './mark-withdrawal-paid.js';
import { MayWithdraw } from './may-withdraw.js';
import { NoteWithdrawal } from './note-withdrawal.js';
import { PostponeWithdrawal } from './postpone-withdrawal.js';
import { PreviewWithdrawal } from './preview-withdrawal.js';
import { QuoteWithdrawal } from './quote-withdrawal.js';
import { ListWithdrawals } from './list-withdrawals.js';
import { RejectWithdrawal } from './reject-withdrawal.js';
import { RequestWithdrawal } from './request-withdrawal.js';
import { SendingsStore } from './sendings.store.js';
import { SendWithdrawal } from './send-withdrawal.js';
import { WithdrawalState } from './withdrawals-state.js';
import './withdrawals-invariants.js';
import './withdrawals-lists.js';
import { WithdrawalsController } from './withdrawals.controller.js';
import { WithdrawalHistoryStore } from './withdrawal-history.store.js';
import { WithdrawalsStore } from './withdrawals.store.js';
import './withdrawals-personal.js';

const stores = [WithdrawalsStore, WithdrawalHistoryStore, SendingsStore];
const parts = [
  NoteWithdrawal,
  WithdrawalState,
  DecideWithdrawal,
  QuoteWithdrawal,
  MayWithdraw,
  FindDestination,
  IsReached,
  FreezeWithdrawal,
];
const forUsers = [RequestWithdrawal, CancelWithdrawal, PreviewWithdrawal, ListWithdrawals];
const forOperators = [ApproveWithdrawal, PostponeWithdrawal, RejectWithdrawal, SendWithdrawal, MarkWithdrawalPaid];

@Module({
  imports: [ProfileModule, AddressBookModule, LedgerModule, VerificationModule, WalletLoginModule, BalancesModule],
  controllers: [WithdrawalsController],
  providers: [...stores, ...parts, ...forUsers, ...forOperators],
  exports: [...forOperators],
})
export class WithdrawalsModule {}
