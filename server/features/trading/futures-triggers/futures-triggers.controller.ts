import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { LiquidationReportRequest, StopReceiptView } from '../../../contract/trading/liquidation.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ListStopReceipts } from './list-stop-receipts.js';

/** Stops of perpetual contracts. */
@ApiTags('futures')
@Controller('futures')
export class FuturesTriggersController {
  constructor(private readonly listStopReceipts: ListStopReceipts) {}

  /** Take-profits and stop-losses of a position of the caller that fired. */
  @SignedIn()
  @Get('stop-receipts')
  @ApiOkEnvelope([StopReceiptView])
  async stops(@CurrentUser() { userId }: CurrentSession, @Query() { id }: LiquidationReportRequest) {
    return ok(await this.listStopReceipts.execute(userId, id));
  }
}
