import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import {
  TaxJournalRequest,
  TaxPostingView,
  TaxReportRequest,
  TaxReportView,
  TaxResultLinesView,
  TaxResultsRequest,
} from '../../../contract/wallet/taxes.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { GetTaxReport } from './get-tax-report.js';

/** What the caller's coins gained, by the books of real money. */
@ApiTags('wallet')
@SignedIn()
@Controller('taxes')
export class TaxesController {
  constructor(private readonly getTaxReport: GetTaxReport) {}

  /** Of a calendar year of UTC, by first in first out or by average cost. The file of it is `exports/file`. */
  @Get('report')
  @Rate('heavy')
  @ApiOkEnvelope(TaxReportView)
  async report(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Query() asked: TaxReportRequest,
  ) {
    return ok(await this.getTaxReport.execute(userId, language, asked));
  }

  /**
   * What one of the report's sums of income, contracts and options is made of: its journals, page by page. Each page reads as much as
   * the report does.
   */
  @Get('results')
  @Rate('heavy')
  @ApiOkEnvelope(TaxResultLinesView)
  async results(@CurrentUser() { userId }: CurrentSession, @Query() asked: TaxResultsRequest) {
    return ok(await this.getTaxReport.results(userId, asked));
  }

  /** What one journal wrote in the caller's accounts; nothing where it wrote nothing there. */
  @Get('journal')
  @ApiOkEnvelope([TaxPostingView])
  async journal(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Query() { id }: TaxJournalRequest,
  ) {
    return ok(await this.getTaxReport.journal(userId, language, id));
  }
}
