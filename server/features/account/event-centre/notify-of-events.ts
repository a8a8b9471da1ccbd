import { Injectable, Logger } from '@nestjs/common';
import { ZodError } from 'zod';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { OutboxRow } from '../../../platform/outbox/outbox.store.js';
import { type NewNotice, WriteNotices } from '../notices/index.js';
import { SubAccounts } from '../sub-accounts/index.js';
import { EventCentreStore } from './event-centre.store.js';
import { noticesOf } from './event-notice.rules.js';

/** Writes the notices of events; what happened to a sub-account is told to its main account, with its name. */
@Injectable()
export class NotifyOfEvents {
  private readonly logger = new Logger('EventCentre');

  constructor(
    private readonly store: EventCentreStore,
    private readonly subAccounts: SubAccounts,
    private readonly writeNotices: WriteNotices,
  ) {}

  /** @returns how many notices were written. */
  async execute(tx: Transaction, events: readonly OutboxRow[]): Promise<number> {
    const notices = await this.noticesOf(tx, events);
    if (notices.length > 0) await this.writeNotices.execute(tx, notices);
    return notices.length;
  }

  private async noticesOf(tx: Transaction, events: readonly OutboxRow[]): Promise<NewNotice[]> {
    const found = events.flatMap((event) => this.read(event).map((notice) => ({ event, notice })));
    if (found.length === 0) return [];
    const { coins, markets } = await this.store.names(tx);
    const subs = await this.subAccounts.among(
      tx,
      found.map(({ event }) => event.userId),
    );
    return found.map(({ event, notice: { kind, parameters, currencyId, marketId } }) => {
      const sub = subs.get(event.userId);
      return {
        userId: sub?.mainId ?? event.userId,
        kind,
        parameters: {
          ...parameters,
          ...(currencyId !== undefined && { coin: coins.get(currencyId) ?? '' }),
          ...(marketId !== undefined && { market: markets.get(marketId) ?? '' }),
          ...(sub !== undefined && { account: sub.label }),
        },
        at: new Date(event.at),
      };
    });
  }

  /** One that cannot be read is left out: it must not keep its user from hearing of all that follow. */
  private read({ userId, sequence, kind, payload }: OutboxRow) {
    try {
      return noticesOf(kind, JSON.parse(payload));
    } catch (error) {
      const places = error instanceof ZodError ? error.issues.map(({ path }) => path.join('.')).join(', ') : '';
      this.logger.error(`Event ${sequence} of user ${userId} (${kind}) cannot be told: ${places || 'it is no JSON'}`);
      return [];
    }
  }
}
