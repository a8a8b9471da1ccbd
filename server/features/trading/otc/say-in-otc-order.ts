import { Injectable } from '@nestjs/common';
import { isOtcOpen } from '../../../contract/rules/otc-order.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox, type OutboxEvent } from '../../../platform/outbox/outbox.js';
import { type LineRow, type ReadPicture, RoomsStore, WriteInRoom } from '../../account/rooms/index.js';
import { roomOf } from './note-otc-order.js';
import { otcStateOf } from './otc-progress.rules.js';
import { type OtcOrderRow, OtcOrdersStore } from './otc-orders.store.js';

/** Lines that one side may write about one order. */
const LINES_MAX = 300;

export interface SaidLine {
  userId: string;
  orderId: string;
  text: string | null;
  /** Reference of an upload. */
  picture: string | null;
  key: string | null;
}

/** Writes in the room of an order, as long as it is open, and shows it to the other side. */
@Injectable()
export class SayInOtcOrder {
  constructor(
    private readonly orders: OtcOrdersStore,
    private readonly rooms: RoomsStore,
    private readonly writeInRoom: WriteInRoom,
    private readonly outbox: Outbox,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `otc.not-found`, `otc.line-empty`, `otc.chat-closed`, `otc.chat-full`, `uploads.unknown`. */
  async execute({ key, ...said }: SaidLine): Promise<void> {
    const { userId, orderId, text, picture } = said;
    let read: ReadPicture | undefined;
    await this.commands.runAfter(
      { userId, route: 'ctc/chat/send', key, body: said },
      async () => {
        if ((text === null) === (picture === null)) throw new Refusal('otc.line-empty');
        const order = await this.orders.find(orderId);
        if (!order || voiceOf(order, userId) === null) throw new Refusal('otc.not-found');
        [read] = await this.writeInRoom.readPictures(userId, picture === null ? [] : [picture]);
      },
      async (tx) => {
        await this.write(tx, orderId, {
          voiceOf: (order) => voiceOf(order, userId),
          line: { userId, kind: read ? 'picture' : 'text', body: text ?? '', picture: read ?? null },
        });
      },
    );
  }

  /** The desk's own words, in an appeal. @throws Refusal `otc.not-found`, `otc.chat-closed`. */
  async asDesk(
    tx: Transaction,
    orderId: string,
    { operatorId, text }: { operatorId: string; text: string },
  ): Promise<void> {
    await this.write(tx, orderId, {
      voiceOf: ({ status }) => (otcStateOf(status) === 'appeal' ? 'desk' : null),
      line: { operatorId, kind: 'text', body: text },
    });
  }

  private async write(
    tx: Transaction,
    orderId: string,
    { voiceOf: find, line }: { voiceOf: (order: OtcOrderRow) => string | null; line: Partial<LineOf> & LineBody },
  ): Promise<void> {
    // The room is the order's: whoever ends it waits until the line is written, and nobody writes after the end.
    const order = await this.orders.lock(tx, orderId);
    const voice = order && find(order);
    if (!order || voice === null) throw new Refusal('otc.not-found');
    if (!isOtcOpen(otcStateOf(order.status))) throw new Refusal('otc.chat-closed');
    const room = roomOf(orderId);
    if ((await this.rooms.count(tx, room, voice)) >= LINES_MAX) throw new Refusal('otc.chat-full', { most: LINES_MAX });
    const at = await this.orders.instant(tx, new Date(this.clock.now()));
    const written = await this.writeInRoom.execute(tx, { ...line, room, voice, at }, 'otc');
    await this.outbox.appendAll(tx, lineEvents(order, written));
  }
}

interface LineOf {
  userId: string;
  operatorId: string;
  picture: ReadPicture | null;
}
interface LineBody {
  kind: 'text' | 'picture';
  body: string;
}

export function voiceOf({ buyerId, sellerId }: OtcOrderRow, userId: string): 'buyer' | 'seller' | null {
  if (userId === buyerId) return 'buyer';
  return userId === sellerId ? 'seller' : null;
}

function lineEvents({ id, buyerId, sellerId }: OtcOrderRow, line: LineRow): OutboxEvent[] {
  const payload = {
    entity: `otc-line:${line.id}`,
    entityVersion: 1,
    orderId: id,
    number: line.number,
    voice: line.voice,
    kind: line.kind,
    body: line.body,
    at: line.at.getTime(),
  };
  return [buyerId, sellerId].map((userId) => ({ userId, kind: 'c2c.line', payload }));
}
