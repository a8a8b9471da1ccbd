/** What comes within this time is said together. */
const GATHERED_MS = 500;
export const NOTICE_SHOWN_MS = 6000;
/** Lines on the screen at once, the one about all others among them. */
const LINES_MOST = 3;

interface Teller {
  /** The newest notices with their words; it fails where they cannot be read. */
  read: () => Promise<readonly { id: string | number; content: string }[]>;
  /** Whether they stand there now; not where the same words stand there already. */
  say: (words: string) => boolean;
  /** How many there are that are not said by their words. */
  sayMore: (notices: number) => void;
}

/** Notices of a moment: a few are said by their words, of all others is said how many there are, so that none is lost. */
export class GatheredNotices {
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** On the screen by their words. */
  private worded = 0;
  /** On the screen as a number. */
  private more = 0;
  private moreUntil: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly teller: Teller) {}

  add(id: string): void {
    this.waiting.push(id);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.tell(this.waiting.splice(0));
    }, GATHERED_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.moreUntil);
  }

  private async tell(ids: readonly string[]): Promise<void> {
    const free = LINES_MOST - this.worded - (this.more > 0 ? 1 : 0);
    // Where not all of them have a line of their own, one line is for the others.
    const lines = ids.length <= free ? ids.length : Math.max(0, this.more > 0 ? free : free - 1);
    const said = await this.sayNewest(ids.slice(ids.length - lines));
    if (said < ids.length) this.count(ids.length - said);
  }

  /** The oldest of them first. @returns how many could be said. */
  private async sayNewest(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    this.worded += ids.length;
    const known = await this.teller.read().catch(() => []);
    const found = ids.flatMap((id) => known.find((notice) => String(notice.id) === id) ?? []);
    const said = found.filter(({ content }) => this.teller.say(content)).length;
    this.worded -= ids.length - said;
    setTimeout(() => {
      this.worded -= said;
    }, NOTICE_SHOWN_MS);
    return said;
  }

  private count(notices: number): void {
    this.more += notices;
    this.teller.sayMore(this.more);
    clearTimeout(this.moreUntil);
    this.moreUntil = setTimeout(() => {
      this.more = 0;
    }, NOTICE_SHOWN_MS);
  }
}
