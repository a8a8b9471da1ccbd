import { Injectable } from '@nestjs/common';
import type { OperatorPasskeyView } from '../../../contract/operations/people.dto.js';
import { OperatorPasskeysStore } from './operator-passkeys.store.js';
import { operatorPasskeyView } from './operator-views.js';

/** The passkeys of an operator, the oldest first. */
@Injectable()
export class ListOperatorPasskeys {
  constructor(private readonly passkeys: OperatorPasskeysStore) {}

  async execute(operatorId: string): Promise<OperatorPasskeyView[]> {
    return (await this.passkeys.list(operatorId)).map(operatorPasskeyView);
  }
}
