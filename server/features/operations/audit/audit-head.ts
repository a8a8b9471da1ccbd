import { Injectable } from '@nestjs/common';
import { WitnessedHead } from '../../markets/tape/index.js';
import { AuditStore } from './audit.store.js';

/** What the public tape's seals vouch for: the head of the audit log's chain. */
@Injectable()
export class AuditHead extends WitnessedHead {
  constructor(private readonly store: AuditStore) {
    super();
  }

  async read(): Promise<{ seal: string; hash: string } | null> {
    const head = await this.store.head();
    return head && { seal: head.id, hash: head.hash };
  }
}
