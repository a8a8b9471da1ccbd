import { Injectable } from '@nestjs/common';
import type { ProposeIeoRequest } from '../../../contract/operations/ieo.dto.js';
import { IEO_DATES } from '../../../contract/rules/ieo.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { IeoStore, SaleTerms } from '../../trading/ieo/index.js';
import { AuditLog } from '../audit/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { type ActingOperator, AnnouncedActsStore, SecondPerson } from '../review/index.js';

/** Sales of new coins take two: one proposes all terms, or the end of a sale, and a treasurer agrees. */
@Injectable()
export class ProposeIeo {
  constructor(
    private readonly store: IeoStore,
    private readonly saleTerms: SaleTerms,
    private readonly second: SecondPerson,
    private readonly announced: AnnouncedActsStore,
    private readonly catalog: WalletCatalog,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /** @returns the proposal's number. @throws Refusal of {@link SaleTerms}, `operations.proposal-open`. */
  begin(actor: ActingOperator, request: ProposeIeoRequest, key: string | null): Promise<string> {
    const { reason, texts, ...terms } = request;
    const instants = Object.fromEntries(IEO_DATES.map((name) => [name, new Date(terms[name]).toISOString()]));
    const words = Object.fromEntries(texts.map(({ language, ...text }) => [language, text]));
    const detail = { ...terms, ...instants, texts: words };
    return this.commands.run(
      { userId: actor.operatorId, route: 'ops/ieo', key, body: request, reply: TEXT_REPLY },
      async (tx) => {
        await this.saleTerms.judge(tx, request);
        if (await this.store.hasCode(tx, terms.code)) throw new Refusal('ieo.terms', { field: 'code' });
        const asked = { kind: 'ieo-project', subjectId: null, userId: null, detail, reason } as const;
        const id = await this.second.propose(tx, actor, asked);
        const line = { action: 'ieo-project.propose', subject: 'proposal', subjectId: id };
        await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
        return id;
      },
    );
  }

  /**
   * What it ends depends on how far the sale is: the stage, and what was paid by then, are part of what is proposed.
   * @returns the proposal's number.
   * @throws Refusal `operations.not-found`, `operations.nothing-changed`, `operations.proposal-open`, `operations.act-waits` where its
   * end is agreed on already.
   */
  end(actor: ActingOperator, projectId: number, reason: string, key: string | null): Promise<string> {
    const command = {
      userId: actor.operatorId,
      route: 'ops/ieo/cancel',
      key,
      body: { projectId, reason },
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const project = await this.store.project(projectId, new Date(this.clock.now()), tx);
      if (!project) throw new Refusal('operations.not-found');
      if (project.listedAt || project.cancelledAt) throw new Refusal('operations.nothing-changed');
      const subjectId = String(projectId);
      if ((await this.announced.dueOf('ieo-cancel', subjectId, tx)) !== null) throw new Refusal('operations.act-waits');
      const { code, name, phase } = project;
      const payCoin = this.catalog.codeOf(project.payCurrencyId);
      const detail = { code, name, phase, paid: await this.store.paid(projectId, tx), payCoin };
      const asked = { kind: 'ieo-cancel', subjectId, userId: null, detail, reason } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'ieo-cancel.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, about: subjectId, reason } });
      return id;
    });
  }
}
