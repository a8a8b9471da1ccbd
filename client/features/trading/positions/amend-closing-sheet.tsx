import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUnits } from '../../../../server/contract/money';
import type {
  FuturesClosingView,
  FuturesPositionsView,
  FuturesProductView,
} from '../../../../server/contract/trading/futures.dto';
import type { Parameters } from '../../../platform/api';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import { Sheet } from '../../../ui/sheet';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { withoutClosingZeros } from '../../../ui/money-text';
import { type LiveFigures, SideTags, useMarkTooOld } from '../futures-account';
import { lotsWords } from '../liquidation';
import { ClosingChanges } from './closing-changes';
import { ClosingFields, freeLots } from './close-limit-form';
import { OverNote } from './over-note';
import { type OpenedClosing, useClosingNow } from './use-order-now';
import { type SheetCommand, useSheetCommand } from './use-sheet-command';

interface Props {
  /** As it was when its user asked for it, whatever becomes of it while the sheet is open; null: none is changed. */
  opened: OpenedClosing | null;
  account: Pick<FuturesPositionsView, 'positions'>;
  products: readonly FuturesProductView[];
  figures: ReadonlyMap<string, LiveFigures>;
  /** The price that the form begins with, instead of the order's own. */
  suggested?: string | undefined;
  /** The server is not heard: what is shown stands still. */
  isOld?: boolean;
  onClose: () => void;
}

/** Changes price and lots of an order that waits to close a position; only its user closes it. */
export function AmendClosingSheet({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const amend = useSheetCommand('close_amend', onClose);
  return (
    <Sheet
      title={t('futures.amendTitle', { symbol: opened?.position.market ?? '' })}
      opened={opened !== null}
      onClose={amend.leave}
    >
      {opened && <Fields {...props} key={opened.closing.closingId} opened={opened} amend={amend} />}
    </Sheet>
  );
}

type FieldsProps = Omit<Props, 'opened' | 'onClose'> & { opened: OpenedClosing; amend: SheetCommand };

function Fields({ opened, account, products, figures, suggested, isOld = false, amend }: FieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { now, over } = useClosingNow(opened, account);
  const { position, closing } = now;
  const { positionId, marketId } = position;
  const product = products.find((one) => one.marketId === marketId) ?? null;
  const live = figures.get(positionId) ?? null;
  const isMarkOld = useMarkTooOld(live?.judgedAt ?? null) !== null;
  // A change is one of the order that was opened: the server refuses it where some of its lots were closed since. Whoever was told so
  // goes by what waits now.
  const [before, setBefore] = useState(closing);
  const wasRefused = amend.failure?.code === 'futures.changed';
  if (wasRefused && before.lots !== closing.lots) setBefore(closing);
  if (over !== null) {
    const price = formatPrice(closing.limitPrice, language, product?.priceDecimals);
    const order = t('futures.closeAt', { lots: lotsWords(closing.lots, t, language), price });
    return <OverNote row={position} order={order} words={over} onLeave={amend.leave} />;
  }
  return (
    <div className={sheetStyles.step}>
      <SideTags row={position} />
      <ClosingFields
        position={position}
        product={product}
        figures={live}
        isOld={isOld || isMarkOld || live?.mark == null}
        command={amend}
        begin={{ price: withoutClosingZeros(suggested ?? before.limitPrice), lots: before.lots }}
        most={freeLots(position, before.closingId)}
        wishOf={(price, lots) => amendmentOf([before, closing], { positionId, price, lots })}
        words={{ send: t('futures.amendSave'), leave: t('futures.keepOrder') }}
      />
      <ClosingChanges
        order={{ positionId, closingId: closing.closingId }}
        amendments={closing.amendments}
        decimals={product?.priceDecimals}
      />
    </div>
  );
}

/** What is to be another than in the order that was opened, or in the one of now; null: nothing. */
function amendmentOf(
  [before, now]: readonly [FuturesClosingView, FuturesClosingView],
  { positionId, price, lots }: { positionId: string; price: string; lots: number },
): Parameters | null {
  const isPrice = [before, now].some(({ limitPrice }) => toUnits(price) !== toUnits(limitPrice));
  const isLots = [before, now].some((closing) => lots !== closing.lots);
  if (!isPrice && !isLots) return null;
  return {
    id: positionId,
    closing_id: before.closingId,
    waiting: before.lots,
    ...(isPrice && { price }),
    ...(isLots && { share: lots }),
  };
}
