import { accountTypeOf } from '../../../contract/account-type.dto.js';
import { Decimal } from '../../../contract/decimal.js';
import type { Language } from '../../../contract/errors.js';
import type { FuturesPositionView, PositionFiguresView } from '../../../contract/trading/futures.dto.js';
import type { LeverRiskView, LeverView } from '../../../contract/trading/lever.dto.js';
import { futuresSideName, futuresStatusName } from '../../../contract/languages/futures.js';
import { type DecimalText, truncate } from '../../../contract/money.js';
import { wireAmount } from '../../../contract/wire-decimals.js';
import { wireTime } from '../../../contract/pages.dto.js';
import type { MarketEntity } from '../../markets/market-board/index.js';
import { initialMargin } from '../../../contract/rules/margin.rules.js';
import { isHeld, positionFigures } from '../../../contract/rules/position-figures.rules.js';
import type { FuturesAccount } from '../futures/index.js';

/** Of a margin, as the books keep it. */
const MARGIN_DECIMALS = 8;
const QUANTITY_DECIMALS = 5;
const ZERO = '0.00000000';

/** What the old clients' view of a row needs beside the row. */
export interface LeverReader {
  userId: string;
  language: Language;
  market: (marketId: number) => MarketEntity | undefined;
  figures: (positionId: string) => PositionFiguresView | undefined;
  /** The last price of a market's futures; null when there is none. */
  last: (marketId: number) => DecimalText | null;
}

/** Sums over held positions. */
export interface LeverTotals {
  profits: DecimalText;
  margin: DecimalText;
  initialMargin: DecimalText;
  /** Percent: what the account is worth / the initial margin of what is held; the empty text without positions. */
  hazardRate: string;
}

/**
 * A row as the old clients know it. Missing prices are zero and missing instants the empty text, as in the old
 * contract.
 */
export function leverView(position: FuturesPositionView, reader: LeverReader): LeverView {
  const market = reader.market(position.marketId);
  const figures = reader.figures(position.positionId);
  const opened = position.entryPrice ?? position.limitPrice ?? position.marketPrice;
  // What was ordered, once nothing is held any more.
  const lots = position.lots === 0 ? position.lotsOrdered : position.lots;
  return {
    id: Number.parseInt(position.positionId, 10),
    type: position.side === 'long' ? 1 : 2,
    user_id: Number.parseInt(reader.userId, 10),
    currency: market?.base.id ?? 0,
    legal: position.currencyId,
    origin_price: wireAmount(position.limitPrice ?? position.marketPrice),
    price: wireAmount(opened),
    update_price: wireAmount(position.closePrice ?? figures?.mark ?? lastOf(position, reader) ?? opened),
    target_profit_price: wireAmount(position.takeProfit ?? '0'),
    stop_loss_price: wireAmount(position.stopLoss ?? '0'),
    share: lots,
    number: truncate(new Decimal(position.lotSize).times(lots).toFixed(), QUANTITY_DECIMALS),
    multiple: position.leverage,
    ...money(position, figures),
    status: position.status,
    settled: position.status === 3 ? 1 : 0,
    ...times(position),
    closed_type: position.closedAs ?? '',
    symbol: position.market,
    status_name: futuresStatusName(reader.language, position),
    type_name: futuresSideName(reader.language, position.side),
    agent_path: '',
    ...additions(position, figures),
  };
}

function money(position: FuturesPositionView, figures: PositionFiguresView | undefined) {
  const profits = isHeld(position) ? (figures?.unrealisedProfit ?? '0') : position.realisedProfit;
  return {
    origin_caution_money: wireAmount(isWaiting(position) ? marginToCome(position) : position.initialMargin),
    caution_money: wireAmount(position.status === 0 ? position.reserved : position.margin),
    fact_profits: wireAmount(position.realisedProfit),
    trade_fee: wireAmount(position.fee),
    overnight: ZERO,
    overnight_money: wireAmount(new Decimal(position.funding).negated().toFixed()),
    profits: wireAmount(profits),
  };
}

function isWaiting({ status }: FuturesPositionView): boolean {
  return status === 0;
}

/** What an order that waits is measured against: what its market trades at now. */
function lastOf(position: FuturesPositionView, reader: LeverReader): DecimalText | null {
  return isWaiting(position) ? reader.last(position.marketId) : null;
}

/** The margin that an order opens with, at its own limit. */
function marginToCome({ lots, lotSize, limitPrice, leverage }: FuturesPositionView): DecimalText {
  if (limitPrice === null) return '0';
  return initialMargin(new Decimal(lotSize).times(lots), limitPrice, leverage, MARGIN_DECIMALS).toFixed();
}

function times({ createdAt, openedAt, closedAt, updatedAt }: FuturesPositionView) {
  const text = (at: number | null) => (at === null ? '' : wireTime(new Date(at)));
  return {
    create_time: Math.floor(createdAt / 1000),
    time: text(createdAt),
    update_time: text(updatedAt),
    transaction_time: text(openedAt),
    handle_time: text(closedAt),
    complete_time: text(closedAt),
  };
}

function additions(position: FuturesPositionView, figures: PositionFiguresView | undefined) {
  const { liquidatedAt } = position;
  return {
    order_number: `F${position.positionId.padStart(12, '0')}`,
    account_type: accountTypeOf(position.demo),
    margin_mode: position.marginMode,
    price_type: position.priceType,
    closed_as: position.closedAs ?? '',
    mark_price: figures?.mark ? wireAmount(figures.mark) : '',
    liquidation_price: price(position.liquidationPrice ?? figures?.liquidationPrice ?? null),
    liquidation_time: liquidatedAt === null ? '' : wireTime(new Date(liquidatedAt)),
    added_caution_money: wireAmount(position.addedMargin),
    target_profit_source: position.takeProfitSource,
    stop_loss_source: position.stopLossSource,
  };
}

/** The figures of an account, by position. */
export function figuresOf(account: FuturesAccount): Map<string, PositionFiguresView> {
  return new Map(positionFigures(account.positions, account).map((figures) => [figures.positionId, figures]));
}

/** Sums over held positions, all or a part of them; the account as a whole backs them. */
export function leverTotals(
  account: FuturesAccount,
  figures: ReadonlyMap<string, PositionFiguresView>,
  positions: readonly FuturesPositionView[] = account.positions,
): LeverTotals {
  const held = positions.filter(isHeld);
  const sum = (values: DecimalText[]) => values.reduce((so, value) => so.plus(value), new Decimal(0));
  const profits = sum(held.map(({ positionId }) => figures.get(positionId)?.unrealisedProfit ?? '0'));
  const initial = sum(held.map(({ initialMargin }) => initialMargin));
  const margin = sum(held.map((position) => position.margin));
  const worth = sum(account.balances.map(({ available }) => available))
    .plus(margin)
    .plus(profits);
  return {
    profits: wireAmount(profits.toFixed()),
    margin: wireAmount(margin.toFixed()),
    initialMargin: wireAmount(initial.toFixed()),
    hazardRate: initial.isZero() ? '' : truncate(worth.dividedBy(initial).times(100).toFixed(), 2),
  };
}

export function leverRisk({ profits, hazardRate }: LeverTotals): LeverRiskView {
  return { hazard_rate: hazardRate, profits_total: profits };
}

function price(value: DecimalText | null): string {
  return value === null ? '' : wireAmount(value);
}
