import { type DecimalText, fromUnits, toUnits } from '../../../../server/contract/money';
import type { StatementLineView } from '../../../../server/contract/wallet/wallet.dto';

/** What an event did to a coin in all the lines of it. */
export interface Sum {
  code: string;
  /** Signed; nothing where the lines only moved it. */
  net: DecimalText;
  /** What came into an account, whichever it was. */
  moved: DecimalText;
}

/** Everything that one event did to the user's accounts. */
export interface StatementEvent {
  id: string;
  info: string;
  createdAt: string;
  sums: Sum[];
  /** Nothing was won, lost, brought or taken away: a transfer, a hold or its end. */
  isNeutral: boolean;
  lines: StatementLineView[];
}

/** What moves money between the accounts of one user, or into and out of a hold; one side of it may be all that is shown. */
const NEUTRAL = new Set([
  'wallet.transfer',
  'sub-account.transfer',
  'withdrawals.freeze',
  'withdrawals.return',
  'futures.reserve',
  'futures.amend',
  'futures.release',
  'futures.add-margin',
  'options.buy',
  'options.void',
  'trust.buy',
  'otc.escrow',
  'otc.escrow-again',
  'otc.return',
  'otc.return-again',
  'ieo.apply',
  'ieo.allot',
  'ieo.lapse',
  'ieo.release',
  'spot.reserve',
  'spot.release',
  'spot.amend',
  'spot.stop-reserve',
  'spot.stop-amend',
  'spot.stop-release',
  'subscription.buy',
  'subscription.return',
]);

/**
 * Lines of one journal together, in the order of the lines, which has them beside one another.
 * @param hasMore the last event may go on with a line that has not been read: it waits for it.
 */
export function eventsOf(lines: readonly StatementLineView[], hasMore: boolean): StatementEvent[] {
  const journals: StatementLineView[][] = [];
  for (const line of lines) {
    const last = journals.at(-1);
    if (last?.[0] && journalOf(last[0]) === journalOf(line)) last.push(line);
    else journals.push([line]);
  }
  const whole = hasMore && journals.length > 1 ? journals.slice(0, -1) : journals;
  return whole.map(eventOf);
}

function journalOf({ reason, transaction_info }: StatementLineView): string {
  return `${reason} ${transaction_info}`;
}

function eventOf(lines: StatementLineView[]): StatementEvent {
  const [first] = lines as [StatementLineView];
  const sums = sumsOf(lines);
  return {
    // A line that is not read yet must not change the name of what is shown already.
    id: first.id,
    info: first.info,
    createdAt: first.created_at,
    sums,
    isNeutral: NEUTRAL.has(first.reason) || sums.every(({ net }) => toUnits(net) === 0n),
    lines,
  };
}

function sumsOf(lines: readonly StatementLineView[]): Sum[] {
  const byCoin = new Map<string, { net: bigint; moved: bigint }>();
  for (const { currency_name: code, value } of lines) {
    const units = toUnits(value);
    const { net, moved } = byCoin.get(code) ?? { net: 0n, moved: 0n };
    byCoin.set(code, { net: net + units, moved: units > 0n ? moved + units : moved });
  }
  return [...byCoin].map(([code, { net, moved }]) => ({ code, net: fromUnits(net), moved: fromUnits(moved) }));
}
