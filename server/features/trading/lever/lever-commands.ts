import { Injectable } from '@nestjs/common';
import { AddMargin, CancelOrder, ClosePositions, SetStops, SubmitOrder } from '../futures-orders/index.js';

/** The commands that a trader has, in one place for the controller. */
@Injectable()
export class LeverCommands {
  constructor(
    readonly submit: SubmitOrder,
    readonly cancel: CancelOrder,
    readonly close: ClosePositions,
    readonly stops: SetStops,
    readonly margin: AddMargin,
  ) {}
}
