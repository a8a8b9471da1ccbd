import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isOtcOpen } from '../../../contract/rules/otc-order.rules.js';
import { otcOrderNumber, otcReference } from '../../../contract/rules/otc-market.rules.js';
import type { OtcEvidencePackView, RoomLinesView } from '../../../contract/trading/otc-orders.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RoomsStore } from '../../account/rooms/index.js';
import { GetUpload } from '../../account/uploads/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { roomOf } from './note-otc-order.js';
import { otcStateOf } from './otc-progress.rules.js';
import { type OtcOrderRow, OtcOrdersStore } from './otc-orders.store.js';
import { otcStepView, roomLineView } from './otc-views.js';

const LINES_AT_ONCE = 50;
/** More than both sides, the desk and the clock can write. */
const LINES_OF_PACK = 2000;
const CHAIN_RULE =
  'chain = SHA-256 of the chain before it (32 bytes; none for line 1) and, in UTF-8 with a line feed behind each: room, number, ' +
  'voice, kind, at, digest (hexadecimal, empty without a picture), body. The room is otc-order: and the id of the order.';

/** What was written about an order, its pictures, and the whole of it to be kept. Who may read is asked before. */
@Injectable()
export class ReadOtcRoom {
  constructor(
    private readonly rooms: RoomsStore,
    private readonly orders: OtcOrdersStore,
    private readonly getUpload: GetUpload,
    private readonly coins: WalletCatalog,
    private readonly clock: Clock,
  ) {}

  async lines(
    orderId: string,
    { after, before, userId }: { after: number | null; before: number | null; userId: string | null },
  ): Promise<RoomLinesView> {
    const room = roomOf(orderId);
    const rows =
      after === null
        ? await this.rooms.before(room, before, LINES_AT_ONCE)
        : await this.rooms.after(room, after, LINES_AT_ONCE);
    return { lines: rows.map((row) => roomLineView(row, userId)), more: (rows[0]?.number ?? 1) > 1 };
  }

  /** Reference of the picture of a line. @throws Refusal `uploads.not-found`. */
  async reference(orderId: string, number: number): Promise<string> {
    const line = await this.rooms.line(roomOf(orderId), number);
    if (!line?.uploadId) throw new Refusal('uploads.not-found');
    return line.uploadId;
  }

  /** For one of the two sides. @throws Refusal `uploads.not-found`. */
  async picture(orderId: string, number: number): Promise<Buffer> {
    return this.getUpload.shared(await this.reference(orderId, number));
  }

  /** @param userId for whom: one of the two reads the other's name as long as the order is open; null: the desk reads both. */
  async pack(order: OtcOrderRow, userId: string | null): Promise<OtcEvidencePackView> {
    const [lines, steps] = await Promise.all([
      this.rooms.after(roomOf(order.id), 0, LINES_OF_PACK),
      this.orders.steps(order.id),
    ]);
    const pack: Omit<OtcEvidencePackView, 'digest'> = {
      format: 'otc-evidence-1',
      order: { ...this.summary(order), ...namesFor(order, userId) },
      steps: steps.map(otcStepView),
      lines: lines.map((line) => roomLineView(line, null)),
      chain_rule: CHAIN_RULE,
      made_at: this.clock.now(),
    };
    return { ...pack, digest: createHash('sha256').update(JSON.stringify(pack)).digest('hex') };
  }

  private summary(order: OtcOrderRow): Omit<OtcEvidencePackView['order'], 'buyer_name' | 'seller_name'> {
    const { id, createdAt, status, currencyId, quantity, price, amount, fiat, way } = order;
    return {
      id,
      order_no: otcOrderNumber(id, createdAt),
      reference: otcReference(id),
      status,
      coin: this.coins.codeOf(currencyId),
      number: quantity,
      price,
      deal_money: amount,
      coin_code: fiat,
      way,
      created_at: createdAt.getTime(),
      pay_until: order.payUntil.getTime(),
      paid_at: order.paidAt?.getTime() ?? null,
      appealed_at: order.appealedAt?.getTime() ?? null,
      ended_at: order.endedAt?.getTime() ?? null,
      ended_by: order.endedBy,
    };
  }
}

function namesFor({ status, buyerId, sellerId, buyerName, sellerName }: OtcOrderRow, userId: string | null) {
  const seesBoth = userId === null || isOtcOpen(otcStateOf(status));
  return {
    buyer_name: seesBoth || userId === buyerId ? buyerName : '',
    seller_name: seesBoth || userId === sellerId ? sellerName : '',
  };
}
