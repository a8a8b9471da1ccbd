import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type DecimalText, isDecimalText } from '../../../contract/money.js';
import { OPTION_DIRECTIONS } from '../../../contract/rules/option-settlement.rules.js';
import { Config } from '../../../platform/config/config.js';

/** How long a quote can be confirmed. */
export const QUOTE_VALID_MS = 3000;

const decimal = z.custom<DecimalText>(isDecimalText);
const instant = z.number().int();

const QUOTE = z.object({
  userId: z.string(),
  marketId: z.number().int(),
  demo: z.boolean(),
  direction: z.enum(OPTION_DIRECTIONS),
  seconds: z.number().int(),
  payoutRatio: decimal,
  feeRatio: decimal,
  evenBand: decimal,
  entryAt: instant,
  entryIndex: decimal,
  /** When it was made: the order closes its term after that. */
  quotedAt: instant,
});

/**
 * What a quote promises. Instants are Unix milliseconds. Its signature only saves a look at what could not hold anyway: the
 * purchase derives close, ratios and band again, and the table of orders holds the entry against the tape.
 */
export type OptionQuote = z.infer<typeof QUOTE>;

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
    const quote = QUOTE.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return quote.success ? quote.data : null;
  }

  private macOf(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}
