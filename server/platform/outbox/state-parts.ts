import { Injectable } from '@nestjs/common';
import type { EventEntity } from '../../contract/event-fields.dto.js';
import type { StateEntity } from '../../contract/state.dto.js';
import type { Transaction } from '../database/transaction.js';

/**
 * Reads one part of a user's state through the given transaction only, so that all parts are of one snapshot. Each
 * entity carries the name and version that its events carry.
 */
export type StateReader = (tx: Transaction, userId: string) => Promise<readonly EventEntity[]>;

/**
 * The parts of a user's state snapshot. A feature with events registers a reader of its part in its `onModuleInit`.
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
