import { Inject, Injectable, Optional } from '@nestjs/common';
import type { ProofAct, ProofKind, ProofsView } from '../../../contract/account/proofs.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ConfirmationCodes, SecondFactor } from '../codes/index.js';
import { GetHolds } from '../notices/index.js';
import { maskContact, type UserRow, UsersStore } from '../users/index.js';
import { holdAfter, neededProofs, offeredProofs } from './proofs.rules.js';
import { PasskeyProofs } from './passkey-proofs.js';
import { WalletProofs } from './wallet-proofs.js';

/** With what a user can prove to be at hand. */
@Injectable()
export class OwnedProofs {
  constructor(
    private readonly users: UsersStore,
    private readonly codes: ConfirmationCodes,
    private readonly factor: SecondFactor,
    private readonly getHolds: GetHolds,
    @Optional() @Inject(WalletProofs) private readonly wallets: WalletProofs | null,
    @Optional() @Inject(PasskeyProofs) private readonly passkeys: PasskeyProofs | null,
  ) {}

  /** A contact that was bound lately is not among them: whoever has taken an account over binds one first. */
  async find(userId: string): Promise<{ user: UserRow; kinds: Set<ProofKind> }> {
    const [user, hasTotp, wallets, hasPasskey] = await Promise.all([
      this.users.byId(userId),
      this.factor.isOn(userId),
      this.wallets?.wallets(userId) ?? [],
      this.passkeys?.has(userId) ?? false,
    ]);
    if (!user) throw new Refusal('session.required');
    const kinds = new Set<ProofKind>();
    if (hasPasskey) kinds.add('passkey');
    if (hasTotp) kinds.add('authenticator');
    if (this.codes.contactOf(user)) kinds.add('contact-code');
    if (wallets.length > 0) kinds.add('wallet');
    if (user.passwordHash !== null) kinds.add('login-password');
    return { user, kinds };
  }

  /** What a page has to ask its user for. */
  async view(userId: string, act: ProofAct): Promise<ProofsView> {
    const [{ user, kinds }, wallets] = await Promise.all([this.find(userId), this.wallets?.wallets(userId) ?? []]);
    const groups = neededProofs(act, kinds);
    const contact = this.codes.contactOf(user);
    const hold = holdAfter(act);
    return {
      groups: offeredProofs(act, groups ?? []),
      possible: groups === null ? 0 : 1,
      hold_hours: hold === null ? 0 : this.getHolds.hoursAfter(hold),
      sent_to: contact ? maskContact(contact.value) : '',
      wallets: wallets.map(({ chain, address }) => ({ chain, address })),
    };
  }
}
