import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Book } from '../../../contract/books.js';
import { RowBooks } from '../../../platform/http/keys/row-books.js';

/** Of which money a user's orders and stops are. */
@Injectable()
export class SpotBooksStore implements OnModuleInit {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly books: RowBooks,
  ) {}

  onModuleInit(): void {
    this.books.register('spot-order', 'spot.not-found', (userId, id) => this.ofOrder(userId, id));
    this.books.register('spot-stop', 'spot.not-found', (userId, id) => this.ofStop(userId, id));
  }

  private async ofOrder(userId: string, id: string): Promise<Book | null> {
    const rows: { book: Book }[] = await this.source.query(
      `select case when demo then 'demo' else 'real' end as book from spot_order where id = $1 and user_id = $2`,
      [id, userId],
    );
    return rows[0]?.book ?? null;
  }

  private async ofStop(userId: string, id: string): Promise<Book | null> {
    const rows: { book: Book }[] = await this.source.query(
      `select case when demo then 'demo' else 'real' end as book from spot_stop where id = $1 and user_id = $2`,
      [id, userId],
    );
    return rows[0]?.book ?? null;
  }
}
