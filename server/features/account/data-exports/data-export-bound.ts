import { Injectable } from '@nestjs/common';
import { DATA_EXPORT_BYTES_MAX } from '../../../contract/rules/data-exports.rules.js';

/** How large a file may become. */
@Injectable()
export class DataExportBound {
  readonly bytes: number = DATA_EXPORT_BYTES_MAX;
}
