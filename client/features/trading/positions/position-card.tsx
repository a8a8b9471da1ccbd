import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPositionView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import { quantityOf } from '../../../../server/contract/rules/margin.rules';
import { lotsWords } from '../liquidation';
import { formatDecimal, formatPercent, UNKNOWN } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import { PriceText } from '../../../ui/price-text';
import { StatePill } from '../../../ui/state-pill';
import {
  Amount,
  type LiveFigures,
  percentOf,
  SideTags,
  unitsOf,
  useLiquidationText,
  useMarkTooOld,
  useAgoWords,
} from '../futures-account';
import { CloseSheet } from './close-sheet';
import { Closings } from './closings';
import { MarginBar } from './margin-bar';
import { MarginSheet } from './margin-sheet';
import styles from './position-card.module.css';
import rowStyles from './position-rows.module.css';
import { ReverseSheet } from './reverse-sheet';
import { StopsLine } from './stops-line';
import { StopsSheet } from './stops-sheet';
import type { OpenedClosing } from './use-order-now';

export interface PositionProps {
  position: FuturesPositionView;
  /** Null while the products have not arrived. */
  product: FuturesProductView | null;
  figures: LiveFigures | null;
  /** Free in the futures account. */
  available: string;
}

interface CardProps extends PositionProps {
  isOld: boolean;
  /** Asks for the sheet that changes an order which waits to close lots of it. */
  onAmend: (opened: OpenedClosing) => void;
}

/** A position with its live figures and what can be done with it. */
export function PositionCard({ isOld, onAmend, ...props }: CardProps) {
  const { t } = useTranslation();
  const { position, product, figures } = props;
  const [sheet, setSheet] = useState<'close' | 'reverse' | 'stops' | 'margin' | null>(null);
  const tooOld = useMarkTooOld(figures?.markedAt ?? null);
  const judgedTooOld = useMarkTooOld(figures?.judgedAt ?? null);
  const close = () => setSheet(null);
  const isClosing = position.state === 'closing';
  const isByOldPrice = isOld || tooOld !== null || figures?.mark == null;
  return (
    <li
      className={rowStyles.card}
      data-old={isByOldPrice || judgedTooOld !== null || undefined}
      data-position={position.positionId}
    >
      <CardHead position={position} figures={figures} />
      <CardFigures {...{ position, product, figures, tooOld, judgedTooOld }} />
      <MarginBar figures={figures} isCross={position.marginMode === 'cross'} />
      <StopsLine row={position} decimals={product?.priceDecimals} />
      <Closings position={position} product={product} onAmend={(closing) => onAmend({ position, closing })} />
      {isClosing && (
        <p>
          <StatePill tone="wait" text={t('futures.status.closing')} />
        </p>
      )}
      <div className={rowStyles.actions}>
        <Button variant="default" size="sm" disabled={isClosing} onClick={() => setSheet('close')}>
          {t('futures.close')}
        </Button>
        <Button variant="default" size="sm" disabled={isClosing} onClick={() => setSheet('reverse')}>
          {t('futures.reverse')}
        </Button>
        <Button variant="default" size="sm" disabled={isClosing} onClick={() => setSheet('stops')}>
          {t('futures.stops')}
        </Button>
        {position.marginMode === 'isolated' && (
          <Button variant="default" size="sm" disabled={isClosing} onClick={() => setSheet('margin')}>
            {t('futures.addMargin')}
          </Button>
        )}
      </div>
      <CloseSheet {...props} isOld={isByOldPrice} opened={sheet === 'close'} onClose={close} />
      <ReverseSheet
        position={position}
        product={product}
        isOld={isByOldPrice}
        opened={sheet === 'reverse'}
        onClose={close}
      />
      <StopsSheet {...props} opened={sheet === 'stops'} onClose={close} />
      <MarginSheet {...props} opened={sheet === 'margin'} onClose={close} />
    </li>
  );
}

function CardHead({ position, figures }: Pick<PositionProps, 'position' | 'figures'>) {
  const language = useLanguage();
  return (
    <div className={rowStyles.head}>
      <div>
        <b className={rowStyles.symbol}>{position.market}</b>
        <SideTags row={position} />
      </div>
      <div className={rowStyles.profit}>
        <Amount value={figures?.unrealisedProfit ?? null} unit={unitsOf(position).quote} signed own />
        <span className="numbers" data-direction={directionOf(figures?.returnRatio ?? null)}>
          {formatPercent(percentOf(figures?.returnRatio ?? null), language)}
        </span>
      </div>
    </div>
  );
}

function directionOf(ratio: string | null): 'up' | 'down' | undefined {
  return ratio === null || !/[1-9]/.test(ratio) ? undefined : ratio.startsWith('-') ? 'down' : 'up';
}

interface FiguresProps extends Pick<PositionProps, 'position' | 'product' | 'figures'> {
  /** Seconds since the mark was sampled; null while it is new. */
  tooOld: number | null;
  /** Seconds since the oldest mark was sampled that liquidation goes by; null while all are new. */
  judgedTooOld: number | null;
}

function CardFigures({ position, product, figures, tooOld, judgedTooOld }: FiguresProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const liquidation = useLiquidationText(product?.priceDecimals);
  const agoWords = useAgoWords();
  const { base, quote } = unitsOf(position);
  const quantity = quantityOf(position.lots, position.lotSize).toFixed();
  const price = (value: string | null) => formatPrice(value, language, product?.priceDecimals);
  const notes = [
    ...(position.marginMode === 'cross' ? [t('futures.estimate')] : []),
    ...(figures?.liquidationIsShared ? [t(`futures.together.${position.side}`)] : []),
    // Where its own mark is new, another market's is not.
    ...(judgedTooOld !== null && tooOld === null ? [agoWords(judgedTooOld)] : []),
  ];
  return (
    <dl className={styles.figures}>
      <Figure label={t('futures.size')} note={`${formatDecimal(quantity, language)} ${base}`}>
        {lotsWords(position.lots, t, language)}
      </Figure>
      <Figure label={t('futures.entry')}>{price(position.entryPrice)}</Figure>
      <Figure label={t('trade.mark')} {...(tooOld !== null && { note: agoWords(tooOld) })}>
        <PriceText value={figures?.mark ?? null} decimals={product?.priceDecimals} dimmed={tooOld !== null} />
      </Figure>
      <Figure label={t('futures.margin')}>
        <Amount value={position.margin} unit={quote} />
      </Figure>
      <Figure label={t('futures.liquidationPrice')} {...(notes.length > 0 && { note: notes.join(' · ') })}>
        {liquidation(figures?.liquidationPrice ?? null)}
      </Figure>
      <Figure label={t('futures.distance')}>
        {figures?.isReached
          ? t('futures.liquidating')
          : figures?.distance
            ? formatPercent(figures.distance, language).replace('+', '')
            : UNKNOWN}
      </Figure>
    </dl>
  );
}

function Figure({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="numbers">
        {children}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}
