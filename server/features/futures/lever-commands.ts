import { Injectable } from '@nestjs/common';
import { AddMargin } from './add-margin.js';
import { CancelOrder } from './cancel-order.js';
import { ClosePositions } from './close-positions.js';
import { SetStops } from './set-stops.js';
import { SubmitOrder } from './submit-order.js';

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
