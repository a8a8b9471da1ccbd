import { Injectable } from '@nestjs/common';
import type { OtcEvidencePackView, RoomLinesView } from '../../../contract/trading/otc-orders.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { GetUpload } from '../../account/uploads/index.js';
import { OtcOrdersStore, ReadOtcRoom } from '../../trading/otc/index.js';
import { type ActingOperator, DeskStore } from '../review/index.js';
import { GetAppeals } from './get-appeals.js';

/** What was written about an order in appeal, its pictures, and all of it to be kept. Each look is written down first. */
@Injectable()
export class ReadAppealRoom {
  constructor(
    private readonly getAppeals: GetAppeals,
    private readonly desk: DeskStore,
    private readonly orders: OtcOrdersStore,
    private readonly readOtcRoom: ReadOtcRoom,
    private readonly getUpload: GetUpload,
  ) {}

  async lines(actor: ActingOperator, id: string, before: number | null): Promise<RoomLinesView> {
    await this.getAppeals.known(actor, id);
    return this.readOtcRoom.lines(id, { after: null, before, userId: null });
  }

  /** The picture of a line, with the viewer's name all over. */
  async picture(actor: ActingOperator, id: string, number: number): Promise<Buffer> {
    await this.getAppeals.known(actor, id);
    const { operatorId } = actor;
    const reference = await this.readOtcRoom.reference(id, number);
    return this.getUpload.execute(reference, { operatorId, login: await this.desk.loginOf(operatorId) });
  }

  async pack(actor: ActingOperator, id: string): Promise<OtcEvidencePackView> {
    await this.getAppeals.known(actor, id);
    const order = await this.orders.find(id);
    if (!order) throw new Refusal('operations.not-found');
    return this.readOtcRoom.pack(order, null);
  }
}
