import { Injectable } from '@nestjs/common';
import { countedNetworksOf } from '../../../platform/http/network-of.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';

const PLACES = 16;
const PLACES_PER_USER = 4;
/** Whoever has many accounts has few addresses, and a house behind one address has few uploads at once. */
const PLACES_PER_ADDRESS = 6;

/** How many uploads this process holds in memory at the same time: over all, for one user, and from one address. */
@Injectable()
export class UploadPlaces {
  private readonly holders = new Map<string, number>();
  private taken = 0;

  /** @throws Refusal `request.unavailable` when all places are taken, `uploads.too-many` when the user's or the
   * address's are. */
  async hold<Result>({ userId, ip }: { userId: string; ip: string }, work: () => Promise<Result>): Promise<Result> {
    const most: [string, number][] = [
      [`user ${userId}`, PLACES_PER_USER],
      ...countedNetworksOf(ip).map(({ network, factor }): [string, number] => [
        `address ${network}`,
        PLACES_PER_ADDRESS * factor,
      ]),
    ];
    const isFull = most.some(([holder, places]) => (this.holders.get(holder) ?? 0) >= places);
    if (isFull) throw new Refusal('uploads.too-many');
    if (this.taken >= PLACES) throw new Refusal('request.unavailable');
    this.taken++;
    for (const [holder] of most) this.holders.set(holder, (this.holders.get(holder) ?? 0) + 1);
    try {
      return await work();
    } finally {
      this.taken--;
      for (const [holder] of most) this.leave(holder);
    }
  }

  private leave(holder: string): void {
    const left = (this.holders.get(holder) ?? 1) - 1;
    if (left === 0) this.holders.delete(holder);
    else this.holders.set(holder, left);
  }
}
