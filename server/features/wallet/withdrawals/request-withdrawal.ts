import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { TakenWithdrawalView } from '../../../contract/wallet/wallet-withdrawals.dto.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { FindDestination, type NamedDestination } from './find-destination.js';
import { type CheckedWithdrawal, FreezeWithdrawal } from './freeze-withdrawal.js';
import { MayWithdraw } from './may-withdraw.js';
import { type PersonProof, ProvePerson } from '../address-book/index.js';
import type { Proven } from '../../account/security/index.js';
import { QuoteWithdrawal } from './quote-withdrawal.js';
import { takenReply, takenView } from './withdrawals-views.js';

export interface RequestedWithdrawal extends NamedDestination {
  userId: string;
  /** What the account is charged, as it was typed. */
  amount: string;
  remark: string;
  /** The fee that the user was shown: none above it is taken; null where none was shown. */
  worstFee?: DecimalText | null;
  proof: PersonProof;
  /** The client's own key of this command; null when it sends none. */
  key: string | null;
}

/** Asks for a withdrawal: the amount is frozen until an operator has decided. */
@Injectable()
export class RequestWithdrawal {
  constructor(
    private readonly mayWithdraw: MayWithdraw,
    private readonly quoteWithdrawal: QuoteWithdrawal,
    private readonly findDestination: FindDestination,
    private readonly provePerson: ProvePerson,
    private readonly freezeWithdrawal: FreezeWithdrawal,
    private readonly commands: IdempotentCommands,
  ) {}

  /**
   * @returns the withdrawal as it was taken, also to a repetition; null where a version of before took it.
   * @throws Refusal those of {@link MayWithdraw}, {@link QuoteWithdrawal}, {@link FindDestination} and
   * {@link ProvePerson}; `ledger.insufficient-balance`, `ledger.cancel-only`, `withdrawals.fee-raised`.
   */
  execute({ key, proof, worstFee = null, ...request }: RequestedWithdrawal): Promise<TakenWithdrawalView | null> {
    const { userId, remark } = request;
    // The fee that was shown is no part of what is asked for: who repeats a withdrawal may have been shown another one since.
    // Under a key of the client's the proof may be new at every try; without one it tells two withdrawals from one.
    const body = key === null ? { ...request, fundPassword: proof.fundPassword, proofs: proof.proofs } : request;
    let checked: Omit<CheckedWithdrawal, 'userId' | 'remark' | 'worstFee'> | null = null;
    return this.commands.runAfter<TakenWithdrawalView | null>(
      { userId, route: 'wallet/out', key, body, reply: takenReply },
      async () => {
        await this.mayWithdraw.assert(userId);
        const found = await this.find(request);
        await this.mayWithdraw.assertWithin({ userId, ...found.quote });
        checked = { ...found, proven: await this.prove(request, found, proof) };
      },
      async (tx) => {
        if (!checked) throw new Error('The withdrawal was not checked.');
        return takenView(await this.freezeWithdrawal.execute(tx, { userId, ...checked, worstFee, remark }));
      },
    );
  }

  /** Where it goes and what it costs. */
  private async find(request: Omit<RequestedWithdrawal, 'key' | 'proof'>) {
    const { userId, amount } = request;
    const address = await this.findDestination.address(userId, request);
    const quote = this.quoteWithdrawal.execute(this.findDestination.network(request, address), amount);
    return { address, quote, target: address?.address ?? (await this.findDestination.cardNumber(userId)) };
  }

  /** The proof is of this amount and this target. */
  private prove(
    { userId, currencyId }: { userId: string; currencyId: number },
    { quote, target }: Pick<CheckedWithdrawal, 'quote' | 'target'>,
    proof: PersonProof,
  ): Promise<Proven> {
    const coin = this.findDestination.coin(currencyId);
    return this.provePerson.check(userId, { act: 'withdrawal', amount: quote.amount, coin, target }, proof);
  }
}
