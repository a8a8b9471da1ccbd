import { Injectable } from '@nestjs/common';
import { IdempotentCommands } from '../../platform/idempotency/idempotent-commands.js';
import { FindDestination, type NamedDestination } from './find-destination.js';
import { FreezeWithdrawal } from './freeze-withdrawal.js';
import { MayWithdraw } from './may-withdraw.js';
import { type Proof, ProvePerson } from '../address-book/index.js';
import { QuoteWithdrawal } from './quote-withdrawal.js';

export interface RequestedWithdrawal extends NamedDestination {
  userId: string;
  /** What the account is charged, as it was typed. */
  amount: string;
  remark: string;
  proof: Proof;
  /** The client's own key of this command; null when it sends none. */
  key: string | null;
}

/** Asks for a withdrawal: the amount is frozen until an operator has decided. */
@Injectable()
export class RequestWithdrawal {
  constructor(
    private readonly may: MayWithdraw,
    private readonly quotes: QuoteWithdrawal,
    private readonly destinations: FindDestination,
    private readonly person: ProvePerson,
    private readonly freeze: FreezeWithdrawal,
    private readonly commands: IdempotentCommands,
  ) {}

  /**
   * @param reply what the user reads.
   * @throws Refusal those of {@link MayWithdraw}, {@link QuoteWithdrawal}, {@link FindDestination} and
   * {@link ProvePerson}; `ledger.insufficient-balance`, `ledger.cancel-only`.
   */
  execute({ key, ...request }: RequestedWithdrawal, reply: string): Promise<string> {
    const { userId, proof, remark } = request;
    let found: Awaited<ReturnType<RequestWithdrawal['find']>> | null = null;
    return this.commands.runAfter(
      { userId, route: 'wallet/out', key, body: request },
      async () => {
        await this.may.assert(userId);
        found = await this.find(request);
        await this.person.check(userId, proof);
      },
      async (tx) => {
        if (!found) throw new Error('The withdrawal was not checked.');
        await this.freeze.execute(tx, { userId, ...found, remark, proof });
        return reply;
      },
    );
  }

  /** Where it goes and what it costs. */
  private async find(request: Omit<RequestedWithdrawal, 'key'>) {
    const { userId, amount } = request;
    const address = await this.destinations.address(userId, request);
    return { address, quote: this.quotes.execute(this.destinations.network(request, address), amount) };
  }
}
