import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  BankCardRequest,
  BankCardView,
  NoticePageView,
  ListedPageRequest,
  SecurityEventPageView,
  UserCenter2View,
  UserCenterView,
  UserInfoView,
} from '../../../contract/account/account.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn, WhileErasing } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { bankCardView, centerView, infoView } from './account-views.js';
import { type Caller, pageOf, RequestCaller, wireTime } from '../users/index.js';
import { GetBankCard } from './get-bank-card.js';
import { GetOwnAccount } from './get-own-account.js';
import { eventText, ListNotices, ListSecurityEvents, noticeText } from '../notices/index.js';
import { proofsFrom } from '../security/index.js';
import { ListBanks } from './list-banks.js';
import { SaveBankCard } from './save-bank-card.js';

@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class ProfileController {
  constructor(
    private readonly getOwnAccount: GetOwnAccount,
    private readonly listNotices: ListNotices,
    private readonly listSecurityEvents: ListSecurityEvents,
    private readonly getBankCard: GetBankCard,
    private readonly saveBankCard: SaveBankCard,
    private readonly listBanks: ListBanks,
  ) {}

  /** The caller's account, with the state of its basic verification. */
  @WhileErasing()
  @Get('user/center')
  @ApiOkEnvelope(UserCenterView)
  async center(@CurrentUser() { userId }: CurrentSession) {
    return ok(centerView(await this.getOwnAccount.execute(userId)));
  }

  /** The state of the caller's advanced verification. */
  @Get('user/center2')
  @ApiOkEnvelope(UserCenter2View)
  async center2(@CurrentUser() { userId }: CurrentSession) {
    const { verification } = await this.getOwnAccount.execute(userId);
    return ok<UserCenter2View>({ review_status: verification.advanced });
  }

  /** The caller's account in the words of other clients. */
  @Get('user/info')
  @ApiOkEnvelope(UserInfoView)
  async userInfo(@CurrentUser() { userId }: CurrentSession) {
    return ok(infoView(await this.getOwnAccount.execute(userId)));
  }

  /** What the caller was told about its account, newest first. */
  @Get('user/userLog')
  @ApiOkEnvelope(NoticePageView)
  async notices(
    @CurrentUser() { userId }: CurrentSession,
    @Query() query: ListedPageRequest,
    @RequestLanguage() language: Language,
  ) {
    const { page, limit } = pageOf(query);
    const { rows, count } = await this.listNotices.execute(userId, page, limit);
    const list = rows.map(({ id, kind, parameters, at }) => ({
      id: Number.parseInt(id, 10),
      kind,
      content: noticeText(language, kind, parameters),
      sub_account: parameters.account ?? '',
      created_time: wireTime(at),
    }));
    return ok<NoticePageView>({ list, count, page, limit });
  }

  /** What has happened to the security of the caller's account, tries of strangers too, newest first. */
  @Get('user/securityLog')
  @ApiOkEnvelope(SecurityEventPageView)
  async securityEvents(
    @CurrentUser() { userId }: CurrentSession,
    @Query() query: ListedPageRequest,
    @RequestLanguage() language: Language,
  ) {
    const { page, limit } = pageOf(query);
    const { rows, count } = await this.listSecurityEvents.execute(userId, page, limit);
    const list = rows.map(({ id, kind, device, ip, at }) => ({
      id: Number.parseInt(id, 10),
      kind,
      content: eventText(language, kind),
      device,
      ip,
      created_time: wireTime(at),
    }));
    return ok<SecurityEventPageView>({ list, count, page, limit });
  }

  /** The caller's bank card. */
  @Post('user/cash_info')
  @HttpCode(200)
  @ApiOkEnvelope(BankCardView)
  async bankCard(@CurrentUser() { userId }: CurrentSession) {
    const [{ user }, card, banks] = await Promise.all([
      this.getOwnAccount.execute(userId),
      this.getBankCard.execute(userId),
      this.listBanks.execute(),
    ]);
    return ok(bankCardView(user, card, banks));
  }

  /**
   * Binds a bank card in the verified name in the place of the one before; needs a proof of `user/proofs`. A login with the
   * password in the last ten minutes, from the same network, is one, while neither an authenticator nor a passkey is on.
   */
  @Post('user/cash_save')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async bindBankCard(
    @CurrentUser() { userId, sessionId }: CurrentSession,
    @Body() body: BankCardRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    const card = {
      realName: body.real_name,
      bankName: body.bank_name,
      bankAccount: body.bank_account,
      bankBranch: body.bank_branch ?? '',
      bankAddress: body.bank_address ?? '',
      swiftCode: body.swift_code ?? '',
      residenceAddress: body.residence_address ?? '',
      postalCode: body.postal_code ?? '',
      bankId: body.bank_id ?? '',
      bankCode: body.bank_code ?? '',
      alipayAccount: body.alipay_account ?? '',
      wechatNickname: body.wechat_nickname ?? '',
      wechatAccount: body.wechat_account ?? '',
      alipayQr: body.alipay_qr_code ?? null,
      wechatQr: body.wechat_qr_code ?? null,
    };
    const proofs = [...proofsFrom(body), { kind: 'recent-login', sessionId } as const];
    await this.saveBankCard.execute({ userId, sessionId, card, proofs, caller });
    return ok(successText(language, 'bound'));
  }
}
