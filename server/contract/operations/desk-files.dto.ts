import { PlainText } from '../text-fields.js';

/** How a list of the desk is kept as a file; what of it, its own filter says. */
export class DeskFileRequest {
  /** By IANA's name, `Asia/Kolkata`: of the second column of each instant. */
  @PlainText(64)
  zone: string;
}
