import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import {
  BooksCheckView,
  BooksView,
  JournalListRequest,
  JournalPage,
  LedgerAccountPage,
  LedgerAccountsRequest,
  ProposeQuarantineRequest,
  ProposeReopenRequest,
  QuarantineList,
} from '../../../contract/operations/books.dto.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { InspectBooks } from './inspect-books.js';
import { ListQuarantine } from './list-quarantine.js';
import { QuarantineRows } from './quarantine-rows.js';
import { ReopenTrading } from './reopen-trading.js';
import { ReviewBooks } from './review-books.js';

/** The books. */
@ApiTags('operations')
@ForOperator('auditor', 'treasurer')
@Controller('ops/api')
export class BooksController {
  constructor(
    private readonly inspectBooks: InspectBooks,
    private readonly reviewBooks: ReviewBooks,
    private readonly listQuarantine: ListQuarantine,
    private readonly reopenTrading: ReopenTrading,
    private readonly quarantineRows: QuarantineRows,
  ) {}

  /** Whether each book is open or in cancel-only, and the last seals of the books and of the audit log. */
  @Get('books')
  @ForOperator()
  @ApiOkEnvelope(BooksView)
  async state() {
    return ok(await this.reviewBooks.state());
  }

  /** Checks every invariant now. */
  @Post('books/verify')
  @HttpCode(200)
  @ForOperator('auditor', 'treasurer', 'administrator')
  @ApiOkEnvelope(BooksCheckView)
  async verify(@CurrentOperator() actor: ActingOperator) {
    return ok(await this.reviewBooks.verify(actor));
  }

  /** Accounts of the house, or of one user. */
  @Get('books/accounts')
  @ApiOkEnvelope(LedgerAccountPage)
  async accounts(@CurrentOperator() actor: ActingOperator, @Query() request: LedgerAccountsRequest) {
    return ok(await this.inspectBooks.accounts(actor, request));
  }

  /** Journals with their legs, newest first. */
  @Get('books/journals')
  @ApiOkEnvelope(JournalPage)
  async journals(@CurrentOperator() actor: ActingOperator, @Query() request: JournalListRequest) {
    return ok(await this.inspectBooks.journals(actor, request));
  }

  /** Proposes to end cancel-only of a book. It is opened when another operator approves and a new check finds it in order. */
  @Post('books/reopen')
  @HttpCode(200)
  @ForOperator('treasurer', 'administrator')
  @ApiOkEnvelope(ProposedView)
  async proposeReopening(@CurrentOperator() actor: ActingOperator, @Body() request: ProposeReopenRequest) {
    return ok({ id: await this.reopenTrading.propose(actor, request) });
  }

  /** Violations that two operators let stand. */
  @Get('books/quarantine')
  @ForOperator('auditor', 'treasurer', 'administrator')
  @ApiOkEnvelope(QuarantineList)
  async standing() {
    return ok(await this.listQuarantine.execute());
  }

  /** Proposes to let violations stand that cannot be put right. Nothing changes until another operator approves. */
  @Post('books/quarantine')
  @HttpCode(200)
  @ForOperator('treasurer', 'administrator')
  @ApiOkEnvelope(ProposedView)
  async proposeQuarantine(@CurrentOperator() actor: ActingOperator, @Body() request: ProposeQuarantineRequest) {
    return ok({ id: await this.quarantineRows.propose(actor, request) });
  }

  /** The violation counts again: the next check stops its book if it still stands. */
  @Post('books/quarantine/:id/lift')
  @HttpCode(200)
  @ForOperator('treasurer', 'administrator')
  @ApiOkEnvelope('text')
  async lift(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    await this.quarantineRows.lift(actor, rowId(id), reason);
    return ok('ok');
  }
}
