/** What comes within this time is said together. */
const GATHERED_MS = 500;
export const NOTICE_SHOWN_MS = 6000;
/** Lines on the screen at once, the one about all others among them. */
const LINES_MOST = 3;

interface NoticeBoard {
  /** The newest notices with their words; it fails where they cannot be read. */
  read: () => Promise<readonly { id: string | number; content: string }[]>;
  /**
   * Whether they stand there now; not where there is no room, or the same words stand there already. It tells later that
   * they do so no more, and whether something else took their place before their time.
   */
  say: (words: string, gone: (isDisplaced: boolean) => void) => boolean;
  /** How many there are that are not said by their words; it tells later that this stands there no more. */
  sayMore: (notices: number, gone: () => void) => void;
}

/** Notices of a moment: a few are said by their words, of all others is said how many there are, so that none is lost. */
export class GatheredNotices {
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** On the screen by their words. */
  private worded = 0;
  /** On the screen as a number. */
  private more = 0;
  private isStopped = false;

  constructor(private readonly board: NoticeBoard) {}

  add(id: string): void {
    this.waiting.push(id);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.show(this.waiting.splice(0));
    }, GATHERED_MS);
  }

  /** Nothing is said from now on, neither what waits nor what is being read. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async show(ids: readonly string[]): Promise<void> {
    // Several may be read for at once: the lines are given out when the words are there.
    const known = this.linesFor(ids.length) > 0 ? await this.board.read().catch(() => []) : [];
    if (this.isStopped) return;
    const newest = ids.slice(ids.length - this.linesFor(ids.length));
    const found = newest.flatMap((id) => known.find((notice) => String(notice.id) === id) ?? []);
    // The oldest of them first.
    const said = found.filter(({ content }) => this.say(content)).length;
    if (said < ids.length) this.count(ids.length - said);
  }

  /** Where not all of them have a line of their own, one line is for the others. */
  private linesFor(notices: number): number {
    const free = LINES_MOST - this.worded - (this.more > 0 ? 1 : 0);
    return notices <= free ? notices : Math.max(0, this.more > 0 ? free : free - 1);
  }

  private say(words: string): boolean {
    const isSaid = this.board.say(words, (isDisplaced) => {
      this.worded -= 1;
      if (isDisplaced) this.count(1);
    });
    if (isSaid) this.worded += 1;
    return isSaid;
  }

  private count(notices: number): void {
    if (this.isStopped) return;
    this.more += notices;
    this.board.sayMore(this.more, () => {
      this.more = 0;
    });
  }
}
