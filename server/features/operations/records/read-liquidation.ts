import { Injectable } from '@nestjs/common';
import type { LiquidationStepView } from '../../../contract/trading/liquidation.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { GetReports } from '../../trading/liquidation/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';

/** The report of a liquidation as its user sees it, for whoever has to explain it. */
@Injectable()
export class ReadLiquidation {
  constructor(
    private readonly getReports: GetReports,
    private readonly log: AuditLog,
  ) {}

  /** @throws Refusal `operations.not-found` for a position that is not the user's, or was never liquidated. */
  async execute(actor: ActingOperator, userId: string, positionId: string): Promise<LiquidationStepView[]> {
    const line = { action: 'user.liquidation', subject: 'user', subjectId: userId, userId };
    await this.log.recordLook(actor, { ...line, detail: { position: positionId } });
    const steps = await this.getReports.steps(userId, positionId);
    if (steps.length === 0) throw new Refusal('operations.not-found');
    return steps;
  }
}
