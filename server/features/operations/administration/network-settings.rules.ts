import { parseAmount, toUnits } from '../../../contract/money.js';

export interface ChangeableNetwork {
  depositsOn: boolean;
  withdrawalsOn: boolean;
  depositMinimum: string;
  withdrawalMinimum: string;
  withdrawalFee: string;
  withdrawalFeePercent: string;
  confirmations: number;
}

const SWITCHES: ReadonlySet<string> = new Set(['depositsOn', 'withdrawalsOn']);
/** Decimals of a percentage. */
const PERCENT_SCALE = 6;
/** No setting takes more of a withdrawal than this, whoever agrees to it. */
const FEE_PERCENT_MAX = '5';
/** The fixed fee is at most the smallest withdrawal divided by this. */
const SMALLEST_IN_FEES = 2n;

/**
 * The field that a network cannot have, given the decimals of its coin; null when it can. Fees have bounds that no
 * setting passes: a share of the amount, and of the smallest withdrawal.
 */
export function wrongField(network: ChangeableNetwork, scale: number): keyof ChangeableNetwork | null {
  if (!isAmount(network.depositMinimum, scale)) return 'depositMinimum';
  if (!isAmount(network.withdrawalMinimum, scale) || isZero(network.withdrawalMinimum)) return 'withdrawalMinimum';
  if (!isAmount(network.withdrawalFee, scale)) return 'withdrawalFee';
  const percent = network.withdrawalFeePercent;
  if (!isAmount(percent, PERCENT_SCALE) || toUnits(percent) > toUnits(FEE_PERCENT_MAX)) return 'withdrawalFeePercent';
  return toUnits(network.withdrawalFee) * SMALLEST_IN_FEES <= toUnits(network.withdrawalMinimum)
    ? null
    : 'withdrawalFee';
}

/**
 * Fewer blocks than these do not end what a chain may still take back: a deposit that is credited earlier can be undone on the
 * chain, and its money is gone. A chain of which nothing is said here has one at least; a bank has none.
 */
const CONFIRMATIONS_MIN: Readonly<Record<string, number>> = { ethereum: 12, tron: 19, bitcoin: 2, bank: 0 };

/** Whether a change takes fewer confirmations than the chain is safe with. What was so before may stay, or be raised. */
export function hasTooFewConfirmations(
  chain: string,
  { before, after }: Record<'before' | 'after', Pick<ChangeableNetwork, 'confirmations'>>,
): boolean {
  return after.confirmations < before.confirmations && after.confirmations < (CONFIRMATIONS_MIN[chain] ?? 1);
}

/** What differs, before and after. */
export function changesOf(
  before: ChangeableNetwork,
  after: ChangeableNetwork,
): Partial<Record<keyof ChangeableNetwork, { before: unknown; after: unknown }>> {
  const names = Object.keys(before) as (keyof ChangeableNetwork)[];
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]));
}

/**
 * Switching off is the brake, and holds at once. All else touches money: fees and minimums, how many confirmations a
 * deposit takes, and what is switched on.
 */
export function splitByWait(
  wanted: Partial<ChangeableNetwork>,
): Record<'atOnce' | 'later', Partial<ChangeableNetwork>> {
  const isBrake = ([name, value]: [string, unknown]) => SWITCHES.has(name) && value === false;
  const fields = Object.entries(wanted);
  return {
    atOnce: Object.fromEntries(fields.filter(isBrake)),
    later: Object.fromEntries(fields.filter((field) => !isBrake(field))),
  };
}

function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return left === right;
  return toUnits(left) === toUnits(right);
}

/** Zero or more, with no more decimals than there may be. */
export function isAmount(text: string, scale: number): boolean {
  const { problem } = parseAmount(text, scale);
  return problem === null || problem === 'zero';
}

function isZero(amount: string): boolean {
  return toUnits(amount) === 0n;
}
