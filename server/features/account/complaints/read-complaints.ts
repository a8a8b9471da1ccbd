import { Injectable } from '@nestjs/common';
import type { ComplaintDetailView, ComplaintPage } from '../../../contract/account/complaints.dto.js';
import { type PageRequest, pageAsked } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { complaintEntryView, complaintView } from './complaint-views.js';
import { ComplaintsStore } from './complaints.store.js';

/** A user's own complaints. */
@Injectable()
export class ReadComplaints {
  constructor(
    private readonly store: ComplaintsStore,
    private readonly clock: Clock,
  ) {}

  async list(userId: string, request: PageRequest): Promise<ComplaintPage> {
    const { page, limit } = pageAsked(request);
    const [rows, total] = await Promise.all([
      this.store.list(userId, limit, (page - 1) * limit),
      this.store.count(userId),
    ]);
    const now = this.clock.now();
    return { list: rows.map((row) => complaintView(row, now)), total, page, limit };
  }

  /** @throws Refusal `complaints.unknown`, of another user's too. */
  async find(userId: string, id: string): Promise<ComplaintDetailView> {
    const row = await this.store.find(id, userId);
    if (!row) throw new Refusal('complaints.unknown');
    const entries = await this.store.entries(id);
    return { ...complaintView(row, this.clock.now()), entries: entries.map(complaintEntryView) };
  }
}
