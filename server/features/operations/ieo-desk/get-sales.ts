import { Injectable } from '@nestjs/common';
import { LANGUAGES } from '../../../contract/errors.js';
import type {
  IeoCoinView,
  IeoDeskDetailView,
  IeoDeskPage,
  IeoDeskRowView,
} from '../../../contract/operations/ieo.dto.js';
import type { PageAsked } from '../../../contract/pages.dto.js';
import { listingDeadline } from '../../../contract/rules/ieo.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type IeoProject, IeoStore } from '../../trading/ieo/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { AnnouncedActsStore, ProposalsStore } from '../review/index.js';

const WORDS_MAX = 8;

/** What the desk sees of sales: sums and seals, never whose applications they are. */
@Injectable()
export class GetSales {
  constructor(
    private readonly store: IeoStore,
    private readonly proposals: ProposalsStore,
    private readonly announced: AnnouncedActsStore,
    private readonly catalog: WalletCatalog,
    private readonly clock: Clock,
  ) {}

  async list({ keyword, page, limit }: { keyword: string } & PageAsked): Promise<IeoDeskPage> {
    const words = keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
    const { projects, total } = await this.store.projects({ phase: null, words, at: this.now(), page, limit });
    return { list: projects.map((project) => this.row(project)), total, page, limit };
  }

  /** @throws Refusal `operations.not-found`. */
  async find(id: number): Promise<IeoDeskDetailView> {
    const project = await this.store.project(id, this.now());
    if (!project) throw new Refusal('operations.not-found');
    const [rounds, listProposalId, listDueAt, cancelProposalId, cancelDueAt] = await Promise.all([
      this.store.rounds(id),
      this.proposals.openId('ieo-list', String(id)),
      this.announced.dueOf('ieo-list', String(id)),
      this.proposals.openId('ieo-cancel', String(id)),
      this.announced.dueOf('ieo-cancel', String(id)),
    ]);
    return {
      ...this.row(project),
      rounds: rounds.map(({ sealedAt, settledAt, ...round }) => ({
        ...round,
        sealedAt: sealedAt.getTime(),
        settledAt: settledAt?.getTime() ?? null,
      })),
      texts: LANGUAGES.flatMap((language) => {
        const text = project.texts[language];
        return text ? [{ language, ...text }] : [];
      }),
      coinName: project.coinName,
      coinScale: project.coinScale,
      drawMarket: project.drawMarket,
      drawHour: project.drawHour?.getTime() ?? null,
      isDrawn: project.isDrawn,
      deadlineAt: listingDeadline(project.listAt.getTime()),
      listedAt: project.listedAt?.getTime() ?? null,
      market: project.market,
      cancelledAt: project.cancelledAt?.getTime() ?? null,
      cancelReason: project.cancelReason,
      listProposalId,
      listDueAt: listDueAt?.getTime() ?? null,
      cancelProposalId,
      cancelDueAt: cancelDueAt?.getTime() ?? null,
    };
  }

  /** Coins that can be paid with. */
  coins(): IeoCoinView[] {
    return this.catalog
      .currencies()
      .filter(({ accounts }) => accounts.includes('spot'))
      .map(({ id, code }) => ({ id, code }));
  }

  private row(project: IeoProject): IeoDeskRowView {
    const { id, code, name, issuer, phase, supply, cap, least, most, price, applications, applied } = project;
    return {
      id,
      code,
      name,
      issuer,
      coin: project.coinCode,
      payCoin: this.catalog.codeOf(project.payCurrencyId),
      phase,
      supply,
      cap,
      least,
      most,
      price,
      applications,
      applied,
      applyFrom: project.applyFrom.getTime(),
      applyUntil: project.applyUntil.getTime(),
      allotAt: project.allotAt.getTime(),
      payUntil: project.payUntil.getTime(),
      secondPayUntil: project.secondPayUntil.getTime(),
      listAt: project.listAt.getTime(),
      lockUntil: project.lockUntil.getTime(),
      releaseParts: project.releaseParts,
      releaseDays: project.releaseDays,
    };
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
