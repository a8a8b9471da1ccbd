import { type MarginLevel, type PositionSide, sign } from '../../../contract/rules/margin.rules.js';

/** A step of a maintenance table in floating point, for the index alone. */
export interface RoughTier {
  floor: number;
  rate: number;
  deduction: number;
}

/** Inputs of the index for an isolated position. */
export interface RoughPosition {
  side: PositionSide;
  quantity: number;
  /** Of everything that its account has open and ordered in the market and side. */
  exposure: number;
  entryPrice: number;
  margin: number;
  closeFeeRate: number;
}

/** The ratio that a position at this level has to reach for something to happen. */
export const NEXT_RATIO: Record<MarginLevel, number> = { safe: 0.7, warning: 0.9, critical: 1 };

/** Relative safety margin of a threshold, far above the floating point error. */
const CAUTION = 1e-9;

/**
 * The price at which the margin ratio of a position reaches `ratio`, in floating point and slightly early, so that
 * no position is checked too late: hits are checked again by exact rules. The same solution as
 * `liquidationPrice`. Null when no price above zero does it.
 */
export function roughThreshold(position: RoughPosition, tiers: readonly RoughTier[], ratio: number): number | null {
  const { side, quantity, entryPrice, margin, closeFeeRate } = position;
  const exposure = Math.max(quantity, position.exposure);
  const share = quantity / exposure;
  const direction = sign(side);
  let price = Number.NaN;
  for (let index = 0; index < tiers.length; index++) {
    const tier = tiers[index] as RoughTier;
    const slope = quantity * ((tier.rate + closeFeeRate) / ratio - direction);
    if (slope === 0) continue;
    price = (margin - direction * quantity * entryPrice + (tier.deduction * share) / ratio) / slope;
    const next = tiers[index + 1];
    if (!next || exposure * price <= next.floor) break;
  }
  const early = price + direction * CAUTION * (Math.abs(price) + entryPrice);
  return early > 0 ? early : side === 'short' ? 0 : null;
}

/** A position of a cross account as far as the account's bound depends on it. */
export interface CrossPart {
  id: number;
  side: PositionSide;
  quantity: number;
  mark: number;
  /** Highest maintenance rate of its table and its fee of closing, together. */
  worstRate: number;
}

/**
 * Prices inside which nothing can happen to a cross account. What equity has over requirement / ratio is shared
 * equally among the positions, and none can use up more than its share while its mark stays inside its price: a long
 * loses at most quantity × fall; a short loses quantity × rise and its requirement grows by at most its worst rate.
 * Only when a mark leaves its price is the account computed again.
 */
export function crossThresholds(parts: readonly CrossPart[], surplus: number, ratio: number): Map<number, number> {
  const share = Math.max(0, surplus) / parts.length;
  const thresholds = new Map<number, number>();
  for (const { id, side, quantity, mark, worstRate } of parts) {
    const room = (share / (quantity * (side === 'long' ? 1 : 1 + worstRate / ratio))) * (1 - CAUTION);
    thresholds.set(id, (mark - sign(side) * room) * (1 + sign(side) * CAUTION));
  }
  return thresholds;
}
