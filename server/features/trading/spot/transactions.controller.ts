import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { SpotMarketRequest } from '../../../contract/trading/spot-ticket.dto.js';
import {
  TransactionDealView,
  TransactionDeleteRequest,
  TransactionRequest,
} from '../../../contract/trading/transactions.dto.js';
import { type CurrentSession, CurrentUser, Public, SignedIn, VisitingUser } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CancelSpotOrder } from './cancel-spot-order.js';
import { GetTransactionDeal } from './get-transaction-deal.js';
import { SubmitSpotOrder } from './submit-spot-order.js';

/** Spot trading in the words of its oldest clients: the same market, the same orders. */
@ApiTags('spot')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class TransactionsController {
  constructor(
    private readonly getTransactionDeal: GetTransactionDeal,
    private readonly submitSpotOrder: SubmitSpotOrder,
    private readonly cancelSpotOrder: CancelSpotOrder,
  ) {}

  /** A market with its book, its last trades and the caller's means; guests have none. */
  @Post('transaction/deal')
  @Public({ readsSession: true })
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(TransactionDealView)
  async deal(@VisitingUser() visitor: CurrentSession | null, @Body() request: SpotMarketRequest) {
    const { currency_id, legal_id, account_type } = request;
    const query = {
      userId: visitor?.userId ?? null,
      baseCurrencyId: Number.parseInt(currency_id, 10),
      quoteCurrencyId: Number.parseInt(legal_id, 10),
      demo: isDemoAccount(account_type),
    };
    return ok(await this.getTransactionDeal.execute(query));
  }

  /** Buys at a limit. */
  @Post('transaction/in')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  buy(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() request: TransactionRequest,
  ) {
    return this.order('buy', { session, language, key, request });
  }

  /** Sells at a limit. */
  @Post('transaction/out')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  sell(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() request: TransactionRequest,
  ) {
    return this.order('sell', { session, language, key, request });
  }

  /** Takes the rest of an order back. */
  @Post('transaction_del')
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async cancel(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: TransactionDeleteRequest,
  ) {
    await this.cancelSpotOrder.execute({ userId, orderId: id, key });
    return ok(successText(language, 'done'));
  }

  private async order(side: 'buy' | 'sell', order: TransactionOrder) {
    const { session, language, key, request } = order;
    const wish = {
      baseCurrencyId: Number.parseInt(request.currency_id, 10),
      quoteCurrencyId: Number.parseInt(request.legal_id, 10),
      demo: isDemoAccount(request.account_type),
      side,
      quantity: request.num,
      limitPrice: request.price,
    };
    await this.submitSpotOrder.execute({ userId: session.userId, wish, worstPrice: null, key });
    return ok(successText(language, 'submitted'));
  }
}

interface TransactionOrder {
  session: CurrentSession;
  language: Language;
  key: string | null;
  request: TransactionRequest;
}
