import { Injectable } from '@nestjs/common';
import type { BooksCheckView, BooksView, TradingModeView } from '../../../contract/operations/books.dto.js';
import { brokenIn, CheckBooks, registeredInvariants, TradingMode } from '../../wallet/ledger/index.js';
import { AuditLog, ListAudit } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { DeskBooksStore } from './books.store.js';

/** Whether the books are in order, and whether they are open. */
@Injectable()
export class ReviewBooks {
  constructor(
    private readonly store: DeskBooksStore,
    private readonly checkBooks: CheckBooks,
    private readonly mode: TradingMode,
    private readonly listAudit: ListAudit,
    private readonly log: AuditLog,
  ) {}

  async state(): Promise<BooksView> {
    const [trading, seal, auditSeal] = await Promise.all([this.mode.read(), this.store.seal(), this.listAudit.head()]);
    return {
      trading: { real: modeView(trading.real), demo: modeView(trading.demo) },
      ledgerSeal: seal && { ...seal, at: seal.at.getTime() },
      auditSeal,
    };
  }

  /** Checks every invariant now; a violation switches its book to cancel-only, as it always does. */
  async verify(actor: ActingOperator): Promise<BooksCheckView> {
    await this.log.recordLook(actor, { action: 'books.verify', subject: 'books' });
    // What runs already may have looked before what the asker has just put right.
    const { checked } = await this.checkBooks.look();
    const repairable = new Set(
      registeredInvariants().flatMap(({ name, isRepairable }) => (isRepairable ? [name] : [])),
    );
    const invariants = checked.map(({ name, says, rows, quarantined }) => ({
      name,
      says,
      holds: rows.length === 0,
      rows,
      quarantined,
      mayQuarantine: !repairable.has(name),
    }));
    return { inOrder: invariants.every(({ holds }) => holds), invariants };
  }
}

type Mode = Awaited<ReturnType<TradingMode['read']>>['real'];

function modeView({ mode, cause, since, verifiedAt, checkedAt }: Mode): TradingModeView {
  const [verified, checked] = [verifiedAt?.getTime() ?? null, checkedAt?.getTime() ?? null];
  const broken = brokenIn(cause);
  return { mode, cause, broken, since: since.getTime(), verifiedAt: verified, checkedAt: checked };
}
