/**
 * Asks for several callers at once: an answer that is shared by those who ask while it is not asked for yet. Nobody gets one that was
 * asked for before the call, since what it says may be older than what the caller knows.
 */
export class LatestAnswer<Answer> {
  private running: Promise<Answer> | null = null;
  private next: Promise<Answer> | null = null;

  constructor(private readonly ask: () => Promise<Answer>) {}

  /** @throws what the question throws. */
  get(): Promise<Answer> {
    if (this.running === null) return this.begin();
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = null;
        return this.begin();
      });
    return this.next;
  }

  private begin(): Promise<Answer> {
    const running = this.ask().finally(() => {
      if (this.running === running) this.running = null;
    });
    this.running = running;
    return running;
  }
}
