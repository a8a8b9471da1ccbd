import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isDecimalText } from '../../../contract/money.js';
import type {
  LaterTiersView,
  MaintenanceStepView,
  PerpetualTermsView,
} from '../../../contract/operations/product-terms.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { StoredTiers, TermRows } from './product-terms.store.js';

const figure = z.string().refine(isDecimalText);
const steps = z.array(z.object({ floor: figure, maintenancePercent: figure, maxLeverage: z.number().int() })).min(1);
const detail = z.object({ name: z.string(), before: z.object({ steps }), after: z.object({ steps }) });

/** What is proposed of a maintenance table: of which market, how the whole of it was, and how it is to be. */
export type TiersDetail = z.infer<typeof detail>;

/** As it was stored. @throws Refusal `request.invalid` where it is not what it has to be. */
export function parseTiersDetail(stored: unknown): TiersDetail {
  const { data, error } = detail.safeParse(stored);
  if (data === undefined) throw new Refusal('request.invalid', { field: error?.issues[0]?.path.join('.') || 'detail' });
  return data;
}

/** The steps alone, each with its fields in one order: of a request, or of a row. */
export function stepsOf(of: readonly MaintenanceStepView[]): MaintenanceStepView[] {
  return of.map(({ floor, maintenancePercent, maxLeverage }) => ({ floor, maintenancePercent, maxLeverage }));
}

/** Another one for any other table, whoever has set it. */
export function stepsVersionOf(of: readonly MaintenanceStepView[]): string {
  return createHash('sha256')
    .update(JSON.stringify(stepsOf(of)))
    .digest('hex')
    .slice(0, 32);
}

/** What the desk shows of a market's table beside its steps. */
export function tiersView(
  { id, steps: now }: TermRows['perpetual'],
  later: readonly StoredTiers[],
): Pick<PerpetualTermsView, 'stepsVersion' | 'proposedSteps' | 'announcedSteps'> {
  const own = later.filter(({ marketId }) => String(marketId) === id);
  const viewOf = (row: StoredTiers | undefined): LaterTiersView | null => {
    const { data } = detail.safeParse(row?.detail);
    if (row === undefined || data === undefined) return null;
    return { id: row.id, from: row.from?.getTime() ?? null, steps: data.after.steps };
  };
  return {
    stepsVersion: stepsVersionOf(now),
    proposedSteps: viewOf(own.find(({ from }) => from === null)),
    announcedSteps: viewOf(own.find(({ from }) => from !== null)),
  };
}
