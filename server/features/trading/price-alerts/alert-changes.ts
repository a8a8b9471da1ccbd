import type { Outcome } from './alert-index.js';
import type { ShownReading, WatchedAlert } from './watched-alert.js';

/** What became of an alert, to be written. */
export interface AlertChange {
  /** As it stands in the end. */
  alert: WatchedAlert;
  isOver: boolean;
  /** When it went off, in order. */
  firings: ShownReading[];
}

/** What a round comes to: of each alert one change, however often it was moved. */
export class AlertChanges {
  private readonly changes = new Map<number, AlertChange>();

  take(outcomes: readonly Outcome[]): void {
    for (const { alert, isOver, wentOffAt } of outcomes) {
      const known = this.changes.get(alert.id);
      const firings = known?.firings ?? [];
      if (wentOffAt) firings.push(wentOffAt);
      this.changes.set(alert.id, { alert, isOver, firings });
    }
  }

  of(id: number): AlertChange | undefined {
    return this.changes.get(id);
  }

  all(): AlertChange[] {
    return [...this.changes.values()];
  }
}
