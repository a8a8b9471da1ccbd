import type { OwnSchema } from '../../platform/database/own-schema.store.js';

/** A database that is of this version or becomes it when a test says so. */
export class FakeSchema implements Pick<OwnSchema, 'isMet' | 'onceMet'> {
  private waiting: (() => void)[] = [];

  constructor(public isMet = true) {}

  onceMet(begin: () => void): void {
    if (this.isMet) begin();
    else this.waiting.push(begin);
  }

  meet(): void {
    this.isMet = true;
    for (const begin of this.waiting.splice(0)) begin();
  }
}
