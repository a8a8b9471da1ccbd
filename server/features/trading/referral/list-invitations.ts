import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { FindUser } from '../../account/users/index.js';
import { type InvitedUser, type Rebate, ReferralStore } from './referral.store.js';

interface Asked {
  userId: string;
  search?: string;
  page: number;
  limit: number;
}

/** Whom somebody invited, and what came of it. */
@Injectable()
export class ListInvitations {
  constructor(
    private readonly store: ReferralStore,
    private readonly findUser: FindUser,
  ) {}

  /** @param asked `status` in the old clients' numbers: 0 active, 1 disabled, everything else all. */
  invited(asked: Asked & { status?: string }): Promise<{ users: InvitedUser[]; total: number }> {
    const { status } = asked;
    const disabled = status === '0' ? false : status === '1' ? true : null;
    return this.store.invited(searched(asked), disabled);
  }

  /** @throws Refusal `request.invalid` for a day that the calendar has not. */
  rebates(asked: Asked & { time?: string }): Promise<{ rebates: Rebate[]; total: number }> {
    return this.store.rebates(searched(asked), this.day(asked.time));
  }

  /** @throws Refusal `request.invalid` for a day that the calendar has not. */
  day(time: string | undefined): string | null {
    if (time === undefined) return null;
    const at = new Date(`${time}T00:00:00Z`);
    if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== time) {
      throw new Refusal('request.invalid', { field: 'time' });
    }
    return time;
  }

  async code(userId: string): Promise<string> {
    const user = await this.findUser.execute(userId);
    if (!user) throw new Refusal('session.required');
    return user.extensionCode;
  }
}

function searched({ userId, search, page, limit }: Asked) {
  return { userId, search: search?.trim().toLowerCase() || null, page, limit };
}
