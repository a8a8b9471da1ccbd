import { VisuallyHidden } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalsOf, formatDecimal, UNKNOWN } from '../../../../platform/format';
import { useLanguage } from '../../../../platform/preferences';
import { useChannel } from '../../../../platform/use-channel';
import { EmptyState } from '../../../../ui/empty-state';
import type { Market } from '../../market-list';
import { type Book, type DepthStep, midOf, shapeOf, spreadOf, type Zoom, ZOOMS } from './depth.rules';
import styles from './depth-chart.module.css';
import { depthPicture, placeInSteps } from './depth-picture';
import { DepthPlot } from './depth-plot';
import { useLevelFigures } from './level-figures';
import { usePaced } from './use-paced';

/** Four pictures a second, whatever comes. */
const DRAW_MS = 250;

export interface DepthChartProps {
  market: Market;
  /** Futures may have a book of their own. */
  channel?: 'markets.depth' | 'markets.perpetual-depth';
  /** Takes the price that was tapped; undefined: there is no ticket beside it to take it for. */
  onPrice?: ((price: string) => void) | undefined;
}

/** The live order book of a market as two stepped areas around its middle. */
export function DepthChart({ market, channel = 'markets.depth', onPrice }: DepthChartProps) {
  const { t } = useTranslation();
  const { state, status } = useChannel(channel, { symbol: market.symbol });
  const [zoom, setZoom] = useState<Zoom>(1);
  const book = useBookToDraw(state);
  const shape = book && shapeOf(book);
  return (
    <section
      className={styles.section}
      aria-label={t('trade.depthChart')}
      data-dimmed={(state !== null && status !== 'live') || undefined}
    >
      {shape === 'empty' && <EmptyState text={t('trade.noDepth')} />}
      {shape === 'crossed' && <EmptyState text={t('depthChart.crossed')} />}
      {(shape === 'bids' || shape === 'asks') && (
        <p className={styles.note} role="status">
          {t(shape === 'bids' ? 'depthChart.onlyBids' : 'depthChart.onlyAsks')}
        </p>
      )}
      {book && shape !== 'empty' && shape !== 'crossed' && (
        <Drawn market={market} book={book} zoom={zoom} onZoom={setZoom} onPrice={onPrice} />
      )}
    </section>
  );
}

const isNone = (book: Book | null) => book === null || (book.bids.length === 0 && book.asks.length === 0);

/** The book at its pace. One that is gone is not shown for a moment longer, and the first one is not waited for. */
function useBookToDraw(newest: Book | null): Book | null {
  const paced = usePaced(newest, DRAW_MS, isNone(newest));
  return isNone(newest) || isNone(paced) ? newest : paced;
}

interface DrawnProps extends Pick<DepthChartProps, 'market' | 'onPrice'> {
  book: Book;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
}

function Drawn({ market, book, zoom, onZoom, onPrice }: DrawnProps) {
  const { t } = useTranslation();
  const id = useId();
  const mid = midOf(book);
  const picture = useMemo(() => depthPicture(book, zoom), [book, zoom]);
  const [chosen, choose] = useState<Pick<DepthStep, 'side' | 'price'> | null>(null);
  const [taken, setTaken] = useState<string | null>(null);
  const figuresOf = useLevelFigures(market, mid);
  if (!picture) return null;
  const at = chosen ? placeInSteps(picture, chosen) : -1;
  const step = picture.steps[at] ?? null;
  const wordsOf = (place: number) => {
    const one = picture.steps[place];
    if (!one) return '';
    const { distance, ...figures } = figuresOf(one);
    const level = t('depthChart.level', {
      side: t(`trade.${one.side}`),
      ...figures,
      base: market.base,
      quote: market.quote,
    });
    return distance === null ? level : `${level} ${t('depthChart.away', { distance })}`;
  };
  const take = (place: number) => {
    const one = picture.steps[place];
    if (!one || !onPrice) return;
    onPrice(one.price);
    setTaken(t('depthChart.taken', { price: figuresOf(one).price }));
  };
  return (
    <>
      <Head market={market} book={book} zoom={zoom} onZoom={onZoom} />
      <DepthPlot
        picture={picture}
        priceDecimals={market.priceDecimals}
        label={t('depthChart.label', { symbol: market.symbol })}
        describedBy={`${id}-summary ${id}-keys`}
        at={at}
        wordsOf={wordsOf}
        onChoose={(place) => choose(picture.steps[place] ?? null)}
        onTake={take}
      />
      <Level market={market} step={step} figuresOf={figuresOf} />
      <VisuallyHidden id={`${id}-summary`} component="p">
        <Summary market={market} book={book} />
      </VisuallyHidden>
      <VisuallyHidden id={`${id}-keys`} component="p">
        {t('depthChart.keys')} {onPrice && t('depthChart.takes')}
      </VisuallyHidden>
      <VisuallyHidden role="status" component="p">
        {taken}
      </VisuallyHidden>
    </>
  );
}

/** The middle, the spread, and how near it is looked at. */
function Head({ market, book, zoom, onZoom }: Omit<DrawnProps, 'onPrice'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const price = (value: string | null) =>
    formatDecimal(value, language, Math.max(market.priceDecimals, decimalsOf(value)));
  return (
    <div className={styles.head}>
      <dl className={styles.middleFacts}>
        <div>
          <dt>{t('depthChart.mid')}</dt>
          <dd className="numbers">{price(midOf(book))}</dd>
        </div>
        <div>
          <dt>{t('trade.spread')}</dt>
          <dd className="numbers">{price(spreadOf(book))}</dd>
        </div>
      </dl>
      <div className={styles.zooms} role="group" aria-label={t('depthChart.zoom')}>
        {ZOOMS.map((factor) => (
          <button
            key={factor}
            type="button"
            className={`numbers ${styles.zoom}`}
            aria-pressed={factor === zoom}
            onClick={() => onZoom(factor)}
          >
            {t('depthChart.times', { factor })}
          </button>
        ))}
      </div>
    </div>
  );
}

interface LevelProps {
  market: Market;
  step: DepthStep | null;
  figuresOf: ReturnType<typeof useLevelFigures>;
}

/** What the crosshair says. The slider's own words say it to screen readers. */
function Level({ market, step, figuresOf }: LevelProps) {
  const { t } = useTranslation();
  if (!step) return <p className={styles.level}>{t('depthChart.hint')}</p>;
  const { price, quantity, amount, distance } = figuresOf(step);
  const facts = [
    { key: 'price', label: t(`trade.${step.side}`), value: `${price} ${market.quote}` },
    { key: 'quantity', label: t('depthChart.quantity'), value: `${quantity} ${market.base}` },
    { key: 'amount', label: t('depthChart.amount'), value: `${amount} ${market.quote}` },
    { key: 'distance', label: t('depthChart.distance'), value: distance ?? UNKNOWN },
  ];
  return (
    <dl className={styles.level} data-side={step.side}>
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className="numbers">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The whole picture in words. */
function Summary({ market, book }: { market: Market; book: Book }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const figuresOf = useLevelFigures(market, midOf(book));
  const picture = useMemo(() => depthPicture(book, 1), [book]);
  if (!picture) return null;
  const price = (value: string) => formatDecimal(value, language, market.priceDecimals);
  return [picture.steps[0], picture.steps.at(-1)]
    .filter((end, place) => end?.side === (place === 0 ? 'bids' : 'asks'))
    .map((end) => {
      if (!end) return '';
      const [best = end.price] = book[end.side][0] ?? [];
      return t('depthChart.summary', {
        side: t(`trade.${end.side}`),
        quantity: figuresOf(end).quantity,
        base: market.base,
        best: price(best),
        last: price(end.price),
      });
    })
    .join(' ');
}
