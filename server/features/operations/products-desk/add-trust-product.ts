import { Injectable } from '@nestjs/common';
import type { ProposeTrustProductRequest } from '../../../contract/operations/new-products.dto.js';
import { redemptionRatio, wrongTrustProduct } from '../../../contract/rules/new-products.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';
import { numberOfName, parseTrustProduct, type TrustProductDetail } from './new-product-details.js';
import { NewProductsStore } from './new-products.store.js';

/** A new trust product: proposed whole by one operator, agreed to by another one, and on offer from then on. */
@Injectable()
export class AddTrustProduct {
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
  propose(actor: ActingOperator, request: ProposeTrustProductRequest, key: string | null): Promise<string> {
    const { code, reason, yieldSource: source, ...terms } = request;
    const command = {
      userId: actor.operatorId,
      route: 'ops/products/new/trust',
      key,
      body: request,
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const detail = parseTrustProduct({ name: code, source, ...terms });
      await this.judge(tx, detail);
      const subjectId = numberOfName(code);
      const id = await this.second.propose(tx, actor, {
        kind: 'trust-product',
        subjectId,
        userId: null,
        detail,
        reason,
      });
      const line = { action: 'trust-product.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }

  /**
   * Within the transaction of the second person's decision. Nobody loses more than the interest so far by leaving early.
   * @throws Refusal as {@link propose}.
   */
  async apply(tx: Transaction, stored: unknown): Promise<void> {
    const detail = parseTrustProduct(stored);
    const currencyId = await this.judge(tx, detail);
    const { name: code, source: yieldSource, redemptionRule, redemptionRate } = detail;
    const ratio = redemptionRatio(redemptionRule, redemptionRate);
    const isAdded = await this.store.addTrust(tx, { ...detail, code, currencyId, yieldSource, redemptionRatio: ratio });
    if (!isAdded) throw new Refusal('operations.product-exists');
  }

  /** @returns the number of its currency. */
  private async judge(tx: Transaction, detail: TrustProductDetail): Promise<number> {
    const wrong = wrongTrustProduct({ ...detail, code: detail.name });
    if (wrong !== null) throw new Refusal('request.invalid', { field: wrong });
    const currencyId = await this.store.currencyId(tx, detail.currency);
    if (currencyId === null) throw new Refusal('request.invalid', { field: 'currency' });
    const { minimum, dailyPercent } = detail;
    if (!(await this.store.bearsInterest(tx, { currencyId, minimum, dailyPercent })))
      throw new Refusal('request.invalid', { field: 'minimum' });
    if (await this.store.hasTrust(tx, detail.name)) throw new Refusal('operations.product-exists');
    return currencyId;
  }
}
