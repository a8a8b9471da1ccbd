import { Injectable } from '@nestjs/common';
import type { ProductTermsView } from '../../../contract/operations/product-terms.dto.js';
import {
  changedTerms,
  type ProductTermKind,
  type ProductTerms,
  wrongTerm,
} from '../../../contract/rules/product-terms.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';
import { detailOf, parseTermsDetail, termsOf, versionOf } from './product-term-details.js';
import { NewProductsStore } from './new-products.store.js';
import { ProductTermsStore, type TermRows } from './product-terms.store.js';
import { tiersView } from './tier-details.js';

/** A proposal as it is sent: all of the terms, the version that was looked at, and why. */
export type AskedTerms<Kind extends ProductTermKind> = ProductTerms[Kind] & { seen: string; reason: string };

/**
 * The terms that products are offered on: proposed by one operator, agreed to by another one. They are those of what is
 * bought from then on; orders, positions and trust orders keep the ones that stand in their own rows.
 */
@Injectable()
export class SetProductTerms {
  constructor(
    private readonly store: ProductTermsStore,
    private readonly newProducts: NewProductsStore,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  async look(): Promise<ProductTermsView> {
    const [options, spot, perpetuals, trust, later, currencies, optionMarkets] = await Promise.all([
      this.store.list('option'),
      this.store.list('spot'),
      this.store.list('perpetual'),
      this.store.list('trust'),
      this.store.laterTiers(),
      this.newProducts.currencies(),
      this.newProducts.markets(),
    ]);
    return {
      options: options.map((row) => ({ ...row, version: versionOf('option', row) })),
      spot: spot.map((row) => ({ ...row, version: versionOf('spot', row) })),
      perpetuals: perpetuals.map((row) => ({ ...row, version: versionOf('perpetual', row), ...tiersView(row, later) })),
      trust: trust.map((row) => ({ ...row, version: versionOf('trust', row) })),
      currencies,
      optionMarkets,
    };
  }

  /**
   * @returns the proposal's number.
   * @throws Refusal `operations.not-found`, `operations.nothing-changed`, `operations.proposal-open`, `request.invalid`
   * naming the field; `operations.terms-changed` where the terms are others by now than those that were looked at.
   */
  propose<Kind extends ProductTermKind>(
    actor: ActingOperator,
    about: { kind: Kind; id: number },
    request: AskedTerms<Kind>,
    key: string | null,
  ): Promise<string> {
    const { kind, id } = about;
    const { seen, reason } = request;
    const subjectId = String(id);
    // JSON of old forms leaves out what is null.
    const asked = termsOf(kind, { feePercent: null, maximum: null, quota: null, ...request });
    const command = {
      userId: actor.operatorId,
      route: `ops/products/${kind}/${id}`,
      key,
      body: request,
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const now = await this.judge(tx, kind, id, asked);
      if (versionOf(kind, now) !== seen) throw new Refusal('operations.terms-changed');
      const before = termsOf(kind, now);
      if (changedTerms(before, asked).length === 0) throw new Refusal('operations.nothing-changed');
      const detail = { ...detailOf(nameOf(now), before, asked) };
      const proposal = { kind: `${kind}-terms` as const, subjectId, userId: null, detail, reason };
      const proposalId = await this.second.propose(tx, actor, proposal);
      const line = { action: 'product-terms.propose', subject: 'proposal', subjectId: proposalId };
      await this.log.record(tx, actor, { ...line, detail: { kind, about: subjectId, ...detail, reason } });
      return proposalId;
    });
  }

  /**
   * Within the transaction of the second person's decision. Fields that nobody spoke of stay as they are by now.
   * @throws Refusal as {@link propose}; `operations.terms-changed` where what was to change is not any more what the
   * proposer saw.
   */
  async apply(tx: Transaction, kind: ProductTermKind, subjectId: string | null, stored: unknown): Promise<void> {
    const { before, after } = parseTermsDetail(stored);
    const id = Number.parseInt(subjectId ?? '0', 10);
    const row = await this.store.lock(tx, kind, id);
    if (!row) throw new Refusal('operations.not-found');
    const now = termsOf(kind, row);
    if (changedTerms(now, termsOf(kind, { ...now, ...before })).length > 0) {
      throw new Refusal('operations.terms-changed');
    }
    const wanted = termsOf(kind, { ...now, ...after });
    await this.judge(tx, kind, id, wanted);
    await this.store.set(tx, kind, id, wanted);
  }

  private async judge<Kind extends ProductTermKind>(
    tx: Transaction,
    kind: Kind,
    id: number,
    wanted: ProductTerms[Kind],
  ): Promise<TermRows[Kind]> {
    const row = await this.store.lock(tx, kind, id);
    if (!row) throw new Refusal('operations.not-found');
    const wrong = wrongTerm(kind, wanted, 'steps' in row ? row.steps : undefined);
    if (wrong !== null) throw new Refusal('request.invalid', { field: wrong });
    return row;
  }
}

/** A market or a product, and the time that the terms are for. */
function nameOf(row: TermRows[ProductTermKind]): string {
  if ('seconds' in row) return `${row.name}, ${row.seconds} s`;
  return row.name;
}
