import { Injectable } from '@nestjs/common';
import type {
  ProposeDepositBankRequest,
  ProposeDepositKeyRequest,
  ProposeDepositPoolRequest,
  ProposeLimitRequest,
} from '../../../contract/operations/settings.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { type AddressChain, isAddress, isExtendedPublicKey, WalletCatalog } from '../../wallet/balances/index.js';
import { type Asked, type ActingOperator, SecondPerson } from '../review/index.js';
import { isAmount } from './network-settings.rules.js';
import { type NetworkRow, SettingsStore } from './settings.store.js';

/** What one operator can only propose: where users' money goes and how much takes two people is never one person's to say. */
@Injectable()
export class ChangeSettings {
  constructor(
    private readonly store: SettingsStore,
    private readonly second: SecondPerson,
    private readonly catalog: WalletCatalog,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @throws Refusal `operations.not-found`, `operations.proposal-open`, `request.invalid`. */
  proposeLimit(actor: ActingOperator, id: number, request: ProposeLimitRequest, key: string | null): Promise<string> {
    const { secondPersonAbove, reason } = request;
    const command = {
      userId: actor.operatorId,
      route: 'ops/networks/limit',
      key,
      body: { id, ...request },
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      const { scale } = await this.network(tx, id);
      const isWrong =
        !isAmount(secondPersonAbove, scale) || !(await this.store.isLimitWithinCaps(tx, id, secondPersonAbove));
      if (isWrong) throw new Refusal('request.invalid', { field: 'secondPersonAbove' });
      return this.propose(tx, actor, {
        kind: 'network-limit',
        subjectId: String(id),
        userId: null,
        detail: { secondPersonAbove },
        reason,
      });
    });
  }

  /** @throws Refusal `request.invalid` for anything but an extended public key of an account. */
  proposeKey(actor: ActingOperator, request: ProposeDepositKeyRequest, key: string | null): Promise<string> {
    const { chain, form, extendedKey, reason } = request;
    if (!isExtendedPublicKey(extendedKey)) throw new Refusal('request.invalid', { field: 'extendedKey' });
    const detail = { chain, form, extendedKey };
    const command = { userId: actor.operatorId, route: 'ops/deposit-keys', key, body: request, reply: TEXT_REPLY };
    return this.commands.run(command, (tx) =>
      this.propose(tx, actor, { kind: 'deposit-key', subjectId: null, userId: null, detail, reason }),
    );
  }

  proposeBank(actor: ActingOperator, request: ProposeDepositBankRequest, key: string | null): Promise<string> {
    const { bankName, cardNumber, cardHolder, reason } = request;
    const detail = { bankName: bankName.trim(), cardNumber: cardNumber.trim(), cardHolder: cardHolder.trim() };
    const command = { userId: actor.operatorId, route: 'ops/deposit-banks', key, body: request, reply: TEXT_REPLY };
    return this.commands.run(command, (tx) =>
      this.propose(tx, actor, { kind: 'deposit-bank', subjectId: null, userId: null, detail, reason }),
    );
  }

  /** @throws Refusal `operations.not-found`, `withdrawals.address-invalid` when one is not of the network's chain. */
  proposePool(
    actor: ActingOperator,
    id: number,
    request: ProposeDepositPoolRequest,
    key: string | null,
  ): Promise<string> {
    const { addresses, reason } = request;
    const network = this.catalog.network(id);
    if (!network || network.chain === 'bank') throw new Refusal('operations.not-found');
    const chain: AddressChain = network.chain;
    if (!addresses.every((address) => isAddress(chain, address))) throw new Refusal('withdrawals.address-invalid');
    const command = {
      userId: actor.operatorId,
      route: 'ops/networks/pool',
      key,
      body: { id, ...request },
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, (tx) =>
      this.propose(tx, actor, {
        kind: 'deposit-pool',
        subjectId: String(id),
        userId: null,
        detail: { addresses },
        reason,
      }),
    );
  }

  private async network(tx: Transaction, id: number): Promise<NetworkRow> {
    const network = await this.store.lockNetwork(tx, id);
    if (!network) throw new Refusal('operations.not-found');
    return network;
  }

  private async propose(tx: Transaction, actor: ActingOperator, asked: Asked): Promise<string> {
    const id = await this.second.propose(tx, actor, asked);
    const { kind, detail, subjectId, reason } = asked;
    const line = { action: `${kind}.propose`, subject: 'proposal', subjectId: id };
    await this.log.record(tx, actor, { ...line, detail: { ...detail, about: subjectId, reason } });
    return id;
  }
}
