import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPositionsView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import { isHeld } from '../../../../server/contract/rules/position-figures.rules';
import { EmptyState } from '../../../ui/empty-state';
import { type LiveFigures } from '../futures-account';
import { AmendClosingSheet } from './amend-closing-sheet';
import { CloseAll } from './close-all';
import { PositionCard } from './position-card';
import rowStyles from './position-rows.module.css';
import type { OpenedClosing } from './use-order-now';

interface Props {
  account: FuturesPositionsView;
  products: readonly FuturesProductView[];
  figures: ReadonlyMap<string, LiveFigures>;
  /** The server is not heard: what is shown stands still. */
  isOld: boolean;
  onOpen: () => void;
}

/** Everything that is held, live. */
export function Positions({ onOpen, ...props }: Props) {
  const { t } = useTranslation();
  const { account, products, figures, isOld } = props;
  // Above the cards: an order that leaves them while it is changed takes nothing away from its user.
  const [amended, setAmended] = useState<OpenedClosing | null>(null);
  const held = account.positions.filter(isHeld);
  return (
    <>
      {held.length === 0 && (
        <EmptyState text={t('futures.noPositions')} action={{ label: t('futures.openOne'), onClick: onOpen }} />
      )}
      {held.length > 1 && <CloseAll positions={held} type={account.account_type} />}
      {held.length > 0 && (
        <ul className={rowStyles.cards}>
          {held.map((position) => (
            <PositionCard
              key={position.positionId}
              position={position}
              product={products.find(({ marketId }) => marketId === position.marketId) ?? null}
              figures={figures.get(position.positionId) ?? null}
              available={
                account.balances.find(({ currencyId }) => currencyId === position.currencyId)?.available ?? '0'
              }
              isOld={isOld}
              onAmend={setAmended}
            />
          ))}
        </ul>
      )}
      <AmendClosingSheet {...props} opened={amended} onClose={() => setAmended(null)} />
    </>
  );
}
