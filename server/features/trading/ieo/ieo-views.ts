import { Decimal } from '../../../contract/decimal.js';
import type { Language } from '../../../contract/errors.js';
import { wireTime } from '../../../contract/pages.dto.js';
import {
  IEO_STATUS,
  ieoResult,
  listingDeadline,
  mayUser,
  releaseAt,
  releasedUnits,
} from '../../../contract/rules/ieo.rules.js';
import type { IeoAllotmentView, IeoDrawView } from '../../../contract/trading/ieo-allotment.dto.js';
import type {
  IeoApplicationDetailView,
  IeoApplicationView,
  IeoPreviewView,
  IeoProjectView,
  IeoReleaseView,
} from '../../../contract/trading/ieo.dto.js';
import type { PriceDraw } from '../../../contract/rules/ieo-draw.rules.js';
import type { AllotmentRow } from '../../../contract/rules/ieo-proof.rules.js';
import { TAPE_HOUR_MS } from '../../../contract/rules/tape.rules.js';
import type { UsdtPrices, WalletCatalog } from '../../wallet/balances/index.js';
import type { OwnApplication } from './list-ieo.js';
import type { IeoApplication, IeoProject, IeoRound } from './ieo.store.js';
import type { IeoPreview } from './preview-ieo.js';
import type { Proof } from './get-allotment.js';

/** What views look up beside the rows. */
export interface Looked {
  coins: Pick<WalletCatalog, 'codeOf' | 'currencies'>;
  prices: Pick<UsdtPrices, 'of'>;
  language: Language;
  now: number;
}

/** As clients know coins; number 0 before the listing, which makes it. */
function coinOf({ coinCode, currencyId }: IeoProject, coins: Looked['coins']) {
  const logo = coins.currencies().find(({ code }) => code === coinCode)?.logo ?? '';
  return { currency_id: currencyId ?? 0, currency_name: coinCode, currency_logo: logo };
}

/** In the reader's language, or the next best. */
function textOf({ texts }: IeoProject, language: Language): { summary: string; description: string } {
  const known = texts[language] ?? texts.en ?? texts.zh ?? Object.values(texts)[0];
  return known ?? { summary: '', description: '' };
}

export function projectView(project: IeoProject, { coins, prices, language, now }: Looked): IeoProjectView {
  const price = project.phase === 'listed' ? prices.of(project.coinCode)?.price : undefined;
  return {
    id: project.id,
    name: project.name,
    issuer: project.issuer,
    ...coinOf(project, coins),
    pay_currency_id: project.payCurrencyId,
    pay_currency_name: coins.codeOf(project.payCurrencyId),
    price: project.price,
    listing_price: price === undefined ? '' : new Decimal(price).toFixed(),
    total_supply: project.supply,
    coin_supply: project.coinSupply,
    min_number: project.least,
    max_number: project.most,
    cap_number: project.cap,
    ...datesOf(project),
    release_parts: project.releaseParts,
    release_days: project.releaseDays,
    market: project.market ?? '',
    cancel_reason: project.cancelReason ?? '',
    status: project.phase,
    ...textOf(project, language),
    applications: project.applications,
    applied_number: project.applied,
    is_sealed: project.isSealed ? 1 : 0,
    ...drawOf(project),
    now_ms: now,
  };
}

function drawOf({ drawMarket, drawHour, isDrawn }: IeoProject) {
  const hour = drawHour?.getTime() ?? 0;
  return {
    draw_market: drawMarket ?? '',
    draw_hour_ms: hour,
    draw_from: drawHour === null ? '' : wireTime(drawHour),
    draw_until: drawHour === null ? '' : wireTime(new Date(hour + TAPE_HOUR_MS)),
    is_drawn: isDrawn ? 1 : 0,
  };
}

function datesOf(project: IeoProject) {
  const listAt = project.listedAt ?? project.listAt;
  return {
    apply_time: wireTime(project.applyFrom),
    apply_end: wireTime(project.applyUntil),
    allotment_date: wireTime(project.allotAt),
    pay_date: wireTime(project.payUntil),
    second_pay_date: wireTime(project.secondPayUntil),
    listing_date: wireTime(listAt),
    list_deadline: wireTime(new Date(listingDeadline(project.listAt.getTime()))),
    lock_date: wireTime(project.lockUntil),
    apply_from_ms: project.applyFrom.getTime(),
    apply_until_ms: project.applyUntil.getTime(),
    allot_at_ms: project.allotAt.getTime(),
    pay_until_ms: project.payUntil.getTime(),
    second_pay_until_ms: project.secondPayUntil.getTime(),
    list_at_ms: listAt.getTime(),
    lock_until_ms: project.lockUntil.getTime(),
  };
}

/** Coins that are the applicant's: those of both rounds that are paid for. */
export function lotOf({ state, allotted, second, secondState }: IeoApplication): bigint {
  if (!['paid', 'locked', 'releasing'].includes(state)) return 0n;
  return BigInt(allotted ?? '0') + (secondState === 'paid' ? BigInt(second ?? '0') : 0n);
}

/** Which lot is to be paid for now; null: none. */
function dueOf(application: IeoApplication, { phase }: IeoProject): { round: 1 | 2; units: string } | null {
  if (phase === 'cancelled' || phase === 'listed' || !mayUser('pay', application.state)) return null;
  if (application.state === 'allotted') return { round: 1, units: application.allotted ?? '0' };
  return application.secondState === 'offered' ? { round: 2, units: application.second ?? '0' } : null;
}

export function applicationView({ application, project }: OwnApplication, looked: Looked): IeoApplicationView {
  const due = dueOf(application, project);
  const until = due?.round === 1 ? project.payUntil : project.secondPayUntil;
  const priceOf = (units: string) => new Decimal(project.price).times(units).toFixed();
  return {
    id: application.id,
    serial_number: `IEO${application.id.padStart(10, '0')}`,
    project_id: project.id,
    name: project.name,
    ...coinOf(project, looked.coins),
    pay_currency_id: project.payCurrencyId,
    pay_currency_name: looked.coins.codeOf(project.payCurrencyId),
    price: project.price,
    status: IEO_STATUS[application.state],
    state: application.state,
    result: ieoResult(application.state),
    number: application.units,
    amount: priceOf(application.units),
    allotment_number: application.allotted ?? '',
    success_number: lotOf(application).toString(),
    pending_number: due?.units ?? '0',
    pending_amount: priceOf(due?.units ?? '0'),
    pay_round: due?.round ?? 0,
    pay_until_ms: due ? until.getTime() : 0,
    second_number: application.second ?? '',
    second_state: application.secondState ?? '',
    released_number: application.released,
    project_status: project.phase,
    created_at: wireTime(application.createdAt),
    updated_at: wireTime(application.updatedAt),
    version: application.version,
    now_ms: looked.now,
  };
}

/** The calendar of the coins that are paid for; empty while there are none. */
function releasesOf({ application, project }: OwnApplication): IeoReleaseView[] {
  const lot = lotOf(application);
  if (lot === 0n) return [];
  return Array.from({ length: project.releaseParts }, (_, place) => {
    const part = place + 1;
    const units = releasedUnits(lot, project.releaseParts, part) - releasedUnits(lot, project.releaseParts, place);
    const at_ms = releaseAt(
      project.lockUntil.getTime(),
      project.releaseDays,
      part,
      project.listedAt?.getTime() ?? null,
    );
    const at = wireTime(new Date(at_ms));
    return { part, at, at_ms, number: units.toString(), done: application.releasedParts >= part };
  });
}

export function detailView(
  own: OwnApplication,
  row: AllotmentRow | null,
  proofs: Proof[],
  looked: Looked,
): IeoApplicationDetailView {
  return {
    application: applicationView(own, looked),
    project: projectView(own.project, looked),
    releases: releasesOf(own),
    user_id: own.application.userId,
    salt: own.application.salt,
    account: own.application.account,
    paid: row?.paid ?? null,
    proofs,
  };
}

export function previewView(preview: IeoPreview, looked: Looked): IeoPreviewView {
  return {
    project: projectView(preview.project, looked),
    number: preview.units,
    amount: preview.amount,
    number_after: preview.unitsAfter,
    balance: preview.balance,
    balance_after: preview.balanceAfter,
  };
}

function drawView({ marketId, symbol, hour, root, samples, last, path }: PriceDraw): IeoDrawView {
  return { market_id: marketId, symbol, hour_ms: hour, root, samples, last, path };
}

export function allotmentView(
  {
    project,
    rounds,
    rows,
    draw,
  }: { project: IeoProject; rounds: IeoRound[]; rows: AllotmentRow[]; draw: PriceDraw | null },
  limit: number,
): IeoAllotmentView {
  return {
    project_id: project.id,
    code: project.code,
    name: project.name,
    currency_name: project.coinCode,
    supply: project.supply,
    cap: project.cap,
    seed_hash: project.seedHash,
    seed: project.seed,
    order: project.drawMarket === null ? 1 : 2,
    apply_until_ms: project.applyUntil.getTime(),
    draw: draw && drawView(draw),
    rounds: rounds.map(({ round, root, rows: count, supply, units, sealedAt }) => ({
      round,
      root,
      rows: count,
      supply,
      units,
      sealed_ms: sealedAt.getTime(),
    })),
    rows,
    next: rows.length === limit ? (rows.at(-1)?.account ?? null) : null,
  };
}
