import { Injectable } from '@nestjs/common';
import type { ProposeCountryRuleRequest } from '../../../contract/operations/country-rules.dto.js';
import { COUNTRY_PRODUCTS, type CountryRuleTerms, EVERY_COUNTRY } from '../../../contract/rules/country-rules.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { wrongRule } from '../../wallet/country-rules/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';

/** What is offered in a country: said by one operator, agreed to by another one. */
@Injectable()
export class ProposeCountryRule {
  constructor(
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @returns the proposal's number. @throws Refusal `request.invalid`, `operations.proposal-open`. */
  execute(actor: ActingOperator, request: ProposeCountryRuleRequest, key: string | null): Promise<string> {
    const { country, product, reason } = request;
    // JSON has null, too, for what is left out.
    const detail = { country, product, state: request.state ?? null, leverageMax: request.leverageMax ?? null };
    const wrong = wrongRule(detail);
    if (wrong !== null) throw new Refusal('request.invalid', { field: wrong });
    const command = {
      userId: actor.operatorId,
      route: 'ops/reference/countries',
      key,
      body: request,
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const asked = { kind: 'country-rule', subjectId: placeOf(detail), userId: null, detail, reason } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'country-rule.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }
}

/** A number of its own for each country and product, of which one at a time is proposed. */
function placeOf({ country, product }: CountryRuleTerms): string {
  const letters = country === EVERY_COUNTRY ? 0 : Number.parseInt(country, 36);
  return String(letters * 100 + COUNTRY_PRODUCTS.indexOf(product) + 1);
}
