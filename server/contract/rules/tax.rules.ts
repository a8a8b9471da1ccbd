import { type DecimalText, fromUnits, toUnits, UNIT } from '../money.js';

/** Which of the coins that are there go first: the oldest, or a part of all at their average cost. */
export const TAX_METHODS = ['fifo', 'average'] as const;
export type TaxMethod = (typeof TAX_METHODS)[number];

/** What a journal did to a coin, in the order in which it happened. */
export interface TaxEvent {
  /** Unix milliseconds. */
  at: number;
  journalId: string;
  currency: string;
  /** `acquire` and `dispose` with what was paid or received; `move`: it left for somewhere else, and nothing was sold. */
  kind: 'acquire' | 'dispose' | 'move';
  /** Above zero. */
  quantity: DecimalText;
  /** Of all of it, in USDT: the cost, or the proceeds. Null: no price was recorded. */
  value: DecimalText | null;
  /** The value is a recorded price at the instant, not what was agreed. */
  isAssumed: boolean;
}

/**
 * A disposal, or a part of one: the coins of one acquisition, or of the pool of all of them. Worths in USDT; null: a price that they need
 * was not recorded.
 */
export interface TaxLine {
  at: number;
  journalId: string;
  currency: string;
  kind: 'dispose' | 'move';
  quantity: DecimalText;
  /** Null for a move, too. */
  proceeds: DecimalText | null;
  cost: DecimalText | null;
  /** `proceeds - cost`. */
  gain: DecimalText | null;
  /** When and in which journal it was acquired; null for a part of the pool, and for more than was ever acquired. */
  acquiredAt: number | null;
  acquiredIn: string | null;
  /** Whether the proceeds, or the cost, are by a recorded price. */
  isAssumed: boolean;
  /** More than was ever acquired: it has no cost. */
  isUncovered: boolean;
}

interface Lot {
  journalId: string | null;
  at: number | null;
  quantity: bigint;
  cost: bigint | null;
  isAssumed: boolean;
}

/** A whole that is divided by parts: what a division leaves stays with what is left, so that all parts are the whole. */
function share(whole: bigint | null, part: bigint, of: bigint): bigint | null {
  return whole === null ? null : (whole * part) / of;
}

function less(whole: bigint | null, part: bigint | null): bigint | null {
  return whole === null || part === null ? null : whole - part;
}

/** Lots in the order in which they came; those before the first one are spent. Many thousand are not moved up for each that is spent. */
interface Lots {
  all: Lot[];
  first: number;
}

function textOf(units: bigint | null): DecimalText | null {
  return units === null ? null : fromUnits(units);
}

/**
 * What a user has of each coin, with what it cost, and what each disposal gains. Everything is whole units of 10^-18: all gains of a coin
 * that is sold out are what it brought less what it cost, to the last digit.
 */
export class TaxHoldings {
  private readonly lots = new Map<string, Lots>();

  constructor(private readonly method: TaxMethod) {}

  /** Events in the order in which they happened; answers the lines of a disposal. */
  take(event: TaxEvent): TaxLine[] {
    const lots = this.lots.get(event.currency) ?? { all: [], first: 0 };
    this.lots.set(event.currency, lots);
    if (event.kind !== 'acquire') return dispose(lots, event, event.kind);
    acquire(this.method, lots, event);
    return [];
  }

  /** What is left of a coin, and what that cost. */
  left(currency: string): { quantity: DecimalText; cost: DecimalText | null } {
    const { all, first } = this.lots.get(currency) ?? { all: [], first: 0 };
    const lots = all.slice(first);
    const cost = lots.reduce<bigint | null>(
      (sum, lot) => (sum === null || lot.cost === null ? null : sum + lot.cost),
      0n,
    );
    return { quantity: fromUnits(lots.reduce((sum, { quantity }) => sum + quantity, 0n)), cost: textOf(cost) };
  }
}

function acquire(
  method: TaxMethod,
  { all, first }: Lots,
  { at, journalId, quantity, value, isAssumed }: TaxEvent,
): void {
  const cost = value === null ? null : toUnits(value);
  const pool = all[first];
  if (method === 'fifo') all.push({ journalId, at, quantity: toUnits(quantity), cost, isAssumed });
  else if (!pool) all.push({ journalId: null, at: null, quantity: toUnits(quantity), cost, isAssumed });
  else {
    pool.quantity += toUnits(quantity);
    pool.cost = pool.cost === null || cost === null ? null : pool.cost + cost;
    pool.isAssumed ||= isAssumed;
  }
}

/** A line for each lot that it takes of; what nobody acquired comes last. */
function dispose(lots: Lots, event: TaxEvent, kind: TaxLine['kind']): TaxLine[] {
  const { at, journalId, currency } = event;
  let wanted = toUnits(event.quantity);
  let proceeds = kind === 'move' || event.value === null ? null : toUnits(event.value);
  const lines: TaxLine[] = [];
  while (wanted > 0n) {
    const lot = lots.all[lots.first];
    const part = lot && lot.quantity < wanted ? lot.quantity : wanted;
    const cost = lot ? share(lot.cost, part, lot.quantity) : 0n;
    const received = share(proceeds, part, wanted);
    lines.push({
      at,
      journalId,
      currency,
      kind,
      quantity: fromUnits(part),
      proceeds: textOf(received),
      cost: textOf(cost),
      gain: textOf(less(received, cost)),
      acquiredAt: lot?.at ?? null,
      acquiredIn: lot?.journalId ?? null,
      isAssumed: (kind === 'dispose' && event.isAssumed) || (lot?.isAssumed ?? false),
      isUncovered: lot === undefined,
    });
    proceeds = less(proceeds, received);
    wanted -= part;
    if (!lot) continue;
    lot.quantity -= part;
    lot.cost = less(lot.cost, cost);
    if (lot.quantity === 0n) lots.first += 1;
  }
  return lines;
}

/** The unit that everything is reckoned in: having it is neither gain nor loss. */
export const TAX_CASH = 'USDT';

/** How the journals of a reason count. */
export type TaxSense =
  /** What leaves is given for what comes. */
  | 'exchange'
  /** It was bought or sold outside, for money that is not here: at the recorded price. */
  | 'sale'
  /** It lies with a sale that gives coins for it or gives it back: until the coins come nothing is sold. */
  | 'escrow'
  /** It comes from elsewhere at the recorded price, and leaves for elsewhere without being sold. */
  | 'move'
  /** It comes as income at the recorded price, and what leaves is a cost: both by the recorded price. */
  | 'income'
  /** Contracts and options: what they brought, in a section of their own. */
  | 'derivative';

const INCOME = ['referral.rebate', 'trust.interest', 'trust.redeem', 'subscription.release'];
const EXCHANGES = ['spot.fill', 'subscription.deliver'];
const ESCROWS = ['ieo.pay', 'ieo.return'];
const DERIVATIVES = ['futures.', 'options.'];

/** By its reason. What none of these names moves coins, and neither buys nor sells them. */
export function taxSenseOf(reason: string): TaxSense {
  if (EXCHANGES.includes(reason)) return 'exchange';
  if (INCOME.includes(reason)) return 'income';
  if (ESCROWS.includes(reason)) return 'escrow';
  if (reason === 'otc.release') return 'sale';
  return DERIVATIVES.some((prefix) => reason.startsWith(prefix)) ? 'derivative' : 'move';
}

/** A currency that a journal gave or took, all accounts of the user together. */
export interface TaxChange {
  currency: string;
  /** Above zero came, below zero went. */
  amount: DecimalText;
  /** In USDT, as recorded at the instant; null: there is none. */
  price: DecimalText | null;
  /** What was given for it, where that was paid in journals before: it is sold now, when what it pays for comes. */
  paid: Pick<TaxChange, 'currency' | 'amount' | 'price'> | null;
}

export interface TaxJournal {
  at: number;
  journalId: string;
  reason: string;
  changes: readonly TaxChange[];
}

/** Income, or what contracts and options brought. */
export interface TaxResult {
  at: number;
  journalId: string;
  reason: string;
  currency: string;
  /** Signed. */
  quantity: DecimalText;
  /** In USDT, signed; null where no price was recorded. */
  value: DecimalText | null;
  section: 'income' | 'derivative';
}

/** What a journal means for gains, by the sense of its reason. */
export function taxEventsOf(journal: TaxJournal): TaxEvent[] {
  const sense = taxSenseOf(journal.reason);
  if (sense === 'escrow') return [];
  const coins = journal.changes.filter(({ currency }) => currency !== TAX_CASH);
  if (sense === 'exchange') return exchanged(journal, coins);
  const out = sense === 'move' ? 'move' : 'dispose';
  return coins.flatMap((change) =>
    change.paid ? paidFor(journal, change, change.paid) : [eventOf(journal, change, isIn(change) ? 'acquire' : out)],
  );
}

/** What paid is sold for what the coins cost: its worth in the instant in which they came, which is of both or of neither. */
function paidFor(journal: TaxJournal, change: TaxChange, payment: Omit<TaxChange, 'paid'>): TaxEvent[] {
  const isAssumed = payment.currency !== TAX_CASH;
  const sold = { ...eventOf(journal, { ...payment, paid: null }, 'dispose'), isAssumed };
  const came = { ...eventOf(journal, change, 'acquire'), value: sold.value, isAssumed };
  return isAssumed ? [sold, came] : [came];
}

/** The section in which the journals of a reason are added up; null: in none. */
function sectionOf(reason: string): TaxResult['section'] | null {
  const sense = taxSenseOf(reason);
  return sense === 'income' || sense === 'derivative' ? sense : null;
}

/** Whether the report has a sum of the journals of this reason. */
export function isSummed(reason: string): boolean {
  return sectionOf(reason) !== null;
}

/** What a journal brought of itself. */
export function taxResultsOf({ at, journalId, reason, changes }: TaxJournal): TaxResult[] {
  const section = sectionOf(reason);
  if (section === null) return [];
  return changes.map((change) => {
    const value = worthOf(change);
    const signed = value === null || isIn(change) || value === '0' ? value : `-${value}`;
    return { at, journalId, reason, currency: change.currency, quantity: change.amount, value: signed, section };
  });
}

/**
 * What came cost what went, and what went brought what came: against USDT exactly, between coins by the recorded price, and by that of
 * the other one where a coin has none, as a new one on its first day.
 */
function exchanged(journal: TaxJournal, coins: readonly TaxChange[]): TaxEvent[] {
  const cash = journal.changes.find(({ currency }) => currency === TAX_CASH);
  const [coin, another] = coins;
  if (coin && !another && cash && isIn(cash) !== isIn(coin)) {
    const event = eventOf(journal, coin, isIn(coin) ? 'acquire' : 'dispose');
    return [{ ...event, value: sizeOf(cash), isAssumed: false }];
  }
  const outFirst = coins.toSorted((one, other) => Number(isIn(one)) - Number(isIn(other)));
  const isPair = coins.length === 2 && !cash;
  return outFirst.map((change) => {
    const event = eventOf(journal, change, isIn(change) ? 'acquire' : 'dispose');
    const other = isPair ? coins.find((one) => isIn(one) !== isIn(change)) : undefined;
    return event.value === null && other ? { ...event, value: worthOf(other) } : event;
  });
}

function eventOf({ at, journalId }: TaxJournal, change: TaxChange, kind: TaxEvent['kind']): TaxEvent {
  const { currency } = change;
  return { at, journalId, currency, kind, quantity: sizeOf(change), value: worthOf(change), isAssumed: true };
}

function isIn({ amount }: TaxChange): boolean {
  return !amount.startsWith('-');
}

function sizeOf(change: TaxChange): DecimalText {
  return isIn(change) ? change.amount : change.amount.slice(1);
}

function worthOf(change: TaxChange): DecimalText | null {
  if (change.currency === TAX_CASH) return sizeOf(change);
  return change.price === null ? null : fromUnits((toUnits(sizeOf(change)) * toUnits(change.price)) / UNIT);
}
