import { Inject, Injectable, Optional } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import type { ConfirmedAct } from '../codes/index.js';
import type { Caller } from '../users/index.js';
import { PasskeyProofs } from './passkey-proofs.js';
import type { Proof } from './proofs.rules.js';
import { WalletProofs } from './wallet-proofs.js';

/** Proofs that a key makes: of a wallet, or of a passkey. */
@Injectable()
export class SignedProofs {
  constructor(
    @Optional() @Inject(WalletProofs) private readonly wallets: WalletProofs | null,
    @Optional() @Inject(PasskeyProofs) private readonly passkeys: PasskeyProofs | null,
  ) {}

  /** What was signed is used up, right or wrong. @throws Refusal `account.wallet-proof-wrong`, those of a passkey. */
  async check(
    kind: 'wallet' | 'passkey',
    userId: string,
    { act, proofs, caller }: { act: ConfirmedAct; proofs: readonly Proof[]; caller: Caller },
  ): Promise<void> {
    const given = proofs.find((one) => one.kind === kind);
    const isRight = given?.kind === 'wallet' && (await this.wallets?.check(userId, act, { ...given, caller })) === true;
    if (kind === 'wallet' && !isRight) throw new Refusal('account.wallet-proof-wrong');
    if (kind !== 'passkey') return;
    if (given?.kind !== 'passkey' || !this.passkeys) throw new Refusal('account.passkey-proof-wrong');
    await this.passkeys.check(userId, act, { answer: given.answer, caller });
  }
}
