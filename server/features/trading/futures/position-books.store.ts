import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Book } from '../../../contract/books.js';
import { RowBooks } from '../../../platform/http/keys/row-books.js';

/** Which book (real or demo money) a user's positions and pending orders belong to. */
@Injectable()
export class PositionBooksStore implements OnModuleInit {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly books: RowBooks,
  ) {}

  onModuleInit(): void {
    this.books.register('position', 'futures.not-found', (userId, id) => this.bookOf(userId, id));
  }

  private async bookOf(userId: string, id: string): Promise<Book | null> {
    const rows: { book: Book }[] = await this.source.query(
      `select case when demo then 'demo' else 'real' end as book from futures_position where id = $1 and user_id = $2`,
      [id, userId],
    );
    return rows[0]?.book ?? null;
  }
}
