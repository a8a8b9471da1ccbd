import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type { PageAsked } from '../../../contract/pages.dto.js';
import type { IeoPhase } from '../../../contract/rules/ieo.rules.js';
import type { IeoAllotmentView } from '../../../contract/trading/ieo-allotment.dto.js';
import type {
  IeoApplicationDetailView,
  IeoApplicationPage,
  IeoPreviewView,
  IeoProjectPage,
  IeoProjectView,
} from '../../../contract/trading/ieo.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { UsdtPrices, WalletCatalog } from '../../wallet/balances/index.js';
import { allotmentView, applicationView, detailView, type Looked, previewView, projectView } from './ieo-views.js';
import { ListIeo } from './list-ieo.js';
import { PreviewIeo } from './preview-ieo.js';
import { GetAllotment } from './get-allotment.js';

/** Everything of sales that is looked at, in the words of the wire. */
@Injectable()
export class GetIeo {
  constructor(
    private readonly listIeo: ListIeo,
    private readonly previewIeo: PreviewIeo,
    private readonly getAllotment: GetAllotment,
    private readonly coins: WalletCatalog,
    private readonly prices: UsdtPrices,
    private readonly clock: Clock,
  ) {}

  async projects(
    query: { phase: IeoPhase | null; keyword: string } & PageAsked,
    language: Language,
  ): Promise<IeoProjectPage> {
    const { projects, total } = await this.listIeo.projects(query);
    return { data: projects.map((project) => projectView(project, this.looked(language))), ...pagesOf(query, total) };
  }

  async project(id: number, language: Language): Promise<IeoProjectView> {
    return projectView(await this.listIeo.project(id), this.looked(language));
  }

  async applications(
    query: { userId: string; status: number | null; keyword: string } & PageAsked,
    language: Language,
  ): Promise<IeoApplicationPage> {
    const { rows, total } = await this.listIeo.applications(query);
    return { data: rows.map((row) => applicationView(row, this.looked(language))), ...pagesOf(query, total) };
  }

  async application(userId: string, id: string, language: Language): Promise<IeoApplicationDetailView> {
    const own = await this.listIeo.application(userId, id);
    const { account } = own.application;
    const proofs = await this.getAllotment.proofs(own.project, own.application);
    const { rows } = await this.getAllotment.table(own.project.id, { after: '', prefix: account, limit: 1 });
    return detailView(own, rows[0] ?? null, proofs, this.looked(language));
  }

  async allotment(
    projectId: number,
    query: { after: string; prefix: string; limit: number },
  ): Promise<IeoAllotmentView> {
    return allotmentView(await this.getAllotment.table(projectId, query), query.limit);
  }

  async preview(
    wish: { userId: string; projectId: number; units: string; demo: boolean },
    language: Language,
  ): Promise<IeoPreviewView> {
    return previewView(await this.previewIeo.execute(wish), this.looked(language));
  }

  private looked(language: Language): Looked {
    return { coins: this.coins, prices: this.prices, language, now: this.clock.now() };
  }
}

function pagesOf({ page, limit }: PageAsked, total: number): { page: number; pages: number; total: number } {
  return { page, pages: Math.max(1, Math.ceil(total / limit)), total };
}
