import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import {
  AddAddressRequest,
  AddressesRequest,
  AddressView,
  CheckAddressRequest,
  CheckedAddressView,
  DeleteAddressRequest,
  SetAccountRequest,
  WithdrawalAccountView,
} from '../../../contract/wallet/wallet-withdrawals.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RealMoneyOnly } from '../../../platform/http/real-money-guard.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { proofsFrom } from '../../account/security/index.js';
import { type Caller, RequestCaller } from '../../account/users/index.js';
import { AddWithdrawalAddress } from './add-withdrawal-address.js';
import { IsAllowedAddress } from './is-allowed-address.js';
import { ListAddresses } from './list-addresses.js';
import { RemoveWithdrawalAddress } from './remove-withdrawal-address.js';
import { WithdrawalAccount } from './withdrawal-account.js';

const USDT_ID = 3;

/** Where a user's money may go. */
@ApiTags('withdrawals')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@RealMoneyOnly()
@Controller()
export class AddressBookController {
  constructor(
    private readonly addWithdrawalAddress: AddWithdrawalAddress,
    private readonly removeWithdrawalAddress: RemoveWithdrawalAddress,
    private readonly isAllowedAddress: IsAllowedAddress,
    private readonly account: WithdrawalAccount,
    private readonly listAddresses: ListAddresses,
  ) {}

  /** The caller's addresses for a coin, or for all; refused when there is none, as the old clients expect. */
  @Post('wallet/get_address')
  @HttpCode(200)
  @ApiOkEnvelope([AddressView])
  async book(@CurrentUser() { userId }: CurrentSession, @Body() { currency }: AddressesRequest) {
    const book = await this.listAddresses.execute(
      userId,
      currency === undefined ? null : Number.parseInt(currency, 10),
    );
    if (book.length === 0) throw new Refusal('withdrawals.address-missing');
    return ok(book);
  }

  /**
   * Adds an address. Needs the fund password and a proof of `user/proofs`, a code that was sent for this address. Old clients
   * bring a code that was sent without saying for what, and no fund password, while neither an authenticator nor a passkey is on;
   * such an address waits longer.
   */
  @Post('wallet/addaddress')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async add(
    @CurrentUser() { userId, sessionId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() body: AddAddressRequest,
  ) {
    const { currency_id, address, notes, netType, pay_password } = body;
    const added = {
      userId,
      currencyId: Number.parseInt(currency_id, 10),
      network: netType ?? null,
      address,
      notes: notes ?? '',
      proof: { sessionId, fundPassword: pay_password ?? null, proofs: proofsFrom(body), caller },
      key,
    };
    await this.addWithdrawalAddress.execute(added);
    return ok(successText(language, 'bound'));
  }

  @Post('wallet/deladdress')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async remove(
    @CurrentUser() { userId }: CurrentSession,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
    @Body() { address_id }: DeleteAddressRequest,
  ) {
    await this.removeWithdrawalAddress.execute(userId, address_id, caller);
    return ok(successText(language, 'done'));
  }

  /** On which networks of a coin (USDT when none is named) the text is an address, checksum included. */
  @Post('wallet/check_address')
  @HttpCode(200)
  @ApiOkEnvelope(CheckedAddressView)
  check(@Body() { address, currency, netType }: CheckAddressRequest) {
    const found = this.isAllowedAddress.networksOf(
      currency === undefined ? USDT_ID : Number.parseInt(currency, 10),
      address,
    );
    const networks = found.map(({ network }) => network).filter((name) => !netType || name === netType.toUpperCase());
    if (networks.length === 0) throw new Refusal('withdrawals.address-invalid');
    return ok({ address, networks });
  }

  /** Where the caller likes to withdraw to. */
  @Get('out/getAccount')
  @ApiOkEnvelope(WithdrawalAccountView)
  async chosen(@CurrentUser() { userId }: CurrentSession) {
    const { kind, address } = await this.account.read(userId);
    const view = address && this.listAddresses.addressView(address);
    return ok({
      type: kind,
      address_id: view?.id ?? '',
      address: view?.address ?? '',
      nettype: view?.nettype ?? '',
      currency: view?.currency ?? 0,
    });
  }

  @Post('out/setAccount')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async choose(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() { type, address_id }: SetAccountRequest,
  ) {
    if (type === 'address' && address_id === undefined) throw new Refusal('request.invalid', { field: 'address_id' });
    await this.account.set(userId, type === 'address' ? (address_id ?? null) : null);
    return ok(successText(language, 'modified'));
  }
}
