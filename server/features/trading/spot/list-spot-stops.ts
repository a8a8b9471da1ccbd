import { Injectable } from '@nestjs/common';
import type { PageAsked } from '../../../contract/pages.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type SpotStopAmendmentRow, SpotStopAmendmentsStore } from './spot-stop-amendments.store.js';
import { type SpotStop, SpotStopsStore } from './spot-stops.store.js';

export type { SpotStop };

const BY_WIRE = new Map<string | undefined, SpotStop['status'][]>([
  ['1', ['waiting']],
  ['2', ['triggered', 'cancelled']],
]);

export interface SpotStopsAsked extends PageAsked {
  userId: string;
  demo: boolean;
  /** The wire's number: 1 waiting, 2 ended; else all. */
  status: string | undefined;
}

/** A user's own stops, the newest first. */
@Injectable()
export class ListSpotStops {
  constructor(
    private readonly store: SpotStopsStore,
    private readonly amendmentsStore: SpotStopAmendmentsStore,
  ) {}

  execute({ status, ...asked }: SpotStopsAsked): Promise<SpotStop[]> {
    return this.store.list({ ...asked, statuses: BY_WIRE.get(status) ?? ['waiting', 'triggered', 'cancelled'] });
  }

  /**
   * What its user has changed of one, the newest first.
   * @throws Refusal `spot.not-found`.
   */
  async amendments(userId: string, stopId: string): Promise<SpotStopAmendmentRow[]> {
    if (!(await this.store.find(userId, stopId))) throw new Refusal('spot.not-found');
    return this.amendmentsStore.of(stopId);
  }
}
