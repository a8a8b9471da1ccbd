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
  // A change is one of the order that was opened: the server refuses it where some of its lots were closed since.
  const [before] = useState(closing);
  const { positionId } = form.position;
  return (
    <ClosingFields
      {...form}
      command={amend}
      begin={{ price: withoutClosingZeros(suggested ?? before.limitPrice), lots: before.lots }}
      most={freeLots(form.position, before.closingId)}
      wishOf={(price, lots) => amendmentOf(before, { positionId, price, lots })}
      words={{ send: t('futures.amendSave'), leave: t('futures.keepOrder') }}
    />
  );
}

/** What of the order is to be another; null: nothing. */
function amendmentOf(
  before: FuturesClosingView,
  { positionId, price, lots }: { positionId: string; price: string; lots: number },
): Parameters | null {
  const isPrice = toUnits(price) !== toUnits(before.limitPrice);
  const isLots = lots !== before.lots;
  if (!isPrice && !isLots) return null;
  return {
    id: positionId,
    closing_id: before.closingId,
    waiting: before.lots,
    ...(isPrice && { price }),
    ...(isLots && { share: lots }),
  };
}
