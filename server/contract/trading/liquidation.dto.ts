import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type { DecimalText } from '../money.js';
import type { TapeSample } from '../markets/tape.dto.js';
import { LEVELS } from '../tuples.js';
import { ID } from '../wallet/wallet.dto.js';

export class LiquidationReportRequest {
  /** The position's number. */
  @IsString()
  @Matches(ID)
  id: string;
}

/** Price and quantity. */
export type LiquidationFill = [price: DecimalText, quantity: DecimalText];

/**
 * One step of a liquidation with everything that it was decided from: whoever has the tape can decide it again.
 * Equity is below what is required at the kinder of the two marks, or there would be no step.
 */
export class LiquidationStepView {
  reportId: string;
  positionId: string;
  symbol: string;
  /** `deleveraged`: the gain was closed against a bankrupt position, because the insurance fund was empty. */
  kind: 'partial' | 'full' | 'deleveraged';
  side: 'long' | 'short';
  marginMode: 'isolated' | 'cross';
  /** Unix milliseconds, as all instants. */
  at: number;
  /** The two samples of the mark that it took; the kinder one decided. */
  mark: DecimalText;
  markAt: number;
  markBefore: DecimalText;
  markBeforeAt: number;
  /** Of the position, or of the whole cross account. Null where it was deleveraged: the decision was about another's position. */
  equity: DecimalText | null;
  required: DecimalText | null;
  /**
   * Step of the maintenance table: notional above which it holds, rate, and what is taken off. It goes by all that the
   * account has open in the market and side; floor and deduction are this position's share. Null where it was deleveraged.
   */
  tierFloor: DecimalText | null;
  tierRate: DecimalText | null;
  tierDeduction: DecimalText | null;
  entryPrice: DecimalText;
  margin: DecimalText;
  lotsBefore: number;
  /** Closed in this step. */
  lots: number;
  /** Null: no price above zero, or deleveraged. */
  liquidationPrice: DecimalText | null;
  bankruptcyPrice: DecimalText | null;
  price: DecimalText;
  priceFrom: 'book' | 'mark' | 'bankruptcy';
  /** Price and quantity of what was taken. */
  @ApiProperty(LEVELS)
  fills: LiquidationFill[];
  profit: DecimalText;
  fee: DecimalText;
  /** Part of the loss that was not the user's. */
  shortfall: DecimalText;
  /** Positive: into the insurance fund. */
  insurance: DecimalText;
  /** What the tape says around it, a sample a second; empty where it no longer keeps that day. */
  tape: TapeSample[];
}

/** A stop that fired: which price reached it, and what came of it. */
export class StopReceiptView {
  id: string;
  positionId: string;
  kind: 'take-profit' | 'stop-loss';
  state: 'triggered' | 'executing' | 'done' | 'failed';
  source: 'last' | 'mark' | 'index';
  level: DecimalText;
  value: DecimalText;
  /** Place of the price in the markets' stream. */
  epoch: string;
  sequence: number;
  valueAt: number;
  triggeredAt: number;
  endedAt: number | null;
  /** At which the position was closed. */
  price: DecimalText | null;
  reason: string | null;
}

export class InsuranceDayView {
  /** UTC, `2026-01-31`. */
  day: string;
  into: DecimalText;
  outOf: DecimalText;
  /** At the end of the day. */
  balance: DecimalText;
}

export class InsuranceFundView {
  currency: string;
  /** What the books say now. */
  balance: DecimalText;
  /** Days on which it moved, newest first; at most 90. */
  days: InsuranceDayView[];
}

export class FundingRequest {
  /** `BTC/USDT`; all markets where it is left out. */
  @IsOptional()
  @IsString()
  @MaxLength(32)
  symbol?: string;
}

/** The market was halted or its session closed at the stamp, or no price or no premium of its interval was recorded. */
export type FundingVoid = 'halted' | 'closed' | 'no-price' | 'no-premiums';

export class FundingPastView {
  stamp: number;
  /** `0` where the stamp is void. */
  rate: DecimalText;
  /** Why the stamp moved no money; null where it moved what the rate says. */
  void: FundingVoid | null;
  mark: DecimalText;
}

/** Rates are fractions of the notional for eight hours; longs pay a positive one. */
export class FundingView {
  symbol: string;
  /** What the rate would be if the interval ended now. */
  rate: DecimalText;
  /** Mean of the premiums of this interval, and how many there are. */
  premium: DecimalText;
  samples: number;
  nextAt: number;
  /** Until then, by the server's clock. */
  countdownMs: number;
  /** Newest first, at most 30; only where one market was asked for. */
  past: FundingPastView[];
}
