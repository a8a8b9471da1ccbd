import { useTranslation } from 'react-i18next';
import { type DecimalText, fromUnits, toUnits } from '../../../../server/contract/money';
import { redeem } from '../../../../server/contract/rules/trust.rules';
import type { TrustProductView } from '../../../../server/contract/trading/trust.dto';
import { useLanguage } from '../../../platform/preferences';
import { formatDecimal } from '../../../platform/format';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { Pairs } from './facts';
import { isMore, percentOf, percentText } from './rates';
import styles from './redemption-rule.module.css';
import { exampleDays, termsOf } from './term';
import pageStyles from './trust-page.module.css';

interface Props {
  product: TrustProductView;
  /** What the examples are worked with. */
  amount: DecimalText;
  /** Whether it is about demo money, which the text then says. */
  demo?: boolean;
  flush?: boolean;
}

/** What breaking the term off costs, in words and in figures. */
export function RedemptionRule({ product, amount, demo = false, flush = false }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { redemption_rule: rule, redemption_ratio: ratio, penalty_capped: isCapped } = product;
  const canExceed = rule === 'fixed-fee' || rule === 'remaining-days';
  return (
    <section className={pageStyles.section} data-flush={flush || undefined}>
      <h2>{t('trust.early')}</h2>
      <p>
        {t(`trust.ruleText.${rule}`, {
          percent: percentText(percentOf(ratio), language),
          ratio: formatDecimal(withoutClosingZeros(ratio), language),
        })}
        {canExceed && ` ${t(isCapped ? 'trust.capped' : 'trust.uncapped')}`}
      </p>
      {rule !== 'none' && <Example product={product} amount={amount} demo={demo} />}
    </section>
  );
}

function Example({ product, amount, demo }: Required<Omit<Props, 'flush'>>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const unit = product.currency_name;
  const shown = `${formatDecimal(withoutClosingZeros(amount), language)} ${unit}`;
  return (
    <div className={pageStyles.example}>
      <p className={styles.exampleTitle}>{t('trust.example', { amount: shown })}</p>
      {exampleDays(product.day).map((days) => {
        const redemption = redeem(termsOf(product, amount), days);
        if (!redemption) return null;
        const { penalty, net } = redemption;
        return (
          <div key={days} className={styles.exampleRow}>
            <p className={styles.exampleDay}>
              {days === 0 ? t('trust.beforeFirst') : t('trust.afterDays', { count: days })}
            </p>
            <Pairs
              facts={[
                { label: t('trust.penalty'), value: <MoneyText value={penalty} unit={unit} demo={demo} /> },
                { label: t('trust.youGet'), value: <MoneyText value={net} unit={unit} demo={demo} /> },
              ]}
            />
            <LessThanPaid paid={amount} net={net} unit={unit} />
          </div>
        );
      })}
    </div>
  );
}

/** Says by how much less comes back than was put in; nothing where it is not less. */
export function LessThanPaid({ paid, net, unit }: { paid: DecimalText; net: DecimalText; unit: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!isMore(paid, net)) return null;
  const less = `${formatDecimal(fromUnits(toUnits(paid) - toUnits(net)), language)} ${unit}`;
  return <p className={styles.warn}>{t('trust.lessThanPaid', { amount: less })}</p>;
}
