import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { optionOpenedEvent } from './options-views.js';
import { OptionsStore } from './options.store.js';

/** More open orders than anybody has: the holding maximum allows no more of the smallest stake. */
const OPEN_MAX = 10_000;

/** The options' part of a user's state: the open orders, as `option.opened` tells of them. */
@Injectable()
export class OptionState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: OptionsStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('options', async (tx, userId) =>
      (await this.store.open(userId, OPEN_MAX, tx)).map(optionOpenedEvent),
    );
  }
}
