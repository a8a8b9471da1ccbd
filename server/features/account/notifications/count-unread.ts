import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { ReadNotices } from '../event-centre/index.js';
import { ReadNews } from '../news/index.js';

/** How many notices a user has not opened, of anybody or of the own account: the number that the app has on its icon. */
@Injectable()
export class CountUnread {
  constructor(
    private readonly readNotices: ReadNotices,
    private readonly readNews: ReadNews,
  ) {}

  async execute(userId: string, language: Language): Promise<number> {
    const [own, news] = await Promise.all([
      this.readNotices.unread(userId),
      this.readNews.unreadCount({ userId, language }),
    ]);
    return own + news;
  }
}
