import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUnits } from '../../../../server/contract/money';
import type { FuturesClosingView } from '../../../../server/contract/trading/futures.dto';
import type { Parameters } from '../../../platform/api';
import { Sheet } from '../../../ui/sheet';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { withoutClosingZeros } from '../../../ui/money-text';
import { SideTags } from '../futures-account';
import { ClosingFields, freeLots } from './close-limit-form';
import type { PositionProps } from './position-card';
import { useSheetCommand } from './use-sheet-command';

interface Props extends Pick<PositionProps, 'position' | 'product' | 'figures'> {
  closing: FuturesClosingView;
  /** The price that the form begins with, instead of the order's own. */
  suggested?: string | undefined;
  isOld: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Changes price and lots of an order that waits to close a position. */
export function AmendClosingSheet({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const amend = useSheetCommand('close_amend', onClose);
  return (
    <Sheet title={t('futures.amendTitle', { symbol: props.position.market })} opened={opened} onClose={amend.leave}>
      {opened && (
        <div className={sheetStyles.step}>
          <SideTags row={props.position} />
          <Fields {...props} amend={amend} />
        </div>
      )}
    </Sheet>
  );
}

type FieldsProps = Omit<Props, 'opened' | 'onClose'> & { amend: ReturnType<typeof useSheetCommand> };

function Fields({ closing, suggested, amend, ...form }: FieldsProps) {
  const { t } = useTranslation();
  // A change is one of the order that was opened: the server refuses it where some of its lots were closed since. Whoever was told so
  // goes by what waits now.
  const [before, setBefore] = useState(closing);
  const isTold = amend.failure?.code === 'futures.changed';
  if (isTold && before.lots !== closing.lots) setBefore(closing);
  const { positionId } = form.position;
  return (
    <ClosingFields
      {...form}
      command={amend}
      begin={{ price: withoutClosingZeros(suggested ?? before.limitPrice), lots: before.lots }}
      most={freeLots(form.position, before.closingId)}
      wishOf={(price, lots) => amendmentOf([before, closing], { positionId, price, lots })}
      words={{ send: t('futures.amendSave'), leave: t('futures.keepOrder') }}
    />
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
