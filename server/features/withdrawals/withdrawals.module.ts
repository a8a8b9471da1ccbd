import { Module } from '@nestjs/common';
import { DepositsModule } from '../deposits/index.js';
import { LedgerModule } from '../ledger/index.js';
import { VerificationModule } from '../verification/index.js';
import { WalletModule } from '../wallet/index.js';
import { AddWithdrawalAddress } from './add-withdrawal-address.js';
import { AddressBookController } from './address-book.controller.js';
import { ApproveWithdrawal } from './approve-withdrawal.js';
import { CancelWithdrawal } from './cancel-withdrawal.js';
import { DecideWithdrawal } from './decide-withdrawal.js';
import { FindDestination } from './find-destination.js';
import { FreezeWithdrawal } from './freeze-withdrawal.js';
import { IsAllowedAddress } from './is-allowed-address.js';
import { MarkWithdrawalPaid } from './mark-withdrawal-paid.js';
import { MayWithdraw } from './may-withdraw.js';
import { NoteWithdrawal } from './note-withdrawal.js';
import { PreviewWithdrawal } from './preview-withdrawal.js';
import { ProvePerson } from './prove-person.js';
import { QuoteWithdrawal } from './quote-withdrawal.js';
import { ReadWithdrawals } from './read-withdrawals.js';
import { RejectWithdrawal } from './reject-withdrawal.js';
import { RemoveWithdrawalAddress } from './remove-withdrawal-address.js';
import { RequestWithdrawal } from './request-withdrawal.js';
import { WithdrawalAccount } from './withdrawal-account.js';
import { WithdrawalAddressesStore } from './withdrawal-addresses.store.js';
import { WithdrawalState } from './withdrawal-state.js';
import './withdrawals-invariants.js';
import { WithdrawalsController } from './withdrawals.controller.js';
import { WithdrawalsStore } from './withdrawals.store.js';

const stores = [WithdrawalAddressesStore, WithdrawalsStore];
const parts = [
  NoteWithdrawal,
  WithdrawalState,
  DecideWithdrawal,
  QuoteWithdrawal,
  MayWithdraw,
  ProvePerson,
  FindDestination,
  FreezeWithdrawal,
  IsAllowedAddress,
];
const forUsers = [
  RequestWithdrawal,
  CancelWithdrawal,
  PreviewWithdrawal,
  ReadWithdrawals,
  AddWithdrawalAddress,
  RemoveWithdrawalAddress,
  WithdrawalAccount,
];
const forOperators = [ApproveWithdrawal, RejectWithdrawal, MarkWithdrawalPaid];

@Module({
  imports: [LedgerModule, VerificationModule, WalletModule, DepositsModule],
  controllers: [WithdrawalsController, AddressBookController],
  providers: [...stores, ...parts, ...forUsers, ...forOperators],
  exports: [...forOperators],
})
export class WithdrawalsModule {}
