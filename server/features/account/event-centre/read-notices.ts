import { Injectable } from '@nestjs/common';
import { EventCentreStore } from './event-centre.store.js';

/** More are said to be so many. */
const COUNTED_MAX = 100;

/** How far a user has read what it was told. */
@Injectable()
export class ReadNotices {
  constructor(private readonly store: EventCentreStore) {}

  /** How many notices the user has not seen: 100 stands for more, too. */
  unread(userId: string): Promise<number> {
    return this.store.countUnread(userId, COUNTED_MAX);
  }

  /** The user has seen its notices up to this one. One of somebody else, or of nobody, marks the user's own before it. */
  async read(userId: string, noticeId: string): Promise<void> {
    await this.store.markRead(userId, noticeId);
  }
}
