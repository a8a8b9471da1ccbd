import { z } from 'zod';
import { Refusal } from '../../../platform/http/refusal.js';
import { LANGUAGES } from '../../../contract/errors.js';
import { parseAmount } from '../../../contract/money.js';
import { OPERATOR_ROLES } from '../../../contract/operations/words.js';
import type { ChainObjection } from '../../wallet/deposits/index.js';
import { isAmount } from './network-settings.rules.js';

/** The most decimals that the ledger keeps. */
const SCALE = 18;
/** What two operators may have overruled. */
const CHAIN_OBJECTIONS = [
  'not-asked',
  'not-found',
  'failed',
  'wrong-recipient',
  'wrong-amount',
  'confirming',
] as const satisfies readonly ChainObjection[];
const filled = (length: number) => z.string().trim().min(1).max(length);
const violation = z.object({
  book: z.enum(['real', 'demo', 'both']),
  fingerprint: filled(200),
  details: z.record(z.string(), z.string().nullable()),
});

/** What the stored details of a proposal have to be before anything is done by them. */
export const keyDetail = z.object({
  chain: z.enum(['ethereum', 'tron', 'bitcoin']),
  form: z.enum(['evm', 'tron', 'p2pkh', 'p2wpkh']),
  extendedKey: filled(130),
});
export const bankDetail = z.object({ bankName: filled(100), cardNumber: filled(50), cardHolder: filled(100) });
export const poolDetail = z.object({ addresses: z.array(filled(128)).min(1) });
/** One that was agreed on without a figure, by an earlier version, takes nothing away any more. */
export const limitDetail = z.object({ secondPersonAbove: z.string().refine((text) => isAmount(text, SCALE)) });
export const insuranceDetail = z.object({
  currencyId: z.number().int().positive(),
  amount: z.string().refine((text) => parseAmount(text, SCALE).problem === null),
});
export const quarantineDetail = z.object({ invariant: filled(100), violations: z.array(violation).min(1) });
export const reopenDetail = z.object({ book: z.enum(['real', 'demo']) });

/** The fields that are given change. */
const amountText = z.string().refine((text) => isAmount(text, SCALE));
export const networkDetail = z.object({
  depositsOn: z.boolean().optional(),
  withdrawalsOn: z.boolean().optional(),
  depositMinimum: amountText.optional(),
  withdrawalMinimum: amountText.optional(),
  withdrawalFee: amountText.optional(),
  withdrawalFeePercent: amountText.optional(),
  confirmations: z.number().int().min(0).optional(),
});
export const depositDetail = z.object({
  amount: z.string().refine((text) => parseAmount(text, SCALE).problem === null),
  chainObjection: z.enum(CHAIN_OBJECTIONS).optional(),
  /** By which it came, where the user gave no hash. */
  transaction: filled(128).optional(),
});

/** In each language once. */
export const noticeDetail = z.object({
  texts: z
    .array(z.object({ language: z.enum(LANGUAGES), title: filled(120), text: filled(4000) }))
    .min(1)
    .refine((texts) => new Set(texts.map(({ language }) => language)).size === texts.length),
});

/** The settings that two people agree on, and what each has to be. */
export const SETTING_DETAILS = {
  'network-limit': limitDetail,
  'deposit-key': keyDetail,
  'deposit-pool': poolDetail,
  'deposit-bank': bankDetail,
} as const;

const roles = z.array(z.enum(OPERATOR_ROLES)).min(1).max(OPERATOR_ROLES.length);
export const newOperatorDetail = z.object({ login: filled(32), roles });
export const operatorRolesDetail = z.object({ rolesBefore: roles, roles });

/** @throws Refusal `request.invalid` where the stored value is not what it has to be: nothing is done by it. */
export function parseDetail<Detail>(schema: z.ZodType<Detail>, detail: unknown): Detail {
  const parsed = schema.safeParse(detail);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal('request.invalid', { field: issue?.path.join('.') || 'detail' });
}
