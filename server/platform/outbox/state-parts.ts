import { Injectable } from '@nestjs/common';
import type { EventEntity } from '../../contract/events.dto.js';
import type { StateEntity } from '../../contract/state.dto.js';
import type { Transaction } from '../database/transaction.js';

/**
 * Reads what a user has of one kind, through the transaction and through nothing else: it sees all kinds as of one
 * instant. Each thing names the entity and the version that its events name.
 */
export type StateReader = (tx: Transaction, userId: string) => Promise<readonly EventEntity[]>;

/**
 * What a snapshot of a user's state consists of. A feature whose events change something registers here how that is
 * read, in its `onModuleInit`.
 */
@Injectable()
export class StateParts {
  private readonly readers = new Map<string, StateReader>();

  /** @param name the part's name in the snapshot, `balances`, `positions`. */
  register(name: string, reader: StateReader): void {
    if (this.readers.has(name)) throw new Error(`Two features read the part ${name} of a user's state.`);
    this.readers.set(name, reader);
  }

  /** All parts, one after the other, because a transaction is one connection. */
  async read(tx: Transaction, userId: string): Promise<Record<string, StateEntity[]>> {
    const parts: Record<string, StateEntity[]> = {};
    for (const [name, reader] of this.readers) {
      parts[name] = (await reader(tx, userId)).map((thing) => ({ ...thing }));
    }
    return parts;
  }
}
