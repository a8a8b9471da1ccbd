import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type DecimalText, isDecimalText } from '../../../contract/money.js';
import { OPTION_DIRECTIONS, type OptionDirection } from '../../../contract/rules/option-settlement.rules.js';
import { Config } from '../../../platform/config/config.js';

/** How long a quote can be confirmed. */
export const QUOTE_VALID_MS = 3000;

/**
 * What a quote promises. Instants are Unix milliseconds. Its signature only saves a look at what could not hold anyway: the
 * purchase derives close, ratios and band again, and the table of orders holds the entry against the tape.
 */
export interface OptionQuote {
  userId: string;
  marketId: number;
  demo: boolean;
  direction: OptionDirection;
  seconds: number;
  payoutRatio: DecimalText;
  feeRatio: DecimalText;
  evenBand: DecimalText;
  entryAt: number;
  entryIndex: DecimalText;
  /** When it was made: the order closes its term after that. */
  quotedAt: number;
}

/**
 * Quotes are signed, not stored: every gateway can read what another one promised, and a preview a second for
 * everybody who looks at the ticket writes nothing.
 */
@Injectable()
export class OptionQuotes {
  private readonly key: string;

  constructor(config: Config) {
    this.key = `option-quote:${config.values.SECRET_KEY}`;
  }

  sign(quote: OptionQuote): string {
    const text = Buffer.from(JSON.stringify(quote)).toString('base64url');
    return `${text}.${this.macOf(text)}`;
  }

  /** What was promised; null for anything that was not signed here. */
  read(quoteId: string): OptionQuote | null {
    const [text = '', mac = '', ...more] = quoteId.split('.');
    const expected = Buffer.from(this.macOf(text));
    const given = Buffer.from(mac);
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const quote = JSON.parse(Buffer.from(text, 'base64url').toString()) as OptionQuote;
    const isWhole = isDecimalText(quote.entryIndex) && Number.isSafeInteger(quote.entryAt);
    return isWhole && OPTION_DIRECTIONS.includes(quote.direction) ? quote : null;
  }

  private macOf(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}
