import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { JobQueuesView } from '../../../contract/operations/audit.dto.js';
import { QueuesView } from '../../../contract/operations/cases.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, CountQueues } from '../review/index.js';
import { CountJobs } from './count-jobs.js';

/** What waits: for operators, and for workers. */
@ApiTags('operations')
@Controller('ops/api')
export class QueuesController {
  constructor(
    private readonly countQueues: CountQueues,
    private readonly countJobs: CountJobs,
  ) {}

  /** How much waits for an operator, and since when. */
  @Get('queues')
  @ForOperator()
  @ApiOkEnvelope(QueuesView)
  async waiting(@CurrentOperator() actor: ActingOperator) {
    return ok(await this.countQueues.execute(actor));
  }

  /** Background work that waits or failed. */
  @Get('jobs')
  @ForOperator('auditor', 'administrator')
  @ApiOkEnvelope(JobQueuesView)
  async jobs() {
    return ok(await this.countJobs.execute());
  }
}
