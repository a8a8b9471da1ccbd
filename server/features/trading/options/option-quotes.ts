import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type DecimalText, isDecimalText } from '../../../contract/money.js';
import { OPTION_DIRECTIONS } from '../../../contract/rules/option-settlement.rules.js';
import { Config } from '../../../platform/config/config.js';
import { KeyRing } from '../../../platform/keys/key-ring.js';

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

/** By which key it was signed; gateways of the version before say none. */
const KEYED = z.object({ key: z.string().optional() });

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
  private readonly keys: KeyRing;

  constructor(config: Config) {
    this.keys = new KeyRing(config.values, (secret) => Buffer.from(`option-quote:${secret}`));
  }

  sign(quote: OptionQuote): string {
    const text = Buffer.from(JSON.stringify({ ...quote, key: this.keys.name })).toString('base64url');
    return `${text}.${this.keys.digest(text).toString('base64url')}`;
  }

  /** What was promised; null for anything that was not signed here. */
  read(quoteId: string): OptionQuote | null {
    const [text = '', mac = '', ...more] = quoteId.split('.');
    const given = Buffer.from(mac, 'base64url');
    // Of two texts of one signature one only is ours.
    if (more.length > 0 || given.toString('base64url') !== mac) return null;
    const named = KEYED.safeParse(jsonIn(text));
    if (!named.success || !this.keys.isDigest(given, text, named.data.key)) return null;
    const quote = QUOTE.safeParse(jsonIn(text));
    return quote.success ? quote.data : null;
  }
}

/** What a text that nobody has checked says; null where it says nothing. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}
