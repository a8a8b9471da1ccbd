import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { UseUploads } from '../../account/uploads/index.js';
import { CheckDeposit, type DepositClaim, type SoundClaim } from './check-deposit.js';
import { DepositAddressesStore } from './deposit-addresses.store.js';
import { type DepositRow, DepositsStore } from './deposits.store.js';
import { NoteDeposit } from './note-deposit.js';

/** More than anybody has under way at once; whoever has more waits for the first to be decided. */
const OPEN_MAX = 20;

export interface SubmittedDeposit extends DepositClaim {
  userId: string;
  /** The client's own key of this command; null when it sends none. */
  key: string | null;
}

/** Records a user's claim of a payment. Nothing is credited until an operator approves. */
@Injectable()
export class SubmitDeposit {
  constructor(
    private readonly checkDeposit: CheckDeposit,
    private readonly store: DepositsStore,
    private readonly addresses: DepositAddressesStore,
    private readonly useUploads: UseUploads,
    private readonly noteDeposit: NoteDeposit,
    private readonly commands: IdempotentCommands,
  ) {}

  /**
   * @throws Refusal those of {@link CheckDeposit}; `deposits.hash-used`, `deposits.too-many-open`, `uploads.unknown`.
   */
  async execute({ userId, key, ...claim }: SubmittedDeposit): Promise<void> {
    const sound = this.checkDeposit.execute(claim);
    const command = { userId, route: 'wallet/charge_req', key, body: claim };
    return this.commands.run(command, async (tx) => {
      const at = this.noteDeposit.now();
      await this.noteDeposit.lockUser(tx, userId);
      if ((await this.store.countOpen(tx, userId)) >= OPEN_MAX) throw new Refusal('deposits.too-many-open');
      const deposit = await this.insert(tx, { userId, sound, at });
      if (!deposit) throw new Refusal('deposits.hash-used');
      if (sound.proof !== null) await this.useProof(tx, deposit, sound.proof);
      await this.noteDeposit.execute(tx, { deposit, from: null, operatorId: null, at });
    });
  }

  private async insert(
    tx: Transaction,
    { userId, sound, at }: { userId: string; sound: SoundClaim; at: Date },
  ): Promise<DepositRow | null> {
    const { network, ...claim } = sound;
    const known = await this.addresses.of(userId, tx);
    return this.store.insert(tx, {
      ...claim,
      userId,
      coinNetworkId: network?.id ?? null,
      chain: network?.chain ?? null,
      recipient: known.find(({ coinNetworkId }) => coinNetworkId === network?.id)?.address ?? null,
      confirmationsNeeded: network?.confirmations ?? 0,
      at,
    });
  }

  private async useProof(tx: Transaction, { id, userId }: DepositRow, proof: string): Promise<void> {
    await this.useUploads.execute(tx, { userId, purpose: 'deposit', usedFor: `deposit:${id}`, references: [proof] });
  }
}
