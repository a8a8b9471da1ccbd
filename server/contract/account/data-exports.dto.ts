import { IsString, Matches } from 'class-validator';
import { PlainText } from '../text-fields.js';

export class AddDataExportRequest {
  /** The fund password. */
  @PlainText(20)
  pay_password: string;
}

export class DataExportFileRequest {
  @IsString()
  @Matches(/^[1-9][0-9]{0,17}$/)
  id: string;

  /** The fund password. */
  @PlainText(20)
  pay_password: string;
}

export class DataExportView {
  id: string;
  /** `waiting`: it is being made. `ready`, `failed`, `too-large`: support makes it by hand, or `gone`: its time is over. */
  state: string;
  /** UTC. */
  asked_at: string;
  /** UTC; empty: it was not made. */
  ready_at: string;
  /** Until when it can be fetched, UTC; empty: it was not made. */
  expires_at: string;
  /** Of the file. */
  bytes: number;
}
