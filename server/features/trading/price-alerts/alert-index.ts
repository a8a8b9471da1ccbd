import { SortedThresholds } from '../futures-index/index.js';
import { type Phase, PHASES, type Step, step } from './alert.rules.js';
import { type Series, seriesOf, type ShownReading, type WatchedAlert } from './watched-alert.js';

/** What became of an alert at a figure. */
export interface Outcome {
  /** As it stands now. */
  alert: WatchedAlert;
  isOver: boolean;
  /** Null: it was not about telling anybody. */
  wentOffAt: ShownReading | null;
}

type Lists = Record<Phase, SortedThresholds>;

/**
 * The alerts that wait, by figure and by where they stand, ordered by level: a figure that reaches nobody costs a few
 * comparisons. Levels are rounded to floating point, which keeps their order, and whoever is found is judged exactly.
 */
export class AlertIndex {
  private readonly alerts = new Map<number, WatchedAlert>();
  private readonly lists = new Map<Series, Lists>();

  get size(): number {
    return this.alerts.size;
  }

  get(id: number): WatchedAlert | undefined {
    return this.alerts.get(id);
  }

  /** Whether anybody waits for the figure. */
  waitsFor(series: Series): boolean {
    return this.lists.has(series);
  }

  series(): IterableIterator<Series> {
    return this.lists.keys();
  }

  /** Inserts or replaces one, as a copy. */
  put(alert: WatchedAlert): void {
    this.remove(alert.id);
    const series = seriesOf(alert, alert.userId);
    const lists = this.lists.get(series) ?? newLists();
    this.lists.set(series, lists);
    lists[alert.phase].add(placeOf(alert), alert.id);
    this.alerts.set(alert.id, { ...alert });
  }

  remove(id: number): void {
    const alert = this.alerts.get(id);
    if (!alert) return;
    this.alerts.delete(id);
    const series = seriesOf(alert, alert.userId);
    const lists = this.lists.get(series) as Lists;
    lists[alert.phase].remove(placeOf(alert), id);
    this.forgetEmpty(series, lists);
  }

  /**
   * What becomes of all that wait for a figure, in no order. Whoever is over is gone from here. Thousands may be reached at
   * once, so they are changed in place.
   */
  judge(series: Series, reading: ShownReading): Outcome[] {
    const lists = this.lists.get(series);
    if (!lists) return [];
    const outcomes: Outcome[] = [];
    for (const id of taken(lists, reading)) {
      const alert = this.alerts.get(id) as WatchedAlert;
      const next = step(alert, reading);
      if (next !== null)
        outcomes.push({ alert, isOver: next.standing === null, wentOffAt: next.wentOff ? reading : null });
      this.follow(lists, alert, next);
    }
    this.forgetEmpty(series, lists);
    return outcomes;
  }

  /** Puts one that was taken out where it stands now: back, if it was found and nothing became of it. */
  private follow(lists: Lists, alert: WatchedAlert, next: Step | null): void {
    if (next?.standing === null) {
      this.alerts.delete(alert.id);
      return;
    }
    if (next !== null) {
      alert.phase = next.standing.phase;
      alert.since = next.standing.since;
      alert.wakesAt = next.standing.wakesAt;
    }
    lists[alert.phase].add(placeOf(alert), alert.id);
  }

  private forgetEmpty(series: Series, lists: Lists): void {
    if (PHASES.every((phase) => lists[phase].size === 0)) this.lists.delete(series);
  }
}

/** Takes out whom a figure may move: all that it does, and few others. */
function taken(lists: Lists, { at, value }: ShownReading): number[] {
  const place = Number(value);
  const ids: number[] = [];
  lists.up.takeAtOrBelow(place, ids);
  lists.below.takeAtOrBelow(place, ids);
  lists.down.takeAtOrAbove(place, ids);
  lists.above.takeAtOrAbove(place, ids);
  lists.asleep.takeAtOrBelow(at, ids);
  return ids;
}

/** Where an alert stands in its list. */
function placeOf({ phase, level, wakesAt }: WatchedAlert): number {
  return phase === 'asleep' ? (wakesAt ?? 0) : Number(level);
}

function newLists(): Lists {
  return {
    up: new SortedThresholds(),
    down: new SortedThresholds(),
    above: new SortedThresholds(),
    below: new SortedThresholds(),
    asleep: new SortedThresholds(),
  };
}
