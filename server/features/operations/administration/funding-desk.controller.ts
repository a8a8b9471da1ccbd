import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { FundingStampPage, FundingStampsRequest } from '../../../contract/operations/funding.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ListFundingStamps } from '../../trading/funding/index.js';

/** Funding as it was decided. */
@ApiTags('operations')
@Controller('ops/api')
export class FundingDeskController {
  constructor(private readonly listFundingStamps: ListFundingStamps) {}

  /** What was decided for each market at each funding instant, newest first, with why one was void. */
  @Get('funding')
  @ForOperator('treasurer', 'settings', 'auditor', 'administrator')
  @ApiOkEnvelope(FundingStampPage)
  async stamps(@Query() request: FundingStampsRequest) {
    return ok(await this.listFundingStamps.execute(request));
  }
}
