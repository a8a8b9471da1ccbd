import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { PageRequest, pageAsked } from '../../../contract/pages.dto.js';
import { TransactionOrdersView } from '../../../contract/trading/transactions.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { ListTransactions, type TransactionKind } from './list-transactions.js';
import { transactionView } from './transaction-views.js';

/** The caller's own orders in the words of the oldest clients of spot trading. Real money alone. */
@ApiTags('spot')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class TransactionListsController {
  constructor(
    private readonly listTransactions: ListTransactions,
    private readonly catalog: MarketCatalog,
  ) {}

  /** Purchases that wait. */
  @Post('transaction_in')
  @HttpCode(200)
  @ApiOkEnvelope(TransactionOrdersView)
  purchases(@CurrentUser() session: CurrentSession, @Body() request: PageRequest) {
    return this.list('in', session, request);
  }

  /** Sales that wait. */
  @Post('transaction_out')
  @HttpCode(200)
  @ApiOkEnvelope(TransactionOrdersView)
  sales(@CurrentUser() session: CurrentSession, @Body() request: PageRequest) {
    return this.list('out', session, request);
  }

  /** Purchases and sales that were executed whole. */
  @Post('transaction_complete')
  @HttpCode(200)
  @ApiOkEnvelope(TransactionOrdersView)
  completed(@CurrentUser() session: CurrentSession, @Body() request: PageRequest) {
    return this.list('complete', session, request);
  }

  private async list(kind: TransactionKind, { userId }: CurrentSession, request: PageRequest) {
    const asked = pageAsked(request);
    const { orders, count } = await this.listTransactions.execute(userId, kind, asked);
    return ok<TransactionOrdersView>({
      list: orders.map((order) => transactionView(order, this.catalog)),
      count,
      ...asked,
    });
  }
}
