import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { type ReadPicture, WriteInRoom } from '../../account/rooms/index.js';
import { roomOf } from './note-otc-order.js';
import { OpenBook } from './open-book.js';
import { type OtcOrderRow, OtcOrdersStore } from './otc-orders.store.js';
import { StepOtcOrder } from './step-otc-order.js';

export interface OtcAppeal {
  userId: string;
  orderId: string;
  /** `appeal`; `reopen` for an order that was cancelled although the money had been sent. */
  event: 'appeal' | 'reopen';
  reason: string;
  text: string;
  /** References of uploads. */
  pictures: string[];
  key: string | null;
}

/**
 * Calls the desk, with what there is to show. Who says that the money of a cancelled order was sent has to show it, and the
 * seller's coins are held again, where they are still there.
 */
@Injectable()
export class AppealOtcOrder {
  constructor(
    private readonly stepOtcOrder: StepOtcOrder,
    private readonly openBook: OpenBook,
    private readonly orders: OtcOrdersStore,
    private readonly writeInRoom: WriteInRoom,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @throws Refusal those of {@link StepOtcOrder}; `otc.evidence-missing`, `uploads.unknown`. */
  async execute({ key, ...appeal }: OtcAppeal): Promise<void> {
    const { userId, orderId, event, reason } = appeal;
    let pictures: ReadPicture[] = [];
    await this.commands.runAfter(
      { userId, route: `ctc/order/${event}`, key, body: appeal },
      async () => {
        const order = await this.orders.find(orderId);
        if (!order || (order.buyerId !== userId && order.sellerId !== userId)) throw new Refusal('otc.not-found');
        if (event === 'reopen' && appeal.pictures.length === 0) throw new Refusal('otc.evidence-missing');
        pictures = await this.writeInRoom.readPictures(userId, appeal.pictures);
      },
      async (tx) => {
        // Coins are held again for a deal that there was: that is open whenever an appeal is.
        if (event === 'reopen') await this.openBook.alone(tx, userId);
        const room = roomOf(orderId);
        const before = () => this.writeInRoom.use(tx, { userId, room, pictures }, 'otc');
        const after = (order: OtcOrderRow, at: Date) => this.write(tx, { ...appeal, order, pictures, at });
        await this.stepOtcOrder.execute(tx, { orderId, event, by: { userId }, reason, before, after });
      },
    );
  }

  private async write(
    tx: Transaction,
    {
      order,
      userId,
      text,
      pictures,
      at,
    }: { order: OtcOrderRow; userId: string; text: string; pictures: ReadPicture[]; at: Date },
  ): Promise<void> {
    const voice = userId === order.buyerId ? 'buyer' : 'seller';
    const line = { room: roomOf(order.id), voice, userId, at };
    await this.writeInRoom.add(tx, { ...line, kind: 'text', body: text });
    for (const picture of pictures) await this.writeInRoom.add(tx, { ...line, kind: 'picture', body: '', picture });
  }
}
