import { Injectable } from '@nestjs/common';
import type { ChangeNetworkRequest } from '../../../contract/operations/settings.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { type Actor, AuditLog } from '../audit/index.js';
import { type ActingOperator, type AnnouncedActRow, AnnouncedActs, AnnouncedActsStore } from '../review/index.js';
import { changesOf, hasTooFewConfirmations, splitByWait, wrongField } from './network-settings.rules.js';
import { networkDetail, parseDetail } from './proposal-details.js';
import { type NetworkSettings, SettingsStore } from './settings.store.js';

type Wanted = Partial<NetworkSettings>;

/** Somebody announced meanwhile what this ends: a conflict, after which all is done again. */
class Overtaken extends Error {
  readonly code = '40001';
}

/**
 * What one operator sets of a network for everybody alike. Switching off holds at once, and ends what waits to switch the same on
 * again; what touches money takes effect later, so that an administrator can stop it.
 */
@Injectable()
export class ChangeNetwork {
  constructor(
    private readonly store: SettingsStore,
    private readonly announcedActs: AnnouncedActs,
    private readonly acts: AnnouncedActsStore,
    private readonly catalog: WalletCatalog,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @returns when what touches money takes effect; null: all of it holds.
   * @throws Refusal `operations.not-found`, `operations.nothing-changed`, `operations.act-waits` where the same waits already,
   * `request.invalid` naming the field.
   */
  async execute(actor: ActingOperator, id: number, { reason, ...request }: ChangeNetworkRequest): Promise<Date | null> {
    const wanted: Wanted = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
    const dueAt = await this.transactions.run(async (tx) => {
      // What waits comes before its network, as where it is carried out.
      const isStopped = await this.stopSwitchingOn(tx, actor, { id, wanted, reason });
      const { changes, before } = await this.judge(tx, id, wanted);
      // Once more behind the network: by then it stands what somebody announced meanwhile. All is done again then, in the order of locks.
      if (await this.stopSwitchingOn(tx, actor, { id, wanted, reason })) throw new Overtaken();
      if (isEmpty(changes)) {
        if (isStopped) return null;
        throw new Refusal('operations.nothing-changed');
      }
      const changed = Object.fromEntries(Object.entries(wanted).filter(([name]) => name in changes));
      const { atOnce, later } = this.announcedActs.isOn ? splitByWait(changed) : { atOnce: changed, later: {} };
      if (!isEmpty(atOnce)) await this.set(tx, actor, { id, wanted: atOnce, reason });
      if (isEmpty(later)) return null;
      const { coin, network } = before;
      return this.announce(tx, actor, { id, detail: { coin, network, ...later }, reason });
    });
    await this.catalog.reload();
    return dueAt;
  }

  /** What has waited takes effect: judged again, for much may have changed. @throws Refusal as `execute`. */
  async carryOut(tx: Transaction, actor: Actor, { id, subjectId, detail, reason, proposedBy }: AnnouncedActRow) {
    const wanted = parseDetail(networkDetail, detail);
    await this.set(tx, actor, { id: Number.parseInt(subjectId ?? '', 10), wanted, reason, announced: id, proposedBy });
  }

  /**
   * What would let the brake go by itself after a while: all of what was announced with it has to be announced anew.
   * @returns whether something waited.
   */
  private async stopSwitchingOn(
    tx: Transaction,
    actor: ActingOperator,
    { id, wanted, reason }: { id: number; wanted: Wanted; reason: string },
  ): Promise<boolean> {
    const off = Object.entries(wanted).flatMap(([name, value]) => (value === false ? [name] : []));
    if (off.length === 0) return false;
    const waiting = await this.acts.lockWaiting(tx, 'network-change', String(id));
    const stopped = waiting.filter(({ detail }) => off.some((name) => detail[name] === true));
    for (const { id: actId, kind, proposedBy, approvedBy, detail } of stopped) {
      const end = { status: 'stopped', operatorId: actor.operatorId, reason } as const;
      await this.acts.end(tx, actId, end, this.announcedActs.now());
      const line = { action: 'announced-act.stop', subject: 'announced-act', subjectId: actId };
      await this.log.record(tx, actor, { ...line, detail: { kind, proposedBy, approvedBy, ...detail, reason } });
    }
    return stopped.length > 0;
  }

  private async announce(
    tx: Transaction,
    actor: ActingOperator,
    { id, detail, reason }: { id: number; detail: Record<string, unknown>; reason: string },
  ): Promise<Date> {
    const { operatorId } = actor;
    const [subjectId, now] = [String(id), this.announcedActs.now()];
    const asked = { kind: 'network-change', subjectId, userId: null, proposalId: null, approvedById: null } as const;
    const dueAt = await this.announcedActs.begin(tx, {
      ...asked,
      detail,
      reason,
      proposedById: operatorId,
      proposedAt: now,
    });
    const line = { action: 'network.announce', subject: 'network', subjectId };
    await this.log.record(tx, actor, { ...line, detail: { ...detail, reason, dueAt: dueAt.toISOString() } });
    return dueAt;
  }

  private async set(
    tx: Transaction,
    actor: Actor,
    { id, wanted, reason, ...origin }: { id: number; wanted: Wanted; reason: string } & Record<string, unknown>,
  ): Promise<void> {
    const { changes, before, after } = await this.judge(tx, id, wanted);
    if (isEmpty(changes)) throw new Refusal('operations.nothing-changed');
    const { coin, network } = before;
    await this.store.setNetwork(tx, id, after);
    const line = { action: 'network.change', subject: 'network', subjectId: String(id) };
    await this.log.record(tx, actor, { ...line, detail: { coin, network, changes, reason, ...origin } });
  }

  private async judge(tx: Transaction, id: number, wanted: Wanted) {
    const before = await this.store.lockNetwork(tx, id);
    if (!before) throw new Refusal('operations.not-found');
    const { id: _id, scale, coin: _coin, network: _network, ...settings } = before;
    const after = { ...settings, ...wanted };
    const changes = changesOf(settings, after);
    if (isEmpty(changes)) return { before, after, changes };
    const { chain = '' } = this.catalog.network(id) ?? {};
    const isTooFew = hasTooFewConfirmations(chain, { before: settings, after });
    const wrong = isTooFew ? 'confirmations' : wrongField(after, scale);
    if (wrong !== null) throw new Refusal('request.invalid', { field: wrong });
    return { before, after, changes };
  }
}

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;
