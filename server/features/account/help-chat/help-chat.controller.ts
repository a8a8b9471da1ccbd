import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  HelpChatRequest,
  HelpChatView,
  HelpCheckRequest,
  HelpCheckView,
  HelpHereRequest,
  HelpHereView,
  HelpLineRequest,
  HelpLineView,
  HelpReadRequest,
} from '../../../contract/account/help-chat.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { FollowHelpChat } from './follow-help-chat.js';
import { HelpTyping } from './help-typing.js';
import { ReadHelpChat } from './read-help-chat.js';
import { WriteHelpLine } from './write-help-line.js';

/** The chat with the help desk. */
@ApiTags('help')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('help')
export class HelpChatController {
  constructor(
    private readonly readHelpChat: ReadHelpChat,
    private readonly writeHelpLine: WriteHelpLine,
    private readonly followHelpChat: FollowHelpChat,
    private readonly typing: HelpTyping,
  ) {}

  /** The newest lines, or those before one; and whether somebody is there. */
  @Get('chat')
  @ApiOkEnvelope(HelpChatView)
  async chat(@CurrentUser() { userId }: CurrentSession, @Query() { before }: HelpChatRequest) {
    return ok(await this.readHelpChat.execute(userId, before ?? null));
  }

  /** Writes a line; where no chat is going on, it begins one. */
  @Post('chat/line')
  @HttpCode(200)
  @ApiOkEnvelope(HelpLineView)
  async line(
    @CurrentUser() { userId }: CurrentSession,
    @Body() request: HelpLineRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok(await this.writeHelpLine.execute(userId, request, key));
  }

  /** The caller has seen the lines up to this number. */
  @Post('chat/read')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async read(@CurrentUser() { userId }: CurrentSession, @Body() { number }: HelpReadRequest) {
    await this.followHelpChat.read(userId, number);
    return ok('ok');
  }

  /** Whether the caller is writing, and whether the other side is. */
  @Post('chat/here')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(HelpHereView)
  async here(@CurrentUser() { userId }: CurrentSession, @Body() { typing = false }: HelpHereRequest) {
    return ok<HelpHereView>({ typing: await this.typing.exchange(userId, 'user', typing) });
  }

  /** Ends the chat. */
  @Post('chat/close')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async close(@CurrentUser() { userId }: CurrentSession) {
    await this.followHelpChat.close(userId);
    return ok('ok');
  }

  /** Whether the code of a line is one that we wrote to the caller. */
  @Post('check')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(HelpCheckView)
  async check(@CurrentUser() { userId }: CurrentSession, @Body() { code }: HelpCheckRequest) {
    return ok(await this.followHelpChat.check(userId, code));
  }
}
