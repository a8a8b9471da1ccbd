import { Injectable, Logger } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { MarginLevel } from '../../../contract/rules/margin.rules.js';
import { Failures } from '../../../platform/database/failures.js';
import { forcedInTheEnd } from '../taken-depth/index.js';
import {
  type AccountKey,
  accountKey,
  always,
  type BookOfMarket,
  closeCross,
  closeIsolated,
  type ClosingGroup,
  type CrossBacking,
  crossThresholds,
  type DecisionMarket,
  DecisionMarkets,
  type HeldPosition,
  isolatedStanding,
  isPriced,
  judgedAccount,
  leastSurplus,
  marketInBook,
  NEXT_RATIO,
  type PricedMarket,
  FuturesIndex,
  FuturesIndexStore,
  type Standing,
} from '../futures-index/index.js';
import { ActOnMargins, type Verdict } from './act-on-margins.js';
import type { LevelChange } from './liquidation.store.js';

/** Batch size of decisions: small enough that the marks are still current when the batch is executed. */
const AT_ONCE = 250;

/** The decisions so far, and adding one that closes. */
interface Deciding {
  verdict: Verdict;
  close: (group: ClosingGroup) => void;
}

/** Whom to decide together, and whether they close beyond the book. */
interface Round {
  ids: readonly number[];
  accounts: readonly AccountKey[];
  forced: boolean;
}

const NOBODY: Verdict = { groups: [], levels: [], marks: {} };

/** How often each of some was overtaken, and had changed. */
class Tries {
  private readonly counters = new Map<string, () => boolean>();
  private readonly changes = new Map<string, number>();

  /** How often a group had changed, with this time. */
  countChange(group: ClosingGroup): number {
    const count = (this.changes.get(nameOf(group)) ?? 0) + 1;
    this.changes.set(nameOf(group), count);
    return count;
  }

  /** Whether a group that was overtaken must close the next time, even if others take more meanwhile. */
  isForcedAfter(group: ClosingGroup): boolean {
    const name = nameOf(group);
    const isForced = this.counters.get(name) ?? begun(forcedInTheEnd());
    this.counters.set(name, isForced);
    return isForced();
  }
}

function nameOf({ cross, userId, demo, all }: ClosingGroup): string {
  return cross ? accountKey(userId, demo) : String(all[0]?.[0]);
}

/** A counter at its first try. */
function begun(isForced: () => boolean): () => boolean {
  isForced();
  return isForced;
}

function roundOf(groups: readonly ClosingGroup[], forced: boolean): Round {
  return {
    ids: groups.filter(({ cross }) => !cross).flatMap(({ all }) => all.map(([id]) => Number(id))),
    accounts: groups.filter(({ cross }) => cross).map(({ userId, demo }) => accountKey(userId, demo)),
    forced,
  };
}

/**
 * Decides by rows and confirmed marks which positions to warn about or liquidate, and executes it. The decision is
 * exact and made outside the transaction; inside it the rows must still have the versions that it was made from.
 */
@Injectable()
export class CheckMargins {
  private readonly logger = new Logger(CheckMargins.name);

  constructor(
    private readonly reads: FuturesIndexStore,
    private readonly markets: DecisionMarkets,
    private readonly futuresIndex: FuturesIndex,
    private readonly actOnMargins: ActOnMargins,
  ) {}

  /**
   * Decides isolated positions and cross accounts, and executes the decisions.
   * @returns how many positions were closed, wholly or in part.
   * @throws the failures, after all other decisions were executed.
   */
  async execute(ids: readonly number[], accounts: readonly AccountKey[] = []): Promise<number> {
    const failures = new Failures();
    let acted = 0;
    const act = async (some: readonly number[], keys: readonly AccountKey[]) => {
      acted += await failures.apart(async () => (await this.settle(some, keys)).closed, 0);
    };
    for (let from = 0; from < ids.length; from += AT_ONCE) await act(ids.slice(from, from + AT_ONCE), []);
    for (let from = 0; from < accounts.length; from += AT_ONCE) await act([], accounts.slice(from, from + AT_ONCE));
    failures.end();
    return acted;
  }

  /**
   * Decides as many as go together, and executes the decisions. Those that were priced by levels which others have taken
   * meanwhile are decided again, by what is left then; so are those in front of which somebody takes less than was reckoned with; those
   * of a transaction that failed are, too, each by itself. So are users who have changed something since, or a client that always does would
   * never be liquidated: first together, as most of them another worker has closed, then each by itself, which takes milliseconds.
   *
   * It ends: a group is overtaken so often at most, then it is forced, takes nothing of the book and is not overtaken any more. Where
   * nobody is overtaken each round hands fewer groups back than it had, as the first of them is behind nobody, or splits into rounds
   * of one group, which hand nothing back.
   * @returns how many positions were closed, and how many groups needed only their orders cancelled.
   * @throws the failures, after all other decisions were executed.
   */
  async settle(
    ids: readonly number[],
    accounts: readonly AccountKey[],
  ): Promise<{ closed: number; cancelled: number }> {
    const done = { closed: 0, cancelled: 0 };
    const failures = new Failures();
    const tries = new Tries();
    const rounds: Round[] = [{ ids, accounts, forced: false }];
    for (let round = rounds.shift(); round; round = rounds.shift()) {
      const { forced } = round;
      const verdict = await failures.apart(() => this.decide(round.ids, round.accounts, forced), NOBODY);
      const { closed, overtaken, behind, alone, changed, failures: failed } = await this.actOnMargins.execute(verdict);
      for (const failure of failed) failures.keep(failure);
      done.closed += closed;
      const counts = new Map(changed.map((group) => [group, tries.countChange(group)]));
      const single = [...alone, ...changed.filter((group) => counts.get(group) === 2)];
      const undone = [...alone, ...changed];
      done.cancelled += verdict.groups.filter((each) => each.items.length === 0 && !undone.includes(each)).length;
      const late = overtaken.filter((group) => tries.isForcedAfter(group));
      const first = changed.filter((group) => counts.get(group) === 1);
      const again = [...behind, ...overtaken.filter((group) => !late.includes(group)), ...first];
      const next = [roundOf(again, forced), roundOf(late, true), ...single.map((group) => roundOf([group], forced))];
      rounds.push(...next.filter((each) => each.ids.length + each.accounts.length > 0));
    }
    failures.end();
    return done;
  }
  /**
   * The decisions without executing them, each priced by what those before it have left of the book; `forced`: beyond the book.
   * Updates the thresholds of cross accounts.
   */
  async decide(ids: readonly number[], accounts: readonly AccountKey[] = [], forced = false): Promise<Verdict> {
    const verdict: Verdict = { groups: [], levels: [], marks: {} };
    const known = new Map<number, PricedMarket | null>();
    const marketOf = async ({ marketId, demo }: BookOfMarket): Promise<PricedMarket | null> => {
      const key = marketInBook(marketId, demo);
      if (!known.has(key)) {
        this.markets.sample(marketId);
        // Without marks to report there is no price to act on: they may expire between two looks.
        const marks = this.markets.reported(marketId);
        known.set(key, marks && (await this.markets.closable({ marketId, demo }, forced)));
        if (marks) verdict.marks[marketId] = marks;
      }
      return known.get(key) as PricedMarket | null;
    };
    /** The next one finds the book without what this group takes. */
    const close = (group: ClosingGroup) => {
      verdict.groups.push(group);
      for (const { marketId, fills, takes } of group.items) {
        const key = marketInBook(marketId, group.demo);
        known.set(key, (known.get(key) as PricedMarket).after([{ fills, takes }]));
      }
    };
    if (ids.length > 0) {
      for (const held of await this.reads.isolated(ids)) {
        const market = await marketOf(held);
        if (market) this.apart(`position ${held.id}`, () => this.judgeIsolated(held, market, { verdict, close }));
      }
    }
    if (accounts.length > 0) {
      const wanted = accounts.map((key) => ({ userId: key.split(':')[0] as string, demo: key.endsWith(':1') }));
      for (const { positions, backing } of await this.reads.cross(wanted)) {
        const markets = await this.marketsOf(positions, marketOf);
        if (!markets) continue;
        const user = positions[0]?.userId;
        this.apart(`the cross account of user ${user}`, () =>
          this.judgeCross(positions, backing, markets, { verdict, close }),
        );
      }
    }
    return verdict;
  }

  /** An account that cannot be judged does not stop the others; it is logged at every check. */
  private apart(whose: string, judge: () => void): void {
    try {
      judge();
    } catch (error) {
      this.logger.error(`The margin of ${whose} could not be judged: ${String(error)}`);
    }
  }

  /** The market data of an account's positions; null when one of them has none yet, or none has a price. */
  private async marketsOf(
    positions: readonly HeldPosition[],
    marketOf: (book: BookOfMarket) => Promise<PricedMarket | null>,
  ): Promise<Map<number, DecisionMarket> | null> {
    const markets = new Map<number, DecisionMarket>();
    for (const held of positions) {
      const market = (await marketOf(held)) ?? (await this.markets.unpriced(held));
      if (!market) return null;
      markets.set(held.marketId, market);
    }
    return [...markets.values()].some(isPriced) ? markets : null;
  }

  private judgeIsolated(held: HeldPosition, market: PricedMarket, { verdict, close }: Deciding): void {
    const now = isolatedStanding(held, market);
    if (now.liquidated) close(closeIsolated(held, market));
    else if (now.level !== held.warnedLevel) verdict.levels.push(levelChange(held, held.id, now));
  }

  private judgeCross(
    positions: HeldPosition[],
    backing: CrossBacking,
    markets: Map<number, DecisionMarket>,
    { verdict, close }: Deciding,
  ): void {
    const [first] = positions;
    if (!first) return;
    const { now } = judgedAccount(positions, backing, markets);
    // A lower warning level must not follow from assumed prices.
    const isKnown = [...markets.values()].every((market) => market.isGone || isPriced(market));
    const closing = now.liquidated ? closeCross(positions, backing, markets) : null;
    if (closing) close(closing);
    else if (now.level !== first.warnedLevel && (isKnown || isWorse(now.level, first.warnedLevel))) {
      verdict.levels.push(levelChange(first, null, now));
    }
    const ratio = NEXT_RATIO[now.level];
    const surplus = leastSurplus(positions, backing, markets, ratio);
    const counted = positions.filter((held) => !markets.get(held.marketId)?.isGone);
    const parts = counted.map((held) => ({
      id: Number(held.id),
      side: held.side,
      quantity: held.lots * Number(held.lotSize),
      mark: Number((markets.get(held.marketId) as DecisionMarket).marks[held.side]),
      worstRate: this.futuresIndex.worstRate(held.marketId) + Number(held.closeFeeRatio),
    }));
    const bounds = crossThresholds(parts, surplus.toNumber(), ratio);
    for (const held of positions) {
      const id = Number(held.id);
      // Any first mark of a market that was gone is checked.
      const price = bounds.get(id) ?? always(held.side);
      this.futuresIndex.margins.put({ id, market: marketInBook(held.marketId, held.demo), side: held.side, price });
    }
  }
}

const LEVELS: readonly MarginLevel[] = ['safe', 'warning', 'critical'];
const isWorse = (level: MarginLevel, before: MarginLevel): boolean => LEVELS.indexOf(level) > LEVELS.indexOf(before);

function levelChange(held: HeldPosition, positionId: string | null, now: Standing): LevelChange {
  const { userId, demo, marketId } = held;
  const figures = {
    marketId: positionId === null ? null : marketId,
    equity: now.equity.toDecimalPlaces(8, Decimal.ROUND_DOWN).toFixed(),
    required: now.required.toDecimalPlaces(8, Decimal.ROUND_UP).toFixed(),
  };
  return { userId, demo, positionId, level: now.level, figures };
}
