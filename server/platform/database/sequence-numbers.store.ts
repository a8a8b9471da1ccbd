import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runPrepared } from './prepared-statement.js';

interface Waiting {
  resolve: (number: string) => void;
  reject: (reason: unknown) => void;
}

interface Line {
  waiting: Waiting[];
  isDrawing: boolean;
}

const DRAW = {
  name: 'sequence-numbers',
  text: 'select nextval($1::regclass)::text as number from generate_series(1, $2::integer)',
};

/**
 * Numbers of sequences. Whoever asks while others are being drawn waits for the next draw, together with all who ask
 * until then: a busy process asks the database once for many, an idle one at once.
 */
@Injectable()
export class SequenceNumbers {
  private readonly lines = new Map<string, Line>();

  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * A number that nobody else gets, as text. On a connection of its own, so never within a transaction.
   * @throws the driver's error.
   */
  next(sequence: string): Promise<string> {
    const line = this.lines.get(sequence) ?? { waiting: [], isDrawing: false };
    this.lines.set(sequence, line);
    return new Promise((resolve, reject) => {
      line.waiting.push({ resolve, reject });
      void this.draw(sequence, line);
    });
  }

  private async draw(sequence: string, line: Line): Promise<void> {
    if (line.isDrawing) return;
    line.isDrawing = true;
    while (line.waiting.length > 0) {
      const served = line.waiting.splice(0);
      try {
        const rows = await runPrepared<{ number: string }>(this.source.manager, DRAW, [sequence, served.length]);
        for (const [place, { resolve, reject }] of served.entries()) {
          const number = rows[place]?.number;
          if (number === undefined) reject(new Error(`The sequence ${sequence} gave no number.`));
          else resolve(number);
        }
      } catch (error) {
        for (const { reject } of served) reject(error);
      }
    }
    line.isDrawing = false;
  }
}
