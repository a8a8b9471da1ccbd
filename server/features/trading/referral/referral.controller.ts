import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { shareText } from '../../../contract/languages/referral.js';
import { successText } from '../../../contract/languages/success.js';
import { pageAsked, paginator } from '../../../contract/pages.dto.js';
import {
  InvitationView,
  InvitedListRequest,
  InvitedUserPage,
  PosterView,
  RankedInviterView,
  RankingRequest,
  RebateListRequest,
  RebatePage,
  ReferralProfileRequest,
  ShareView,
} from '../../../contract/trading/referral.dto.js';
import { Config } from '../../../platform/config/config.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { ChooseNickname } from './choose-nickname.js';
import { GetInvitation } from './get-invitation.js';
import { ListInvitations } from './list-invitations.js';
import { RankInviters } from './rank-inviters.js';
import {
  invitationView,
  invitedView,
  rankedViews,
  rebateView,
  registrationUrl,
  rowNumber,
  shareLink,
} from './referral-views.js';

/** Invitations, what they bring, and what they are shared with. Real money only. */
@ApiTags('referral')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class ReferralController {
  private readonly publicUrl: string;

  constructor(
    private readonly getInvitation: GetInvitation,
    private readonly listInvitations: ListInvitations,
    private readonly rankInviters: RankInviters,
    private readonly chooseNickname: ChooseNickname,
    private readonly coins: WalletCatalog,
    { values }: Config,
  ) {
    this.publicUrl = values.PUBLIC_URL;
  }

  /** The caller's code, rate, totals, and the first of the ranking. */
  @Get('user/invite')
  @ApiOkEnvelope(InvitationView)
  async invite(@CurrentUser() { userId }: CurrentSession, @RequestLanguage() language: Language) {
    const { coins, publicUrl } = this;
    return ok(invitationView(await this.getInvitation.execute(userId), { coins, language, publicUrl }));
  }

  /** The first ten by what their invitations brought, by nicknames of those who agreed; refused when there is none, as the old clients expect. */
  @Post('user/invite_list')
  @HttpCode(200)
  @ApiOkEnvelope([RankedInviterView])
  async ranking(@Body() { time }: RankingRequest) {
    const ranking = rankedViews(await this.rankInviters.execute(this.listInvitations.day(time)));
    if (ranking.length === 0) throw new Refusal('referral.nobody-ranked');
    return ok(ranking);
  }

  /** Whom the caller invited, the newest first, with names masked. */
  @Post('user/my_invite_list')
  @HttpCode(200)
  @ApiOkEnvelope(InvitedUserPage)
  async invited(@CurrentUser() { userId }: CurrentSession, @Body() request: InvitedListRequest) {
    const asked = pageAsked(request);
    const { users, total } = await this.listInvitations.invited({ userId, ...request, ...asked });
    const rows = users.map((user, index) => invitedView(user, rowNumber({ total, ...asked }, index), this.coins));
    return ok(paginator(rows, total, { ...asked, path: '/api/user/my_invite_list' }));
  }

  /** What came of whose fees, the newest day first, with what brought nothing and why. */
  @Post('user/my_account_return')
  @HttpCode(200)
  @ApiOkEnvelope(RebatePage)
  async returns(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() request: RebateListRequest,
  ) {
    const asked = pageAsked(request);
    const { rebates, total } = await this.listInvitations.rebates({ userId, ...request, ...asked });
    const rows = rebates.map((rebate, index) =>
      rebateView(rebate, rowNumber({ total, ...asked }, index), this.coins, language),
    );
    return ok(paginator(rows, total, { ...asked, path: '/api/user/my_account_return' }));
  }

  /** What a poster is drawn from, on the page. */
  @Get('user/my_poster')
  @ApiOkEnvelope(PosterView)
  async poster(@CurrentUser() { userId }: CurrentSession) {
    return ok({ ...(await this.links(userId)), pics: [] });
  }

  /** The link, and the words that go with it. */
  @Get('user/my_share')
  @ApiOkEnvelope(ShareView)
  async share(@CurrentUser() { userId }: CurrentSession, @RequestLanguage() language: Language) {
    const links = await this.links(userId);
    return ok({ ...links, ...shareText(language, links.extension_code) });
  }

  /** By which name, if at all, the caller stands in the ranking. */
  @Post('referral/profile')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async profile(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() { nickname, listed = false }: ReferralProfileRequest,
  ) {
    await this.chooseNickname.execute(userId, { nickname, listed });
    return ok(successText(language, 'modified'));
  }

  private async links(userId: string): Promise<Pick<PosterView, 'extension_code' | 'share_url' | 'share_link'>> {
    const code = await this.listInvitations.code(userId);
    return {
      extension_code: code,
      share_url: registrationUrl(this.publicUrl),
      share_link: shareLink(this.publicUrl, code),
    };
  }
}
