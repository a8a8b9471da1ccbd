import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { NoticeReadRequest, UnreadNoticesView } from '../../../contract/account/event-centre.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ReadNotices } from './read-notices.js';

/** What the caller was told of its own money, orders and account: the list is `user/userLog`. */
@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('notices')
export class EventCentreController {
  constructor(private readonly readNotices: ReadNotices) {}

  /** How many of them the caller has not seen. */
  @Get('unread')
  @ApiOkEnvelope(UnreadNoticesView)
  async unread(@CurrentUser() { userId }: CurrentSession) {
    return ok<UnreadNoticesView>({ count: await this.readNotices.unread(userId) });
  }

  /** The caller has seen them up to this one. */
  @Post('read')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async read(@CurrentUser() { userId }: CurrentSession, @Body() { last }: NoticeReadRequest) {
    await this.readNotices.read(userId, last);
    return ok('ok');
  }
}
