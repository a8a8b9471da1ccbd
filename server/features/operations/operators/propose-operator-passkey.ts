import { Injectable } from '@nestjs/common';
import type { PasskeyCreationView } from '../../../contract/account/passkeys.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { Actor } from '../audit/index.js';
import { AskOperatorPasskey } from './ask-operator-passkey.js';
import { type AtDesk, type DeskProof, ProveAtDesk } from './prove-at-desk.js';
import { ProveOperator } from './prove-operator.js';

/** Lets the browser of an operator who proves to be at hand make a passkey. Nothing changes until it is added. */
@Injectable()
export class ProposeOperatorPasskey {
  constructor(
    private readonly proveOperator: ProveOperator,
    private readonly proveAtDesk: ProveAtDesk,
    private readonly askOperatorPasskey: AskOperatorPasskey,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The first one, for whoever has a one-time password, which is not used up.
   * @throws Refusal `operations.locked`, `operations.login-wrong`, `operations.invitation-expired`.
   */
  async first(invited: { login: string; password: string }, caller: Actor): Promise<PasskeyCreationView> {
    const { operator, wasRight } = await this.proveOperator.withoutCode(invited, caller);
    await wasRight();
    const asked = { purpose: 'enrolment', operatorId: operator.id, sessionId: null } as const;
    return this.askOperatorPasskey.forNew(asked, operator.login);
  }

  /** Another one, to be added in the same session. @throws Refusal as {@link ProveAtDesk}. */
  async another(actor: AtDesk, proof: DeskProof): Promise<PasskeyCreationView> {
    const { operator, spend } = await this.proveAtDesk.execute(actor, proof);
    await this.transactions.run(spend);
    const { operatorId, sessionId } = actor;
    return this.askOperatorPasskey.forNew({ purpose: 'addition', operatorId, sessionId }, operator.login);
  }
}
