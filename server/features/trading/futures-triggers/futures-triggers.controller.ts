import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import { LiquidationReportRequest, StopReceiptView } from '../../../contract/trading/liquidation.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { EndedClosingView } from '../../../contract/trading/futures.dto.js';
import { FuturesClosingAmendmentView } from '../../../contract/trading/futures-amendments.dto.js';
import { FuturesClosingsRequest, LeverCloseCancelRequest } from '../../../contract/trading/futures-requests.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { ListClosingAmendments } from './list-closing-amendments.js';
import { ListEndedClosings } from './list-ended-closings.js';
import { ListStopReceipts } from './list-stop-receipts.js';

/** Stops of perpetual contracts, and orders that close them. */
@ApiTags('futures')
@Controller('futures')
export class FuturesTriggersController {
  constructor(
    private readonly listStopReceipts: ListStopReceipts,
    private readonly listEndedClosings: ListEndedClosings,
    private readonly listClosingAmendments: ListClosingAmendments,
  ) {}

  /** Take-profits and stop-losses of a position of the caller that fired. */
  @SignedIn()
  @Get('stop-receipts')
  @ApiOkEnvelope([StopReceiptView])
  async stops(@CurrentUser() { userId }: CurrentSession, @Query() { id }: LiquidationReportRequest) {
    return ok(await this.listStopReceipts.execute(userId, id));
  }

  /** Orders to close lots at a limit that have ended, the newest first. */
  @SignedIn()
  @Get('closings')
  @ForKeys('read')
  @ApiOkEnvelope([EndedClosingView])
  async closings(@CurrentUser() { userId }: CurrentSession, @Query() request: FuturesClosingsRequest) {
    const demo = isDemoAccount(request.account_type);
    return ok(await this.listEndedClosings.execute({ userId, demo, ...pageAsked(request) }));
  }

  /** What the caller has changed of an order to close lots, the newest first. */
  @SignedIn()
  @Get('closing-amendments')
  @ForKeys('read', { row: 'position' })
  @ApiOkEnvelope([FuturesClosingAmendmentView])
  async amendments(@CurrentUser() { userId }: CurrentSession, @Query() { id, closing_id }: LeverCloseCancelRequest) {
    return ok(await this.listClosingAmendments.execute({ userId, positionId: id, closingId: closing_id }));
  }
}
