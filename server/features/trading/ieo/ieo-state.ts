import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { IeoStore } from './ieo.store.js';

/** Applications for new coins in a user's whole state. */
@Injectable()
export class IeoInState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: IeoStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('ieo', (tx, userId) => this.store.openEvents(tx, userId));
  }
}
