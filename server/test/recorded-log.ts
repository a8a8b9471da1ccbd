import { Logger } from '@nestjs/common';
import { PinoLogger } from '../platform/logging/pino-logger.js';

/**
 * From now on the lines of the process log, as they would be written to standard output, of every level. Call it once the
 * application is there: it brings a logger of its own.
 */
export function recordedLog(): string[] {
  const lines: string[] = [];
  Logger.overrideLogger(new PinoLogger('trace', { write: (line: string) => void lines.push(line) }));
  return lines;
}
