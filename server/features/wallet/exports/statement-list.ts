import { Injectable } from '@nestjs/common';
import type { ListQuery, ListRow, MadeList, OpenedList } from './exported-lists.js';
import { type AccountPlace, StatementRowsStore } from './statement-rows.store.js';

/** What waits of an account: its next lines, and where the page after them begins. */
interface Head {
  place: AccountPlace;
  rows: StatementRow[];
}
type StatementRow = ListRow & { at: Date; journalNumber: string; sequence: string };

const PAGE_ROWS = 500;

/** The statement: every line of every account, merged from the newest on, each account read forward once. */
@Injectable()
export class StatementList implements MadeList {
  readonly name = 'wallet.statement';
  readonly columns = {
    time: 'instant',
    event: 'reason',
    account: 'text',
    coin: 'text',
    change: 'amount',
    before: 'amount',
    after: 'amount',
    reference: 'text',
    journal: 'text',
  } as const;

  constructor(private readonly store: StatementRowsStore) {}

  async open(query: ListQuery, limit: number): Promise<OpenedList> {
    const places = await this.store.places(query);
    const lines = places.reduce((sum, { lines: more }) => sum + more, 0);
    return { count: Math.min(lines, limit + 1), pages: this.pages(places) };
  }

  private async *pages(places: readonly AccountPlace[]): AsyncGenerator<ListRow[]> {
    const heads: Head[] = [];
    // One after the other: who has many accounts would take every connection of the process.
    for (const place of places) heads.push(await this.read(place));
    let page: ListRow[] = [];
    for (;;) {
      const newest = heads.filter(({ rows }) => rows.length > 0).reduce<Head | null>(newer, null);
      const row = newest?.rows.shift();
      if (!newest || !row) break;
      page.push(row);
      if (newest.rows.length === 0) heads[heads.indexOf(newest)] = await this.read(newest.place);
      if (page.length < PAGE_ROWS) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  /** The next lines of the account. */
  private async read(place: AccountPlace): Promise<Head> {
    const rows = place.lines > 0 ? await this.store.lines(place, PAGE_ROWS) : [];
    const last = rows.at(-1)?.sequence;
    const isThrough = rows.length < PAGE_ROWS || last === undefined;
    return { place: isThrough ? { ...place, lines: 0 } : { ...place, below: last }, rows };
  }
}

function newer(best: Head | null, head: Head): Head {
  const [one, other] = [head.rows[0], best?.rows[0]];
  if (!best || !one || !other) return head;
  const later =
    one.at.getTime() - other.at.getTime() || Number(BigInt(one.journalNumber) - BigInt(other.journalNumber));
  return later > 0 ? head : best;
}
