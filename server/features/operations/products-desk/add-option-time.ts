import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { ProposeOptionTimeRequest } from '../../../contract/operations/new-products.dto.js';
import { wrongOptionTime } from '../../../contract/rules/new-products.rules.js';
import { evenBandRatio, moveRatio } from '../../../contract/rules/option-bands.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';
import { numberOfName, type OptionTimeDetail, parseOptionTime } from './new-product-details.js';
import { NewProductsStore } from './new-products.store.js';

/** What stands for every market that has no row of its own. */
const EVERY_MARKET = '*';

/**
 * A time more that options can run, in a market or in all: proposed by one operator, agreed to by another one. The band of
 * even and the bound of quotes go by the time, so nobody sets how likely an order wins.
 */
@Injectable()
export class AddOptionTime {
  constructor(
    private readonly store: NewProductsStore,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  /**
   * @returns the proposal's number.
   * @throws Refusal `operations.product-exists`, `operations.proposal-open`, `request.invalid` naming the field.
   */
  propose(actor: ActingOperator, request: ProposeOptionTimeRequest, key: string | null): Promise<string> {
    const { market, reason, ...terms } = request;
    const command = {
      userId: actor.operatorId,
      route: 'ops/products/new/options',
      key,
      body: request,
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const wrong = wrongOptionTime(terms);
      if (wrong !== null) throw new Refusal('request.invalid', { field: wrong });
      const evenBandPercent = bandOf(terms.seconds);
      const detail = parseOptionTime({ name: market ?? EVERY_MARKET, evenBandPercent, ...terms });
      await this.judge(tx, detail);
      const subjectId = numberOfName(`${detail.name} ${detail.seconds}`);
      const id = await this.second.propose(tx, actor, { kind: 'option-time', subjectId, userId: null, detail, reason });
      const line = { action: 'option-time.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }

  /**
   * Within the transaction of the second person's decision.
   * @throws Refusal as {@link propose}; `operations.terms-changed` where another band goes by the time than was shown.
   */
  async apply(tx: Transaction, stored: unknown): Promise<void> {
    const detail = parseOptionTime(stored);
    const marketId = await this.judge(tx, detail);
    const { seconds, evenBandPercent } = detail;
    if (evenBandPercent !== bandOf(seconds)) throw new Refusal('operations.terms-changed');
    const ratios = { evenBandRatio: evenBandRatio(seconds), moveRatio: moveRatio(seconds) };
    const isAdded = await this.store.addOption(tx, { ...detail, ...ratios, marketId });
    if (!isAdded) throw new Refusal('operations.product-exists');
  }

  /** @returns the number of its market; null: of every market. */
  private async judge(tx: Transaction, detail: OptionTimeDetail): Promise<number | null> {
    const wrong = wrongOptionTime(detail);
    if (wrong !== null) throw new Refusal('request.invalid', { field: wrong });
    const isOfEvery = detail.name === EVERY_MARKET;
    const marketId = isOfEvery ? null : await this.store.lockMarket(tx, detail.name);
    if (marketId === null && !isOfEvery) throw new Refusal('request.invalid', { field: 'market' });
    if (await this.store.hasOption(tx, marketId, detail.seconds)) throw new Refusal('operations.product-exists');
    return marketId;
  }
}

function bandOf(seconds: number): DecimalText {
  return new Decimal(evenBandRatio(seconds)).times(100).toFixed();
}
