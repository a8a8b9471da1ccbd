import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { AlertChanges } from './alert-changes.js';
import { AlertIndex } from './alert-index.js';
import type { Stretch } from './alert-tape.store.js';
import { type ReadTapeUpTo, WORTH_MS } from './read-new-tape.js';
import { TapeFigures } from './tape-figures.js';
import type { SeriesReading, WatchedAlert } from './watched-alert.js';
import { WatchedAlertsStore } from './watched-alerts.store.js';

/** Changed alerts that one round takes up. */
const ALERTS_AT_ONCE = 500;
/** An hour of one market fits in. What of many markets together does not is left out: these alerts wait from now on. */
const ROWS_AT_ONCE = 4000;

/**
 * Takes up the alerts that their users have made or changed, in the round that first sees them: the tape was judged without
 * them up to its place, so whatever came since they were made is judged for them alone.
 */
@Injectable()
export class CatchUpAlerts {
  constructor(
    private readonly store: WatchedAlertsStore,
    private readonly tapeFigures: TapeFigures,
    private readonly clock: Clock,
  ) {}

  /** Puts them into the index, or takes them out, and notes what became of those that were moved by what is behind the place. */
  async execute(
    tx: Transaction,
    { index, changes }: { index: AlertIndex; changes: AlertChanges },
    { places }: ReadTapeUpTo,
  ): Promise<void> {
    const unheard = await this.store.unheard(tx, ALERTS_AT_ONCE);
    if (unheard.length === 0) return;
    await this.store.hear(
      tx,
      unheard.map(({ alert }) => alert),
    );
    for (const { alert } of unheard) index.remove(alert.id);
    const active = unheard.filter(({ isActive }) => isActive).map(({ alert }) => alert);
    const own = new AlertIndex();
    for (const alert of active) own.put(alert);
    const stretches = stretchesOf(active, new Map(places.map(({ marketId, at }) => [marketId, at])));
    for (const { series, reading } of await this.behind(tx, own, stretches)) changes.take(own.judge(series, reading));
    for (const { id } of active) {
      const alert = own.get(id);
      if (alert) index.put(alert);
    }
  }

  private async behind(tx: Transaction, own: AlertIndex, stretches: readonly Stretch[]): Promise<SeriesReading[]> {
    if (stretches.length === 0) return [];
    const bounds = { oldest: this.clock.now() - WORTH_MS, limit: ROWS_AT_ONCE };
    const { prices } = await this.tapeFigures.read(tx, stretches, bounds);
    return this.tapeFigures.figures(prices, (series) => own.waitsFor(series), tx);
  }
}

/** Of each market what was judged after the oldest of these alerts was made. */
function stretchesOf(alerts: readonly WatchedAlert[], places: ReadonlyMap<number, number>): Stretch[] {
  const since = new Map<number, number>();
  for (const alert of alerts) {
    if (alert.marketId === null) continue;
    since.set(alert.marketId, Math.min(alert.since, since.get(alert.marketId) ?? alert.since));
  }
  return [...since].flatMap(([marketId, after]) => {
    const until = places.get(marketId);
    return until !== undefined && until > after ? [{ marketId, after, until }] : [];
  });
}
