import { Injectable } from '@nestjs/common';
import type { Book } from '../../../contract/books.js';
import type { RefusalCode } from '../../../contract/errors.js';
import { Refusal } from '../refusal.js';
import type { BookedRow } from './key-access.js';

/** Reads the book of a user's row; null: the user has no such row. A row never changes its book. */
export type BookReader = (userId: string, id: string) => Promise<Book | null>;

const ROW_ID = /^[1-9][0-9]{0,17}$/;

/** Of which money rows are that calls name by their number. A feature with such calls registers its rows in its `onModuleInit`. */
@Injectable()
export class RowBooks {
  private readonly readers = new Map<BookedRow, { find: BookReader; unknown: RefusalCode }>();

  /** @param unknown what is said of a row that the user does not have. */
  register(row: BookedRow, unknown: RefusalCode, find: BookReader): void {
    if (this.readers.has(row)) throw new Error(`Two features say of which money a row (${row}) is.`);
    this.readers.set(row, { find, unknown });
  }

  has(row: BookedRow): boolean {
    return this.readers.has(row);
  }

  /** @throws Refusal of the feature's own where the user has no such row, `request.invalid` where it is no number of a row. */
  async of(row: BookedRow, userId: string, id: unknown): Promise<Book> {
    const reader = this.readers.get(row);
    if (!reader) throw new Error(`Nobody says of which money a row (${row}) is.`);
    if (typeof id !== 'string' || !ROW_ID.test(id)) throw new Refusal('request.invalid', { field: 'id' });
    const book = await reader.find(userId, id);
    if (book === null) throw new Refusal(reader.unknown);
    return book;
  }
}
