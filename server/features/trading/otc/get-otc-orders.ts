import { Injectable } from '@nestjs/common';
import { otcReference } from '../../../contract/rules/otc-market.rules.js';
import {
  isOtcOpen,
  OTC_PAUSE_DAYS,
  OTC_STATES,
  otcChoices,
  otcDecisionUntil,
  otcPausedUntil,
} from '../../../contract/rules/otc-order.rules.js';
import type { OtcOrderDetailView, OtcOrderFilter, OtcOrderView } from '../../../contract/trading/otc-orders.dto.js';
import type { OtcSide } from '../../../contract/trading/otc-market.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { otcStateOf, otcTimesOf } from './otc-progress.rules.js';
import { OtcOrderHistoryStore } from './otc-order-history.store.js';
import { type OtcOrderRow, OtcOrdersStore } from './otc-orders.store.js';
import { otcOrderView, otcStepView } from './otc-views.js';
import { voiceOf } from './say-in-otc-order.js';

const DAY_MS = 86_400_000;
const OPEN = [OTC_STATES.paying, OTC_STATES.paid, OTC_STATES.appeal];
const ALL = [1, 2, 3, 4, 5];

export interface OtcOrdersAsked {
  filter: OtcOrderFilter;
  side: OtcSide | null;
  number: string | null;
  page: number;
  limit: number;
}

/** A user's orders, and everything that a side may know of one. */
@Injectable()
export class GetOtcOrders {
  constructor(
    private readonly store: OtcOrdersStore,
    private readonly history: OtcOrderHistoryStore,
    private readonly coins: WalletCatalog,
    private readonly clock: Clock,
  ) {}

  async list(userId: string, asked: OtcOrdersAsked): Promise<{ data: OtcOrderView[]; total: number }> {
    const { filter, side, number, page, limit } = asked;
    const statuses = filter === 'all' ? ALL : filter === 'open' ? OPEN : [Number.parseInt(filter, 10)];
    const query = { userId, statuses, side, number };
    const [rows, total] = await Promise.all([
      this.history.page(query, limit, (page - 1) * limit),
      this.history.count(query),
    ]);
    return { data: rows.map((row) => otcOrderView(row, userId, this.coins)), total };
  }

  /** @throws Refusal `otc.not-found` also for who has no part in it. */
  async own(userId: string, id: string): Promise<{ order: OtcOrderRow; voice: 'buyer' | 'seller' }> {
    const order = await this.store.find(id);
    const voice = order && voiceOf(order, userId);
    if (!order || !voice) throw new Refusal('otc.not-found');
    return { order, voice };
  }

  /** Where the money goes, and whose it has to be, is told as long as the order is open, and not a second longer. */
  async detail(userId: string, id: string): Promise<OtcOrderDetailView> {
    const { order, voice } = await this.own(userId, id);
    const now = this.clock.now();
    const steps = await this.store.steps(id);
    const choices = otcChoices(otcTimesOf(order), voice, now);
    const isOpen = isOtcOpen(otcStateOf(order.status));
    const { way, payment, sellerName: holder } = order;
    const { appealedAt, appealedBy, appealReason } = order;
    return {
      order: otcOrderView(order, userId, this.coins),
      payment: isOpen ? { ...payment, way, holder } : null,
      payer_name: isOpen ? order.buyerName : null,
      reference: otcReference(id),
      terms: order.terms,
      choices,
      appeal:
        appealedAt === null
          ? null
          : {
              by: appealedBy ?? 'clock',
              reason: appealReason ?? '',
              decision_until: otcDecisionUntil(appealedAt.getTime()),
            },
      steps: steps.map(otcStepView),
      now,
      chat_open: isOpen,
      pause_minutes: choices.includes('cancel') || choices.includes('concede') ? await this.pauseOf(userId, now) : null,
    };
  }

  /** What cancelling now would cost; 0: the rest of the day. */
  private async pauseOf(userId: string, now: number): Promise<number> {
    const unpaid = await this.store.unpaidOf(userId, new Date(now - OTC_PAUSE_DAYS * DAY_MS));
    const until = otcPausedUntil([...unpaid, now]);
    return until % DAY_MS === 0 ? 0 : Math.ceil((until - now) / 60_000);
  }
}
