import { Injectable } from '@nestjs/common';
import { SecretBox } from '../users/index.js';
import { openNumber, type QueuedCase, queuedCase } from './queued-case.js';
import { VerificationStore } from './verification.store.js';

const LIMIT_MAX = 100;

/** The cases that wait for a reviewer, the oldest first. */
@Injectable()
export class ListVerificationQueue {
  constructor(
    private readonly store: VerificationStore,
    private readonly secrets: SecretBox,
  ) {}

  async execute(page: number, limit: number): Promise<{ list: QueuedCase[]; count: number }> {
    const size = Math.min(Math.max(limit, 1), LIMIT_MAX);
    const { rows, count } = await this.store.underReview((Math.max(page, 1) - 1) * size, size);
    return { list: rows.map((row) => queuedCase(row, openNumber(row, this.secrets))), count };
  }
}
