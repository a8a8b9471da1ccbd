import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiConsumes, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import {
  OtcEvidencePackView,
  OtcLinesRequest,
  OtcOrderIdRequest,
  OtcPictureRequest,
  OtcSayRequest,
  RoomLinesView,
} from '../../../contract/trading/otc-orders.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RealMoneyOnly } from '../../../platform/http/real-money-guard.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { sendPhoto } from '../../account/uploads/index.js';
import { GetOtcOrders } from './get-otc-orders.js';
import { ReadOtcRoom } from './read-otc-room.js';
import { SayInOtcOrder } from './say-in-otc-order.js';

/** What the two sides of an order write to each other. */
@ApiTags('otc')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@RealMoneyOnly()
@Controller('ctc/chat')
export class OtcRoomController {
  constructor(
    private readonly getOtcOrders: GetOtcOrders,
    private readonly readOtcRoom: ReadOtcRoom,
    private readonly sayInOtcOrder: SayInOtcOrder,
  ) {}

  @Get('list')
  @ApiOkEnvelope(RoomLinesView)
  async lines(@CurrentUser() { userId }: CurrentSession, @Query() { id, after, before }: OtcLinesRequest) {
    await this.getOtcOrders.own(userId, id);
    return ok(await this.readOtcRoom.lines(id, { after: numberOf(after), before: numberOf(before), userId }));
  }

  /** A text, or a picture. */
  @Post('send')
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async say(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, text, image }: OtcSayRequest,
  ) {
    await this.sayInOtcOrder.execute({ userId, orderId: id, text: text ?? null, picture: image ?? null, key });
    return ok(successText(language, 'done'));
  }

  /** The picture of a line. */
  @Get('picture')
  @ApiProduces('image/jpeg')
  async picture(
    @CurrentUser() { userId }: CurrentSession,
    @Query() { id, number }: OtcPictureRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.getOtcOrders.own(userId, id);
    sendPhoto(reply, await this.readOtcRoom.picture(id, Number.parseInt(number, 10)));
  }

  /** The whole record of an order, with digests. */
  @Get('evidence')
  @ApiOkEnvelope(OtcEvidencePackView)
  async evidence(@CurrentUser() { userId }: CurrentSession, @Query() { id }: OtcOrderIdRequest) {
    const { order } = await this.getOtcOrders.own(userId, id);
    return ok(await this.readOtcRoom.pack(order, userId));
  }
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number.parseInt(text, 10);
}
