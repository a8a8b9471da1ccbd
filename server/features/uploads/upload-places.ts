import { Injectable } from '@nestjs/common';
import { Refusal } from '../../platform/http/refusal.js';

const PLACES = 16;
const PLACES_PER_USER = 4;

/** How many uploads this process holds in memory at the same time, over all and for one user. */
@Injectable()
export class UploadPlaces {
  private readonly users = new Map<string, number>();
  private taken = 0;

  /** @throws Refusal `request.unavailable` when all places are taken, `uploads.too-many` when the user's are. */
  async hold<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.users.get(userId) ?? 0;
    if (own >= PLACES_PER_USER) throw new Refusal('uploads.too-many');
    if (this.taken >= PLACES) throw new Refusal('request.unavailable');
    this.taken++;
    this.users.set(userId, own + 1);
    try {
      return await work();
    } finally {
      this.taken--;
      const left = (this.users.get(userId) ?? 1) - 1;
      if (left === 0) this.users.delete(userId);
      else this.users.set(userId, left);
    }
  }
}
