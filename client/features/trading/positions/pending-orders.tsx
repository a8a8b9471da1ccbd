import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  FuturesPositionsView,
  FuturesPositionView,
  FuturesProductView,
} from '../../../../server/contract/trading/futures.dto';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { EmptyState } from '../../../ui/empty-state';
import { formatPrice } from '../../../ui/cut-price';
import { Sheet } from '../../../ui/sheet';
import { StatePill } from '../../../ui/state-pill';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { Amount, PreviewRows, SideTags, unitsOf } from '../futures-account';
import { AmendSheet } from './amend-sheet';
import rowStyles from './position-rows.module.css';
import { STATUS_TONES } from './row-status';
import { StopsLine } from './stops-line';
import { StopsSheet } from './stops-sheet';
import { useSheetCommand } from './use-sheet-command';
import { useMoment } from '../../../ui/use-moment';

interface Props {
  account: FuturesPositionsView;
  products: readonly FuturesProductView[];
  onOpen: () => void;
}

/** Limit orders that wait for their price. */
export function PendingOrders({ account, products, onOpen }: Props) {
  const { t } = useTranslation();
  // Above the cards: an order that leaves them while it is changed takes nothing away from its user.
  const [amended, setAmended] = useState<FuturesPositionView | null>(null);
  const pending = account.positions.filter(({ state }) => state === 'pending');
  return (
    <>
      {pending.length === 0 ? (
        <EmptyState text={t('futures.noPending')} action={{ label: t('futures.openLimit'), onClick: onOpen }} />
      ) : (
        <ul className={rowStyles.cards}>
          {pending.map((order) => (
            <PendingCard
              key={order.positionId}
              order={order}
              product={products.find(({ marketId }) => marketId === order.marketId) ?? null}
              onAmend={() => setAmended(order)}
            />
          ))}
        </ul>
      )}
      <AmendSheet order={amended} account={account} products={products} onClose={() => setAmended(null)} />
    </>
  );
}

interface CardProps {
  order: FuturesPositionView;
  product: FuturesProductView | null;
  onAmend: () => void;
}

function PendingCard({ order, product, onAmend }: CardProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  const [sheet, setSheet] = useState<'stops' | 'cancel' | null>(null);
  const close = () => setSheet(null);
  const decimals = product?.priceDecimals;
  return (
    <li className={rowStyles.card} data-order={order.positionId}>
      <div className={rowStyles.head}>
        <div>
          <b className={rowStyles.symbol}>{order.market}</b>
          <SideTags row={order} />
        </div>
        <div className={rowStyles.profit}>
          <StatePill tone={STATUS_TONES.pending} text={t('futures.status.pending')} />
          <small>{moment(order.createdAt)}</small>
        </div>
      </div>
      <OrderRows order={order} decimals={decimals} />
      <StopsLine row={order} decimals={decimals} />
      <div className={rowStyles.actions}>
        <Button variant="default" size="sm" onClick={onAmend}>
          {t('futures.amend')}
        </Button>
        <Button variant="default" size="sm" onClick={() => setSheet('stops')}>
          {t('futures.stops')}
        </Button>
        <Button variant="default" size="sm" onClick={() => setSheet('cancel')}>
          {t('futures.cancelOrder')}
        </Button>
      </div>
      <StopsSheet
        position={order}
        product={product}
        figures={null}
        available="0"
        opened={sheet === 'stops'}
        onClose={close}
      />
      <CancelSheet order={order} decimals={decimals} opened={sheet === 'cancel'} onClose={close} />
    </li>
  );
}

interface RowsProps {
  order: FuturesPositionView;
  /** Of the market's prices. */
  decimals: number | undefined;
}

function OrderRows({ order, decimals }: RowsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <PreviewRows
      rows={[
        {
          label: t('futures.limitPrice'),
          value: <b className="numbers">{formatPrice(order.limitPrice, language, decimals)}</b>,
        },
        {
          label: t('futures.lots'),
          value: <span className="numbers">{formatDecimal(String(order.lots), language)}</span>,
        },
        { label: t('futures.reserved'), value: <Amount value={order.reserved} unit={unitsOf(order).quote} own /> },
      ]}
    />
  );
}

function CancelSheet({ order, decimals, opened, onClose }: RowsProps & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { busy, failure, send, leave } = useSheetCommand('cancel', onClose);
  return (
    <Sheet title={t('futures.cancelTitle')} opened={opened} onClose={leave}>
      <div className={sheetStyles.step}>
        <div className={rowStyles.brief}>
          <b>{order.market}</b>
          <SideTags row={order} />
        </div>
        <OrderRows order={order} decimals={decimals} />
        <p className={sheetStyles.note}>{t('futures.cancelText')}</p>
        {failure && (
          <p className={sheetStyles.problem} role="alert">
            {failureWords(failure, t)}
          </p>
        )}
        <Button
          fullWidth
          size="lg"
          color="red"
          loading={busy}
          onClick={() => void send(order.positionId, { id: order.positionId })}
        >
          {t('futures.cancelOrder')}
        </Button>
        <Button fullWidth size="lg" variant="default" disabled={busy} onClick={leave}>
          {t('futures.keepOrder')}
        </Button>
      </div>
    </Sheet>
  );
}
