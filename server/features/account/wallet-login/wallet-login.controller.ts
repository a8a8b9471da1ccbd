import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  ProvenWalletView,
  WalletLoginRequest,
  WalletNonceRequest,
  WalletNonceView,
} from '../../../contract/account/account-security.dto.js';
import { ProofNonceRequest } from '../../../contract/account/proofs.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { Config } from '../../../platform/config/config.js';
import { type CurrentSession, CurrentUser, Public, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { isSiteSecure } from '../../../platform/http/session-cookie.js';
import { type Caller, KnownClients, RequestCaller, wireTime, setLoginCookies } from '../users/index.js';
import { readConfirmedAct } from '../codes/index.js';
import { AskWallet, readWallet } from './ask-wallet.js';
import { ListWallets } from './list-wallets.js';
import { ProveByWallet } from './prove-by-wallet.js';
import { LogInWithWallet } from './log-in-with-wallet.js';

/** Logins by wallet: a text is signed, and nothing else is ever asked of a wallet. */
@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Controller()
export class WalletLoginController {
  private readonly isSecure: boolean;

  constructor(
    private readonly askWallet: AskWallet,
    private readonly logInWithWallet: LogInWithWallet,
    private readonly listWallets: ListWallets,
    private readonly proveByWallet: ProveByWallet,
    private readonly clients: KnownClients,
    { values }: Config,
  ) {
    this.isSecure = isSiteSecure(values);
  }

  /** The text that the wallet has to sign, good once and for five minutes. */
  @Public()
  @Post('user/wallet_nonce')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope(WalletNonceView)
  async nonce(@Body() { chain, address, chain_id = '1' }: WalletNonceRequest, @RequestCaller() { ip }: Caller) {
    const { message, nonce, validSeconds } = await this.askWallet.execute(readWallet(chain, address), {
      chainId: chain_id,
      ip,
    });
    return ok<WalletNonceView>({ message, nonce, valid_seconds: validSeconds });
  }

  /** The text that a wallet of the caller's has to sign to confirm one act, with its amount and target. */
  @SignedIn()
  @Post('user/proof_nonce')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope(WalletNonceView)
  async proofNonce(
    @CurrentUser() { userId }: CurrentSession,
    @Body() body: ProofNonceRequest,
    @RequestCaller() { ip }: Caller,
  ) {
    const act = readConfirmedAct(body);
    if (!act) throw new Refusal('request.invalid', { field: 'act' });
    const { chain, address, chain_id: chainId = '1' } = body;
    const { message, nonce, validSeconds } = await this.proveByWallet.ask({ userId, chain, address, chainId, act, ip });
    return ok<WalletNonceView>({ message, nonce, valid_seconds: validSeconds });
  }

  /** Answers the token, as `user/login` does. */
  @Public()
  @Post('user/wallet_login')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async login(
    @Body() body: WalletLoginRequest,
    @RequestLanguage() language: Language,
    @RequestCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { token, userId } = await this.logInWithWallet.execute({
      wallet: readWallet(body.chain, body.address),
      nonce: body.nonce,
      signature: body.signature,
      extensionCode: body.extension_code ?? null,
      totp: body.totp_code ?? '',
      language,
      caller,
    });
    const device = await this.clients.remember(userId, caller);
    setLoginCookies(reply, { token, device }, this.isSecure);
    return ok(token);
  }

  /** The wallets that the caller has proven to own. Read only; it is never asked to approve anything. */
  @SignedIn()
  @Post('user/wallets')
  @HttpCode(200)
  @ApiOkEnvelope([ProvenWalletView])
  async provenWallets(@CurrentUser() { userId }: CurrentSession) {
    const rows = await this.listWallets.execute(userId);
    return ok(
      rows.map(
        ({ chain, address, createdAt }): ProvenWalletView => ({ chain, address, created_at: wireTime(createdAt) }),
      ),
    );
  }
}
