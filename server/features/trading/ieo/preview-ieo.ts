import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { type IeoProject, IeoStore } from './ieo.store.js';

export interface IeoPreview {
  project: IeoProject;
  units: string;
  amount: DecimalText;
  unitsAfter: string;
  balance: DecimalText;
  balanceAfter: DecimalText;
}

/** What an application would do. Refuses what the application would refuse. */
@Injectable()
export class PreviewIeo {
  constructor(
    private readonly store: IeoStore,
    private readonly ledger: Ledger,
    private readonly levels: VerificationLevels,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal as the application does. */
  async execute(query: { userId: string; projectId: number; units: string; demo: boolean }): Promise<IeoPreview> {
    const { userId, projectId, units, demo } = query;
    if (demo) throw new Refusal('demo.real-money-only');
    await this.levels.assertVerified(userId);
    const project = await this.store.project(projectId, new Date(this.clock.now()));
    if (!project || project.phase === 'cancelled') throw new Refusal('ieo.not-found');
    if (project.phase !== 'applying') throw new Refusal('ieo.not-open');
    const after = BigInt(await this.store.applied(userId, projectId)) + BigInt(units);
    if (after < BigInt(project.least)) throw new Refusal('ieo.below-minimum', { minimum: project.least });
    if (after > BigInt(project.most)) throw new Refusal('ieo.above-maximum', { maximum: project.most });
    const amount = new Decimal(project.price).times(units);
    const balances = await this.ledger.balancesOf(userId, false);
    const balance =
      balances.find(({ kind, currencyId }) => kind === 'spot' && currencyId === project.payCurrencyId)?.balance ?? '0';
    const left = new Decimal(balance).minus(amount);
    if (left.isNegative()) throw new Refusal('ledger.insufficient-balance');
    return {
      project,
      units,
      amount: amount.toFixed(),
      unitsAfter: after.toString(),
      balance,
      balanceAfter: left.toFixed(),
    };
  }
}
