import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { ProposeIeoRequest } from '../../../contract/operations/ieo.dto.js';
import { IEO_DATES, wrongDate } from '../../../contract/rules/ieo.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { IeoStore } from '../../trading/ieo/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';

const LARGEST_SALE = 1_000_000_000_000n;
/** Of one coin: with the largest sale it still is a number that the books can hold. */
const HIGHEST_PRICE = 10_000_000;

/** Sales of new coins take two: one proposes all terms, or the end of a sale, and a treasurer agrees. */
@Injectable()
export class ProposeIeo {
  constructor(
    private readonly store: IeoStore,
    private readonly catalog: WalletCatalog,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /** @returns the proposal's number. @throws Refusal `ieo.terms`, `operations.proposal-open`. */
  begin(actor: ActingOperator, request: ProposeIeoRequest, key: string | null): Promise<string> {
    const { reason, texts, ...terms } = request;
    this.assertTerms(request);
    const instants = Object.fromEntries(IEO_DATES.map((name) => [name, new Date(terms[name]).toISOString()]));
    const words = Object.fromEntries(texts.map(({ language, ...text }) => [language, text]));
    const detail = { ...terms, ...instants, texts: words };
    return this.commands.run({ userId: actor.operatorId, route: 'ops/ieo', key, body: request }, async (tx) => {
      if (await this.store.hasCode(tx, terms.code)) throw new Refusal('ieo.terms', { field: 'code' });
      const asked = { kind: 'ieo-project', subjectId: null, userId: null, detail, reason } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'ieo-project.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }

  /** @returns the proposal's number. @throws Refusal `operations.not-found`, `operations.nothing-changed`. */
  end(actor: ActingOperator, projectId: number, reason: string, key: string | null): Promise<string> {
    const command = { userId: actor.operatorId, route: 'ops/ieo/cancel', key, body: { projectId, reason } };
    return this.commands.run(command, async (tx) => {
      const project = await this.store.project(projectId, new Date(this.clock.now()));
      if (!project) throw new Refusal('operations.not-found');
      if (project.listedAt || project.cancelledAt) throw new Refusal('operations.nothing-changed');
      const { code, name } = project;
      const asked = {
        kind: 'ieo-cancel',
        subjectId: String(projectId),
        userId: null,
        detail: { code, name },
        reason,
      } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'ieo-cancel.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { code, name, about: String(projectId), reason } });
      return id;
    });
  }

  private assertTerms(terms: ProposeIeoRequest): void {
    const field = wrongDate(terms) ?? this.wrongTerm(terms);
    if (field !== null) throw new Refusal('ieo.terms', { field });
  }

  /** The first field that contradicts another one; null: none does. */
  private wrongTerm(terms: ProposeIeoRequest): keyof ProposeIeoRequest | null {
    const [coinSupply, supply, least, most, cap] = [
      terms.coinSupply,
      terms.supply,
      terms.least,
      terms.most,
      terms.cap,
    ].map(BigInt) as [bigint, bigint, bigint, bigint, bigint];
    const known = this.catalog.currencies();
    const coin = known.find(({ code }) => code === terms.coinCode);
    const payment = known.find(({ id, accounts }) => id === terms.payCurrencyId && accounts.includes('spot'));
    const price = new Decimal(terms.price);
    if (terms.applyFrom <= this.clock.now()) return 'applyFrom';
    if (supply > coinSupply || supply > LARGEST_SALE) return 'supply';
    if (most < least || most > supply) return 'most';
    if (cap < least) return 'cap';
    if (!payment || payment.id === coin?.id) return 'payCurrencyId';
    // A coin that there is already keeps its decimals.
    if (coin && coin.scale !== terms.coinScale) return 'coinScale';
    if (price.isZero() || price.decimalPlaces() > payment.scale || price.gt(HIGHEST_PRICE)) return 'price';
    return new Set(terms.texts.map(({ language }) => language)).size === terms.texts.length ? null : 'texts';
  }
}
