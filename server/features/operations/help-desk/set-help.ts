import { Injectable } from '@nestjs/common';
import type { HelpHoursRequest, HelpTemplateRequest } from '../../../contract/operations/help.dto.js';
import { asksForSecret } from '../../../contract/rules/asks-for-secret.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { HelpDeskStore } from './help-desk.store.js';

/** Ready answers, and when somebody is there. */
@Injectable()
export class SetHelp {
  constructor(
    private readonly store: HelpDeskStore,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the number of the answer.
   * @throws Refusal `help.asks-for-secret`, `operations.not-found`, `help.too-many`.
   */
  template(actor: ActingOperator, { id, language, title, text }: HelpTemplateRequest): Promise<string> {
    if (asksForSecret(text)) throw new Refusal('help.asks-for-secret');
    return this.transactions.run(async (tx) => {
      const by = this.by(actor);
      const template = { language, title: title.trim(), text: text.trim() };
      const templateId = id === undefined ? await this.store.addTemplate(tx, template, by) : id;
      if (templateId === null) throw new Refusal('help.too-many');
      if (id !== undefined && !(await this.store.changeTemplate(tx, { id, ...template }, by)))
        throw new Refusal('operations.not-found');
      const line = { action: 'help.template', subject: 'help-template', subjectId: templateId };
      await this.log.record(tx, actor, { ...line, detail: { language, title } });
      return templateId;
    });
  }

  /** @throws Refusal `operations.not-found`. */
  removeTemplate(actor: ActingOperator, id: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      if (!(await this.store.removeTemplate(tx, id, this.by(actor)))) throw new Refusal('operations.not-found');
      await this.log.record(tx, actor, { action: 'help.template-remove', subject: 'help-template', subjectId: id });
    });
  }

  /** @throws Refusal `request.invalid` for an end before the beginning. */
  hours(actor: ActingOperator, { days, opensAt, closesAt }: HelpHoursRequest): Promise<void> {
    if (closesAt <= opensAt) throw new Refusal('request.invalid', { field: 'closesAt' });
    return this.transactions.run(async (tx) => {
      await this.store.setHours(tx, { days, opensAt, closesAt }, this.by(actor));
      const detail = { days, opensAt, closesAt };
      await this.log.record(tx, actor, { action: 'help.hours', subject: 'help-hours', detail });
    });
  }

  private by({ operatorId }: ActingOperator): { operatorId: string; at: Date } {
    return { operatorId, at: new Date(this.clock.now()) };
  }
}
