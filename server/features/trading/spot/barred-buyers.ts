/** Who may not buy is asked of again only after so long. */
const BARRED_MS = 30_000;
/** So many of them in one look, those who have been passed over for the longest first: the others are passed over for longer. */
const AGAIN_AT_ONCE = 200;

/**
 * Users of whom looks have found that nothing may be bought for them, by book: their purchases are passed over for a while, so that they hold
 * up nobody behind them, however many they are. That somebody may buy is never remembered.
 */
export class BarredBuyers {
  private readonly until = { real: new Map<string, number>(), demo: new Map<string, number>() };

  /** Whose purchases a look at this instant passes over. */
  of(demo: boolean, now: number): string[] {
    const barred = this.book(demo);
    let again = 0;
    for (const [userId, until] of barred) {
      if (until > now || again === AGAIN_AT_ONCE) break;
      barred.delete(userId);
      again += 1;
    }
    return [...barred.keys()];
  }

  add(demo: boolean, userIds: Iterable<string>, now: number): void {
    const barred = this.book(demo);
    for (const userId of userIds) {
      // The longest ago stand first.
      barred.delete(userId);
      barred.set(userId, now + BARRED_MS);
    }
  }

  private book(demo: boolean): Map<string, number> {
    return demo ? this.until.demo : this.until.real;
  }
}
