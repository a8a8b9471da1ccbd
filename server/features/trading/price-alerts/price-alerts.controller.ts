import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { pageAsked, paginator } from '../../../contract/pages.dto.js';
import {
  PriceAlertChangeRequest,
  PriceAlertIdRequest,
  PriceAlertPage,
  PriceAlertRequest,
  PriceAlertsRequest,
} from '../../../contract/trading/price-alerts.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ManagePriceAlerts } from './manage-price-alerts.js';
import { ListPriceAlerts } from './list-price-alerts.js';
import { SavePriceAlert } from './save-price-alert.js';

/** What the caller wants to be told of: prices, changes, funding rates, its margin. */
@ApiTags('price alerts')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('price_alert')
export class PriceAlertsController {
  constructor(
    private readonly listPriceAlerts: ListPriceAlerts,
    private readonly savePriceAlert: SavePriceAlert,
    private readonly managePriceAlerts: ManagePriceAlerts,
  ) {}

  /** The caller's alerts, newest first. */
  @Get('list')
  @ApiOkEnvelope(PriceAlertPage)
  async list(@CurrentUser() { userId }: CurrentSession, @Query() request: PriceAlertsRequest) {
    const asked = pageAsked(request);
    const { rows, total } = await this.listPriceAlerts.execute(userId, request.state ?? 'waiting', asked);
    return ok(paginator(rows, total, { ...asked, path: '/api/price_alert/list' }));
  }

  /** Makes one; the answer is its id. */
  @Post('create')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async create(@CurrentUser() { userId }: CurrentSession, @Body() request: PriceAlertRequest) {
    return ok(await this.savePriceAlert.execute(userId, request));
  }

  /** Changes all of one; it waits from now on, also when it was paused or had gone off. */
  @Post('edit')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async edit(@CurrentUser() { userId }: CurrentSession, @Body() request: PriceAlertChangeRequest) {
    await this.savePriceAlert.change(userId, request.id, request);
    return ok('ok');
  }

  @Post('pause')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async pause(@CurrentUser() { userId }: CurrentSession, @Body() { id }: PriceAlertIdRequest) {
    await this.managePriceAlerts.pause(userId, id);
    return ok('ok');
  }

  @Post('resume')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async resume(@CurrentUser() { userId }: CurrentSession, @Body() { id }: PriceAlertIdRequest) {
    await this.managePriceAlerts.resume(userId, id);
    return ok('ok');
  }

  @Post('delete')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async remove(@CurrentUser() { userId }: CurrentSession, @Body() { id }: PriceAlertIdRequest) {
    await this.managePriceAlerts.remove(userId, id);
    return ok('ok');
  }
}
